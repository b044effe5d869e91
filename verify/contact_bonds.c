/* [H]: the truncation error of one step with local damping (52) and with bonds: a contact bond in tension, and a
 * parallel bond (56). As in contact_one_step.c the energies are formed here and only the motion is the engine's.
 *
 * (52) as printed takes the damping's work as its force after the step times the displacement, which leaves a term in
 * dt^2; with the mean of the forces before and after it is of order dt^4. (56) as printed has the bond's shear helping
 * the slip, against Newton's third law; (56') has the sign repaired (contact reference, A.3). The slip is taken with
 * the geometry of the end of the step, as there. */
#include <math.h>

#include "verify/contact.h"
#include "verify/grains.h"

static const double radius = 3.97e-4, density = 2650, stiffness = 1e6, spin = 100, dt = 1e-8, bar = 1e-6;
static const double bond_stiffness = 1e12, bond_radius = 3.97e-4 / 2;

static double mass(void) { return density * 4.0 / 3 * M_PI * radius * radius * radius; }

static double eps14(void) { return stiffness * stiffness * pow(dt, 4) / (4 * mass()); }

static double kinetic(const grains *g)
{
    double sum = 0;
    for (int32_t i = 0; i < 2; i++)
        sum += 0.5 * g->sim->work.mass[i] * v_dot(grains_v(g, i), grains_v(g, i)) +
               0.5 * g->sim->work.inertia[0][i] * v_dot(grains_w(g, i), grains_w(g, i));
    return sum;
}

/* Two spheres that just touch at the origin, a moving at `speed` towards b. */
static void open_pair(grains *g, bool shear, double speed)
{
    const clast_contact rule = grains_contact((grains_rule){.normal = "linear",
                                                            .stiffness = stiffness,
                                                            .tangential = shear ? "spring-incremental-end" : "none",
                                                            .tangential_param = stiffness,
                                                            .friction = 1e9});
    const vec3 none = {0, 0, 0};
    grains_open(g, density, 1e9, 0.2, &rule, dt);
    grains_sphere(g, radius, (vec3){-radius, 0, 0}, (vec3){speed, 0, 0}, (vec3){0, 0, shear ? spin : 0});
    grains_sphere(g, radius, (vec3){radius, 0, 0}, none, none);
}

typedef struct outcome {
    double kinetic;        /* change */
    double overlap, force; /* after; on a, along -x */
} outcome;

static outcome step(grains *g)
{
    outcome o = {NAN, NAN, NAN};
    if (grains_start(g)) {
        const double before = kinetic(g);
        if (grains_step(g, 1)) {
            o.kinetic = kinetic(g) - before;
            o.overlap = 2 * radius - v_length(v_sub(grains_x(g, 1), grains_x(g, 0)));
            o.force = -g->sim->state.f[0][0];
        }
    }
    grains_close(g);
    return o;
}

static void add(verify_rows *rows, double eps, double formula, double tolerance, bool published, const char *what)
{
    verify_row row = {.published = published ? formula : NAN, .reference = formula, .value = eps};
    row.tolerance = tolerance * fabs(formula);
    verify_add(rows, row, "%s: eps, J", what);
}

static void local_rows(verify_rows *rows)
{
    grains g;
    const double share = 0.7, u = dt, m = mass(), k = stiffness;
    open_pair(&g, false, 1);
    grains_damping(&g, share, 0);
    const outcome o = step(&g);
    const double stored = 0.5 * k * o.overlap * o.overlap, damping = o.force - k * o.overlap;
    add(rows, o.kinetic + stored + damping * u,
        eps14() + share * k * dt * dt / (8 * m) * (4 * m + k * dt * dt * (share + 2)), 1e-8, true,
        "(52) local damping, printed book-keeping");
    add(rows, o.kinetic + stored + 0.5 * damping * u, k * k * pow(dt, 4) * (2 + 2 * share + share * share) / (8 * m),
        bar, false, "(52) local damping, consistent");
}

static void contact_bond_row(verify_rows *rows)
{
    grains g;
    open_pair(&g, false, -1);
    grains_bond(&g, (clast_bond){.kind = CLAST_BOND_CONTACT, .gap = 1e-9, .tensile = 1e9, .cohesion = 1e9});
    const outcome o = step(&g);
    add(rows, o.kinetic + 0.5 * stiffness * o.overlap * o.overlap, eps14(), bar, true, "contact bond in tension");
}

/* (56'), and (56) as printed. */
static double repaired(void)
{
    const double r = radius, u = dt, area = M_PI * bond_radius * bond_radius, w2 = spin * spin, m = mass();
    const double kn = stiffness + area * bond_stiffness, ks = kn, d = 2 * r - u;
    return kn * kn * pow(dt, 4) / (4 * m) +
           ks * ks * w2 * pow(dt, 4) * (28 * r * r - 20 * u * r + 5 * u * u) * d * d / (128 * m * r * r) +
           5 * pow(M_PI, 2) * pow(bond_radius, 8) * pow(bond_stiffness, 2) * w2 * pow(dt, 4) / (128 * m * r * r);
}

static double printed(void)
{
    const double r = radius, u = dt, b2 = bond_radius * bond_radius, w2 = spin * spin, m = mass(), kb = bond_stiffness;
    const double d = 2 * r - u, d2 = dt * dt, k = stiffness;
    const double eps40 =
        eps14() + k * k * w2 * d2 * d2 * (28 * r * r - 20 * u * r + 5 * u * u) * d * d / (128 * m * r * r);
    const double quartic =
        5 * pow(u, 4) - 40 * pow(u, 3) * r + 128 * u * u * r * r - 192 * u * pow(r, 3) + 112 * pow(r, 4);
    return eps40 + M_PI * d2 * b2 / (128 * m * r * r) *
                       (kb * d2 * w2 * (M_PI * kb * b2 - 2 * k) * quartic +
                        32 * d2 * r * r * (w2 * kb * m + M_PI * b2 * kb * kb + 2 * k * kb) +
                        5 * M_PI * w2 * d2 * kb * kb * pow(b2, 3) + 128 * m * pow(r, 3) * w2 * kb * (r - u));
}

static void parallel_bond_rows(verify_rows *rows)
{
    grains g;
    open_pair(&g, true, 1);
    grains_bond(&g, (clast_bond){.kind = CLAST_BOND_PARALLEL,
                                 .gap = 1e-9,
                                 .radius = 0.5,
                                 .normal = bond_stiffness,
                                 .shear = bond_stiffness,
                                 .tensile = 1e30,
                                 .cohesion = 1e30});
    const outcome o = step(&g);
    const double area = M_PI * bond_radius * bond_radius, slip = spin * dt * (radius - 0.5 * o.overlap);
    const double bend = 0.25 * M_PI * pow(bond_radius, 4) * bond_stiffness * spin * dt; /* moment */
    const double stored =
        0.5 * (stiffness + area * bond_stiffness) * (o.overlap * o.overlap + slip * slip) + 0.5 * bend * spin * dt;
    const double eps = o.kinetic + stored;
    add(rows, eps, repaired(), bar, false, "(56') parallel bond, sign repaired");
    verify_row row = {.published = 1, .reference = 2.407021554727e-14 / 4.570778749242e-15, .value = printed() / eps};
    row.tolerance = bar * row.reference;
    row.note = "as printed the bond's shear force helps the slip";
    verify_add(rows, row, "(56) parallel bond: printed formula / eps");
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)index, (void)quick, (void)shared;
    local_rows(rows);
    contact_bond_row(rows);
    parallel_bond_rows(rows);
}

const verify_case verify_contact_bonds = {
    .name = "bonds",
    .about = "energy error of a step with local damping and with bonds, Hanley & O'Sullivan",
    .n_runs = 1,
    .seconds = 0.1,
    .run = run,
};
