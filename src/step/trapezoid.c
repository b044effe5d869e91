/* The trapezoidal rule couples all bodies through the forces at the end of the step. A fixed point finds it: bodies move
 * by the forces of the last iterate, forces are evaluated where they went, until nothing changes any more. Evaluation is
 * pure, so all iterates see the history of the last accepted step, and only the last evaluation changes it.
 *
 * Algorithm 1 begins with the forces at the start of the step, which are at hand: its first pass costs no evaluation, and
 * as many are made as there are passes. The last one is made where the bodies end. */
#include "step/trapezoid.h"

#include "base/clock.h"
#include "base/error.h"
#include "collide/near.h"
#include "energy/ledger.h"
#include "motion/trapezoid.h"
#include "step/evaluate.h"
#include "step/guard.h"
#include "step/step.h"
#include "step/sweep.h"

/* What is known of the last pass: the largest measure, and which it was. */
typedef struct pass {
    double error;
    int measure;
    bool first, converged;
} pass;

/* Whether a pass is the last one is known before its forces are evaluated, so that only this evaluation need write
 * records, and may write them in place of the old ones if it will be accepted. */
static clast_status iterate(const clast_model *m, clast_state *s, clast_work *w, bool may_halve, pass *p,
                            clast_error *error)
{
    const clast_trapezoid *how = &m->trapezoid;
    const bool jacobi = how->iteration == CLAST_JACOBI;
    clast_convergence *sum = &s->convergence;
    double mark = clock_seconds();
    clast_status status = clast_trapezoid_begin(m, s, w) ? CLAST_OK : clast_fail_memory(error);
    for (int k = 1; !status; k++) {
        if (k > 1)
            mark = clock_seconds();
        if (jacobi || k == 1)
            clast_trapezoid_move(m, s, w, jacobi ? clast_near_follow : NULL);
        else
            status = clast_sweep(m, s, w, error);
        p->first = k == 1;
        p->error = clast_trapezoid_error(m, s, w, p->first, &p->measure);
        if (jacobi) /* a sweep's evaluations book their own time */
            w->stage_seconds[CLAST_STAGE_MOVE] += clock_seconds() - mark;
        p->converged = p->error <= how->tolerance;
        const bool last = p->converged || k == how->most_iterations;
        w->forces_only = !last;
        w->in_place = last && !m->keeps && (p->converged || !may_halve);
        if (!status && (jacobi || last))
            status =
                jacobi ? clast_evaluate_followed(m, s, w, false, NULL, error) : clast_evaluate(m, s, w, false, error);
        w->forces_only = false;
        sum->iterations++;
        sum->most = k > sum->most ? k : sum->most;
        if (last)
            break;
    }
    return status;
}

static void note_failure(clast_state *s, const clast_work *w, const pass *p)
{
    clast_convergence *c = &s->convergence;
    if (c->failed++ > 0 && p->error <= c->worst)
        return;
    c->worst = p->error;
    c->worst_time = w->now;
    c->worst_body = s->id[0][clast_trapezoid_worst(s, w, p->first, p->measure)];
}

/* The step m->dt that ends at `end`; one that does not converge is done as two halves, these likewise, if asked. */
static clast_status advance(const clast_model *m, clast_state *s, clast_work *w, double end, int halvings,
                            clast_error *error)
{
    pass p = {0};
    w->now = end;
    clast_status status = iterate(m, s, w, halvings > 0, &p, error);
    if (status)
        return status;
    if (!p.converged && halvings > 0) {
        clast_model half = *m;
        half.dt = 0.5 * m->dt;
        s->convergence.halved++;
        clast_trapezoid_back(s, w);
        clast_ledger_change_step(s, 0.5);
        status = advance(&half, s, w, end - half.dt, halvings - 1, error);
        if (!status)
            status = advance(&half, s, w, end, halvings - 1, error);
        clast_ledger_change_step(s, 2);
        return status;
    }
    if (!p.converged)
        note_failure(s, w, &p);
    s->convergence.steps++;
    clast_trapezoid_end(s, w);
    clast_work_bodies(m, s, w, clast_guard_look);
    return clast_step_accept(m, s, w, error);
}

clast_status clast_step_trapezoid(const clast_model *m, clast_state *s, clast_work *w, clast_error *error)
{
    return advance(m, s, w, w->now, m->trapezoid.on_failure == CLAST_HALVE ? m->trapezoid.halvings : 0, error);
}
