/* What cannot turn is refused in words, and what turns too far in one step is warned of once. */
#include <stdio.h>

#include "api/sim.h"
#include "world.h"

static clast_scene *scene_with(const char *rotation)
{
    clast_error error;
    clast_scene *scene = world_create(1000, 1e6, 0.25, world_smooth(1), 1e-3);
    clast_time time = {.end = 1, .step = 1e-3, .rotation = rotation};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    return scene;
}

static void add_sphere(clast_scene *scene, int64_t id, double x, double spin)
{
    world_body(scene, (clast_body){.id = id, .shape = "ball", .at = {x, 0, 0}, .spin = {0, 0, spin}});
}

/* The nearest name, then the known ones, those like it first. */
static void test_unknown_scheme(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"sts-kkd", "did you mean 'sts-kdk'? known: sts-kdk, no-squish, mag4-kdk"},
        {"nosquish", "did you mean 'no-squish'? known: sts-kdk, no-squish"},
        {"leap-frog", "did you mean 'leapfrog'? known: leapfrog, sts-kdk"},
        {"exact", "known: exact-kdk, sts-kdk"},
        {"pcdm",
         "known: pcdm-printed, pcdm-mid, pcdm-verlet, pcdm-verlet-printed, pcdm-verlet-late, sts-kdk, no-squish, "
         "mag4-kdk, ..."},
        {"multiplication", "known: direct-multiplication, sts-kdk"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        clast_error error = {0};
        clast_scene *scene = clast_scene_create();
        clast_time time = {.end = 1, .step = 1e-3, .rotation = wrong[k][0]};
        CHECK(clast_scene_time(scene, &time, &error) == CLAST_BAD_INPUT);
        char begin[256];
        snprintf(begin, sizeof begin, "rotation scheme '%s' is not known; %s", wrong[k][0], wrong[k][1]);
        error.text[strlen(begin)] = '\0';
        assert_string_equal(error.text, begin);
        clast_scene_free(scene);
    }
}

/* Moments that no body has, in any frame. */
static void refuse_inertia(const double inertia[6], const char *message)
{
    clast_error error = {0};
    clast_scene *scene = scene_with(NULL);
    const double sphere[1][4] = {{0, 0, 0, 0.1}};
    clast_shape shape = {.name = "brick", .n_spheres = 1, .spheres = sphere, .mass = 1};
    memcpy(shape.inertia, inertia, sizeof shape.inertia);
    clast_status status = clast_scene_shape(scene, &shape, &error);
    clast_sim *sim = NULL;
    if (!status) {
        world_body(scene, (clast_body){.shape = "brick"});
        status = clast_sim_create(scene, &sim, &error);
    }
    CHECK(status == CLAST_BAD_INPUT && sim == NULL);
    assert_string_equal(error.text, message);
    clast_scene_free(scene);
}

static void test_inertia_of_no_body(void **state)
{
    (void)state;
    refuse_inertia((double[6]){0, 0, 0, 0, 0, 0}, "shape 'brick': inertia is not positive definite; no solid has it");
    refuse_inertia((double[6]){1, 1, -1, 0, 0, 0}, "shape 'brick': inertia is not positive definite; no solid has it");
    refuse_inertia((double[6]){1, 1, 2.1, 0, 0, 0},
                   "shape 'brick': one moment of inertia (1, 1, 2.1) is larger than the two others together; no solid "
                   "has it");
    /* fine on the diagonal, wrong in the principal frame: moments 0.1, 1, 1.9 */
    refuse_inertia((double[6]){1, 1, 1, 0.9, 0, 0},
                   "shape 'brick': principal moments of inertia 0.1, 1, 1.9 are not those of a body; each must be "
                   "positive and at most the sum of the other two");
}

static int warnings_of(clast_sim *sim, const char *part)
{
    const char *texts[8];
    const int n = clast_sim_warnings(sim, texts, 8);
    int found = 0;
    for (int k = 0; k < n; k++)
        found += strstr(texts[k], part) != NULL;
    return found;
}

/* Only what exceeds half a radian per step is said, once, with the body's own number. */
static void test_fast_spin_is_warned_of_once(void **state)
{
    (void)state;
    clast_scene *scene = scene_with("sts-kdk");
    world_sphere_shape(scene, "ball", 0.01);
    add_sphere(scene, 3, 0, 490);
    add_sphere(scene, 71, 1, 600);
    add_sphere(scene, 5, 2, 700);
    clast_sim *sim = world_start(scene);
    CHECK(warnings_of(sim, "body 71 turns by 0.6 rad in one step at t = 0 s, more than 0.5: its rotation is not "
                           "accurate; a step of 0.000417 s would do") == 1);
    world_run(sim, 64);
    CHECK(warnings_of(sim, "turns by") == 1);
    clast_sim_free(sim);
}

static void test_slow_and_still_bodies_are_not(void **state)
{
    (void)state;
    static const char *const schemes[] = {"sts-kdk", "none"};
    for (int k = 0; k < 2; k++) {
        clast_scene *scene = scene_with(schemes[k]);
        world_sphere_shape(scene, "ball", 0.01);
        add_sphere(scene, 1, 0, k ? 600 : 499);
        clast_sim *sim = world_start(scene);
        world_run(sim, 64);
        CHECK(warnings_of(sim, "turns by") == 0);
        clast_sim_free(sim);
    }
}

/* In a long run without the ledger spins are not kept from step to step; those that are looked at are. */
static void test_spin_gained_on_the_way_is_warned_of(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        clast_scene *scene = scene_with("sts-kdk");
        world_sphere_shape(scene, "ball", 0.01);
        world_fibre_shape(scene, "fibre");
        for (int i = 0; i < 2; i++)
            world_body(scene, (clast_body){.shape = k ? "fibre" : "ball", .id = 7 + i, .at = {i, 0, 0}});
        clast_sim *sim = world_start(scene);
        sim->model.ledger = false;
        CHECK(warnings_of(sim, "turns by") == 0);
        sim->state.L[2][1] = 600 * sim->work.inertia[2][1];
        world_run(sim, 33);
        CHECK(warnings_of(sim, "body 8 turns by") == 1);
        clast_sim_free(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_scheme),
        cmocka_unit_test(test_inertia_of_no_body),
        cmocka_unit_test(test_fast_spin_is_warned_of_once),
        cmocka_unit_test(test_slow_and_still_bodies_are_not),
        cmocka_unit_test(test_spin_gained_on_the_way_is_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
