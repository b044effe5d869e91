/* The bouncing fibre (rotation_bounce.c) through the whole engine: scene, lists, Hertz law, ledger. Shows that the body
 * driven by hand and the engine agree, and holds sts-kdk to its bar after any contact. */
#include <math.h>
#include <string.h>

#include "verify/fibre.h"
#include "verify/rotation.h"

static const double height = 0.5, duration = 2;

typedef struct scheme {
    const char *name;
    double end[2]; /* energy error at 2 s with 1e-5 and 1e-6, %, as in rotation_bounce.c */
} scheme;

static const scheme schemes[] = {
    {"sts-kdk", {3.0813e-3, -2.08e-5}},     {"direct-published", {37.983, 2.5486}},
    {"rk4-printed", {5.6625, .81806}},      {"pcdm-printed", {17.927, 1.5910}},
    {"pcdm-verlet", {3.0813e-3, -2.08e-5}}, {"pcdm-verlet-late", {3.0813e-3, -2.08e-5}},
};

typedef struct outcome {
    double end, after; /* %: at 2 s; largest while nothing touches */
} outcome;

static clast_sim *make(const char *name, double h, clast_error *error)
{
    clast_sim *sim = NULL;
    clast_scene *scene = fibre_scene(name, h, error);
    if (!scene)
        return NULL;
    if (!fibre_wall(scene, "floor", (vec3){0, 0, 0}, (vec3){0, 1, 0}, error) &&
        !fibre_add(scene, (vec3){0, height, 0}, -M_PI / 6, (vec3){0, 0, 0}, error))
        clast_sim_create(scene, &sim, error);
    clast_scene_free(scene);
    return sim;
}

static outcome bounce(const char *name, double h)
{
    clast_error error;
    outcome o = {NAN, NAN};
    clast_sim *sim = make(name, h, &error);
    if (!sim)
        return o;
    const double start = fibre_energy(sim);
    const int stride = 10;
    double after = 0, off = NAN;
    for (long n = lround(duration / h) / stride; n > 0; n--) {
        if (clast_sim_step(sim, stride, &error)) {
            off = NAN;
            break;
        }
        off = 100 * (fibre_energy(sim) / start - 1);
        if (clast_sim_info(sim).contacts == 0)
            after = fmax(after, fabs(off));
    }
    o = (outcome){off, after};
    clast_sim_free(sim);
    return o;
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    const scheme *s = &schemes[index];
    const double h = quick ? 1e-5 : 1e-6;
    outcome o = bounce(s->name, h);
    verify_row row = {.published = NAN, .reference = s->end[quick ? 0 : 1], .value = o.end};
    row.tolerance = fmax(0.02 * fabs(row.reference), quick ? 5e-5 : 1e-5);
    verify_add(rows, row, "%s: energy error at 2 s, %%, h %.0e", s->name, h);
    if (strcmp(s->name, "sts-kdk") != 0)
        return;
    row = (verify_row){.published = NAN, .reference = 0, .value = o.after, .tolerance = quick ? 1e-2 : 1e-4};
    verify_add(rows, row, "%s: largest energy error after contacts, %%, h %.0e", s->name, h);
}

const verify_case verify_rotation_bounce_engine = {
    .name = "bounce-engine",
    .about = "the same fibre through the whole engine",
    .n_runs = sizeof schemes / sizeof *schemes,
    .seconds = 6,
    .run = run,
};
