/* The same bits: for 1, 2, 3 and 8 threads, for any skin, with work thrown away in mid-run, with and without ledger. */
#include "api/sim.h"
#include "world.h"

/* 90 bodies of two shapes and many sizes falling and tumbling into a box with a moving lid; lists are rebuilt often. */
static clast_sim *bed(int threads, bool ledger)
{
    clast_error error;
    clast_scene *scene = world_create(2700, 2e7, 0.2, clast_contact_hertz_mindlin(0.6, 0.4), 2e-5);
    const double down[3] = {5, 0, -60};
    clast_scene_gravity(scene, down);
    clast_scene_threads(scene, threads);
    clast_output output = {.ledger = ledger};
    clast_scene_output(scene, &output);
    world_fibre_shape(scene, "fibre");
    world_sphere_shape(scene, "ball", 0.008);
    world_box(scene, 0.17);
    clast_plane lid = {
        .name = "lid", .material = "m", .point = {0, 0, 0.2}, .normal = {0, 0, -1}, .velocity = {0.1, 0, -0.3}};
    CHECK_OK(clast_scene_plane(scene, &lid, &error), &error);
    const char *shapes[2] = {"fibre", "ball"};
    const double shares[2] = {2, 1};
    clast_fill fill = {.low = {0, 0, 0},
                       .high = {0.17, 0.17, 0.17},
                       .n_shapes = 2,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = 90,
                       .size = {0.5, 1},
                       .agitation = 1};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    return world_start(scene);
}

enum { STEPS = 4000 };

static uint64_t finish(clast_sim *sim)
{
    world_run(sim, STEPS - clast_sim_info(sim).step);
    CHECK(clast_sim_info(sim).contacts > 20 && clast_sim_info(sim).list_builds > 5);
    uint64_t hash = clast_sim_hash(sim);
    clast_sim_free(sim);
    return hash;
}

static uint64_t reference_hash(void) { return finish(bed(1, true)); }

static void test_threads(void **state)
{
    (void)state;
    const uint64_t one = reference_hash();
    CHECK(finish(bed(2, true)) == one);
    CHECK(finish(bed(3, true)) == one);
    CHECK(finish(bed(8, true)) == one);
}

static void test_skin(void **state)
{
    (void)state;
    const uint64_t one = reference_hash();
    for (int k = 0; k < 3; k++) {
        clast_sim *sim = bed(1, true);
        sim->work.skin = 0.0002 * (1 + 7 * k);
        sim->work.skin_fixed = true;
        CHECK(finish(sim) == one);
    }
}

static void test_work_thrown_away(void **state)
{
    (void)state;
    const uint64_t one = reference_hash();
    clast_sim *sim = bed(2, true);
    for (int k = 0; k < 7; k++) {
        world_run(sim, 311 + k);
        clast_work_free(&sim->work);
    }
    CHECK(finish(sim) == one);
}

static void test_ledger_does_not_touch_the_run(void **state)
{
    (void)state;
    CHECK(finish(bed(1, false)) == reference_hash());
}

/* The hash sees a change in the last place of one number. */
static void test_hash_sees_one_bit(void **state)
{
    (void)state;
    clast_sim *sim = bed(1, true);
    const uint64_t before = clast_sim_hash(sim);
    sim->state.x[1][3] = nextafter(sim->state.x[1][3], 1);
    CHECK(clast_sim_hash(sim) != before);
    clast_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads), cmocka_unit_test(test_skin), cmocka_unit_test(test_work_thrown_away),
        cmocka_unit_test(test_ledger_does_not_touch_the_run), cmocka_unit_test(test_hash_sees_one_bit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
