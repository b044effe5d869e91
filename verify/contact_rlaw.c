/* One damped contact: the residual of the ledger is not noise but a law, R = -(omega dt)^2/6 times what the dashpot
 * takes (budget reference, 1.4); for Hertz -1.7/N^2 times that, N the steps of an elastic collision. Closing and
 * opening scatter it, so it is a mean over the phases of both: pairs in a row, and a step stretched so that N varies by
 * one. */
#include <math.h>

#include "verify/contact.h"
#include "verify/grains.h"

static const double radius = 0.005, density = 1100, young = 1e7, poisson = 0.25, stiffness = 3000, duration = 6.4e-4;

typedef struct sums {
    double residual, lost;
} sums;

static bool collide(bool hertz, double dt, int phases, sums *s)
{
    grains g;
    const clast_contact rule = grains_contact((grains_rule){.normal = hertz ? "hertz" : "linear",
                                                            .stiffness = hertz ? 0 : stiffness,
                                                            .damping = "restitution",
                                                            .damping_param = {0.5, NAN}});
    grains_open(&g, density, young, poisson, &rule, dt);
    for (int k = 0; k < phases; k++) {
        const vec3 at = {radius + 0.5 * dt * (k + 0.5) / phases, 4 * radius * k, 0}, v = {-0.5, 0, 0}, none = {0, 0, 0};
        grains_sphere(&g, radius, at, v, none);
        grains_sphere(&g, radius, (vec3){-at.x, at.y, 0}, v_mul(-1, v), none);
    }
    const bool ok = grains_start(&g) && grains_step(&g, (int64_t)(4 * duration / dt));
    if (ok) {
        const clast_ledger l = clast_sim_ledger(g.sim);
        s->residual += l.residual;
        s->lost += l.normal_damping;
    }
    grains_close(&g);
    return ok;
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    static const double steps[] = {0.1, 0.05};
    const bool hertz = index == 1;
    const int n = quick ? 8 : 24;
    for (int k = 0; k < 2; k++) {
        const double dt = steps[k] * grains_rayleigh(radius, density, young, poisson);
        const double mass = 0.5 * density * 4.0 / 3 * M_PI * pow(radius, 3), omega_dt = dt * sqrt(stiffness / mass);
        sums s = {0};
        bool ok = true;
        for (int j = 0; ok && j < n; j++)
            ok = collide(hertz, 1 / (1 / dt + ((j + 0.5) / n - 0.5) / duration), n, &s);
        const double factor = 4.0 / 3 * young / (2 * (1 - poisson * poisson)) * sqrt(radius / 2);
        const double number = 3.21799 * pow(mass / factor, 0.4) / dt, share = ok ? s.residual / s.lost : NAN;
        verify_row row = {.published = NAN, .reference = hertz ? -1.7 : -1, .value = share * number * number};
        if (!hertz)
            row.value = share / (omega_dt * omega_dt / 6);
        row.tolerance = hertz ? 0.17 : 0.05;
        verify_add(rows, row, "%s at %g Rayleigh: R / dashpot loss %s", hertz ? "Hertz" : "linear", steps[k],
                   hertz ? "x N^2" : "/ ((omega dt)^2/6)");
    }
}

const verify_case verify_contact_rlaw = {
    .name = "residual-law",
    .about = "one damped contact: the residual follows from the dashpot's loss",
    .n_runs = 2,
    .seconds = 1,
    .run = run,
};
