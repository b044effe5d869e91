/* The tally of plain models, chunk by chunk. */
#ifndef CLAST_ENERGY_TALLY_LANES_H
#define CLAST_ENERGY_TALLY_LANES_H

#include "model/work.h"

/* Kinetic and potential energy of bodies, and A. */
void clast_tally_bodies(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
                        clast_tally *to);

#endif
