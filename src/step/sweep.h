/* One Gauss-Seidel pass of the implicit integrator: each body moves by forces that know where the others went before. */
#ifndef CLAST_STEP_SWEEP_H
#define CLAST_STEP_SWEEP_H

#include "model/work.h"

clast_status clast_sweep(const clast_model *m, clast_state *s, clast_work *w, clast_error *error);

#endif
