/* Which candidates are closed.
 *
 * Two spheres with a gap g (an overlap -g) cannot meet (part) before they have come |g| further together. So each
 * candidate sleeps until the ways of its two bodies (w->way) are beyond that; most sleep for many steps. Nor do they sleep
 * beyond where one is driven through the other (step/guard.c). */
#ifndef CLAST_COLLIDE_LOOK_H
#define CLAST_COLLIDE_LOOK_H

#include "model/work.h"

/* When the lists are new. False: memory is used up. */
bool clast_look_begin(clast_work *w);

/* Looks at the candidates that are awake: w->changed says whether some closed or opened, w->changes which. */
void clast_look(clast_job *job);
/* The same of one tile; w->changed stays true. */
void clast_look_tile(const clast_job *job, int64_t tile);

#endif
