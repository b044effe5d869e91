/* The table of rotation schemes, made from schemes.def, and the two halves of a step. */
#ifndef CLAST_MOTION_MOTION_H
#define CLAST_MOTION_MOTION_H

#include "model/scheme.h"
#include "model/work.h"

int clast_scheme_count(void);
const clast_scheme *clast_scheme_at(int index);
const clast_scheme *clast_scheme_find(const char *name); /* NULL when there is none */

/* Once, after the first evaluation: lets the schemes fill what they keep. */
void clast_motion_start(const clast_model *m, clast_state *s, clast_work *w);
/* Half kick, drift, turn; leaves half-step and extrapolated velocities in work for the laws. What else is to be done for
 * the bodies then (NULL: nothing) is done a chunk at a time, as long as it is in the inner cache. */
void clast_motion_begin(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *then);
/* Second half kick; synchronised velocities. */
void clast_motion_end(const clast_model *m, clast_state *s, clast_work *w);
/* The same for some bodies: a clast_body_task. */
void clast_motion_finish(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last);

#endif
