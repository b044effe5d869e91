#include "verify/contact_systems.h"

#include <math.h>

#include "law/restitution.h"

static const double young = 1e7, poisson = 0.25, density = 1100, gravity = 9.81;

const contact_system contact_systems[SYSTEMS] = {
    {"A one fibre falling", 0.5, 0.005},
    {"B 100 fibres into a box", 0.6, 0.005},
    {"C 300 spheres settling", 0.5, 0.002},
    {"D packing under a piston", 0.1, 0.0045},
    {"S packing under a moving lid", 0.15, 0.0045},
};

static vec3 normal3(clast_random *r, double scale)
{
    const double x = random_normal(r), y = random_normal(r), z = random_normal(r);
    return (vec3){scale * x, scale * y, scale * z};
}

static void add_fibre(grains *g, clast_random *r, vec3 at, vec3 velocity, vec3 spin)
{
    clast_body body = {.shape = "fibre"};
    for (int c = 0; c < 4; c++)
        body.turn[c] = random_normal(r);
    const double length = sqrt(q_dot(q_of(body.turn), q_of(body.turn)));
    for (int c = 0; c < 4; c++)
        body.turn[c] /= length;
    v_put(body.at, at);
    v_put(body.velocity, velocity);
    v_put(body.spin, spin);
    grains_body(g, body);
}

static void make_a(grains *g, clast_random *r)
{
    grains_fibre_shape(g, 0.005);
    grains_plane(g, "floor", (vec3){0, 0, 0}, (vec3){0, 0, 1});
    vec3 v = normal3(r, 0.3), w = normal3(r, 15);
    v.z = -0.3;
    add_fibre(g, r, (vec3){0, 0, 0.04}, v, w);
}

static void make_b(grains *g, clast_random *r)
{
    const double side = 0.094;
    grains_fibre_shape(g, 0.005);
    grains_box(g, side, side);
    for (int i = 0; i < 100; i++) {
        const int row = i / 3 % 3, layer = i / 9;
        const vec3 at = {side / 6 * (1 + 2 * (i % 3)), side / 6 * (1 + 2 * row), 0.017 + 0.0315 * layer};
        const vec3 v = normal3(r, 0.1), w = normal3(r, 5);
        add_fibre(g, r, at, v, w);
    }
}

static double radius_c(clast_random *r) { return 0.002 * pow(4, pow(random_uniform(r), 2.5)); }

static void make_c(grains *g, clast_random *r)
{
    grains_box(g, 0.05, 0.05);
    grains_scatter(g, r, 300, 0.05, 0.25, radius_c, 0.1);
}

enum { PACKED = 150, LID = 5 };

static const struct {
    int32_t lid, sphere[PACKED][4]; /* nm: radius and centre */
} packings[] = {
#include "verify/contact_packings.def"
};

static void make_packing(grains *g, int seed)
{
    const double nm = 1e-9;
    grains_box(g, 0.05, 0.05);
    grains_plane(g, "lid", (vec3){0, 0, nm * packings[seed - 1].lid}, (vec3){0, 0, -1});
    for (int i = 0; i < PACKED; i++) {
        const int32_t *s = packings[seed - 1].sphere[i];
        grains_sphere(g, nm * s[0], (vec3){nm * s[1], nm * s[2], nm * s[3]}, (vec3){0, 0, 0}, (vec3){0, 0, 0});
    }
}

static bool advance(grains *g, double time) { return !g->status && grains_step(g, llround(time / g->sim->model.dt)); }

static bool begin(grains *g, int system, double dt)
{
    const double friction_settles = 0.05; /* the springs of a packing that was put down are not stretched yet */
    if (!grains_start(g))
        return false;
    if (system < SYSTEM_D)
        return true;
    if (!advance(g, friction_settles))
        return false;
    /* the accounts are opened with the lid moving: a wall's velocity is constant for them */
    grains_move_wall(g, LID, system == SYSTEM_D ? (vec3){0, 0, -0.02} : (vec3){0.2, 0, 0});
    return grains_restart(g, dt);
}

/* Spheres: the restitution whose dashpot is the reference's, the textbook's for 0.5, which clipped tension makes 0.55
 * (Hertz) or 0.52. Clusters have another effective mass here, so their dashpots differ in any case: they take 0.5. */
static double restitution(int system, int law)
{
    if (system < SYSTEM_C || law == LAW_USUAL)
        return 0.5;
    const double e = log(0.5), zeta = -e / sqrt(M_PI * M_PI + e * e);
    return law == LAW_LINEAR ? restitution_of_zeta(false, zeta) : restitution_of_zeta(true, sqrt(5.0 / 6) * zeta);
}

bool contact_system_run(int system, int law, int seed, double step, double share, clast_ledger *end)
{
    static void (*const make[SYSTEM_D])(grains *, clast_random *) = {make_a, make_b, make_c};
    const double rayleigh = grains_rayleigh(contact_systems[system].radius, density, young, poisson), kn = 3000;
    const bool hertz = law != LAW_LINEAR;
    const double dt = step * rayleigh, dt_before = 0.1 * rayleigh;
    const clast_contact rule =
        grains_contact((grains_rule){.normal = hertz ? "hertz" : "linear",
                                     .stiffness = hertz ? 0 : kn,
                                     .damping = law == LAW_USUAL ? "half-step" : "restitution",
                                     .damping_param = {restitution(system, law), NAN},
                                     .tangential = law == LAW_USUAL ? "spring-incremental-end" : "spring-incremental",
                                     .tangential_param = hertz ? 0 : 6.0 / 7 * kn,
                                     .friction = 0.5});
    grains g;
    clast_random random = {.seed = (uint64_t)seed, .stream = (uint64_t)system};
    grains_open(&g, density, young, poisson, &rule, system < SYSTEM_D ? dt : dt_before);
    grains_gravity(&g, gravity);
    grains_rigid_walls(&g);
    if (system < SYSTEM_D)
        make[system](&g, &random);
    else
        make_packing(&g, seed);
    bool ok = begin(&g, system, dt) && advance(&g, share * contact_systems[system].duration);
    if (ok)
        *end = clast_sim_ledger(g.sim);
    grains_close(&g);
    return ok;
}
