/* Oblique collisions of two equal spheres with friction: is the physics second order, and not only the ledger? The
 * ledger does not see errors of the tangential law (contact reference A.6, budget reference 1.5), so every law is held
 * against its own limit, the same law at a much smaller step.
 *
 *   elastic   E 10 MPa, 10 mm, mu 0.5, no damping: loss and spin after N steps a collision (A.6)
 *   damped    the same with 5 mm and e = 0.5, Hertz and linear: kinetic energy after, step in Rayleigh times (1.5)
 *
 * "usual" is spring-incremental-end with the half-step dashpot. Its limit is another one than that of the engine's law:
 * the textbook damping lets more energy through, since tension is clipped. */
#include <math.h>
#include <stdlib.h>

#include "verify/contact.h"
#include "verify/grains.h"

static const double young = 1e7, poisson = 0.25, speed = 1, friction = 0.5;
enum { PHASES_MOST = 16 };

/* a strongly damped contact creeps out of its overlap */
#define RUN_LONG 4

typedef struct setting {
    double radius, density, slide; /* tangential speed, m/s */
    grains_rule rule;
    double dt, duration; /* of a step; of the contact, roughly */
    int phases, stretches;
} setting;

typedef struct after {
    double kinetic[PHASES_MOST], spin[PHASES_MOST]; /* per phase: energy over that before; of body a, rad/s */
} after;

/* Pairs in a row along y, each with its own phase; the line of approach is such that all touch with the same normal. */
static bool collide(const setting *s, after *out)
{
    grains g;
    clast_contact rule = grains_contact(s->rule);
    grains_open(&g, s->density, young, poisson, &rule, s->dt);
    for (int k = 0; k < s->phases; k++) {
        const double gap = (k + 0.5) / s->phases * speed * s->dt, shift = s->slide * gap / speed;
        const vec3 at = {0.5 * shift, 4 * s->radius * k, -(s->radius + 0.5 * gap)};
        const vec3 v = {0.5 * s->slide, 0, -0.5 * speed}, none = {0, 0, 0};
        grains_sphere(&g, s->radius, (vec3){-at.x, at.y, -at.z}, v, none);
        grains_sphere(&g, s->radius, at, v_mul(-1, v), none);
    }
    bool ok = grains_start(&g) && grains_step(&g, (int64_t)(RUN_LONG * s->duration / s->dt));
    const double before = 0.25 * (speed * speed + s->slide * s->slide);
    for (int k = 0; ok && k < s->phases; k++) {
        double energy = 0;
        for (int i = 2 * k; i < 2 * k + 2; i++)
            energy += 0.5 * v_dot(grains_v(&g, i), grains_v(&g, i)) +
                      0.2 * s->radius * s->radius * v_dot(grains_w(&g, i), grains_w(&g, i));
        out->kinetic[k] = energy / before;
        out->spin[k] = grains_w(&g, 2 * k).y;
    }
    ok = ok && g.sim->state.contacts.n == 0;
    grains_close(&g);
    return ok;
}

typedef struct errors {
    double kinetic, spin; /* rms over the phases: of the energy before; relative */
} errors;

/* The step is stretched so that N varies by one: closing and opening then meet the step grid independently. */
static errors against(const setting *s, const after *limit)
{
    double kinetic = 0, spin = 0;
    for (int j = 0; j < s->stretches; j++) {
        after a;
        setting stretched = *s;
        stretched.dt = 1 / (1 / s->dt + ((j + 0.5) / s->stretches - 0.5) / s->duration);
        if (!collide(&stretched, &a))
            return (errors){NAN, NAN};
        for (int k = 0; k < s->phases; k++) {
            kinetic += pow(a.kinetic[k] - limit->kinetic[0], 2);
            spin += pow(a.spin[k] / limit->spin[0] - 1, 2);
        }
    }
    const int n = s->phases * s->stretches;
    return (errors){sqrt(kinetic / n), sqrt(spin / n)};
}

/* The same at a step `finer` times smaller; NAN when it fails, so that everything after it fails. */
static after limit_of(setting s, double finer)
{
    after a = {.kinetic = {NAN}, .spin = {NAN}};
    s.dt /= finer;
    s.phases = 1;
    collide(&s, &a);
    return a;
}

static double order(double coarse, double fine, double ratio) { return log(coarse / fine) / log(ratio); }

static void add_order(verify_rows *rows, double value, double low, double high, const char *what, const char *law,
                      double slide)
{
    verify_row row = {
        .published = NAN, .reference = 0.5 * (low + high), .value = value, .tolerance = 0.5 * (high - low)};
    verify_add(rows, row, "%s, v_t %g: order of %s", law, slide, what);
}

static void add_most(verify_rows *rows, double value, double most, const char *what, const char *law, double slide)
{
    verify_row row = {.published = NAN, .reference = 0, .value = value, .tolerance = most};
    verify_add(rows, row, "%s, v_t %g: %s", law, slide, what);
}

/* ---- elastic, contact reference A.6 ---- */

static void elastic_rows(const char *law, bool usual, double slide, bool quick, verify_rows *rows)
{
    const double r = 0.01, density = 2500, mass = density * 4.0 / 3 * M_PI * r * r * r;
    const double factor = 4.0 / 3 * young / (2 * (1 - poisson * poisson)) * sqrt(r / 2);
    const double duration = 3.21799 * pow(0.5 * mass / (factor * sqrt(speed)), 0.4);
    setting s = {.radius = r, .density = density, .slide = slide, .duration = duration};
    s.rule = (grains_rule){.tangential = law, .friction = friction};
    s.phases = quick ? 10 : PHASES_MOST;
    s.stretches = quick ? 10 : PHASES_MOST;
    s.dt = duration / 160.3;
    const after limit = limit_of(s, quick ? 20 : 80);
    const errors fine = against(&s, &limit);
    s.dt *= 4;
    const errors coarse = against(&s, &limit);
    if (!usual) {
        add_most(rows, fine.kinetic, 5e-5, "error of the loss, N 160", law, slide);
        add_most(rows, fine.spin, 1e-3, "relative error of the spin, N 160", law, slide);
    } else {
        add_order(rows, order(coarse.kinetic, fine.kinetic, 4), 0.7, 1.3, "the loss", law, slide);
        add_order(rows, order(coarse.spin, fine.spin, 4), 0.7, 1.3, "the spin", law, slide);
    }
}

/* ---- damped, budget reference 1.5 ---- */

static setting damped(bool hertz, bool usual, double slide)
{
    setting s = {.radius = 0.005, .density = 1100, .slide = slide, .duration = 6.4e-4};
    const double kn = 3000;
    s.rule = (grains_rule){.normal = hertz ? "hertz" : "linear",
                           .stiffness = hertz ? 0 : kn,
                           .damping = usual ? "half-step" : "restitution",
                           .damping_param = {0.5, NAN},
                           .tangential = usual ? "spring-incremental-end" : "spring-incremental",
                           .tangential_param = hertz ? 0 : 6.0 / 7 * kn,
                           .friction = friction};
    return s;
}

enum { STEPS = 4, TENTH = 1 };
static const double steps[STEPS] = {0.2, 0.1, 0.05, 0.025};

static void damped_errors(setting s, bool quick, errors e[STEPS])
{
    s.phases = quick ? 10 : PHASES_MOST;
    s.stretches = quick ? 10 : PHASES_MOST;
    s.dt = 0.1 * grains_rayleigh(s.radius, s.density, young, poisson);
    const after limit = limit_of(s, quick ? 64 : 200);
    for (int k = 0; k < STEPS; k++) {
        s.dt = steps[k] * grains_rayleigh(s.radius, s.density, young, poisson);
        e[k] = against(&s, &limit);
    }
}

/* Slope of the straight line through the logarithms. */
static double slope(const errors e[STEPS], bool spin)
{
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int k = 0; k < STEPS; k++) {
        const double u = log(steps[k]), v = log(spin ? e[k].spin : e[k].kinetic);
        x += u / STEPS, y += v / STEPS, xx += u * u / STEPS, xy += u * v / STEPS;
    }
    return (xy - x * y) / (xx - x * x);
}

static void damped_rows(bool hertz, double slide, bool quick, verify_rows *rows)
{
    const char *law = hertz ? "damped Hertz" : "damped linear";
    errors own[STEPS], usual[STEPS];
    damped_errors(damped(hertz, false, slide), quick, own);
    damped_errors(damped(hertz, true, slide), quick, usual);
    add_order(rows, slope(own, false), 1.9, 2.2, "the energy after", law, slide);
    add_most(rows, own[TENTH].kinetic / usual[TENTH].kinetic, 1.0 / 9, "error / that of the usual law, 0.1 Rayleigh",
             law, slide);
    /* the reference's Y counts the motion of the centre of mass, too: twice the energy here */
    add_most(rows, 0.5 * own[TENTH].kinetic, 2e-4, "error of the energy after / Y, 0.1 Rayleigh", law, slide);
    if (slide == 0.5) {
        add_most(rows, own[TENTH].spin, 4e-3, "relative error of the spin, 0.1 Rayleigh", law, slide);
        add_order(rows, slope(own, true), 1.8, 2.4, "the spin", law, slide);
    }
    add_order(rows, slope(usual, false), 0.7, 1.3, "the energy after, usual law", law, slide);
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    static const char *const laws[] = {"spring-incremental", "spring-secant", "spring-incremental-end"};
    static const double slides[] = {0.1, 0.5, 1, 2};
    if (index < 6)
        elastic_rows(laws[index / 2], index / 2 == 2, slides[1 + 2 * (index % 2)], quick, rows);
    else
        damped_rows(index < 10, slides[(index - 6) % 4], quick, rows);
}

const verify_case verify_contact_oblique = {
    .name = "oblique",
    .about = "oblique collisions with friction and damping: order of the physics",
    .n_runs = 14,
    .seconds = 2,
    .run = run,
};
