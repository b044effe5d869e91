/* The two halves of a step where every body is a ball, turned between even kicks (STS-KDK), and nothing but contacts and
 * weight acts: each in one loop, with the bits of motion_begin and near_follow, motion_finish and guard_look.
 *
 * Such beds wait for memory. Of a ball the inertia is one number, its spin does not ask how it is turned, and what only
 * contacts want to know goes straight into the grips: no other array of w has it (of w->q0, wh, vs, ws). */
#ifndef CLAST_STEP_BALLS_H
#define CLAST_STEP_BALLS_H

#include "model/work.h"

bool clast_balls_fit(const clast_model *m, const clast_work *w);

/* Half kick, drift, turn; how far each came; grips: a clast_body_task. */
void clast_balls_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last);
/* Second half kick, spins, whether all velocities are numbers: a clast_body_task. */
void clast_balls_end(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last);
/* Both, the second half of a step and the first of the next, where w->sums_taken: a clast_body_task. Of the state f, t and
 * w are left as they are, and so are x and v unless there are plates: w->in_grips. */
void clast_balls_go_on(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last);

#endif
