/* Contacts that are kept though nothing touches: bonds over a gap, and cohesive contacts in the step in which they open.
 * Only for models with m->keeps. */
#ifndef CLAST_COLLIDE_KEEP_H
#define CLAST_COLLIDE_KEEP_H

#include "collide/grid.h"
#include "model/work.h"

/* After the touching candidates are counted: marks those that are kept too, w->touching = 1 + kind. */
void clast_keep_mark(clast_job *job);

/* What the trial contact k, candidate c, inherits from the old contact of its key (-1: there was none). Returns the old
 * contact, or -1 for one that begins anew, and says in w->kept whether the energy of its springs lives on. */
int32_t clast_keep_inherit(const clast_job *job, int32_t c, int32_t k, int32_t old);

/* What was in contact stays in the lists, whatever the gap: bodies a < b are merged into the sorted pairs. False: memory
 * is used up. */
bool clast_keep_pairs(const clast_state *s, clast_grid_pair **pairs, size_t *n_pairs);
/* The old contacts of a body with b (a body, or < 0: wall -1 - b): first .. last. */
void clast_keep_range(const clast_contacts *old, int32_t a, int32_t b, int32_t *first, int32_t *last);

/* The first old contact whose key is not below. */
int32_t clast_keep_lower_bound(const clast_contacts *old, clast_key key);

/* Bodies and spheres of a near pair as keys have them. */
static inline uint64_t keep_bodies(int32_t a, int32_t b)
{
    return (uint64_t)a << 32 | (b >= 0 ? (uint64_t)b : CLAST_WALL | (uint64_t)(-1 - b));
}

static inline clast_key keep_key(const clast_near *near, const clast_candidate *c)
{
    return (clast_key){keep_bodies(near->a, near->b), (uint64_t)c->sphere_a << 32 | (uint64_t)c->sphere_b};
}

#endif
