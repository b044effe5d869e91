/* The implicit integrator: one step of Campello's Algorithm 1. */
#ifndef CLAST_STEP_TRAPEZOID_H
#define CLAST_STEP_TRAPEZOID_H

#include "model/work.h"

/* To w->now, history and accounts included. */
clast_status clast_step_trapezoid(const clast_model *m, clast_state *s, clast_work *w, clast_error *error);

#endif
