/* Contacts of balls, and of stones, that are gathered, moved, turned and laid down at once, and those that go through one loop after the
 * other: the same bits, in the ledger, too. Also where some turn too far in a step for the short series. */
#include "api/sim.h"
#include "world.h"

enum { SIDE = 7, STEPS = 12, TO_STABILITY = 64 /* a step in which its number is taken (energy/stability.h) */ };

typedef enum grain_kind { BALL, STONE } grain_kind;

/* A stone is a little larger than a ball. Only one of them: beside another shape balls are not taken for balls. */
static void add_shape(clast_scene *scene, grain_kind grain, double radius)
{
    clast_error error;
    const double spheres[3][4] = {{0, 0, 0, radius},
                                  {0.25 * radius, 0.1 * radius, 0, 0.76 * radius},
                                  {0, -0.2 * radius, -0.23 * radius, 0.77 * radius}};
    const clast_shape stone = {.name = "grain", .n_spheres = 3, .spheres = spheres};
    if (grain == BALL)
        world_sphere_shape(scene, "grain", radius);
    else
        CHECK_OK(clast_scene_shape(scene, &stone, &error), &error);
}

/* It slides below the bed. */
static void floor_below(clast_scene *scene, double height)
{
    clast_error error;
    const clast_plane plane = {
        .name = "floor", .material = "m", .point = {0, 0, height}, .normal = {0, 0, 1}, .velocity = {0.3, -0.1, 0.05}};
    CHECK_OK(clast_scene_plane(scene, &plane, &error), &error);
}

/* A crystal of grains a little too close. Every eleventh is hasty: it spins, or flies, a good part of its size in a step. */
static uint64_t run(grain_kind grain, bool long_way, double spin, double speed, int steps, clast_ledger *ledger)
{
    const double radius = 0.008, apart = 0.0158, dt = 2e-5;
    clast_scene *scene = world_create(2700, 2e7, 0.2, clast_contact_hertz_mindlin(0.6, 0.4), dt);
    clast_output output = {.ledger = ledger != NULL};
    clast_scene_output(scene, &output);
    add_shape(scene, grain, radius);
    floor_below(scene, -0.98 * radius);
    for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        const bool hasty = i % 11 == 0;
        const int row = i / SIDE % SIDE, layer = i / (SIDE * SIDE);
        world_body(scene,
                   (clast_body){.shape = "grain",
                                .at = {apart * (i % SIDE), apart * row, apart * layer},
                                .velocity = {0.3 * (i % 5 - 2), hasty ? speed : 0.2 * (i % 7 - 3), 0.1 * (i % 3)},
                                .spin = {i % 4, hasty ? spin : -2.0 * (i % 6), hasty ? 0.5 * spin : i % 9}});
    }
    clast_sim *sim = world_start(scene);
    CHECK(sim->model.balls == (grain == BALL));
    sim->work.long_way = long_way;
    world_run(sim, steps);
    CHECK(clast_sim_info(sim).contacts > 600);
    const uint64_t hash = clast_sim_hash(sim);
    if (ledger) {
        *ledger = clast_sim_ledger(sim);
        ledger->stability = 0; /* not only that of the stiffest */
        for (int i = 0; i < SIDE * SIDE * SIDE; i++)
            ledger->stability += sim->work.stiffness[i];
    }
    clast_sim_free(sim);
    return hash;
}

/* The ways without the ledger and with it. */
static void check(grain_kind grain, double spin, double speed)
{
    clast_ledger at_once, long_way;
    const uint64_t hash = run(grain, false, spin, speed, STEPS, NULL);
    CHECK(run(grain, true, spin, speed, STEPS, NULL) == hash);
    CHECK(run(grain, false, spin, speed, STEPS, &at_once) == hash);
    CHECK(run(grain, true, spin, speed, STEPS, &long_way) == hash);
    CHECK(at_once.tangential_damping == long_way.tangential_damping && at_once.friction == long_way.friction &&
          at_once.normal_damping == long_way.normal_damping && at_once.damping_check == long_way.damping_check &&
          at_once.tangential_check == long_way.tangential_check && at_once.residual == long_way.residual);
    CHECK(at_once.normal_damping > 0 && at_once.tangential_damping > 0 && at_once.friction > 0);
}

/* Of the last step, with bodies that have moved since the first. */
static void check_stability(grain_kind grain)
{
    clast_ledger start, at_once, long_way;
    run(grain, false, 1, 0.1, 1, &start);
    run(grain, false, 1, 0.1, TO_STABILITY, &at_once);
    run(grain, true, 1, 0.1, TO_STABILITY, &long_way);
    CHECK(at_once.stability == long_way.stability && at_once.stability > 0);
    CHECK(at_once.stability != start.stability);
}

static void test_stability(void **state)
{
    (void)state;
    check_stability(BALL);
    check_stability(STONE);
}

static void test_slow(void **state)
{
    (void)state;
    check(BALL, 1, 0.1);
    check(STONE, 1, 0.1);
}

static void test_spins_far(void **state)
{
    (void)state;
    check(BALL, 3e4, 0.1);
    check(STONE, 3e4, 0.1);
}

static void test_slips_far(void **state)
{
    (void)state;
    check(BALL, 1, 15);
    check(STONE, 1, 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_slow), cmocka_unit_test(test_spins_far),
                                       cmocka_unit_test(test_slips_far), cmocka_unit_test(test_stability)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
