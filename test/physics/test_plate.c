/* Plates: the point next to a sphere lies on the face, an edge or a corner; both sides are free; they move. */
#include "api/sim.h"
#include "world.h"

static void plate(clast_scene *scene, const double corner[3], const double along[3], const double across[3],
                  const double velocity[3])
{
    clast_error error;
    clast_plane p = {.name = "plate", .material = "m"};
    for (int c = 0; c < 3; c++)
        p.point[c] = corner[c], p.sides[0][c] = along[c], p.sides[1][c] = across[c], p.velocity[c] = velocity[c];
    CHECK_OK(clast_scene_plane(scene, &p, &error), &error);
}

static const double still[3] = {0, 0, 0};

/* The force on a ball of 1 cm at x, next to the plate [0, 1] x [0, 2] cm at z = 0: along x - nearest, by Hertz. */
static void check_force(const double x[3], const double nearest[3])
{
    const double r = 0.01, side[3] = {0.01, 0, 0}, other[3] = {0, 0.02, 0};
    clast_scene *scene = world_create(2500, 1e7, 0.25, world_smooth(1), 1e-5);
    world_sphere_shape(scene, "ball", r);
    plate(scene, still, side, other, still);
    world_body(scene, (clast_body){.shape = "ball", .at = {x[0], x[1], x[2]}});
    clast_sim *sim = world_start(scene);
    const vec3 up = v_sub(v_of(x), v_of(nearest));
    const double d = r - v_length(up), young = 1e7 / (2 * (1 - 0.0625));
    const double force = d > 0 ? 4.0 / 3 * young * sqrt(r * d) * d : 0;
    for (size_t c = 0; c < 3; c++) {
        const double unit = (c == 0 ? up.x : c == 1 ? up.y : up.z) / v_length(up);
        CHECK_NEAR(world_value(sim, "force", c), force * unit, 1e-9 * (1 + force));
    }
    CHECK(clast_sim_info(sim).contacts == (d > 0));
    clast_sim_free(sim);
}

static void test_nearest_point(void **state)
{
    (void)state;
    check_force((double[3]){0.004, 0.015, 0.0095}, (double[3]){0.004, 0.015, 0});
    check_force((double[3]){0.004, 0.015, -0.0095}, (double[3]){0.004, 0.015, 0}); /* from below */
    check_force((double[3]){0.016, 0.015, 0.0074}, (double[3]){0.01, 0.015, 0});   /* an edge */
    check_force((double[3]){0.004, -0.0097, 0}, (double[3]){0.004, 0, 0});         /* an edge, in its plane */
    check_force((double[3]){-0.005, 0.026, 0.0056}, (double[3]){0, 0.02, 0});      /* a corner */
    check_force((double[3]){-0.006, 0.026, 0.0056}, (double[3]){0, 0.02, 0});      /* past it */
}

/* An elastic bounce off an edge turns the ball aside and keeps its energy. */
static void test_edge_bounce(void **state)
{
    (void)state;
    clast_scene *scene = world_create(2500, 1e7, 0.25, world_smooth(1), 2e-6);
    world_sphere_shape(scene, "ball", 0.01);
    plate(scene, still, (double[3]){0.1, 0, 0}, (double[3]){0, 0.1, 0}, still);
    world_body(scene, (clast_body){.shape = "ball", .at = {-0.006, 0.05, 0.012}, .velocity = {0, 0, -1}});
    clast_sim *sim = world_start(scene);
    const double before = clast_sim_ledger(sim).kinetic;
    world_run(sim, 5000);
    CHECK(clast_sim_info(sim).contacts == 0);
    CHECK_CLOSE(clast_sim_ledger(sim).kinetic, before, 1e-4);
    CHECK(world_value(sim, "velocity", 0) < -0.5 && fabs(world_value(sim, "velocity", 1)) < 1e-12);
    CHECK_NEAR(clast_sim_ledger(sim).residual / before, 0, 1e-5);
    clast_sim_free(sim);
}

/* A rough plate that moves along itself takes a ball that lies on it along, and its edge passes below another. */
static void test_moving(void **state)
{
    (void)state;
    clast_scene *scene = world_create(2500, 1e7, 0.25, clast_contact_hertz_mindlin(0.5, 0.3), 1e-5);
    clast_scene_gravity(scene, (double[3]){0, 0, -9.81});
    world_sphere_shape(scene, "ball", 0.01);
    plate(scene, still, (double[3]){0.1, 0, 0}, (double[3]){0, 0.1, 0}, (double[3]){0.1, 0, 0});
    world_body(scene, (clast_body){.shape = "ball", .at = {0.095, 0.05, 0.01}});
    world_body(scene, (clast_body){.shape = "ball", .at = {0.004, 0.05, 0.01}});
    clast_sim *sim = world_start(scene);
    world_run(sim, 20000);
    CHECK_BETWEEN(world_value(sim, "velocity", 0), 0.027, 0.03); /* 2/7 of the plate's, rolling */
    CHECK(world_value(sim, "centre", 5) < 0);                    /* the second has fallen off behind it */
    CHECK(clast_sim_info(sim).contacts == 1);
    const clast_ledger l = clast_sim_ledger(sim);
    CHECK(l.wall_work != 0);
    CHECK_NEAR(l.residual / l.turnover, 0, 1e-3);
    clast_sim_free(sim);
}

/* A plate that moves along itself strikes a ball that rests, with its edge. */
static void test_edge_strikes(void **state)
{
    (void)state;
    clast_scene *scene = world_create(2500, 1e7, 0.25, world_smooth(1), 1e-5);
    world_sphere_shape(scene, "ball", 0.01);
    plate(scene, still, (double[3]){0.1, 0, 0}, (double[3]){0, 0.1, 0}, (double[3]){1, 0, 0});
    world_body(scene, (clast_body){.shape = "ball", .at = {0.15, 0.05, 0}});
    clast_sim *sim = world_start(scene);
    world_run(sim, 6000);
    CHECK_CLOSE(world_value(sim, "velocity", 0), 2, 1e-3);
    CHECK(clast_sim_info(sim).contacts == 0);
    clast_sim_free(sim);
}

static void test_refused(void **state)
{
    (void)state;
    clast_error error;
    clast_scene *scene = world_create(2500, 1e7, 0.25, world_smooth(1), 1e-5);
    clast_plane p = {.name = "p", .material = "m", .sides = {{1, 0, 0}, {0.1, 1, 0}}};
    CHECK(clast_scene_plane(scene, &p, &error) == CLAST_BAD_INPUT && strstr(error.text, "right angles"));
    p.sides[1][1] = p.sides[1][0] = 0;
    CHECK(clast_scene_plane(scene, &p, &error) == CLAST_BAD_INPUT);
    p.sides[1][2] = NAN;
    CHECK(clast_scene_plane(scene, &p, &error) == CLAST_BAD_INPUT);
    clast_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nearest_point), cmocka_unit_test(test_edge_bounce),
                                       cmocka_unit_test(test_moving), cmocka_unit_test(test_edge_strikes),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
