/* Every law of the table is held to what it claims: the ledger of a small bed closes to 1e-3 at a tenth of the Rayleigh
 * time and falls with the square of the step, the independent books of forces with history and of dashpots do so too where
 * the law claims second order and show first order where it claims that; and the bits are those of any number of threads.
 * No law is named here: a new row of laws.def is tested as it stands. */
#include <stdio.h>

#include "law/law.h"
#include "world.h"

static const double density = 1100, young = 1e7, poisson = 0.25, radius = 0.005;

static double rayleigh(void)
{
    const double shear = young / (2 * (1 + poisson));
    return WORLD_PI * radius * sqrt(density / shear) / (0.1631 * poisson + 0.8766);
}

/* The usual contact with one term replaced; parameters that have no default get a value for a bed of such grains. */
static clast_contact rule_with(const clast_law *law)
{
    clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.5);
    clast_term *term = &rule.term[law->kind];
    term->law = law->name;
    for (int k = 0; k < law->n_params; k++) {
        const bool share = strcmp(law->params[k].unit, "1") == 0;
        term->param[k] = !isnan(law->params[k].fallback)       ? law->params[k].fallback
                         : share && law->kind == CLAST_ROLLING ? 0.1
                                                               : 0.5;
    }
    return rule;
}

/* 24 fibres and balls fall into a box and come to rest in part. */
static clast_sim *bed(const clast_law *law, double share, uint64_t seed, int threads)
{
    clast_error error;
    clast_scene *scene = world_create(density, young, poisson, rule_with(law), share * rayleigh());
    const double down[3] = {0, 0, -9.81}, side = 0.06;
    clast_scene_gravity(scene, down);
    clast_scene_threads(scene, threads);
    clast_scene_seed(scene, seed);
    world_fibre_shape(scene, "fibre");
    world_sphere_shape(scene, "ball", 0.006);
    world_plane(scene, "bottom", 0, 0, 0, 0, 0, 1);
    world_plane(scene, "left", 0, 0, 0, 1, 0, 0);
    world_plane(scene, "right", side, 0, 0, -1, 0, 0);
    world_plane(scene, "front", 0, 0, 0, 0, 1, 0);
    world_plane(scene, "back", 0, side, 0, 0, -1, 0);
    const char *shapes[2] = {"fibre", "ball"};
    const double shares[2] = {0.6, 0.4};
    clast_fill fill = {.high = {side, side, 0.32},
                       .n_shapes = 2,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = 24,
                       .velocity = {0.1, 0.2, -0.5}};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    return world_start(scene);
}

typedef struct books { /* rms over seeds, over the energy turned over */
    double r, t, d;
} books;

static books close_books(const clast_law *law, double share)
{
    enum { SEEDS = 4 };
    books sum = {0, 0, 0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        clast_sim *sim = bed(law, share, seed, 1);
        world_run(sim, llround(0.1 / (share * rayleigh())));
        const clast_ledger l = clast_sim_ledger(sim);
        CHECK(l.turnover > 0.01 && fabs(l.residual) <= l.error * l.turnover * (1 + 1e-12));
        sum.r += pow(l.residual / l.turnover, 2) / SEEDS;
        sum.t += pow(l.tangential_check / l.turnover, 2) / SEEDS;
        sum.d += pow(l.damping_check / l.turnover, 2) / SEEDS;
        clast_sim_free(sim);
    }
    return (books){sqrt(sum.r), sqrt(sum.t), sqrt(sum.d)};
}

static void test_ledger_closes_for_every_law(void **state)
{
    (void)state;
    for (int k = 0; k < clast_law_count(); k++) {
        const clast_law *law = clast_law_at(k);
        const books coarse = close_books(law, 0.1), fine = close_books(law, 0.05);
        const double order = log2(coarse.r / fine.r), check = fmax(coarse.t, coarse.d),
                     check_fine = fmax(fine.t, fine.d);
        print_message("%-10s %-22s R %.1e %.1e (order %.2f)  R_t %.1e %.1e  R_d %.1e %.1e\n",
                      clast_term_name(law->kind), law->name, coarse.r, fine.r, order, coarse.t, fine.t, coarse.d,
                      fine.d);
        CHECK_BETWEEN(coarse.r, 1e-6, 1e-3);
        CHECK_BETWEEN(order, 1.6, 2.7);
        if (law->order == 2) {
            CHECK(check < 1e-3 && check_fine < 0.6 * check);
        } else {
            CHECK(law->order == 1);
            CHECK_BETWEEN(check, 1e-3, 1e-2);
            CHECK_BETWEEN(log2(check / check_fine), 0.7, 1.4);
        }
    }
}

static void test_same_bits_for_every_law(void **state)
{
    (void)state;
    for (int k = 0; k < clast_law_count(); k++) {
        clast_sim *one = bed(clast_law_at(k), 0.1, 5, 1), *two = bed(clast_law_at(k), 0.1, 5, 2);
        world_run(one, 3500);
        world_run(two, 3500);
        CHECK(clast_sim_ledger(one).rotational > 0); /* they have met: nothing spins at the start */
        CHECK(clast_sim_hash(one) == clast_sim_hash(two));
        clast_sim_free(one);
        clast_sim_free(two);
    }
}

/* ---- one oblique collision: orders of energy and spin (budget reference, 1.5) ---- */

typedef struct outcome {
    double energy, spin;
} outcome;

/* phase: where within a step the spheres meet; the collision itself is always the same. */
static outcome collide(clast_contact rule, double dt, double phase)
{
    const double before = 1e-9 + phase * dt; /* s */
    clast_scene *scene = world_create(density, young, poisson, rule, dt);
    world_sphere_shape(scene, "ball", radius);
    for (int side = -1; side <= 1; side += 2)
        world_body(scene, (clast_body){.shape = "ball",
                                       .at = {side * (radius + 0.5 * before), side * 0.25 * before, 0},
                                       .velocity = {-side * 0.5, -side * 0.25, 0}});
    clast_sim *sim = world_start(scene);
    const double start = clast_sim_ledger(sim).kinetic;
    world_run(sim, llround(4e-3 / dt));
    CHECK(clast_sim_info(sim).contacts == 0);
    const clast_ledger l = clast_sim_ledger(sim);
    const outcome after = {(l.kinetic + l.rotational) / start, world_value(sim, "spin", 2)};
    clast_sim_free(sim);
    return after;
}

/* rms error over phases against a much finer step */
static outcome collision_error(clast_contact rule, outcome truth, double dt)
{
    enum { PHASES = 12 };
    outcome sum = {0, 0};
    for (int k = 0; k < PHASES; k++) {
        const outcome o = collide(rule, dt, (k + 0.5) / PHASES);
        sum.energy += pow(o.energy - truth.energy, 2) / PHASES;
        sum.spin += pow(o.spin / truth.spin - 1, 2) / PHASES;
    }
    return (outcome){sqrt(sum.energy), sqrt(sum.spin)};
}

static clast_contact with(const char *normal, const char *tangential, const char *damping)
{
    clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.5);
    rule.term[CLAST_NORMAL].law = normal;
    if (strcmp(normal, "linear") == 0)
        rule.term[CLAST_NORMAL].param[0] = 3000;
    rule.term[CLAST_TANGENTIAL].law = tangential;
    rule.term[CLAST_DAMPING].law = damping;
    return rule;
}

static void test_orders_of_oblique_collision(void **state)
{
    (void)state;
    static const char *const normals[] = {"hertz", "linear"};
    for (int n = 0; n < 2; n++) {
        const char *springs[] = {"spring-incremental", "spring-secant", "spring-incremental-end"};
        double energy[3];
        for (int k = 0; k < 3; k++) {
            const clast_contact rule = with(normals[n], springs[k], k < 2 ? "restitution" : "half-step");
            const double dt = 0.1 * rayleigh();
            const outcome truth = collide(rule, dt / 64, 0.5);
            const outcome coarse = collision_error(rule, truth, dt), fine = collision_error(rule, truth, 0.5 * dt);
            const double order_energy = log2(coarse.energy / fine.energy), order_spin = log2(coarse.spin / fine.spin);
            print_message("%-6s %-22s energy %.1e (order %.2f), spin %.1e (order %.2f)\n", normals[n], springs[k],
                          coarse.energy, order_energy, coarse.spin, order_spin);
            CHECK_BETWEEN(order_energy, k < 2 ? 1.6 : 0.7, k < 2 ? 3.3 : 1.4);
            CHECK_BETWEEN(order_spin, k < 2 ? 1.6 : 0.7, k < 2 ? 3 : 1.4);
            CHECK(k == 2 || (coarse.energy < 4e-4 && coarse.spin < 4e-3));
            energy[k] = coarse.energy;
        }
        CHECK(energy[2] > 9 * energy[0]);
    }
}

/* ---- a damped oscillator: a ball rests on the floor and is pushed a little ---- */

/* Amplitude after 400 steps over that at the start, omega dt = 1.9. */
static double ringing(const char *damping, double zeta)
{
    const double k = 1000, m = density * 4.0 / 3 * WORLD_PI * pow(radius, 3), dt = 1.9 / sqrt(k / m);
    clast_contact rule = with("linear", "none", damping);
    rule.term[CLAST_NORMAL].param[0] = k;
    rule.term[CLAST_DAMPING].param[0] = strcmp(damping, "viscous") == 0
                                            ? 2 * zeta * sqrt(m * k)
                                            : exp(-WORLD_PI * zeta / sqrt(1 - zeta * zeta)); /* the textbook's e */
    clast_scene *scene = world_create(density, young, poisson, rule, dt);
    const double down[3] = {0, 0, -9.81}, rest = radius - 9.81 * m / k, push = 0.01 * (radius - rest);
    clast_scene_gravity(scene, down);
    world_sphere_shape(scene, "ball", radius);
    world_plane(scene, "floor", 0, 0, 0, 0, 0, 1);
    world_body(scene, (clast_body){.shape = "ball", .at = {0, 0, rest + push}});
    clast_sim *sim = world_start(scene);
    double most = 0;
    for (int n = 0; n < 400; n++) {
        world_run(sim, 1);
        if (n >= 360)
            most = fmax(most, fabs(world_value(sim, "centre", 2) - rest));
    }
    clast_sim_free(sim);
    return most / push;
}

static void test_damped_oscillator_is_stable(void **state)
{
    (void)state;
    CHECK(ringing("viscous", 0.2) < 1e-3);
    CHECK(ringing("viscous", 1) < 1e-3);
    CHECK(ringing("half-step", 0.2) > 3); /* the usual dashpot is not, beyond 1.64 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ledger_closes_for_every_law), cmocka_unit_test(test_same_bits_for_every_law),
        cmocka_unit_test(test_orders_of_oblique_collision), cmocka_unit_test(test_damped_oscillator_is_stable)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
