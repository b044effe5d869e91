/* Terms beyond the plain contact, each against what can be worked out by hand: rolling resistance, cohesion, local and
 * global damping, density scaling. */
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
                                       cmocka_unit_test(test_local_damping),
                                       cmocka_unit_test(test_global_damping),
                                       cmocka_unit_test(test_density_scaling)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
