/* The stability number of a moment (budget reference, finding 5):
 *     Omega = dt sqrt(2 max_i sum_c [kn mobility_n + kt mobility_t]) */
#ifndef CLAST_ENERGY_STABILITY_H
#define CLAST_ENERGY_STABILITY_H

#include "collide/lanes.h"
#include "model/work.h"

/* It is taken now and then. */
enum { CLAST_STABILITY_EVERY = 64 };

static inline bool clast_stability_is_due(const clast_model *m, const clast_state *s)
{
    return m->ledger && s->step % CLAST_STABILITY_EVERY == 0;
}

/* The terms of the contacts in a block, which are the first ones of list, for both of their bodies. After the laws. */
void clast_stability_terms(const clast_model *m, const clast_work *w, const int32_t *list, const clast_lanes *in,
                           clast_touch *t);

/* From the sums of these, w->stiffness. */
double clast_stability_number(const clast_model *m, clast_state *s, clast_work *w);

#endif
