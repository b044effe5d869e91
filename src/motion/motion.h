/* The table of rotation schemes, made from schemes.def, and the two halves of a step. */
#ifndef CLAST_MOTION_MOTION_H
#define CLAST_MOTION_MOTION_H

#include "model/scheme.h"

struct clast_model;
struct clast_state;
struct clast_work;

int clast_scheme_count(void);
const clast_scheme *clast_scheme_at(int index);
const clast_scheme *clast_scheme_find(const char *name); /* NULL when there is none */

/* Once, after the first evaluation: lets the schemes fill what they keep. */
void clast_motion_start(const struct clast_model *m, struct clast_state *s, struct clast_work *w);
/* Half kick, drift, turn; leaves half-step and extrapolated velocities in work for the laws. */
void clast_motion_begin(const struct clast_model *m, struct clast_state *s, struct clast_work *w);
/* Second half kick; synchronised velocities. */
void clast_motion_end(const struct clast_model *m, struct clast_state *s, struct clast_work *w);

#endif
