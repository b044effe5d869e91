/* The stability number of a moment (budget reference, finding 5). */
#ifndef CLAST_ENERGY_STABILITY_H
#define CLAST_ENERGY_STABILITY_H

#include "model/work.h"

/* Omega = dt sqrt(2 max_i sum_c [kn mobility_n + kt mobility_t]), of the trial contacts. */
double clast_stability_number(const clast_model *m, const clast_state *s, const clast_work *w);

#endif
