/* The order of things in one time step. */
#ifndef CLAST_STEP_STEP_H
#define CLAST_STEP_STEP_H

#include "model/work.h"

/* The first evaluation, before any step: lists, forces at time 0, the accounts opened. */
clast_status clast_step_start(const clast_model *m, clast_state *s, clast_work *w, clast_error *error);
/* To the next step, by the model's integrator. more: another one will follow at once, and nobody looks at the bodies in
 * between, which may have begun it already. */
clast_status clast_step(const clast_model *m, clast_state *s, clast_work *w, bool more, clast_error *error);

/* For the integrators: what was evaluated last counts: accounts, bonds that broke, history. */
clast_status clast_step_accept(const clast_model *m, clast_state *s, clast_work *w, clast_error *error);

#endif
