/* 100 elastic spheres in a box, with and without friction and gravity (contact reference, LIVE ERROR BUDGET): the
 * residual of the ledger over the energy at the start after one second, rms over the seeds, at N steps a collision of
 * 1 m/s. Without friction it is a random walk of closings and openings whose variance is known: the rms is held against
 * that sigma, within a factor 2. With friction it is systematic and second order.
 * The quick run takes a quarter of the time, so half of sigma, and with friction only the upper bar. */
#include <math.h>

#include "verify/contact.h"
#include "verify/grains.h"

static const double radius = 0.01, density = 2500, young = 1e7, poisson = 0.25, side = 0.161, collision = 2.06e-3;
enum { SPHERES = 100, SEEDS = 8, NUMBERS = 4 };
static const int seeds_smooth[NUMBERS] = {32, 32, 16, 8}; /* a random walk needs more of them */
static const double numbers[NUMBERS] = {20, 40, 80, 160};

typedef struct gas {
    double friction, gravity;
    double rms[NUMBERS]; /* reference: sigma, with friction R; NAN: none */
    double most;         /* bar on rms R/E0 at N = 20 */
} gas;

static const gas gases[] = {
    {0, 0, {3.9e-4, 7.0e-5, 1.24e-5, 2.2e-6}, 1e-3},
    {0.5, 0, {6.1e-5, NAN, 3.3e-6, 7.0e-7}, 1e-4},
    {0, 9.81, {2.6e-4, NAN, 8.2e-6, NAN}, 1e-3},
    {0.5, 9.81, {1.7e-4, NAN, 1.05e-5, NAN}, 3.4e-4},
};

static double one_radius(clast_random *r)
{
    (void)r;
    return radius;
}

/* Residual over the energy at the start. */
static double residual(const gas *s, double number, int seed, double time)
{
    grains g;
    double out = NAN;
    const double dt = collision / number;
    const clast_contact rule = grains_contact(
        (grains_rule){.tangential = s->friction > 0 ? "spring-secant" : "none", .friction = s->friction});
    clast_random random = {.seed = (uint64_t)seed};
    grains_open(&g, density, young, poisson, &rule, dt);
    grains_gravity(&g, s->gravity);
    grains_box(&g, side, side);
    grains_plane(&g, "top", (vec3){0, 0, side}, (vec3){0, 0, -1});
    grains_scatter(&g, &random, SPHERES, side, side, one_radius, 1 / sqrt(3));
    if (grains_start(&g)) {
        const clast_ledger start = clast_sim_ledger(g.sim);
        if (grains_step(&g, llround(time / dt)))
            out = clast_sim_ledger(g.sim).residual / (start.kinetic + start.gravity);
    }
    grains_close(&g);
    return out;
}

static double rms_of(const gas *s, double number, int seeds, double time)
{
    double sum = 0;
    for (int seed = 1; seed <= seeds; seed++)
        sum += pow(residual(s, number, seed, time), 2);
    return sqrt(sum / seeds);
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    const gas *s = &gases[index];
    const int n = quick ? 1 : NUMBERS;
    const double time = quick ? 0.25 : 1;
    double rms[NUMBERS];
    for (int k = 0; k < n; k++) {
        rms[k] = rms_of(s, numbers[k], quick ? 2 * SEEDS : s->friction > 0 ? SEEDS : seeds_smooth[k], time);
        const double reference = s->rms[k] * sqrt(time);
        verify_row row = {.published = NAN, .reference = 0, .value = log2(rms[k] / reference), .tolerance = 1};
        if (!isnan(s->rms[k]) && (!quick || s->friction == 0))
            verify_add(rows, row, "mu %g, g %g, N %g: log2 of rms R/E0 over %.2g", s->friction, s->gravity, numbers[k],
                       reference);
    }
    verify_row row = {.published = NAN, .reference = 0, .value = rms[0], .tolerance = s->most};
    verify_add(rows, row, "mu %g, g %g, N 20: rms R/E0", s->friction, s->gravity);
    if (quick)
        return;
    row = (verify_row){.published = NAN, .reference = 3, .tolerance = 1.2}; /* second order at least */
    row.value = log(rms[0] / rms[n - 1]) / log(numbers[n - 1] / numbers[0]);
    verify_add(rows, row, "mu %g, g %g: order of R, N %g to %g", s->friction, s->gravity, numbers[0], numbers[n - 1]);
}

const verify_case verify_contact_gas = {
    .name = "gas",
    .about = "100 elastic spheres in a box: accrued error of the ledger",
    .n_runs = sizeof gases / sizeof *gases,
    .seconds = 30,
    .run = run,
};
