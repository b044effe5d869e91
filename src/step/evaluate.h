/* Forces as a pure function of pose, velocities and the history of the last accepted step. */
#ifndef CLAST_STEP_EVALUATE_H
#define CLAST_STEP_EVALUATE_H

#include "model/work.h"

/* Writes forces and torques of the bodies, and a trial history into work; changes no history of the state.
 * first: no step lies behind, so nothing has slipped and no contact has closed just now. */
clast_status clast_evaluate(const clast_model *m, clast_state *s, clast_work *w, bool first, clast_error *error);
/* The same where clast_near_follow is done for all bodies already. `then` is done for them as their forces are known; NULL:
 * nothing. */
clast_status clast_evaluate_followed(const clast_model *m, clast_state *s, clast_work *w, bool first,
                                     clast_body_task *then, clast_error *error);

#endif
