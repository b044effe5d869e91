/* The coefficient of restitution that is asked for is the one that comes out: head-on collisions of spheres with e =
 * 0.1 ... 1 at N = 400 steps and three speeds, and a fibre that meets a wall with one end, where the impulse is
 *     J = (1 + e) v_n / mobility,   mobility = 1/m + (l x n).I^-1 (l x n)
 * Textbook damping gives more than asked for, since tension is clipped; the engine solves for that. */
#include <math.h>

#include "verify/contact.h"
#include "verify/grains.h"

static const double density = 2500, young = 1e7, poisson = 0.25, radius = 0.01;
static const double wanted[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
static const double speeds[] = {0.1, 1, 3};
enum { WANTED = sizeof wanted / sizeof *wanted, SPEEDS = sizeof speeds / sizeof *speeds };

static double duration(bool hertz, double mass, double speed)
{
    const double e = young / (2 * (1 - poisson * poisson)), stiff = hertz ? 4.0 / 3 * e * sqrt(radius / 2) : 1e4;
    return hertz ? 3.21799 * pow(mass / (stiff * sqrt(speed)), 0.4) : M_PI * sqrt(mass / stiff);
}

static double bounce(bool hertz, double e, double speed, double number)
{
    grains g;
    double out = NAN;
    const double mass = 0.5 * density * 4.0 / 3 * M_PI * pow(radius, 3), dt = duration(hertz, mass, speed) / number;
    const clast_contact rule = grains_contact((grains_rule){
        .normal = hertz ? "hertz" : "linear",
        .stiffness = hertz ? 0 : 1e4,
        .damping = "restitution",
        .damping_param = {e, NAN},
    });
    grains_open(&g, density, young, poisson, &rule, dt);
    const vec3 at = {radius + 0.2 * speed * dt, 0, 0}, v = {0.5 * speed, 0, 0}, none = {0, 0, 0};
    grains_sphere(&g, radius, v_mul(-1, at), v, none);
    grains_sphere(&g, radius, at, v_mul(-1, v), none);
    /* a strongly damped contact creeps out of its overlap */
    if (grains_start(&g) && grains_step(&g, (int64_t)(8 * number)) && g.sim->state.contacts.n == 0)
        out = (grains_v(&g, 1).x - grains_v(&g, 0).x) / speed;
    grains_close(&g);
    return out;
}

static void sphere_rows(bool hertz, bool quick, verify_rows *rows)
{
    for (int k = 0; k < WANTED; k++) {
        double worst = 0;
        for (int i = 0; i < (quick ? 1 : SPEEDS); i++) {
            const double miss = bounce(hertz, wanted[k], speeds[i], quick ? 300 : 400) - wanted[k];
            worst = fabs(miss) > fabs(worst) || isnan(miss) ? miss : worst;
        }
        verify_row row = {.published = NAN, .reference = wanted[k], .value = wanted[k] + worst, .tolerance = 1e-4};
        verify_add(rows, row, "%s, e %g: restitution, worst of the speeds", hertz ? "Hertz" : "linear", wanted[k]);
    }
}

/* ---- a fibre meets the floor with its lower end ---- */

typedef struct bounced {
    double v, w;                   /* along z, about y */
    double v_expected, w_expected; /* by the impulse */
} bounced;

static bounced drop(double tilt, double e)
{
    grains g;
    /* so stiff that the fibre does not turn while it touches: the impulse is the limit of a short contact */
    const double r = 0.005, stiff = 1e10, dt = 1e-7, speed = 1, half = 2 * r;
    bounced b = {NAN, NAN, NAN, NAN};
    const clast_contact rule =
        grains_contact((grains_rule){.normal = "hertz", .damping = "restitution", .damping_param = {e, NAN}});
    grains_open(&g, 1100, stiff, poisson, &rule, dt);
    grains_fibre_shape(&g, r);
    grains_plane(&g, "floor", (vec3){0, 0, 0}, (vec3){0, 0, 1});
    /* turned about y: the end at +x goes down */
    grains_body(&g, (clast_body){.shape = "fibre",
                                 .at = {0, 0, half * sin(tilt) + r + 0.3 * speed * dt},
                                 .turn = {cos(tilt / 2), 0, sin(tilt / 2), 0},
                                 .velocity = {0, 0, -speed}});
    if (grains_start(&g)) {
        const double m = g.sim->work.mass[0], across = g.sim->work.inertia[1][0], arm = half * cos(tilt);
        const double mobility = 1 / m + arm * arm / across, impulse = (1 + e) * speed / mobility;
        b.v_expected = impulse / m - speed;
        b.w_expected = -arm * impulse / across;
        bool met = false, ok = true;
        for (int n = 0; ok && n < 100000 && !(met && g.sim->state.contacts.n == 0); n++) {
            ok = grains_step(&g, 1);
            met |= g.sim->state.contacts.n > 0;
        }
        if (ok)
            b.v = grains_v(&g, 0).z, b.w = grains_w(&g, 0).y;
    }
    grains_close(&g);
    return b;
}

static void fibre_rows(verify_rows *rows)
{
    static const double tilts[] = {20, 45, 70}, es[] = {0.3, 0.5, 0.9};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const bounced b = drop(tilts[i] * M_PI / 180, es[k]);
            verify_row row = {.published = NAN, .reference = b.v_expected, .value = b.v};
            row.tolerance = 0.01; /* of the speed before, 1 m/s */
            verify_add(rows, row, "fibre at %g degrees, e %g: velocity after, m/s", tilts[i], es[k]);
            row = (verify_row){.published = NAN, .reference = b.w_expected, .value = b.w};
            row.tolerance = 0.01 * fabs(b.w_expected);
            verify_add(rows, row, "fibre at %g degrees, e %g: spin after, rad/s", tilts[i], es[k]);
        }
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    if (index < 2)
        sphere_rows(index == 0, quick, rows);
    else
        fibre_rows(rows);
}

const verify_case verify_contact_restitution = {
    .name = "restitution",
    .about = "restitution asked for against got: spheres, and a cluster hit off-centre",
    .n_runs = 3,
    .seconds = 0.5,
    .run = run,
};
