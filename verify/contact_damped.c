/* One damped linear contact that never opens: a sphere rests on a floor and swings about its equilibrium. The dashpot,
 * implicit in its own contact, is stable to omega dt = 2 whatever the damping; the usual one of the half step only to
 * 2 (sqrt(1 + zeta^2) - zeta) (budget reference, 1.5).
 *
 * Positions of such a linear map obey x(n+1) = T x(n) - D x(n-1), and -ln D / 2 dt is the rate of decay. */
#include <math.h>

#include "verify/contact.h"
#include "verify/grains.h"

static const double radius = 0.005, density = 1100, stiffness = 1000, gravity = 10;

static double mass(void) { return density * 4.0 / 3 * M_PI * radius * radius * radius; }

static double depth(void) { return mass() * gravity / stiffness; } /* at rest */

static bool open_swing(grains *g, const char *damping, double zeta, double omega_dt)
{
    const bool usual = damping[0] == 'h';
    const double dt = omega_dt * sqrt(mass() / stiffness);
    const clast_contact rule = grains_contact((grains_rule){
        .normal = "linear",
        .stiffness = stiffness,
        .damping = damping,
        .damping_param = {usual ? exp(-M_PI * zeta / sqrt(1 - zeta * zeta)) : 2 * zeta * sqrt(stiffness * mass()), NAN},
    });
    grains_open(g, density, 1e7, 0.25, &rule, dt);
    grains_gravity(g, gravity);
    grains_plane(g, "floor", (vec3){0, 0, 0}, (vec3){0, 0, 1});
    grains_sphere(g, radius, (vec3){0, 0, radius - 0.9 * depth()}, (vec3){0, 0, 0}, (vec3){0, 0, 0});
    return grains_start(g);
}

static double offset(const grains *g) { return grains_x(g, 0).z - (radius - depth()); }

/* Largest swing in the last of many steps over the first. */
static double swing_left(const char *damping, double zeta, double omega_dt)
{
    grains g;
    double most = NAN;
    if (open_swing(&g, damping, zeta, omega_dt)) {
        const double first = fabs(offset(&g));
        bool ok = grains_step(&g, 2000);
        most = 0;
        for (int n = 0; ok && n < 100; n++) {
            ok = grains_step(&g, 1);
            most = fmax(most, fabs(offset(&g)));
        }
        most = ok ? most / first : INFINITY;
    }
    grains_close(&g);
    return most;
}

static double decay_rate(const char *damping, double zeta, double omega_dt)
{
    grains g;
    double rate = NAN, x[4] = {0};
    if (open_swing(&g, damping, zeta, omega_dt)) {
        bool ok = grains_step(&g, 2); /* past the first evaluation, which has no step behind it */
        for (int n = 0; ok && n < 4; n++) {
            x[n] = offset(&g);
            ok = grains_step(&g, 1);
        }
        const double d = (x[2] * x[2] - x[1] * x[3]) / (x[1] * x[1] - x[0] * x[2]);
        if (ok)
            rate = -log(d) / (2 * omega_dt) / zeta;
    }
    grains_close(&g);
    return rate;
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)index, (void)quick, (void)shared;
    static const double zetas[] = {0.2, 0.215, 1};
    for (int k = 0; k < 3; k++) {
        verify_row row = {.published = NAN, .value = swing_left("viscous", zetas[k], 1.9), .tolerance = 0.99};
        verify_add(rows, row, "viscous, zeta %g: swing left at omega dt 1.9", zetas[k]);
    }
    verify_row row = {.published = NAN, .reference = 1, .value = decay_rate("viscous", 0.215, 0.4), .tolerance = 3e-3};
    verify_add(rows, row, "viscous, zeta 0.215, omega dt 0.4: decay rate / true");
    row = (verify_row){.published = NAN, .reference = 1.0972, .value = decay_rate("half-step", 0.215, 0.4)};
    row.tolerance = 0.02;
    verify_add(rows, row, "half-step, zeta 0.215, omega dt 0.4: decay rate / true");
    row = (verify_row){.published = NAN, .value = swing_left("half-step", 0.215, 1.6), .tolerance = 0.99};
    verify_add(rows, row, "half-step, zeta 0.215: swing left at omega dt 1.6");
    row = (verify_row){.published = NAN, .reference = 1, .value = swing_left("half-step", 0.215, 1.65) > 1};
    verify_add(rows, row, "half-step, zeta 0.215: grows at omega dt 1.65");
}

const verify_case verify_contact_damped = {
    .name = "damped",
    .about = "one damped contact: stability and rate of decay",
    .n_runs = 1,
    .seconds = 0.1,
    .run = run,
};
