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
/* Half kick, drift, turn; leaves half-step and extrapolated velocities in work for the laws. */
clast_body_task clast_motion_begin;
/* Second half kick; synchronised velocities. */
void clast_motion_end(const clast_model *m, clast_state *s, clast_work *w);
clast_body_task clast_motion_finish; /* for some bodies */

#endif
