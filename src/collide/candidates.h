/* Below the near pairs: which spheres may touch before the next rebuild, and how long each may sleep. */
#ifndef CLAST_COLLIDE_CANDIDATES_H
#define CLAST_COLLIDE_CANDIDATES_H

#include "model/work.h"

bool clast_candidates_find(const clast_model *m, clast_state *s, clast_work *w);

#endif
