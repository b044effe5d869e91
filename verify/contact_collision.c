/* Whole collisions without damping and friction: what a collision leaves of the energy error. Two spheres head-on, N
 * steps a collision, over the phases at which the step grid meets closing and opening.
 *
 * With a = (overlap at the first [last] step in contact)/(v dt) and the force K d^p (contact reference, A.4)
 *     E_after - E_before = K (v dt)^(p+1) [zeta(-p, a_out) - zeta(-p, a_in)]
 * so the relative rms is 1.040 N^-2 (linear) and 1.0165 N^-5/2 (Hertz), with no mean. [H] expected 8 for halving dt. */
#include <math.h>
#include <stdlib.h>

#include "verify/contact.h"
#include "verify/grains.h"

static const double radius = 3.97e-4, density = 2650, shear = 29e9, poisson = 0.2, stiffness = 1e6, speed = 1;
static const double numbers[] = {20, 50, 100, 200};
enum { NUMBERS = sizeof numbers / sizeof *numbers, PHASES = 32, STRETCHES = 32 };

typedef struct law {
    const char *name, *normal;
    double power, rms; /* of the force; the bar on rms x N^(power + 1) */
} law;
static const law laws[] = {{"linear", "linear", 1, 1.04}, {"Hertz", "hertz", 1.5, 1.02}};

static double force_factor(const law *l)
{
    return l->power == 1 ? stiffness : 4 * shear / (3 * (1 - poisson)) * sqrt(radius / 2);
}

/* Hurwitz zeta(-s, a) by Euler-Maclaurin. */
static double hurwitz(double s, double a)
{
    enum { TERMS = 12 };
    double sum = 0;
    for (int j = 0; j < TERMS; j++)
        sum += pow(a + j, s);
    const double x = a + TERMS;
    return sum - pow(x, s + 1) / (s + 1) + 0.5 * pow(x, s) - s / 12 * pow(x, s - 1) +
           s * (s - 1) * (s - 2) / 720 * pow(x, s - 3);
}

/* Pairs in a row along y, so far apart that they never meet; each with its own phase. */
static void place(grains *g, double dt)
{
    for (int k = 0; k < PHASES; k++) {
        const double gap = (k + 0.5) / PHASES * speed * dt, y = 4 * radius * k;
        const vec3 at = {radius + 0.5 * gap, y, 0}, v = {0.5 * speed, 0, 0}, none = {0, 0, 0};
        grains_sphere(g, radius, (vec3){-at.x, at.y, at.z}, v, none);
        grains_sphere(g, radius, at, v_mul(-1, v), none);
    }
}

typedef struct pair {
    double in, out; /* overlap at the first and the last step in contact */
} pair;

static void watch(const grains *g, pair pairs[PHASES])
{
    for (int k = 0; k < PHASES; k++) {
        const double d = 2 * radius - v_length(v_sub(grains_x(g, 2 * k + 1), grains_x(g, 2 * k)));
        if (d > 0) {
            pairs[k].in = pairs[k].in > 0 ? pairs[k].in : d;
            pairs[k].out = d;
        }
    }
}

typedef struct sums {
    int n;
    double mean, square, miss; /* of the relative error; of the error minus the law, squared */
} sums;

static void collide(const law *l, double number, sums *s)
{
    grains g;
    pair pairs[PHASES] = {{0}};
    const double mass = 0.5 * density * 4.0 / 3 * M_PI * radius * radius * radius, factor = force_factor(l);
    const double duration =
        l->power == 1 ? M_PI * sqrt(mass / factor) : 3.21799 * pow(mass / (factor * sqrt(speed)), 0.4);
    const double dt = duration / number;
    const clast_contact rule =
        grains_contact((grains_rule){.normal = l->normal, .stiffness = l->power == 1 ? stiffness : 0});
    grains_open(&g, density, 2 * shear * (1 + poisson), poisson, &rule, dt);
    place(&g, dt);
    bool ok = grains_start(&g);
    for (int n = 0; ok && n < (int)number + 6; n++) {
        ok = grains_step(&g, 1);
        watch(&g, pairs);
    }
    for (int k = 0; k < PHASES; k++) {
        const double after = ok ? v_length(v_sub(grains_v(&g, 2 * k), grains_v(&g, 2 * k + 1))) : NAN;
        const double step = speed * dt, error = after * after / (speed * speed) - 1;
        const double zeta = hurwitz(l->power, pairs[k].out / (after * dt)) - hurwitz(l->power, pairs[k].in / step);
        const double predicted = factor * pow(step, l->power + 1) * zeta / (0.5 * mass * speed * speed);
        s->n++;
        s->mean += error;
        s->square += error * error;
        s->miss += (error - predicted) * (error - predicted);
    }
    grains_close(&g);
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    const law *l = &laws[index / NUMBERS];
    const double number = numbers[index % NUMBERS];
    const int stretches = quick ? STRETCHES / 4 : STRETCHES;
    sums s = {0};
    for (int k = 0; k < stretches; k++) /* N itself varies by one, so that closing and opening are independent */
        collide(l, number + (k + 0.5) / stretches - 0.5, &s);
    const double rms = sqrt(s.square / s.n);
    verify_row row = {.published = NAN, .reference = l->rms, .value = rms * pow(number, l->power + 1)};
    row.tolerance = 0.05 * l->rms;
    verify_add(rows, row, "%s, N %.0f: rms energy error x N^%g", l->name, number, l->power + 1);
    row = (verify_row){.published = NAN, .reference = 0, .value = s.mean / s.n / rms, .tolerance = 0.1};
    verify_add(rows, row, "%s, N %.0f: mean / rms", l->name, number);
    row = (verify_row){.published = NAN, .reference = 0, .value = sqrt(s.miss / s.square), .tolerance = 0.01};
    verify_add(rows, row, "%s, N %.0f: error minus the zeta law, rms / rms", l->name, number);
}

const verify_case verify_contact_collision = {
    .name = "collision",
    .about = "energy error left by an elastic collision over all phases",
    .n_runs = NUMBERS * (int)(sizeof laws / sizeof *laws),
    .seconds = 1,
    .run = run,
};
