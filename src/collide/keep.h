/* Contacts that stay in the lists though nothing touches: whatever was a contact at the last accepted step, since an
 * iterate of the implicit scheme may come back to it and the ledger asks what became of it; and of these some go on as
 * contacts: bonds over a gap, and cohesive contacts in the step in which they open (m->keeps). */
#ifndef CLAST_COLLIDE_KEEP_H
#define CLAST_COLLIDE_KEEP_H

#include "model/work.h"

enum { KEEP_OVER_A_GAP = 8 }; /* added to CLAST_BONDED in w->touching */

static inline uint8_t keep_kind(const clast_work *w, int32_t c) { return w->touching[c] & (KEEP_OVER_A_GAP - 1); }

/* Which candidates are contacts, and of what kind, where some are kept over a gap. */
void clast_keep_mark(clast_job *job);

/* Whether the energy in the springs of the accepted contact of candidate c lives on in this step. */
bool clast_keep_lives(const clast_model *m, const clast_state *s, const clast_work *w, int32_t c);

/* Where each body's contacts begin in the list, and the end; to be freed. NULL: memory is used up. */
int32_t *clast_keep_index(const clast_contacts *old, int32_t n_body, clast_pool *pool);

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
