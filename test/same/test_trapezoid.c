/* The same bits with the implicit integrator, Jacobi and Gauss-Seidel: for 1, 2, 3 and 8 threads, for any skin, with work
 * thrown away in mid-run, with and without ledger; also with bonds and cohesion, whose contacts need not touch. */
#include "api/sim.h"
#include "world.h"

/* 60 bodies of two shapes falling into a box with a moving lid and onto a plate; steps that fail are halved. */
static clast_sim *bed(int threads, bool ledger, clast_iteration iteration)
{
    clast_error error;
    clast_contact rule = clast_contact_hertz_mindlin(0.6, 0.4);
    rule.term[CLAST_COHESION] = (clast_term){.law = "dmt", .param = {0.05}};
    clast_scene *scene = world_create(2700, 2e7, 0.2, rule, 2e-5);
    clast_time time = {.end = 1, .step = 4e-5, .integrator = CLAST_TRAPEZOID, .trapezoid = clast_trapezoid_default()};
    time.trapezoid.iteration = iteration;
    time.trapezoid.most_iterations = 8;
    time.trapezoid.on_failure = CLAST_HALVE;
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    const double down[3] = {5, 0, -60};
    clast_scene_gravity(scene, down);
    clast_scene_threads(scene, threads);
    clast_output output = {.ledger = ledger};
    clast_scene_output(scene, &output);
    world_fibre_shape(scene, "fibre");
    world_sphere_shape(scene, "ball", 0.008);
    world_box(scene, 0.13);
    clast_plane lid = {
        .name = "lid", .material = "m", .point = {0, 0, 0.15}, .normal = {0, 0, -1}, .velocity = {0.1, 0, -0.3}};
    CHECK_OK(clast_scene_plane(scene, &lid, &error), &error);
    const char *shapes[2] = {"fibre", "ball"};
    const double shares[2] = {2, 1};
    clast_fill fill = {.low = {0, 0, 0},
                       .high = {0.13, 0.13, 0.13},
                       .n_shapes = 2,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = 60,
                       .size = {0.5, 1},
                       .agitation = 1};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    return world_start(scene);
}

enum { STEPS = 1500 };

static uint64_t finish(clast_sim *sim)
{
    world_run(sim, STEPS - clast_sim_info(sim).step);
    const clast_convergence c = clast_sim_convergence(sim);
    CHECK(clast_sim_info(sim).contacts > 20 && clast_sim_info(sim).list_builds > 5);
    CHECK(c.halved > 0 && c.iterations > 2 * STEPS);
    uint64_t hash = clast_sim_hash(sim);
    clast_sim_free(sim);
    return hash;
}

static void check_all(clast_iteration iteration)
{
    const uint64_t one = finish(bed(1, true, iteration));
    CHECK(finish(bed(2, true, iteration)) == one);
    CHECK(finish(bed(3, true, iteration)) == one);
    CHECK(finish(bed(8, true, iteration)) == one);
    CHECK(finish(bed(1, false, iteration)) == one);
    for (int k = 0; k < 2; k++) {
        clast_sim *sim = bed(1, true, iteration);
        sim->work.skin = 0.0002 * (1 + 7 * k);
        sim->work.skin_fixed = true;
        CHECK(finish(sim) == one);
    }
    clast_sim *sim = bed(2, true, iteration);
    for (int k = 0; k < 5; k++) {
        world_run(sim, 211 + k);
        clast_work_free(&sim->work);
    }
    CHECK(finish(sim) == one);
}

static void test_jacobi(void **state)
{
    (void)state;
    check_all(CLAST_JACOBI);
}

static void test_gauss_seidel(void **state)
{
    (void)state;
    check_all(CLAST_GAUSS_SEIDEL);
}

/* A gas of balls in several tiles, by explicit steps and implicit ones in turn: lists that were changed in place are copied
 * with changes put in, and back. thrown: work is thrown away at every turn. */
static uint64_t by_turns(bool thrown)
{
    enum { TURNS = 60, EACH = 5 };
    clast_error error;
    clast_scene *scene = world_create(2700, 2e7, 0.2, clast_contact_hertz_mindlin(0.6, 0.4), 2e-5);
    clast_time time = {.end = 1, .step = 2e-5, .integrator = CLAST_TRAPEZOID, .trapezoid = clast_trapezoid_default()};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    world_sphere_shape(scene, "ball", 0.008);
    world_box(scene, 0.16);
    const char *shapes[1] = {"ball"};
    const double shares[1] = {1};
    clast_fill fill = {.low = {0, 0, 0},
                       .high = {0.16, 0.16, 0.16},
                       .n_shapes = 1,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = 350,
                       .size = {0.9, 1},
                       .agitation = 5};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    clast_output output = {.ledger = false};
    clast_scene_output(scene, &output);
    clast_sim *sim = world_start(scene);
    for (int k = 0; k < TURNS; k++) {
        sim->model.integrator = k % 2 ? CLAST_TRAPEZOID : CLAST_VERLET;
        world_run(sim, EACH);
        if (thrown)
            clast_work_free(&sim->work);
    }
    CHECK(clast_sim_info(sim).contacts > 50);
    const uint64_t hash = clast_sim_hash(sim);
    clast_sim_free(sim);
    return hash;
}

static void test_turns(void **state)
{
    (void)state;
    CHECK(by_turns(false) == by_turns(true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_jacobi), cmocka_unit_test(test_gauss_seidel),
                                       cmocka_unit_test(test_turns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
