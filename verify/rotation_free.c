/* A free body with moments 1, 2, 3 next to its unstable axis, w = (1e-3, 1, 1e-3), over 50 s, against Jacobi's
 * elliptic functions; and the order of every scheme for w = (0.6, 0.5, 0.7) over 10 s, away from the separatrix. Near
 * it the growth of small errors hides the orders (2 becomes 3 for Runge-Kutta's mean spin). */
#include <math.h>

#include "motion/motion.h"
#include "verify/elliptic.h"
#include "verify/rotation.h"
#include "verify/rotor.h"

static const vec3 inertia = {1, 2, 3};

typedef struct scheme {
    const char *name;
    double error[2]; /* attitude next to the unstable axis with 0.1 and 0.01, rad; 0: exact but for round-off */
} scheme;

static const scheme schemes[] = {
    {"sts-kdk", {2.32e-4, 2.32e-6}},
    {"no-squish", {4.81e-4, 4.84e-6}},
    {"spiral-verlet", {1.05e-3, 9.71e-6}},
    {"spiral-leapfrog", {1.65e-3, 1.03e-5}},
    {"mag4-kdk", {2.14e-3, 1.99e-8}},
    {"exact-kdk", {0, 0}},
    {"direct", {5.90e-1, 3.76e-3}},
    {"direct-implicit", {1.25e-3, 1.25e-5}},
    {"direct-published", {2.06, 2.56}},
    {"rk4-kdk", {2.65e-2, 2.83e-4}},
    {"rk4-printed", {2.65e-2, 2.83e-4}},
    {"pcdm-printed", {9.86e-3, 8.06e-5}},
    {"pcdm-mid", {9.86e-3, 8.06e-5}},
    {"pcdm-verlet", {9.86e-3, 8.06e-5}},
    {"pcdm-verlet-printed", {9.86e-3, 8.06e-5}},
    {"pcdm-verlet-late", {1.27e-2, 1.24e-4}},
    {"euler", {2.56, 2.47e-1}},
    {"leapfrog", {4.41e-3, 6.14e-5}},
    {"scalar-factor", {2.61, 2.48e-1}},
    {"direct-multiplication", {2.61, 2.48e-1}},
    {"rodrigues", {5.38e-1, 3.78e-3}},
};

static double attitude_error(const char *name, vec3 spin, double duration, double h)
{
    rotor r;
    double error = NAN;
    if (rotor_open(&r, &(rotor_setup){.scheme = name, .step = h, .mass = 1, .inertia = inertia, .w = spin})) {
        vec3 w;
        quat q;
        elliptic_rotor(inertia, spin, duration, &w, &q);
        for (long n = lround(duration / h); n > 0; n--)
            rotor_step(&r);
        error = rotor_angle(rotor_q(&r), q);
    }
    rotor_close(&r);
    return error;
}

static void add_order(const char *name, verify_rows *rows)
{
    const vec3 spin = {0.6, 0.5, 0.7};
    const clast_scheme *claim = clast_scheme_find(name);
    double coarse = attitude_error(name, spin, 10, 0.04), fine = attitude_error(name, spin, 10, 0.02);
    verify_row row = {.published = NAN, .tolerance = 0.2};
    if (claim && claim->order_free == 0) {
        row.value = fine;
        row.tolerance = 1e-11;
        verify_add(rows, row, "%s: attitude error where it is exact, rad", name);
        return;
    }
    row.reference = claim ? (double)claim->order_free : NAN;
    row.value = log2(coarse / fine);
    verify_add(rows, row, "%s: order, free (against its claim)", name);
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)quick, (void)shared;
    static const double steps[2] = {0.1, 0.01};
    const scheme *s = &schemes[index];
    for (int k = 0; k < 2; k++) {
        verify_row row = {.published = NAN, .reference = s->error[k]};
        row.value = attitude_error(s->name, (vec3){1e-3, 1, 1e-3}, 50, steps[k]);
        row.tolerance = s->error[k] > 0 ? 0.05 * s->error[k] : 1e-7;
        verify_add(rows, row, "%s: attitude error, rad, h %g", s->name, steps[k]);
    }
    add_order(s->name, rows);
}

const verify_case verify_rotation_free = {
    .name = "free",
    .about = "free body next to its unstable axis, against Jacobi's elliptic functions",
    .n_runs = sizeof schemes / sizeof *schemes,
    .seconds = 0.05,
    .run = run,
};
