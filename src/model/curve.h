/* Bodies that are near each other in space should be near each other in memory, since contacts pick them in pairs. */
#ifndef CLAST_MODEL_CURVE_H
#define CLAST_MODEL_CURVE_H

#include "model/fill.h"

/* Puts the bodies in the order of Morton's curve through cells of the box around them; given[k] becomes the former place
 * of the k-th. False: memory is used up. */
bool clast_curve_sort(clast_bodies *bodies, int32_t *given);

#endif
