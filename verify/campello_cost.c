/* What an evaluation costs: the same bed, stepped by the explicit integrator and by both forms of the implicit one. The
 * bar is one pass of Jacobi's form over one explicit step, motion and lists included, accounts off. A Gauss-Seidel pass
 * evaluates the contacts between bodies twice, once for each of them. Rounds take turns and the fastest counts, since other
 * programs use the machine too. */
#include <math.h>

#include "base/clock.h"
#include "verify/campello.h"

enum { BODIES = 800, ROUNDS = 7, STEPS = 40 };

static double radius_of(clast_random *random) { return 0.004 + 0.002 * random_uniform(random); }

static bool settle(grains *g)
{
    const clast_contact rule = grains_contact((grains_rule){
        .damping = "restitution", .damping_param = {0.3, NAN}, .tangential = "spring-secant", .friction = 0.5});
    clast_random random = {.seed = 7};
    grains_open(g, 2500, 1e7, 0.25, &rule, 2e-5);
    grains_gravity(g, 9.81);
    grains_box(g, 0.1, 0.1);
    grains_scatter(g, &random, BODIES, 0.1, 0.2, radius_of, 0);
    bool ok = grains_start(g) && grains_step(g, 12000);
    if (ok)
        g->sim->model.ledger = false;
    return ok;
}

enum { EXPLICIT, JACOBI, GAUSS_SEIDEL, WAYS };

/* Seconds of one step, or of one pass of the implicit ones. */
static double time_pass(grains *g, int way)
{
    clast_model *m = &g->sim->model;
    m->integrator = way == EXPLICIT ? CLAST_VERLET : CLAST_TRAPEZOID;
    m->trapezoid = clast_trapezoid_default();
    m->trapezoid.iteration = way == JACOBI ? CLAST_JACOBI : CLAST_GAUSS_SEIDEL;
    const int64_t before = g->sim->state.convergence.iterations;
    const double begin = clock_seconds();
    if (!grains_step(g, STEPS))
        return NAN;
    const double seconds = clock_seconds() - begin;
    const int64_t passes = way == EXPLICIT ? STEPS : g->sim->state.convergence.iterations - before;
    return seconds / (double)passes;
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)index;
    (void)quick;
    (void)shared;
    double best[WAYS] = {INFINITY, INFINITY, INFINITY}, passes[WAYS] = {0};
    grains g;
    bool ok = settle(&g);
    for (int k = 0; ok && k < ROUNDS; k++)
        for (int way = 0; way < WAYS; way++) {
            clast_convergence *c = &g.sim->state.convergence;
            *c = (clast_convergence){0};
            best[way] = fmin(best[way], time_pass(&g, way));
            passes[way] = (double)c->iterations / STEPS;
        }
    verify_row row = {.published = NAN, .reference = 0.5, .value = ok ? best[JACOBI] / best[EXPLICIT] : NAN};
    row.tolerance = 0.5;
    verify_add(rows, row, "a Jacobi pass over an explicit step");
    row.reference = 1.5, row.tolerance = 1.5, row.value = ok ? best[GAUSS_SEIDEL] / best[EXPLICIT] : NAN;
    verify_add(rows, row, "a Gauss-Seidel pass over an explicit step");
    static const char *const names[WAYS] = {"explicit", "Jacobi", "Gauss-Seidel"};
    for (int way = 0; way < WAYS; way++) { /* to be seen; the machine decides */
        row = (verify_row){.published = NAN, .reference = 5e5, .value = 1 / best[way], .tolerance = 5e5};
        verify_add(rows, row, "%s: evaluations per second, %d spheres", names[way], BODIES);
        row = (verify_row){.published = NAN, .reference = 5, .value = passes[way], .tolerance = 5};
        if (way != EXPLICIT)
            verify_add(rows, row, "%s: passes per step", names[way]);
    }
    grains_close(&g);
}

const verify_case verify_campello_cost = {
    .name = "cost",
    .about = "evaluations per second of both integrators",
    .n_runs = 1,
    .seconds = 10,
    .run = run,
};
