/* The same bits whatever vector unit runs the loops: everything is sent down each path that this processor has. */
#include <stdio.h>

#include "api/sim.h"
#include "base/clones.h"
#include "motion/motion.h"
#include "world.h"

static clast_clone path; /* of the run at hand */
static _Atomic int asked;

/* In place of the library's: what a run takes is chosen here. */
clast_clone clast_clone_widest(void)
{
    asked++;
    return path;
}

static const char *const names[] = {"plain", "avx2", "avx512"};

/* As in src/base/clones.c. */
static clast_clone widest(void)
{
#if defined __x86_64__ && defined __GNUC__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return CLAST_CLONE_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return CLAST_CLONE_AVX2;
#endif
    return CLAST_CLONE_PLAIN;
}

/* Stones and balls thrown into a box. */
static uint64_t run_bed(const char *rotation, const char *rolling, int64_t steps)
{
    clast_error error;
    clast_contact contact = clast_contact_hertz_mindlin(0.6, 0.4);
    if (rolling) {
        contact.term[CLAST_ROLLING].law = rolling;
        contact.term[CLAST_ROLLING].param[0] = 0.2;
    }
    clast_scene *scene = world_create(2700, 2e7, 0.2, contact, 2e-5);
    const double down[3] = {5, 0, -60};
    clast_scene_gravity(scene, down);
    world_box(scene, 0.17);
    const double spheres[3][4] = {{0, 0, 0, 0.006}, {0.006, 0.001, 0, 0.007}, {-0.003, 0.005, 0.001, 0.005}};
    clast_shape stone = {.name = "stone", .n_spheres = 3, .spheres = spheres, .rotation = rotation};
    clast_shape ball = {.name = "ball", .n_spheres = 1, .spheres = spheres, .rotation = rotation};
    CHECK_OK(clast_scene_shape(scene, &stone, &error), &error);
    CHECK_OK(clast_scene_shape(scene, &ball, &error), &error);
    const char *shapes[2] = {"stone", "ball"};
    const double shares[2] = {2, 1};
    clast_fill fill = {.low = {0, 0, 0},
                       .high = {0.17, 0.17, 0.17},
                       .n_shapes = 2,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = 150,
                       .size = {0.5, 1},
                       .agitation = 1};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    clast_sim *sim = world_start(scene);
    world_run(sim, steps);
    CHECK(clast_sim_info(sim).contacts > 5);
    const uint64_t hash = clast_sim_hash(sim);
    clast_sim_free(sim);
    return hash;
}

static void compare_paths(const char *rotation, const char *rolling, int64_t steps)
{
    path = CLAST_CLONE_PLAIN;
    asked = 0;
    const uint64_t plain = run_bed(rotation, rolling, steps);
    CHECK(asked > steps);
    for (path = CLAST_CLONE_AVX2; path <= widest(); path++)
        CHECK(run_bed(rotation, rolling, steps) == plain);
}

static void test_default(void **state)
{
    (void)state;
    compare_paths("sts-kdk", NULL, 3000);
    compare_paths("sts-kdk", "epsd", 2000);
}

/* Every row of the table. */
static void test_schemes(void **state)
{
    (void)state;
    for (int k = 0; k < clast_scheme_count(); k++)
        compare_paths(clast_scheme_at(k)->name, NULL, 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_default), cmocka_unit_test(test_schemes)};
    for (clast_clone k = CLAST_CLONE_PLAIN; k <= CLAST_CLONE_AVX512; k++)
        printf("path %s: %s\n", names[k], k <= widest() ? "run" : "NOT RUN, this processor does not have it");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
