/* The stability number of a moment (budget reference, finding 5). */
#ifndef CLAST_ENERGY_STABILITY_H
#define CLAST_ENERGY_STABILITY_H

#include "model/work.h"

/* It is taken now and then; then every contact's book is wanted. */
enum { CLAST_STABILITY_EVERY = 32 };

static inline bool clast_stability_is_due(const clast_model *m, const clast_state *s)
{
    return m->ledger && s->step % CLAST_STABILITY_EVERY == 0;
}

/* Omega = dt sqrt(2 max_i sum_c [kn mobility_n + kt mobility_t]), of the trial contacts. */
double clast_stability_number(const clast_model *m, clast_state *s, clast_work *w);

#endif
