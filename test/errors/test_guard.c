/* A run that has gone wrong is stopped in the step in which it did, and the body is named: by either integrator, in
 * whatever chunk of bodies it stands. */
#include "api/sim.h"
#include "world.h"

enum { BODIES = 150, WRONG = 131 };

static void stop(clast_integrator integrator, int threads)
{
    clast_error error = {0};
    clast_scene *scene = world_create(1000, 1e6, 0.25, world_smooth(1), 1e-3);
    const clast_time time = {.end = 1, .step = 1e-3, .integrator = integrator, .trapezoid = clast_trapezoid_default()};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    CHECK_OK(clast_scene_threads(scene, threads), &error);
    world_sphere_shape(scene, "ball", 0.1);
    for (int i = 0; i < BODIES; i++)
        world_body(scene, (clast_body){.id = 1000 + i, .shape = "ball", .at = {i, 0, 0}});
    clast_sim *sim = world_start(scene);
    CHECK_OK(clast_sim_step(sim, 2, &error), &error);
    sim->state.L[1][WRONG] = NAN;
    CHECK(clast_sim_step(sim, 1, &error) == CLAST_UNSTABLE);
    static const char begin[] = "body 1131 has a velocity that is not a number at step 3";
    error.text[sizeof begin - 1] = '\0';
    assert_string_equal(error.text, begin);
    clast_sim_free(sim);
}

static void test_not_a_number(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        stop(CLAST_VERLET, threads);
        stop(CLAST_TRAPEZOID, threads);
    }
}

/* Two of a row of balls that touch are shot into their neighbours: the first of them is named, in the step in which it is
 * further in than its radius, on any number of threads. */
static void test_driven_through(void **state)
{
    (void)state;
    enum { ROW = 400, FIRST = 150, SECOND = 350 };
    for (int threads = 1; threads <= 3; threads++) {
        clast_error error = {0};
        clast_scene *scene = world_create(1000, 1e6, 0.25, world_smooth(1), 1e-3);
        CHECK_OK(clast_scene_threads(scene, threads), &error);
        world_sphere_shape(scene, "ball", 0.1);
        for (int i = 0; i < ROW; i++)
            world_body(scene, (clast_body){.id = 1000 + i, .shape = "ball", .at = {0.1999 * i, 0, 0}});
        clast_sim *sim = world_start(scene);
        CHECK_OK(clast_sim_step(sim, 3, &error), &error);
        sim->state.v[0][FIRST] = sim->state.v[0][SECOND] = 16;
        CHECK(clast_sim_step(sim, 30, &error) == CLAST_UNSTABLE);
        static const char begin[] =
            "body 1150 is driven into body 1151 by 105 % of a sphere's radius at step 10, t = 0.01 s";
        error.text[sizeof begin - 1] = '\0';
        assert_string_equal(error.text, begin);
        clast_sim_free(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_not_a_number), cmocka_unit_test(test_driven_through)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
