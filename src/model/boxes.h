/* Bodies that are near each other in space should be near each other in memory, since contacts pick them in pairs; and tiles
 * (model/work.h) and runs of tiles, which threads share out, should have small surfaces, since what crosses them costs more. */
#ifndef CLAST_MODEL_BOXES_H
#define CLAST_MODEL_BOXES_H

#include "model/fill.h"

/* Cuts n points in two by a plane across the longest edge of the box around them, at a multiple of `tile`, and each part
 * again; given[k] becomes the former place of the k-th. False: memory is used up. */
bool clast_boxes_order(const double (*at)[3], size_t n, size_t tile, int32_t *given);
/* Sorts bodies like that. */
bool clast_boxes_sort(clast_bodies *bodies, size_t tile, int32_t *given);

#endif
