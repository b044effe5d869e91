/* The elastic head-on collision of the contact reference, B.5: rms of the relative error of the energy (in the frame in
 * which one sphere is at rest at first) over 300 phases, N steps a collision. The bar is the explicit integrator on the
 * same phases: the implicit one is to be within 10 % of it. */
#include <math.h>

#include "verify/campello.h"

static const double radius = 0.2, mass = 1000, young = 1e10, poisson = 0.25, speed = 3.3;

/* The table B.5; its 300 phases are others, so that its numbers scatter by 1/sqrt(600) and more. */
static const struct {
    double number, rough, fine, verlet, passes_rough, passes_fine;
} table[] = {{10, 1.79e-3, 1.60e-3, 1.61e-3, 4.2, 8.2},
             {20, 2.95e-4, 2.87e-4, 2.84e-4, 4.0, 6.8},
             {47, 3.38e-5, 3.34e-5, 3.19e-5, 3.1, 5.9},
             {100, 4.85e-6, 5.06e-6, 5.43e-6, 3.0, 5.0}};
enum { PHASES = 20, STRETCHES = 15 };

typedef struct sums {
    int n;
    double square, passes;
} sums;

static double collide(double dt, double gap, double tolerance, sums *s)
{
    grains g;
    const clast_contact rule = grains_contact((grains_rule){.tangential = "none"});
    const vec3 none = {0, 0, 0};
    grains_open(&g, mass / (4.0 / 3 * M_PI * radius * radius * radius), young, poisson, &rule, dt);
    campello_integrator(&g, dt, tolerance, CLAST_GAUSS_SEIDEL);
    grains_sphere(&g, radius, (vec3){-radius - gap, 0, 0}, (vec3){speed, 0, 0}, none);
    grains_sphere(&g, radius, (vec3){radius, 0, 0}, none, none);
    bool ok = grains_start(&g), met = false, apart = false;
    while (ok && !apart) {
        ok = grains_step(&g, 1);
        const bool touching = v_length(v_sub(grains_x(&g, 1), grains_x(&g, 0))) < 2 * radius;
        apart = met && !touching;
        met |= touching;
    }
    const vec3 a = grains_v(&g, 0), b = grains_v(&g, 1);
    const double error = ok ? (v_dot(a, a) + v_dot(b, b)) / (speed * speed) - 1 : NAN;
    s->n++;
    s->square += error * error;
    s->passes += tolerance > 0 ? campello_passes(&g) : 0;
    grains_close(&g);
    return error;
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    const double reduced = 0.5 * mass, hertz = 4.0 / 3 * sqrt(0.5 * radius) * 0.5 * young / (1 - poisson * poisson);
    const double duration = 3.21799 * pow(reduced / (hertz * sqrt(speed)), 0.4), number = table[index].number;
    const double tolerance[3] = {1e-4, 1e-12, 0};
    const int stretches = quick ? STRETCHES / 3 : STRETCHES;
    sums s[3] = {{0}};
    for (int how = 0; how < 3; how++)
        for (int k = 0; k < stretches; k++)
            for (int j = 0; j < PHASES; j++) {
                const double dt = duration / (number + (k + 0.5) / stretches - 0.5);
                collide(dt, (j + 0.5) / PHASES * speed * dt, tolerance[how], &s[how]);
            }
    double rms[3];
    for (int how = 0; how < 3; how++)
        rms[how] = sqrt(s[how].square / s[how].n);
    verify_row row = {.published = NAN, .reference = table[index].verlet, .value = rms[2]};
    row.tolerance = 0.15 * table[index].verlet;
    verify_add(rows, row, "N %g: explicit, rms energy error", number);
    row = (verify_row){.published = NAN, .reference = 1, .value = rms[0] / rms[2], .tolerance = 0.1};
    verify_add(rows, row, "N %g: implicit, tolerance 1e-4, over explicit", number);
    row.value = rms[1] / rms[2];
    verify_add(rows, row, "N %g: implicit, tolerance 1e-12, over explicit", number);
    row = (verify_row){.published = NAN, .reference = table[index].passes_rough, .tolerance = 0.5};
    row.value = s[0].passes / s[0].n;
    verify_add(rows, row, "N %g: passes per step, tolerance 1e-4", number);
    row.reference = table[index].passes_fine, row.value = s[1].passes / s[1].n;
    verify_add(rows, row, "N %g: passes per step, tolerance 1e-12", number);
}

const verify_case verify_campello_collision = {
    .name = "collision",
    .about = "energy error left by an elastic collision, implicit over explicit",
    .n_runs = sizeof table / sizeof *table,
    .seconds = 1,
    .run = run,
};
