/* The bodies' part of the implicit integrator: one pass over them, and how far it went (Campello, Algorithm 1). */
#ifndef CLAST_MOTION_TRAPEZOID_H
#define CLAST_MOTION_TRAPEZOID_H

#include "model/work.h"

/* Keeps the start of a step; the first iterate is the state itself. False: memory is used up. */
bool clast_trapezoid_begin(const clast_model *m, clast_state *s, clast_work *w);
/* The next iterate from the forces at hand, of the bodies of w->only. Between passes s->v is the mean velocity of the
 * step, as the laws want it; vs, ws of work are the velocities of its end. When it is all bodies their changes are summed
 * up as well; when a pass is made in pieces this is left to do at its end. `then` is done for all bodies as they are
 * moved; NULL: nothing. */
void clast_trapezoid_move(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *then);
void clast_trapezoid_sum(const clast_model *m, clast_state *s, clast_work *w);
/* The velocities of the end become the state's. */
void clast_trapezoid_end(clast_state *s, clast_work *w);
/* Back to the start, as if nothing had been tried. */
void clast_trapezoid_back(clast_state *s, clast_work *w);

/* The largest of the four measures of the last pass, and the body that changed most in it; `first`: it was the first one
 * of its step. */
double clast_trapezoid_error(const clast_model *m, const clast_state *s, const clast_work *w, bool first, int *measure);
int32_t clast_trapezoid_worst(const clast_state *s, const clast_work *w, bool first, int measure);

#endif
