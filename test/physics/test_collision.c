/* Single collisions: restitution at any speed, with a wall, off-centre; linear springs; energy after friction. */
#include "world.h"

static clast_contact linear(double stiffness, double restitution)
{
    clast_contact rule = world_smooth(restitution);
    rule.term[CLAST_NORMAL].law = "linear";
    rule.term[CLAST_NORMAL].param[0] = stiffness;
    return rule;
}

/* Head-on, equal spheres; returns the speed of separation over that of approach. */
static double head_on(clast_contact rule, double speed, double dt)
{
    clast_scene *scene = world_create(2500, 1e7, 0.25, rule, dt);
    world_sphere_shape(scene, "ball", 0.01);
    world_body(scene, (clast_body){.shape = "ball", .at = {-0.0100001, 0, 0}, .velocity = {speed / 2, 0, 0}});
    world_body(scene, (clast_body){.shape = "ball", .at = {0.0100001, 0, 0}, .velocity = {-speed / 2, 0, 0}});
    clast_sim *sim = world_start(scene);
    do
        world_run(sim, 10);
    while (world_value(sim, "velocity", 0) > 0 || clast_sim_info(sim).contacts > 0);
    double after = world_value(sim, "velocity", 3) - world_value(sim, "velocity", 0);
    clast_sim_free(sim);
    return after / speed;
}

/* Restitution asked is restitution got, although tension is clipped, at any speed. */
static void test_restitution_hertz(void **state)
{
    (void)state;
    const double asked[] = {0.1, 0.3, 0.5, 0.7, 0.9, 1};
    for (int k = 0; k < 6; k++) {
        CHECK_NEAR(head_on(world_smooth(asked[k]), 1, 2e-6), asked[k], 1e-4);
        CHECK_NEAR(head_on(world_smooth(asked[k]), 0.1, 3e-6), asked[k], 1e-4);
    }
}

static void test_restitution_linear(void **state)
{
    (void)state;
    const double asked[] = {0.1, 0.3, 0.5, 0.7, 0.9, 1};
    for (int k = 0; k < 6; k++)
        CHECK_NEAR(head_on(linear(1e5, asked[k]), 1, 5e-7), asked[k], 1e-4);
}

/* A fibre falls on its end: the impulse solution gives v' and w' from e at the contact point. */
static void test_restitution_off_centre(void **state)
{
    (void)state;
    const double e = 0.9, tilt = 0.5;
    clast_scene *scene = world_create(1100, 5e7, 0.3, world_smooth(e), 1e-7);
    world_fibre_shape(scene, "fibre");
    world_plane(scene, "floor", 0, 0, 0, 0, 0, 1);
    /* turned about y: the end at -x is the lowest, 10 mm from the centre */
    world_body(scene, (clast_body){.shape = "fibre",
                                   .at = {0, 0, 0.01 * sin(tilt) + 0.005 + 1e-7},
                                   .turn = {cos(tilt / 2), 0, -sin(tilt / 2), 0},
                                   .velocity = {0, 0, -1}});
    clast_sim *sim = world_start(scene);
    do
        world_run(sim, 10);
    while (world_value(sim, "velocity", 2) < -0.9999 || clast_sim_info(sim).contacts > 0);
    /* J = m_eff (1 + e), m_eff = 1/(1/m + a^2/I), a the horizontal arm */
    const double m = world_value(sim, "mass", 0), inertia = 1.469075e-7 * m / (1100 * 1.961e-6), a = 0.01 * cos(tilt);
    const double impulse = (1 + e) / (1 / m + a * a / inertia);
    CHECK_CLOSE(world_value(sim, "velocity", 2) + 1, impulse / m, 0.01);
    CHECK_CLOSE(fabs(world_value(sim, "spin", 1)), a * impulse / inertia, 0.01);
    clast_sim_free(sim);
}

/* Momentum and angular momentum of an oblique frictional collision are kept; what is lost is booked. */
static void test_oblique_books(void **state)
{
    (void)state;
    clast_scene *scene = world_create(2500, 1e7, 0.25, clast_contact_hertz_mindlin(0.5, 0.5), 1e-5);
    world_sphere_shape(scene, "ball", 0.01);
    world_body(scene, (clast_body){.shape = "ball", .at = {-0.0100001, 0, 0}, .velocity = {0.5, 0.25, 0}});
    world_body(scene, (clast_body){.shape = "ball", .at = {0.0100001, 0, 0}, .velocity = {-0.5, -0.25, 0}});
    clast_sim *sim = world_start(scene);
    const double start = clast_sim_ledger(sim).kinetic;
    world_run(sim, 1000);
    clast_ledger l = clast_sim_ledger(sim);
    CHECK(clast_sim_info(sim).contacts == 0);
    CHECK_NEAR(world_value(sim, "velocity", 0) + world_value(sim, "velocity", 3), 0, 1e-15);
    CHECK_NEAR(world_value(sim, "velocity", 1) + world_value(sim, "velocity", 4), 0, 1e-15);
    const double m = world_value(sim, "mass", 0), inertia = 0.4 * m * 1e-4;
    const double Lz = 0.0100001 * -0.5 * m; /* 2 * m * x * v_y, x = -10.0001 mm and v_y = 0.25 for each */
    double now = inertia * (world_value(sim, "spin", 2) + world_value(sim, "spin", 5));
    for (size_t b = 0; b < 2; b++)
        now += m * (world_value(sim, "centre", 3 * b) * world_value(sim, "velocity", 3 * b + 1) -
                    world_value(sim, "centre", 3 * b + 1) * world_value(sim, "velocity", 3 * b));
    CHECK_CLOSE(now, Lz, 1e-12);
    CHECK(l.friction + l.changing_stiffness > 0.005 * start && l.normal_damping > 0.1 * start &&
          l.tangential_damping > 0);
    CHECK_NEAR(l.residual / start, 0, 1e-4);
    CHECK_NEAR(l.tangential_check / start, 0, 2e-4);
    CHECK_NEAR(l.damping_check / start, 0, 1e-4);
    const double lost = l.friction + l.changing_stiffness + l.normal_damping + l.tangential_damping;
    CHECK_NEAR((l.kinetic + l.rotational + lost) / start, 1, 4e-4);
    clast_sim_free(sim);
}

/* A ball on a moving plate: the plate's work is what the ball gains and friction takes. */
static void test_moving_wall_books(void **state)
{
    (void)state;
    clast_error error;
    clast_scene *scene = world_create(2500, 1e7, 0.25, clast_contact_hertz_mindlin(0.3, 0.5), 1e-5);
    const double down[3] = {0, 0, -9.81};
    clast_scene_gravity(scene, down);
    world_sphere_shape(scene, "ball", 0.01);
    clast_plane plate = {.name = "plate", .material = "m", .normal = {0, 0, 1}, .velocity = {1, 0, 0.2}};
    CHECK_OK(clast_scene_plane(scene, &plate, &error), &error);
    world_body(scene, (clast_body){.shape = "ball", .at = {0, 0, 0.0101}});
    clast_sim *sim = world_start(scene);
    world_run(sim, 20000); /* 0.2 s: slides, then rolls on the plate */
    clast_ledger l = clast_sim_ledger(sim);
    const double m = world_value(sim, "mass", 0);
    CHECK_NEAR(l.gravity, m * 9.81 * world_value(sim, "centre", 2), 1e-12);
    CHECK(l.wall_work > m * 9.81 * 0.03); /* lifted by some 40 mm, and set in motion */
    CHECK_NEAR(l.residual / l.turnover, 0, 1e-3);
    /* rolling without slip on a plate at 1 m/s: v = 2/7 of the plate's, spin makes up the rest */
    CHECK_CLOSE(world_value(sim, "velocity", 0), 2.0 / 7, 0.01);
    clast_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_restitution_hertz),
                                       cmocka_unit_test(test_restitution_linear),
                                       cmocka_unit_test(test_restitution_off_centre),
                                       cmocka_unit_test(test_oblique_books), cmocka_unit_test(test_moving_wall_books)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
