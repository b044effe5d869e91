/* What an evaluation costs: the same bed, stepped by the explicit integrator and by both forms of the implicit one. The
 * bar: one pass of Jacobi's form takes no longer than one explicit step, motion and lists included, accounts off. A
 * Gauss-Seidel pass evaluates the contacts between bodies twice, once for each of them. Rounds take turns, the time is
 * that of the thread, and the middle one of their ratios counts, since other programs use the machine too. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "verify/campello.h"

enum { BODIES = 800, ROUNDS = 20, STEPS = 20 };

static double radius_of(clast_random *random) { return 0.004 + 0.002 * random_uniform(random); }

static bool settle(grains *g, int64_t steps)
{
    const clast_contact rule = grains_contact((grains_rule){
        .damping = "restitution", .damping_param = {0.3, NAN}, .tangential = "spring-secant", .friction = 0.5});
    clast_random random = {.seed = 7};
    grains_open(g, 2500, 1e7, 0.25, &rule, 2e-5);
    grains_gravity(g, 9.81);
    grains_box(g, 0.1, 0.1);
    grains_scatter(g, &random, BODIES, 0.1, 0.2, radius_of, 0);
    bool ok = grains_start(g) && grains_step(g, steps);
    if (ok)
        g->sim->model.ledger = false;
    return ok;
}

static double thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
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
    const double begin = thread_seconds();
    if (!grains_step(g, STEPS))
        return NAN;
    const double seconds = thread_seconds() - begin;
    const int64_t passes = way == EXPLICIT ? STEPS : g->sim->state.convergence.iterations - before;
    return seconds / (double)passes;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double middle(const double values[ROUNDS])
{
    double sorted[ROUNDS];
    memcpy(sorted, values, sizeof sorted);
    qsort(sorted, ROUNDS, sizeof *sorted, ascending);
    return 0.5 * (sorted[ROUNDS / 2] + sorted[(ROUNDS - 1) / 2]);
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)index;
    (void)shared;
    double seconds[WAYS][ROUNDS], passes[WAYS][ROUNDS];
    grains g;
    bool ok = settle(&g, quick ? 6000 : 12000);
    for (int k = 0; ok && k < ROUNDS; k++)
        for (int way = 0; way < WAYS; way++) {
            clast_convergence *c = &g.sim->state.convergence;
            *c = (clast_convergence){0};
            seconds[way][k] = time_pass(&g, way);
            passes[way][k] = (double)c->iterations / STEPS;
        }
    double over[WAYS][ROUNDS];
    for (int k = 0; ok && k < ROUNDS; k++)
        for (int way = 0; way < WAYS; way++)
            over[way][k] = seconds[way][k] / seconds[EXPLICIT][k];
    verify_row row = {.published = NAN, .reference = 0.5, .value = ok ? middle(over[JACOBI]) : NAN, .tolerance = 0.5};
    verify_add(rows, row, "a Jacobi pass over an explicit step");
    row.reference = 2, row.tolerance = 0.6, row.value = ok ? middle(over[GAUSS_SEIDEL]) : NAN;
    verify_add(rows, row, "a Gauss-Seidel pass over an explicit step");
    static const char *const names[WAYS] = {"explicit", "Jacobi", "Gauss-Seidel"};
    for (int way = 0; way < WAYS; way++) { /* to be seen; the machine decides */
        row = (verify_row){.published = NAN, .reference = 5e5, .tolerance = 5e5};
        row.value = ok ? 1 / middle(seconds[way]) : NAN;
        row.note = "shown only: the machine decides";
        verify_add(rows, row, "%s: evaluations per second, %d spheres", names[way], BODIES);
        row = (verify_row){.published = NAN, .reference = 4.5, .tolerance = 1.5};
        row.value = ok ? middle(passes[way]) : NAN;
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
