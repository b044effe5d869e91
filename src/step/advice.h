/* Which time step to take: the usual limits, and a safe choice below all of them. */
#ifndef CLAST_STEP_ADVICE_H
#define CLAST_STEP_ADVICE_H

#include "model/model.h"
#include "model/state.h"

clast_advice clast_advice_of(const clast_model *m, const clast_state *s);

#endif
