/* [H] section 3: two spheres held at their places, one spinning, coupled by a shear spring: the spins beat. [H] expect
 * the error to accrue with the number of steps; only the sum of its absolute values does. The signed error is bounded
 * by dt^2 M^2/(4 I), M the largest torque, for ever (contact reference, A.3 no. 10).
 *
 * The centres stay put because the bodies weigh 1e20 kg but have the inertia of the paper's sphere. */
#include <math.h>

#include "verify/contact.h"
#include "verify/grains.h"

static const double radius = 3.97e-4, density = 2650, stiffness = 1e6, spin = 100, overlap = 1e-8;
enum { LENGTHS = 3, STEPS = 200 };
static const int periods[LENGTHS] = {10, 1000, 100000};

static double inertia(void) { return 0.4 * density * 4.0 / 3 * M_PI * pow(radius, 5); }

static bool open_pair(grains *g, double dt)
{
    const double sphere[1][4] = {{0, 0, 0, radius}}, i = inertia();
    const clast_contact rule = grains_contact((grains_rule){.normal = "linear",
                                                            .stiffness = stiffness,
                                                            .tangential = "spring-incremental",
                                                            .tangential_param = stiffness,
                                                            .friction = 1e9});
    grains_open(g, density, 1e9, 0.2, &rule, dt);
    grains_shape(
        g,
        &(clast_shape){.name = "held", .n_spheres = 1, .spheres = sphere, .mass = 1e20, .inertia = {i, i, i, 0, 0, 0}});
    grains_body(g, (clast_body){.shape = "held", .spin = {0, 0, spin}});
    grains_body(g, (clast_body){.shape = "held", .at = {2 * radius - overlap, 0, 0}});
    return grains_start(g);
}

/* Energy of the spins and the spring. */
static double energy(const grains *g)
{
    const clast_ledger l = clast_sim_ledger(g->sim);
    return l.rotational + l.tangential_stored;
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared, (void)index;
    grains g;
    const double arm = radius - 0.5 * overlap, start = 0.5 * inertia() * spin * spin;
    const double dt = 2 * M_PI / sqrt(2 * stiffness * arm * arm / inertia()) / STEPS;
    const double torque2 = stiffness * start * arm * arm; /* half of the energy beats */
    const double bound = dt * dt * torque2 / (4 * inertia()) / start;
    double most = 0;
    bool ok = open_pair(&g, dt);
    int done = 0;
    for (int k = 0; k < (quick ? 2 : LENGTHS); k++) {
        for (; ok && done < periods[k] * STEPS; done++) {
            ok = grains_step(&g, 1);
            most = fmax(most, fabs(energy(&g) / start - 1));
        }
        verify_row row = {.published = NAN, .reference = bound, .value = ok ? most : NAN, .tolerance = 0.03 * bound};
        verify_add(rows, row, "largest |E/E0 - 1| in %d periods of %d steps", periods[k], STEPS);
    }
    grains_close(&g);
}

const verify_case verify_contact_rotating = {
    .name = "rotating",
    .about = "rotating pair, Hanley & O'Sullivan section 3: the error is bounded",
    .n_runs = 1,
    .seconds = 60,
    .run = run,
};
