/* [Z] second test: nine fibres in a box of 1 m, at v = (1, -1, 0), 75 degrees tilted, evenly on a vertical plane, for
 * 2 s. The paper says no more, so: a 3 x 3 grid of quarters in the plane that holds the velocity and the fibres' axes.
 * Only there fibres meet; the motion stays plane, and the law of rotation_bounce.c must hold over all contacts.
 *
 * Published: Euler and leap-frog "unstable", above 1.5 and 2 %, scalar factor and PCDM steady and alike. That is not
 * found: see docs/verify.md. */
#include <math.h>

#include "api/sim.h"
#include "verify/fibre.h"
#include "verify/rotation.h"

static const double duration = 2;

typedef struct scheme {
    const char *name;
    double published, law;
    double end[2]; /* energy error with 1e-7 and 1e-5, %; no outside reference: what was first found here */
} scheme;

static const char found[] = "published as unstable; found like the scalar factor and PCDM: c h int T.T/I and no more";

static const scheme schemes[] = {
    {"euler", 1.5, 1, {0.63, 75}},          {"leapfrog", 2, 0.5, {0.25, 24}}, {"scalar-factor", NAN, 1, {0.63, 75}},
    {"pcdm-printed", NAN, 0.5, {0.25, 24}}, {"sts-kdk", NAN, 0, {0, 0}},
};

static clast_status add_walls(clast_scene *scene, clast_error *error)
{
    static const struct {
        const char *name;
        vec3 point, normal;
    } walls[] = {
        {"left", {0, 0, 0}, {1, 0, 0}}, {"right", {1, 1, 1}, {-1, 0, 0}}, {"bottom", {0, 0, 0}, {0, 1, 0}},
        {"top", {1, 1, 1}, {0, -1, 0}}, {"front", {0, 0, 0}, {0, 0, 1}},  {"back", {1, 1, 1}, {0, 0, -1}},
    };
    clast_status status = CLAST_OK;
    for (size_t k = 0; !status && k < sizeof walls / sizeof *walls; k++)
        status = fibre_wall(scene, walls[k].name, walls[k].point, walls[k].normal, error);
    return status;
}

static clast_sim *make(const char *name, double h, clast_error *error)
{
    clast_sim *sim = NULL;
    clast_scene *scene = fibre_scene(name, h, error);
    if (!scene)
        return NULL;
    clast_status status = add_walls(scene, error);
    for (int row = 1; row <= 3; row++)
        for (int column = 1; !status && column <= 3; column++) {
            vec3 at = {0.25 * column, 0.25 * row, 0.5};
            status = fibre_add(scene, at, 75 * M_PI / 180, (vec3){1, -1, 0}, error);
        }
    if (!status)
        clast_sim_create(scene, &sim, error);
    clast_scene_free(scene);
    return sim;
}

/* sum over the bodies of T . I^-1 T */
static double torque_work(const clast_sim *sim)
{
    const clast_state *s = &sim->state;
    double sum = 0;
    for (int32_t i = 0; i < s->n; i++) {
        vec3 t = q_turn_back((quat){s->q[0][i], s->q[1][i], s->q[2][i], s->q[3][i]},
                             (vec3){s->t[0][i], s->t[1][i], s->t[2][i]});
        sum += t.x * t.x * sim->work.inverse_inertia[0][i] + t.y * t.y * sim->work.inverse_inertia[1][i] +
               t.z * t.z * sim->work.inverse_inertia[2][i];
    }
    return sum;
}

typedef struct outcome {
    double end, most, law; /* %, %, c */
    int hits;              /* how often fibres met */
} outcome;

static int fibre_contacts(const clast_contacts *c)
{
    int n = 0;
    for (int32_t k = 0; k < c->n; k++)
        n += !(c->key[k].bodies & CLAST_WALL);
    return n;
}

static outcome fall(const char *name, double h)
{
    clast_error error;
    outcome o = {NAN, 0, NAN, 0};
    clast_sim *sim = make(name, h, &error);
    if (!sim)
        return o;
    const double start = fibre_energy(sim);
    double sum = 0;
    int met = 0;
    for (long n = lround(duration / h); n > 0; n--) {
        if (clast_sim_step(sim, 1, &error)) {
            clast_sim_free(sim);
            return (outcome){NAN, NAN, NAN, 0};
        }
        if (sim->state.contacts.n == 0 && n % 1000 > 0)
            continue;
        int now = fibre_contacts(&sim->state.contacts);
        o.hits += now > met;
        met = now;
        sum += h * torque_work(sim);
        o.end = 100 * (fibre_energy(sim) / start - 1);
        o.most = fmax(o.most, fabs(o.end));
    }
    o.end = 100 * (fibre_energy(sim) / start - 1);
    o.law = o.end / 100 * start / (h * sum);
    clast_sim_free(sim);
    return o;
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    const scheme *s = &schemes[index];
    const double h = quick ? 1e-5 : 1e-7;
    outcome o = fall(s->name, h);
    verify_row row = {.published = s->published, .reference = s->end[quick], .value = o.end};
    row.note = isnan(s->published) ? NULL : found;
    /* chaos: which fibres meet when depends on round-off, so the sum over the contacts scatters; the law does not */
    row.tolerance = row.reference > 0 ? 0.5 * row.reference : quick ? 0.02 : 1e-5;
    verify_add(rows, row, "%s: energy error at 2 s, %%, h %.0e", s->name, h);
    row = (verify_row){.published = NAN, .reference = s->law, .value = o.law};
    row.tolerance = s->law > 0 ? 0.01 * s->law : 1e-3;
    verify_add(rows, row, "%s: c in dE = c h int T.T/I, h %.0e", s->name, h);
    row = (verify_row){.published = NAN, .reference = 30, .value = o.hits, .tolerance = 20};
    verify_add(rows, row, "%s: times fibres meet, h %.0e", s->name, h);
}

const verify_case verify_rotation_nine = {
    .name = "nine",
    .about = "nine falling fibres, Zhao & van Wachem test 2",
    .n_runs = sizeof schemes / sizeof *schemes,
    .seconds = 60,
    .run = run,
};
