/* The near pairs, and below them: which spheres may touch before the next rebuild, how long each may sleep, and which
 * contact it is. */
#ifndef CLAST_COLLIDE_CANDIDATES_H
#define CLAST_COLLIDE_CANDIDATES_H

#include "collide/grid.h"
#include "model/work.h"

/* pairs: of bodies, by the grid; first_of: where bodies begin in the list of contacts (keep.h). Of what was in contact
 * pairs and candidates stay whatever the gap. False: memory is used up. */
bool clast_candidates_find(const clast_model *m, clast_state *s, clast_work *w, const clast_grid_pair *pairs,
                           size_t n_pairs, const int32_t *first_of);

#endif
