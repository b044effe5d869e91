/* The two halves of a step for bodies of any form, turned between even kicks (STS-KDK), where nothing but contacts and
 * weight acts: block by block, with the bits of motion_finish, motion_begin, near_follow and guard_look.
 *
 * Large beds wait for memory. So what only contacts want to know goes straight into the grips (no other array of w has it,
 * of w->vs, wh, ws; nor x0 and q0, unless the ledger, plates or wider records ask for them), and spins are written when somebody can look
 * at them. */
#ifndef CLAST_STEP_STONES_H
#define CLAST_STEP_STONES_H

#include "model/work.h"

bool clast_stones_fit(const clast_model *m, const clast_work *w);

/* Each a clast_body_task. Half kick, drift, turn; how far each came; grips: */
void clast_stones_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last);
/* Second half kick, spins, whether all velocities are numbers: */
void clast_stones_end(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last);
/* Both, where nobody looks at the bodies in between: */
void clast_stones_go_on(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last);

#endif
