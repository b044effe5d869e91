/* Stops a run that has gone wrong, and refuses a start that cannot be meant. */
#ifndef CLAST_STEP_GUARD_H
#define CLAST_STEP_GUARD_H

#include "model/scene.h"
#include "model/work.h"

/* At the start no overlap may exceed this share of the smaller sphere's radius. */
#define CLAST_GUARD_START_OVERLAP 0.1

/* A body should not turn further than this in one step, in radians. */
#define CLAST_GUARD_TURN 0.5

/* At the end of a step: whether all velocities of bodies first .. last are numbers. */
clast_body_task clast_guard_look;
/* When all were looked at: every number finite, no sphere driven through another. */
clast_status clast_guard_check(const clast_model *m, clast_state *s, clast_work *w, clast_error *error);
/* Whether spins are looked at after this step. */
static inline bool clast_guard_spin_is_due(const clast_state *s) { return s->step % 32 == 0; }
/* The first body that turns by more than CLAST_GUARD_TURN in a step, or -1. */
int32_t clast_guard_spin(const clast_model *m, const clast_state *s);
/* After the first evaluation: bodies inside each other or inside walls. bodies tells where each stands in the scene. */
clast_status clast_guard_start(const clast_model *m, const clast_state *s, const clast_work *w,
                               const clast_body *bodies, clast_error *error);

#endif
