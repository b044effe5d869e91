/* What an evaluation costs: the same bed, stepped by the explicit integrator and by both forms of the implicit one. The
 * bar: one evaluation takes no longer in Jacobi's form than in the explicit step, by the engine's own clocks of the stages
 * from the lists to the sums of the bodies. Beside it a whole pass, with motion and measures, over a whole explicit step,
 * accounts off, by the time of the thread. A Gauss-Seidel pass evaluates the contacts between bodies twice, once for each of
 * them. Rounds are short, have as many evaluations each, and take turns, and the middle one of their ratios counts, since other programs use the machine
 * too. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "verify/campello.h"

enum { BODIES = 800, ROUNDS = 150, STEPS = 4, PASSES = 4, STAGES = 16 }; /* PASSES: of a step, about */

static double radius_of(clast_random *random) { return 0.004 + 0.002 * random_uniform(random); }

/* One bed for both integrators: its contacts begin anew, with records that are wide enough for the implicit one. */
static void widen_records(clast_sim *sim)
{
    clast_contacts *contacts = &sim->state.contacts;
    clast_contacts_free(contacts);
    contacts->n_history = sim->model.n_history;
    contacts->geometry = true;
    clast_work_free(&sim->work);
    sim->model.ledger = false;
}

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
        widen_records(g->sim);
    return ok;
}

static double thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum { EXPLICIT, JACOBI, GAUSS_SEIDEL, WAYS };

/* Of one explicit step or one pass of the implicit ones, in seconds: all of it, and its evaluation. */
typedef struct timing {
    double pass, evaluation;
} timing;

/* What the stages that make an evaluation have taken so far: all but motion and accounts. */
static double evaluation_seconds(const grains *g)
{
    clast_stage stages[STAGES];
    const int n = clast_sim_stages(g->sim, stages, STAGES);
    double seconds = 0;
    for (int k = 0; k < n; k++)
        if (strcmp(stages[k].name, "move") != 0 && strcmp(stages[k].name, "ledger") != 0)
            seconds += stages[k].seconds;
    return seconds;
}

/* Of explicit steps one by one, since where another follows at once it begins in the last loop of an evaluation. */
static double time_evaluations(grains *g, int64_t steps)
{
    const double before = evaluation_seconds(g);
    for (int64_t k = 0; k < steps; k++)
        if (!grains_step(g, 1))
            return NAN;
    return evaluation_seconds(g) - before;
}

static timing time_pass(grains *g, int way)
{
    clast_model *m = &g->sim->model;
    m->integrator = way == EXPLICIT ? CLAST_VERLET : CLAST_TRAPEZOID;
    m->trapezoid = clast_trapezoid_default();
    m->trapezoid.iteration = way == JACOBI ? CLAST_JACOBI : CLAST_GAUSS_SEIDEL;
    if (!grains_step(g, 1)) /* the first one after another way finds other things in the caches */
        return (timing){NAN, NAN};
    const int64_t steps = way == EXPLICIT ? STEPS * PASSES : STEPS, before = g->sim->state.convergence.iterations;
    const double begin = thread_seconds(), evaluating = evaluation_seconds(g);
    if (!grains_step(g, steps))
        return (timing){NAN, NAN};
    const double seconds = thread_seconds() - begin, evaluated = evaluation_seconds(g) - evaluating;
    if (way == EXPLICIT)
        return (timing){seconds / (double)steps, time_evaluations(g, steps) / (double)steps};
    const double passes = (double)(g->sim->state.convergence.iterations - before);
    return (timing){seconds / passes, evaluated / passes};
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

/* The middle ratio of neighbours in time. */
static double over(const double some[ROUNDS], const double others[ROUNDS])
{
    double ratio[ROUNDS];
    for (int k = 0; k < ROUNDS; k++)
        ratio[k] = some[k] / others[k];
    return middle(ratio);
}

static void show(verify_rows *rows, double value, const char *name, const char *what)
{
    verify_row row = {.published = NAN, .reference = 5e5, .tolerance = 5e5, .value = value};
    row.note = "shown only: the machine decides";
    verify_add(rows, row, "%s: %s per second, %d spheres", name, what, BODIES);
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)index;
    (void)shared;
    double pass[WAYS][ROUNDS], evaluation[WAYS][ROUNDS], passes[WAYS][ROUNDS];
    grains g;
    const bool ok = settle(&g, quick ? 6000 : 12000);
    for (int k = 0; k < ROUNDS; k++)
        for (int way = 0; way < WAYS; way++) {
            if (ok)
                g.sim->state.convergence = (clast_convergence){0};
            const timing t = ok ? time_pass(&g, way) : (timing){NAN, NAN};
            pass[way][k] = t.pass, evaluation[way][k] = t.evaluation;
            passes[way][k] = ok ? (double)g.sim->state.convergence.iterations / (STEPS + 1) : NAN;
        }
    verify_row row = {.published = NAN, .reference = 0.5, .tolerance = 0.5};
    row.value = over(evaluation[JACOBI], evaluation[EXPLICIT]);
    verify_add(rows, row, "an evaluation in Jacobi's form over an explicit one");
    /* no bars, since it is the evaluation that has one: the explicit step ends and begins in one loop and keeps shorter
     * records; a sweep goes over all bodies once for each colour */
    row.reference = 1, row.tolerance = 0.5, row.value = over(pass[JACOBI], pass[EXPLICIT]);
    verify_add(rows, row, "a whole Jacobi pass over a whole explicit step");
    row.reference = 2.5, row.tolerance = 1.5, row.value = over(pass[GAUSS_SEIDEL], pass[EXPLICIT]);
    verify_add(rows, row, "a whole Gauss-Seidel pass over a whole explicit step");
    static const char *const names[WAYS] = {"explicit", "Jacobi", "Gauss-Seidel"};
    for (int way = 0; way < WAYS; way++) {
        if (way != GAUSS_SEIDEL) /* whose evaluations are of one colour each */
            show(rows, 1 / middle(evaluation[way]), names[way], "evaluations");
        show(rows, 1 / middle(pass[way]), names[way], way == EXPLICIT ? "steps" : "passes");
        row = (verify_row){.published = NAN, .reference = 4.5, .tolerance = 1.5, .value = middle(passes[way])};
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
