/* Below the near pairs: which spheres may touch before the next rebuild, and how long each may sleep. */
#ifndef CLAST_COLLIDE_CANDIDATES_H
#define CLAST_COLLIDE_CANDIDATES_H

#include "model/work.h"

/* first_of: where bodies begin in the list of contacts (keep.h). False: memory is used up. */
bool clast_candidates_find(const clast_model *m, clast_state *s, clast_work *w, const int32_t *first_of);

#endif
