#include "step/step.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "collide/list.h"
#include "collide/near.h"
#include "collide/touch.h"
#include "energy/late.h"
#include "energy/ledger.h"
#include "motion/motion.h"
#include "step/balls.h"
#include "step/bonds.h"
#include "step/evaluate.h"
#include "step/guard.h"
#include "step/stones.h"
#include "step/trapezoid.h"

static double lap(double *mark)
{
    double now = clock_seconds(), since = now - *mark;
    *mark = now;
    return since;
}

/* Before the first step: the pose and the velocities are those of now. */
static void rest_before_start(const clast_state *s, clast_work *w)
{
    const size_t bytes = (size_t)s->n * sizeof(double);
    for (int c = 0; c < 3; c++) {
        memcpy(w->x0[c], s->x[c], bytes);
        memcpy(w->vs[c], s->v[c], bytes);
        memcpy(w->wh[c], s->w[c], bytes);
        memcpy(w->ws[c], s->w[c], bytes);
    }
    for (int c = 0; c < 4; c++)
        memcpy(w->q0[c], s->q[c], bytes);
}

clast_status clast_step_start(const clast_model *m, clast_state *s, clast_work *w, clast_error *error)
{
    w->now = s->time;
    w->looks = m->ledger;
    if (!clast_work_prepare(w, m, s))
        return clast_fail_memory(error);
    rest_before_start(s, w);
    clast_status status = clast_evaluate(m, s, w, true, error);
    if (status)
        return status;
    clast_motion_start(m, s, w);
    if (m->ledger && !clast_ledger_open(m, s, w))
        return clast_fail_memory(error);
    return clast_touch_accept(s, w) ? CLAST_OK : clast_fail_memory(error);
}

clast_status clast_step_accept(const clast_model *m, clast_state *s, clast_work *w, clast_error *error)
{
    double mark = clock_seconds();
    s->time = w->now;
    if (m->ledger && !clast_ledger_book(m, s, w))
        return clast_fail_memory(error);
    w->stage_seconds[CLAST_STAGE_LEDGER] += lap(&mark);
    if (m->n_glue && !clast_bonds_record(s, w))
        return clast_fail_memory(error);
    return clast_touch_accept(s, w) ? CLAST_OK : clast_fail_memory(error);
}

/* For bodies whose forces are known: the second half kick, and what is wanted of the end of the step. */
static void finish(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    clast_near_read_back(m, s, w, first, last);
    if (clast_balls_fit(m, w))
        clast_balls_end(m, s, w, first, last);
    else if (clast_stones_fit(m, w))
        clast_stones_end(m, s, w, first, last);
    else {
        clast_motion_finish(m, s, w, first, last);
        clast_guard_look(m, s, w, first, last);
    }
    if (model_books_late(m))
        clast_late_bodies(m, s, w, first, last);
}

/* Half kick, drift, turn, and what the lists and the contacts want of bodies that moved. */
static void begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    if (clast_balls_fit(m, w))
        clast_balls_begin(m, s, w, first, last);
    else if (clast_stones_fit(m, w))
        clast_stones_begin(m, s, w, first, last);
    else {
        clast_motion_begin(m, s, w, first, last);
        clast_near_follow(m, s, w, first, last);
    }
}

static void finish_and_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    finish(m, s, w, first, last);
    begin(m, s, w, first, last);
}

/* Where nobody looks at the bodies between two steps, the next one begins as this one ends, while they are at hand. */
static bool may_go_on(const clast_model *m) { return model_is_plain(m) && !model_has_body_terms(m); }

/* What follows the evaluation of a step. Where not even the ledger looks, nor who watches the spins, the two halves are one
 * loop, which leaves out what only those would read. */
static clast_body_task *follower(const clast_model *m, const clast_state *s, const clast_work *w, bool goes_on)
{
    const bool looks = w->looks || clast_guard_spin_is_due(s);
    if (goes_on && !looks && clast_balls_fit(m, w))
        return clast_balls_go_on;
    if (goes_on && !looks && clast_stones_fit(m, w))
        return clast_stones_go_on;
    return goes_on ? finish_and_begin : finish;
}

static clast_status step_verlet(const clast_model *m, clast_state *s, clast_work *w, bool more, clast_error *error)
{
    double mark = clock_seconds();
    const bool goes_on = more && may_go_on(m);
    if (!w->has_begun)
        clast_work_bodies(m, s, w, begin);
    w->has_begun = goes_on;
    w->stage_seconds[CLAST_STAGE_MOVE] += lap(&mark);
    /* the one evaluation of the step; where springs may end within it the ledger asks for what they were */
    w->in_place = !m->keeps;
    clast_body_task *const then = follower(m, s, w, goes_on);
    w->sums_taken = then == clast_balls_go_on || then == clast_stones_go_on;
    clast_status status = clast_evaluate_followed(m, s, w, false, then, error);
    if (!status) {
        w->in_grips = then == clast_balls_go_on;
        status = clast_step_accept(m, s, w, error);
    }
    w->in_place = w->sums_taken = false;
    return status;
}

clast_status clast_step(const clast_model *m, clast_state *s, clast_work *w, bool more, clast_error *error)
{
    if (!clast_work_prepare(w, m, s))
        return clast_fail_memory(error);
    w->now = (double)(s->step + 1) * m->dt;
    s->step++;
    w->looks = m->ledger && (!more || clast_ledger_is_due(m, s->step));
    clast_status status =
        m->integrator == CLAST_VERLET ? step_verlet(m, s, w, more, error) : clast_step_trapezoid(m, s, w, error);
    if (status)
        s->step--; /* it was not made */
    else
        status = clast_guard_check(m, s, w, error);
    if (!more || status) { /* somebody may look */
        clast_near_read_all_back(m, s, w);
        clast_list_catch_up(s, w);
    }
    return status;
}
