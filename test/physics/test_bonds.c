/* Bonds against what can be worked out by hand: they break at their strength, hold over any gap, keep the books and the
 * bits. */
#include "api/sim.h"
#include "world.h"

static const double density = 1100, young = 1e7, poisson = 0.25, radius = 0.005, g = 9.81;

static double ball_mass(void) { return density * 4.0 / 3 * WORLD_PI * pow(radius, 3); }

static clast_scene *balls(clast_contact rule, double dt, double gravity)
{
    clast_scene *scene = world_create(density, young, poisson, rule, dt);
    const double down[3] = {0, 0, -gravity};
    clast_scene_gravity(scene, down);
    world_sphere_shape(scene, "ball", radius);
    return scene;
}

static const double stiffness = 3000;

/* Two balls that touch, bonded, thrown apart; no contact damping. kind as in clast_bond. */
static clast_sim *pair(clast_bond bond, double speed, double spin, double dt)
{
    clast_error error;
    clast_contact rule = world_smooth(1);
    rule.term[CLAST_NORMAL].law = "linear";
    rule.term[CLAST_NORMAL].param[0] = stiffness;
    clast_scene *scene = balls(rule, dt, 0);
    for (int side = -1; side <= 1; side += 2)
        world_body(scene, (clast_body){.shape = "ball",
                                       .at = {side * radius, 0, 0},
                                       .velocity = {side * 0.5 * speed, 0, 0},
                                       .spin = {0, 0, side * 0.5 * spin}});
    CHECK_OK(clast_scene_bond(scene, &bond, &error), &error);
    clast_sim *sim = world_start(scene);
    CHECK(clast_sim_bonds(sim) == 1);
    return sim;
}

static clast_bond contact_bond(double strength)
{
    return (clast_bond){.between = {1, 2}, .kind = CLAST_BOND_CONTACT, .tensile = strength, .cohesion = strength};
}

/* Largest tension of the elastic pair: v sqrt(k m/2). */
static void test_contact_bond_breaks_at_its_strength(void **state)
{
    (void)state;
    const double speed = 0.2, reduced = 0.5 * ball_mass(), most = speed * sqrt(stiffness * reduced);
    clast_sim *holds = pair(contact_bond(1.005 * most), speed, 0, 1e-5);
    world_run(holds, 20000);
    CHECK(clast_sim_bonds(holds) == 1 && clast_sim_breaks(holds, 0, NULL, 0) == 0);
    CHECK(fabs(clast_sim_ledger(holds).residual) < 1e-3 * clast_sim_ledger(holds).turnover);
    clast_sim_free(holds);

    const double strength = 0.6 * most, energy = 0.5 * strength * strength / stiffness;
    clast_sim *breaks = pair(contact_bond(strength), speed, 0, 1e-5);
    world_run(breaks, 1000);
    clast_break record = {0};
    CHECK(clast_sim_bonds(breaks) == 0 && clast_sim_breaks(breaks, 0, &record, 1) == 1);
    CHECK(record.body[0] == 1 && record.body[1] == 2 && record.shear == 0);
    CHECK_CLOSE(record.energy, energy, 1e-3);
    CHECK_CLOSE(record.time, asin(0.6) / sqrt(stiffness / reduced), 0.02);
    const clast_ledger l = clast_sim_ledger(breaks);
    CHECK_CLOSE(l.bond_broken, energy, 1e-3);
    CHECK_CLOSE(l.kinetic, 0.5 * reduced * speed * speed - energy, 5e-4);
    CHECK_NEAR((l.bond_broken + l.kinetic) / (0.5 * reduced * speed * speed), 1, 2e-4);
    clast_sim_free(breaks);
}

static clast_bond disc(double normal, double tensile)
{
    return (clast_bond){.kind = CLAST_BOND_PARALLEL,
                        .radius = 0.8,
                        .normal = normal,
                        .shear = 0.5 * normal,
                        .tensile = tensile,
                        .cohesion = 1e9};
}

/* Pulled: sigma = F/A. Bent: sigma = M rb/I with M = w sqrt(kb I * I_ball/2). */
static void test_parallel_bond_breaks_at_its_strength(void **state)
{
    (void)state;
    const double rb = 0.8 * radius, area = WORLD_PI * rb * rb, second = 0.25 * area * rb * rb, normal = 4e7;
    const double mass = ball_mass(), inertia = 0.4 * mass * radius * radius;
    const double pulled = 0.2 * sqrt(normal * area * 0.5 * mass) / area;
    const double bent = 30 * sqrt(normal * second * 0.5 * inertia) * rb / second;
    for (int k = 0; k < 2; k++) {
        const double most = k ? bent : pulled, speed = k ? 0 : 0.2, spin = k ? 30 : 0;
        clast_sim *holds = pair(disc(normal, 1.02 * most), speed, spin, 1e-5);
        clast_sim *breaks = pair(disc(normal, 0.97 * most), speed, spin, 1e-5);
        world_run(holds, 3000);
        world_run(breaks, 3000);
        CHECK(clast_sim_bonds(holds) == 1);
        CHECK(clast_sim_bonds(breaks) == 0);
        const clast_ledger l = clast_sim_ledger(breaks);
        CHECK(l.bond_broken > 0 && fabs(l.tangential_check) < 1e-3 * l.turnover);
        clast_sim_free(holds);
        clast_sim_free(breaks);
    }
}

/* A soft bond stretches by more than a radius, beyond the skin, and draws the balls together again. */
static void test_bond_holds_over_any_gap(void **state)
{
    (void)state;
    const double normal = 2e4;
    clast_sim *sim = pair(disc(normal, 1e9), 0.5, 0, 1e-4);
    double widest = 0;
    for (int n = 0; n < 4000; n++) {
        world_run(sim, 1);
        widest = fmax(widest, world_value(sim, "centre", 3) - world_value(sim, "centre", 0) - 2 * radius);
    }
    const double area = WORLD_PI * pow(0.8 * radius, 2);
    CHECK_CLOSE(widest, 0.5 * sqrt(0.5 * ball_mass() / (normal * area)), 0.01);
    CHECK(widest > 1.5 * radius && clast_sim_bonds(sim) == 1);
    clast_sim_free(sim);
}

/* 27 bonded balls hit a floor and a wall; some bonds break. */
static clast_sim *brick(clast_bond_kind kind, double strength, double dt, int threads)
{
    clast_error error;
    clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.5);
    if (kind == CLAST_BOND_CONTACT) {
        rule.term[CLAST_NORMAL].law = "linear";
        rule.term[CLAST_NORMAL].param[0] = stiffness;
    }
    clast_scene *scene = balls(rule, dt, g);
    clast_scene_threads(scene, threads);
    world_plane(scene, "floor", 0, 0, 0, 0, 0, 1);
    world_plane(scene, "wall", -0.0251, 0, 0, 1, 0, 0);
    for (int n = 0; n < 27; n++)
        world_body(scene, (clast_body){.shape = "ball",
                                       .at = {0.01 * (n % 3), 0.01 * (n / 3 % 3), 0.0055 + 0.01 * (n / 9)},
                                       .velocity = {-0.6, 0.05, -1}});
    clast_bond bond = disc(3e7, strength / 5e-5);
    bond.cohesion = strength / 5e-5;
    if (kind == CLAST_BOND_CONTACT)
        bond = contact_bond(strength), bond.between[0] = bond.between[1] = 0;
    CHECK_OK(clast_scene_bond(scene, &bond, &error), &error);
    clast_sim *sim = world_start(scene);
    CHECK(clast_sim_bonds(sim) == 54);
    return sim;
}

/* rms over strengths of R/Y and R_t/Y. */
static void brick_books(clast_bond_kind kind, double dt, double *residual, double *check)
{
    static const double strength[] = {0.4, 0.3, 0.2, 0.1, 0.05};
    enum { STRENGTHS = sizeof strength / sizeof *strength };
    *residual = *check = 0;
    for (int k = 0; k < STRENGTHS; k++) {
        clast_sim *sim = brick(kind, strength[k], dt, 1);
        world_run(sim, llround(0.02 / dt));
        const clast_ledger l = clast_sim_ledger(sim);
        CHECK(l.bond_broken > 0 && clast_sim_bonds(sim) < 54);
        CHECK((size_t)(54 - clast_sim_bonds(sim)) == clast_sim_breaks(sim, 0, NULL, 0));
        *residual += pow(l.residual / l.turnover, 2) / STRENGTHS;
        *check += pow(l.tangential_check / l.turnover, 2) / STRENGTHS;
        clast_sim_free(sim);
    }
    *residual = sqrt(*residual);
    *check = sqrt(*check);
}

static void test_ledger_of_breaking_bonds(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        double r[2], t[2];
        brick_books((clast_bond_kind)kind, 2.8e-5, &r[0], &t[0]);
        brick_books((clast_bond_kind)kind, 0.7e-5, &r[1], &t[1]);
        print_message("%s bonds: R/Y %.1e %.1e, R_t/Y %.1e %.1e\n", kind ? "parallel" : "contact", r[0], r[1], t[0],
                      t[1]);
        CHECK_BETWEEN(r[0], 1e-5, 1e-3);
        CHECK_BETWEEN(0.5 * log2(r[0] / r[1]), 1.6, 2.7);
        CHECK(t[0] < 1e-3 && t[1] < 0.35 * t[0]);
    }
}

/* The same bits for any number of threads and any skin, and when work is thrown away. */
static void test_bonds_keep_the_bits(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        clast_sim *one = brick((clast_bond_kind)kind, 0.2, 2e-5, 1), *two = brick((clast_bond_kind)kind, 0.2, 2e-5, 2);
        two->work.skin = 0.02 * radius;
        two->work.skin_fixed = true;
        for (int n = 0; n < 10; n++) {
            world_run(one, 100);
            world_run(two, 100);
            clast_work_free(&two->work);
        }
        CHECK(clast_sim_bonds(one) < 54 && clast_sim_hash(one) == clast_sim_hash(two));
        clast_sim_free(one);
        clast_sim_free(two);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contact_bond_breaks_at_its_strength),
        cmocka_unit_test(test_parallel_bond_breaks_at_its_strength), cmocka_unit_test(test_bond_holds_over_any_gap),
        cmocka_unit_test(test_ledger_of_breaking_bonds), cmocka_unit_test(test_bonds_keep_the_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
