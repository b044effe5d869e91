/* A body in a field (rotation_field.h) over 20 s, against Runge-Kutta of fourth order with a small step: a torque that
 * depends on the attitude, as in contacts, shows the true order of the coupling. */
#include "verify/rotation_field.h"

#include <math.h>
#include <stdlib.h>

#include "motion/motion.h"
#include "verify/rotation.h"
#include "verify/truth.h"

static const double duration = 20;

static vec3 torque(double time, quat q)
{
    (void)time;
    return field_torque(q);
}

static void *prepare(bool quick)
{
    (void)quick;
    const double h = 5e-4;
    quat *end = malloc(sizeof *end);
    if (!end)
        return NULL;
    const vec3 inertia = {1, 2, 3};
    truth_motion y = {{1, 0, 0, 0}, {0.8, 2 * 1.1, 3 * -0.5}};
    for (long n = lround(duration / h); n > 0; n--)
        y = truth_step(y, 0, h, inertia, torque);
    *end = y.q;
    return end;
}

typedef struct scheme {
    const char *name;
    double error[2]; /* attitude with 0.1 and 0.01, rad */
} scheme;

static const scheme schemes[] = {
    {"sts-kdk", {1.11e-3, 1.11e-5}},
    {"no-squish", {3.68e-3, 3.61e-5}},
    {"spiral-verlet", {3.24e-3, 2.97e-5}},
    {"spiral-leapfrog", {5.45e-3, 3.19e-5}},
    {"mag4-kdk", {1.34e-3, 1.34e-5}},
    {"exact-kdk", {1.33e-3, 1.34e-5}},
    {"direct", {5.55e-2, 3.28e-4}},
    {"direct-implicit", {1.50e-2, 1.51e-4}},
    {"direct-published", {8.92e-1, 1.54e-1}},
    {"rk4-kdk", {1.18e-2, 1.11e-4}},
    {"rk4-printed", {5.40e-1, 5.40e-2}},
    {"pcdm-printed", {1.61, 1.57e-1}},
    {"pcdm-mid", {7.48e-2, 5.62e-4}},
    {"pcdm-verlet", {7.55e-2, 6.00e-4}},
    {"pcdm-verlet-printed", {1.25, 1.06e-1}},
    {"pcdm-verlet-late", {5.74e-1, 5.15e-2}},
    {"euler", {2.05, 6.75e-1}},
    {"leapfrog", {9.86e-1, 1.03e-1}},
    {"scalar-factor", {2.16, 6.76e-1}},
    {"direct-multiplication", {2.16, 6.76e-1}},
    {"rodrigues", {2.21e-2, 2.70e-4}},
};
enum { N_SCHEMES = sizeof schemes / sizeof *schemes };

static double attitude_error(const char *name, double h, const quat *end)
{
    rotor r;
    rotor_setup setup = field_setup(name, h);
    double error = NAN;
    if (rotor_open(&r, &setup) && end) {
        for (long n = lround(duration / h); n > 0; n--)
            rotor_step(&r);
        error = rotor_angle(rotor_q(&r), *end);
    }
    rotor_close(&r);
    return error;
}

/* At equal step sts-kdk may not be worse than no-squish. */
static void compare(const quat *end, verify_rows *rows)
{
    double ours = attitude_error("sts-kdk", 0.01, end), theirs = attitude_error("no-squish", 0.01, end);
    verify_row row = {.published = NAN, .reference = 0.5, .value = ours / theirs, .tolerance = 0.5};
    verify_add(rows, row, "sts-kdk / no-squish: attitude error, h 0.01");
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)quick;
    static const double steps[3] = {0.1, 0.01, 0.005};
    if (index == N_SCHEMES) {
        compare(shared, rows);
        return;
    }
    const scheme *s = &schemes[index];
    double error[3];
    for (int k = 0; k < 3; k++) {
        error[k] = attitude_error(s->name, steps[k], shared);
        if (k == 2)
            break;
        verify_row row = {.published = NAN, .reference = s->error[k], .value = error[k]};
        row.tolerance = 0.05 * row.reference;
        verify_add(rows, row, "%s: attitude error, rad, h %g", s->name, steps[k]);
    }
    const clast_scheme *claim = clast_scheme_find(s->name);
    verify_row row = {.published = NAN, .value = log2(error[1] / error[2]), .tolerance = 0.2};
    row.reference = claim ? (double)claim->order_forced : NAN;
    verify_add(rows, row, "%s: order, with torque (against its claim)", s->name);
}

const verify_case verify_rotation_field = {
    .name = "field",
    .about = "body in a field: a torque that depends on the attitude",
    .n_runs = N_SCHEMES + 1,
    .seconds = 0.03,
    .prepare = prepare,
    .run = run,
};
