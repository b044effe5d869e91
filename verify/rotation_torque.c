/* [Z] fourth test, figure 7: a fibre under the world torque (5e-4 sin 200 pi t, 1e-5 e^(3 + 24 t), 1e-5 5^(52 t)) N m
 * over 0.1 s. The error (eq 67) is the mean over the steps of |arccos(b.B) - arccos(B(t).B)|, b the fibre's axis and B
 * its start; the true motion is found by Runge-Kutta of fourth order with half the smallest step.
 *
 * PCDM has the published second order only with the torque of mid-step (pcdm-mid); as printed it is of first order. */
#include <math.h>
#include <stdlib.h>

#include "verify/rotation.h"
#include "verify/rotor.h"
#include "verify/truth.h"

static const double duration = 0.1;
static const double mass = 1100 * 1.961e-6;
static const vec3 inertia = {2.399774e-8, 1.469075e-7, 1.469075e-7}; /* union of five spheres, kg m2 */

static vec3 torque_at(double t, quat q)
{
    (void)q;
    return (vec3){5e-4 * sin(200 * M_PI * t), 1e-5 * exp(3 + 24 * t), 1e-5 * pow(5, 52 * t)};
}

static void prescribed(const rotor *r, double time, void *context, vec3 *force, vec3 *torque)
{
    (void)context, (void)force;
    *torque = torque_at(time, rotor_q(r));
}

/* ---- the true motion ---- */

typedef struct truth {
    double step;    /* of the samples */
    quat end;       /* attitude at the end */
    double angle[]; /* arccos of the axis' x at every sample */
} truth;

static double tilt(quat q)
{
    double x = q_turn(q, (vec3){1, 0, 0}).x;
    return acos(fmax(-1, fmin(1, x)));
}

static void *prepare(bool quick)
{
    const double step = quick ? 1e-6 : 1e-7, h = step / 2;
    long n = lround(duration / step);
    truth *truly = malloc(sizeof *truly + ((size_t)n + 1) * sizeof(double));
    if (!truly)
        return NULL;
    truth_motion y = {{1, 0, 0, 0}, {0, 0, 0}};
    truly->step = step;
    truly->angle[0] = 0;
    for (long k = 0; k < n; k++) {
        y = truth_step(y, (double)k * step, h, inertia, torque_at);
        y = truth_step(y, (double)k * step + h, h, inertia, torque_at);
        truly->angle[k + 1] = tilt(y.q);
    }
    truly->end = y.q;
    return truly;
}

/* ---- the schemes ---- */

enum { STEPS = 3 };
static const double steps[STEPS] = {1e-5, 1e-6, 1e-7};

typedef struct scheme {
    const char *name;
    double ahead; /* torque taken this share of a step later */
    double mean[STEPS];
    double end; /* attitude error at the end with 1e-6, rad */
    const char *note;
} scheme;

static const char first[] = "published as second order; first order as printed, with T(n)";
static const char prescribed_ahead[] = "torque of mid-step, as figure 7 needs it";

static const scheme schemes[] = {
    {"euler", 0, {1.70e-3, 1.74e-4, 1.75e-5}, 4.52e-3, NULL},
    {"leapfrog", 0, {2.21e-3, 2.19e-4, 2.19e-5}, 2.87e-3, NULL},
    {"leapfrog", 0.5, {1.76e-4, 1.60e-5, 1.59e-6}, 1.47e-3, NULL},
    {"scalar-factor", 0, {1.76e-3, 1.75e-4, 1.74e-5}, 4.54e-3, NULL},
    {"direct-multiplication", 0, {1.76e-3, 1.75e-4, 1.74e-5}, 4.54e-3, "the same map as the scalar factor"},
    {"rodrigues", 0, {6.04e-5, 6.03e-7, 5.78e-9}, 2.61e-5, NULL},
    {"pcdm-printed", 0, {2.04e-3, 2.04e-4, 2.04e-5}, 1.89e-3, first},
    {"pcdm-mid", 0.5, {5.56e-6, 5.54e-8, 5.50e-10}, 2.76e-6, prescribed_ahead},
    {"pcdm-mid", 0, {4.47e-6, 4.45e-8, 4.41e-10}, 1.22e-6, "torque of mid-step extrapolated by the scheme itself"},
    {"pcdm-verlet-printed", 0, {2.20e-3, 2.19e-4, 2.19e-5}, 2.87e-3, NULL},
    {"pcdm-verlet", 0, {3.45e-6, 3.43e-8, 3.39e-10}, 1.62e-6, NULL},
    {"pcdm-verlet-late", 0, {4.55e-3, 4.54e-4, 4.54e-5}, 4.36e-3, NULL},
    {"direct-published", 0, {2.88e-3, 2.68e-4, 2.66e-5}, 5.92e-2, NULL},
    {"direct-implicit", 0, {4.51e-7, 4.51e-9, 4.65e-11}, 5.45e-6, NULL},
    {"direct", 0, {3.46e-6, 3.68e-8, 3.71e-10}, 1.43e-6, NULL},
    {"rk4-printed", 0, {5.67e-4, 5.68e-5, 5.68e-6}, 8.09e-4, NULL},
    {"rk4-kdk", 0, {1.27e-6, 1.27e-8, 1.25e-10}, 1.00e-6, NULL},
    {"no-squish", 0, {1.67e-5, 1.67e-7, 1.67e-9}, 7.93e-6, NULL},
    {"sts-kdk", 0, {2.74e-7, 2.74e-9, 2.78e-11}, 8.54e-7, NULL},
    {"mag4-kdk", 0, {2.74e-7, 2.74e-9, 2.78e-11}, 8.54e-7, NULL},
    {"exact-kdk", 0, {2.74e-7, 2.74e-9, 2.78e-11}, 8.54e-7, NULL},
    {"spiral-verlet", 0, {3.44e-7, 3.43e-9, 3.45e-11}, 5.36e-6, NULL},
    {"spiral-leapfrog", 0, {3.47e-7, 3.44e-9, 3.45e-11}, 5.36e-6, NULL},
};

/* The mean error of eq 67 and the attitude error at the end. */
static void measure(const scheme *s, double h, const truth *truly, double *mean, double *end)
{
    rotor r;
    *mean = *end = NAN;
    rotor_setup setup = {.scheme = s->name, .step = h, .mass = mass, .inertia = inertia};
    setup.load = prescribed;
    setup.ahead = s->ahead;
    if (truly && rotor_open(&r, &setup)) {
        long n_steps = lround(duration / h), stride = lround(h / truly->step);
        double sum = 0;
        for (long n = 1; n <= n_steps; n++) {
            rotor_step(&r);
            sum += fabs(tilt(rotor_q(&r)) - truly->angle[n * stride]);
        }
        *mean = sum / (double)n_steps;
        *end = rotor_angle(rotor_q(&r), truly->end);
        rotor_close(&r);
    }
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    const scheme *s = &schemes[index];
    const char *torque = s->ahead > 0 ? ", T(n+1/2)" : "";
    const int n = quick ? STEPS - 1 : STEPS;
    double mean[STEPS], end[STEPS];
    for (int k = 0; k < n; k++) {
        measure(s, steps[k], shared, &mean[k], &end[k]);
        verify_row row = {.published = NAN, .reference = s->mean[k], .value = mean[k], .note = s->note};
        row.tolerance = 0.05 * row.reference;
        verify_add(rows, row, "%s%s: mean angle error, rad, h %.0e", s->name, torque, steps[k]);
    }
    verify_row row = {.published = NAN, .reference = s->end, .value = end[1], .note = s->note};
    row.tolerance = 0.05 * row.reference;
    verify_add(rows, row, "%s%s: attitude error at the end, rad, h 1e-06", s->name, torque);
    row.reference = round(log10(s->mean[0] / s->mean[1]));
    row.value = log10(mean[n - 2] / mean[n - 1]);
    row.tolerance = 0.1;
    verify_add(rows, row, "%s%s: order", s->name, torque);
}

const verify_case verify_rotation_torque = {
    .name = "torque",
    .about = "fibre under a prescribed torque, Zhao & van Wachem figure 7",
    .n_runs = sizeof schemes / sizeof *schemes,
    .seconds = 1,
    .prepare = prepare,
    .run = run,
};
