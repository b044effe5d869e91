/* Terms beyond the plain contact, each against what can be worked out by hand: rolling resistance, cohesion, bonds, local
 * and global damping, density scaling. */
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

/* ---- rolling resistance ---- */

/* A ball that rolls without slip at 0.1 m/s; the way until it rests. Deceleration 5/7 mu g. */
static double rolling_way(const char *law, double mu)
{
    clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.5);
    rule.term[CLAST_ROLLING].law = law;
    rule.term[CLAST_ROLLING].param[0] = mu;
    clast_scene *scene = balls(rule, 2e-5, g);
    world_plane(scene, "floor", 0, 0, 0, 0, 0, 1);
    const double overlap =
        pow(ball_mass() * g / (4.0 / 3 * young / (2 * (1 - poisson * poisson)) * sqrt(radius)), 2.0 / 3);
    const double height = radius - overlap;
    world_body(
        scene,
        (clast_body){.shape = "ball", .at = {0, 0, height}, .velocity = {0.1, 0, 0}, .spin = {0, 0.1 / height, 0}});
    clast_sim *sim = world_start(scene);
    world_run(sim, llround(0.5 / 2e-5));
    CHECK_NEAR(world_value(sim, "velocity", 0), 0, 1e-4);
    const clast_ledger l = clast_sim_ledger(sim);
    CHECK_CLOSE(l.rolling_loss + l.rolling_stored, 0.5 * 1.4 * ball_mass() * 0.01, 0.01);
    CHECK(fabs(l.tangential_check) < 1e-3 * l.turnover && fabs(l.residual) < 1e-3 * l.turnover);
    const double way = world_value(sim, "centre", 0);
    clast_sim_free(sim);
    return way;
}

static void test_rolling_ball_stops(void **state)
{
    (void)state;
    const double expected = 0.7 * 0.01 / (0.05 * g);
    CHECK_CLOSE(rolling_way("constant", 0.05), expected, 0.005);
    CHECK_CLOSE(rolling_way("epsd", 0.05), expected, 0.005);
}

/* A ball that spins about the vertical: T = mu r m g, so it stops after 2/5 r w/(mu g). */
static void test_twisting_ball_stops(void **state)
{
    (void)state;
    static const char *const laws[] = {"constant", "epsd"};
    const double spin = 20, mu = 0.04, stop = 0.4 * radius * spin / (mu * g);
    for (int k = 0; k < 2; k++) {
        clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.5);
        rule.term[CLAST_ROLLING].law = laws[k];
        rule.term[CLAST_ROLLING].param[0] = 0.1;
        rule.term[CLAST_ROLLING].param[1] = mu;
        clast_scene *scene = balls(rule, 2e-5, g);
        world_plane(scene, "floor", 0, 0, 0, 0, 0, 1);
        world_body(scene, (clast_body){.shape = "ball", .at = {0, 0, radius * (1 - 1e-4)}, .spin = {0, 0, spin}});
        clast_sim *sim = world_start(scene);
        world_run(sim, llround(0.5 * stop / 2e-5));
        CHECK_CLOSE(world_value(sim, "spin", 2), 0.5 * spin, 0.02);
        world_run(sim, llround(stop / 2e-5));
        CHECK_NEAR(world_value(sim, "spin", 2), 0, 0.01 * spin);
        clast_sim_free(sim);
    }
}

/* ---- cohesion ---- */

/* A ball below a ceiling, in the equilibrium that the attraction gives it; does it hang there after 0.2 s? */
static bool hangs(double pull_over_weight)
{
    clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.5);
    rule.term[CLAST_COHESION].law = "dmt";
    rule.term[CLAST_COHESION].param[0] = pull_over_weight * ball_mass() * g / (4 * WORLD_PI * radius);
    clast_scene *scene = balls(rule, 2e-5, g);
    world_plane(scene, "ceiling", 0, 0, 0, 0, 0, -1);
    const double load = fmax(0.001, pull_over_weight - 1) * ball_mass() * g; /* what Hertz has to carry */
    const double overlap = pow(load / (4.0 / 3 * young / (2 * (1 - poisson * poisson)) * sqrt(radius)), 2.0 / 3);
    world_body(scene, (clast_body){.shape = "ball", .at = {0, 0, -radius + overlap}});
    clast_sim *sim = world_start(scene);
    world_run(sim, 10000);
    const bool holds = world_value(sim, "centre", 2) > -1.01 * radius;
    clast_sim_free(sim);
    return holds;
}

static void test_cohesion_holds_the_weight(void **state)
{
    (void)state;
    CHECK(hangs(1.02));
    CHECK(!hangs(0.98));
}

/* Slow spheres stick, fast ones part: elastic, so the attraction gives back what it took, to second order in the step. */
static double bounce(double speed, double dt)
{
    clast_contact rule = world_smooth(1);
    rule.term[CLAST_COHESION].law = "dmt";
    rule.term[CLAST_COHESION].param[0] = 2;
    clast_scene *scene = balls(rule, dt, 0);
    for (int side = -1; side <= 1; side += 2)
        world_body(scene, (clast_body){.shape = "ball",
                                       .at = {side * (radius + 0.37 * speed * dt), 0, 0},
                                       .velocity = {-side * 0.5 * speed, 0, 0}});
    clast_sim *sim = world_start(scene);
    world_run(sim, llround(0.01 / dt));
    CHECK(clast_sim_info(sim).contacts == 0);
    const double after = world_value(sim, "velocity", 3) - world_value(sim, "velocity", 0);
    CHECK(clast_sim_ledger(sim).cohesion == 0);
    clast_sim_free(sim);
    return after / speed;
}

static void test_cohesion_gives_back(void **state)
{
    (void)state;
    CHECK_NEAR(bounce(0.5, 2e-5), 1, 1e-3);
    CHECK_NEAR(bounce(0.5, 1e-5), 1, 2.5e-4);
    CHECK_NEAR(bounce(0.5, 5e-6), 1, 6e-5);
}

/* ---- bonds ---- */

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

/* ---- damping of bodies, density scaling ---- */

/* A ball thrown up with local damping: it rises with g (1 + alpha) and falls with g (1 - alpha). */
static void test_local_damping(void **state)
{
    (void)state;
    clast_error error;
    const double alpha = 0.3, up = 1, dt = 1e-4;
    clast_scene *scene = balls(world_smooth(1), dt, g);
    clast_damping damping = {.local = alpha};
    CHECK_OK(clast_scene_damping(scene, &damping, &error), &error);
    world_body(scene, (clast_body){.shape = "ball", .velocity = {0, 0, up}});
    clast_sim *sim = world_start(scene);
    const double top = up / (g * (1 + alpha));
    world_run(sim, llround(top / dt));
    CHECK_CLOSE(world_value(sim, "centre", 2), 0.5 * up * top, 1e-3);
    world_run(sim, 1000);
    CHECK_CLOSE(world_value(sim, "velocity", 2), -g * (1 - alpha) * 0.1, 0.01);
    const clast_ledger l = clast_sim_ledger(sim);
    const double fallen = 0.5 * up * top - world_value(sim, "centre", 2);
    CHECK_CLOSE(l.local_damping, alpha * ball_mass() * g * (0.5 * up * top + fallen), 0.01);
    CHECK(fabs(l.residual) < 1e-6 * l.turnover);
    clast_sim_free(sim);
}

/* v = v0 exp(-c t), and the same of the spin; the error falls with the square of the step. */
static void test_global_damping(void **state)
{
    (void)state;
    double error_v[2], error_w[2];
    for (int fine = 0; fine < 2; fine++) {
        clast_error error;
        const double dt = fine ? 0.5e-3 : 1e-3;
        clast_scene *scene = balls(world_smooth(1), dt, 0);
        clast_damping damping = {.global = 50};
        CHECK_OK(clast_scene_damping(scene, &damping, &error), &error);
        world_body(scene, (clast_body){.shape = "ball", .velocity = {1, 0, 0}, .spin = {0, 0, 100}});
        clast_sim *sim = world_start(scene);
        world_run(sim, fine ? 40 : 20);
        error_v[fine] = fabs(world_value(sim, "velocity", 0) - exp(-1));
        error_w[fine] = fabs(world_value(sim, "spin", 2) / 100 - exp(-1));
        const clast_ledger l = clast_sim_ledger(sim);
        CHECK(l.global_damping > 0 && fabs(l.residual) < 1e-12 * l.turnover);
        clast_sim_free(sim);
    }
    CHECK_BETWEEN(error_v[0] / error_v[1], 3.5, 4.5);
    CHECK_BETWEEN(error_w[0] / error_w[1], 3.5, 4.6);
    CHECK(error_v[1] < 1e-3 && error_w[1] < 1e-3);
}

/* Inertia grows, weight does not: it falls slower, rests as deep, and there is a warning. */
static void test_density_scaling(void **state)
{
    (void)state;
    clast_error error;
    clast_scene *scene = balls(clast_contact_hertz_mindlin(0.5, 0.5), 1e-4, g);
    clast_time time = {.end = 1, .step = 1e-4, .density_scaling = 100};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    world_body(scene, (clast_body){.shape = "ball", .at = {0, 0, 1}});
    clast_sim *sim = world_start(scene);
    world_run(sim, 1000);
    CHECK_CLOSE(world_value(sim, "velocity", 2), -g * 0.1 / 100, 1e-9);
    CHECK_CLOSE(world_value(sim, "force", 2), -ball_mass() * g, 1e-9);
    CHECK_CLOSE(world_value(sim, "mass", 0), ball_mass(), 1e-9);
    CHECK_CLOSE(clast_sim_info(sim).mass, ball_mass(), 1e-9);
    const char *warnings[4];
    CHECK(clast_sim_warnings(sim, warnings, 4) >= 1 && strstr(warnings[0], "density scaling 100"));
    clast_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rolling_ball_stops),
                                       cmocka_unit_test(test_twisting_ball_stops),
                                       cmocka_unit_test(test_cohesion_holds_the_weight),
                                       cmocka_unit_test(test_cohesion_gives_back),
                                       cmocka_unit_test(test_contact_bond_breaks_at_its_strength),
                                       cmocka_unit_test(test_parallel_bond_breaks_at_its_strength),
                                       cmocka_unit_test(test_bond_holds_over_any_gap),
                                       cmocka_unit_test(test_ledger_of_breaking_bonds),
                                       cmocka_unit_test(test_bonds_keep_the_bits),
                                       cmocka_unit_test(test_local_damping),
                                       cmocka_unit_test(test_global_damping),
                                       cmocka_unit_test(test_density_scaling)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
