/* What is refused of the implicit integrator and of plates: the exact message, with its place. */
#include <stdio.h>

#include "world.h"

#define REST                                                                                                \
    "materials: {stone: {young: 1e7, poisson: 0.2, density: 2600}}\ncontacts: {default: {friction: 0.5}}\n" \
    "shapes: {pea: {sphere: 5 mm}}\nbodies:\n  - {at: [0, 0, 0], shape: pea, material: stone}\n"

/* Reading the scene, or making the simulation, says this. */
static void refuse(const char *text, const char *message)
{
    char whole[2048], got[2048];
    clast_error error = {0};
    clast_scene *scene = NULL;
    clast_sim *sim = NULL;
    snprintf(whole, sizeof whole, "%s" REST, text);
    FILE *file = fopen("t.yaml", "w");
    CHECK(file && fputs(whole, file) >= 0 && fclose(file) == 0);
    clast_status status = clast_scene_read("t.yaml", NULL, 0, &scene, &error);
    if (!status)
        status = clast_sim_create(scene, &sim, &error);
    CHECK(status == CLAST_BAD_INPUT);
    assert_string_equal(clast_error_message(&error, got, sizeof got), message);
    clast_scene_free(scene);
}

static void settings(void **state)
{
    (void)state;
    refuse("time: {end: 1, integrator: trapezoid, trapezoid: {phi: 1.2}}\n",
           "t.yaml:1:56: error: phi is 1.2; allowed is 0 to 1\n"
           "    1 | time: {end: 1, integrator: trapezoid, trapezoid: {phi: 1.2}}\n"
           "      |                                                        ^~~");
    refuse("time: {end: 1, integrator: trapezoid, trapezoid: {tolerance: 0}}\n",
           "t.yaml:1:62: error: tolerance is 0; allowed is 0 to 1, this end excluded\n"
           "    1 | time: {end: 1, integrator: trapezoid, trapezoid: {tolerance: 0}}\n"
           "      |                                                              ^");
    refuse("time:\n  end: 1\n  integrator: trapezoid\n  trapezoid:\n    iteration: jakobi\n",
           "t.yaml:5:16: error: iteration is 'jakobi'; wanted is one of: jacobi, gauss-seidel\n"
           "    5 |     iteration: jakobi\n"
           "      |                ^~~~~~");
    refuse("time:\n  end: 1\n  integrator: trapezoid\n  trapezoid: {most_iteration: 3}\n",
           "t.yaml:4:15: error: unknown key 'most_iteration' in time.trapezoid; did you mean 'most_iterations'?\n"
           "    4 |   trapezoid: {most_iteration: 3}\n"
           "      |               ^~~~~~~~~~~~~~");
    refuse(
        "time: {end: 1, trapezoid: {phi: 0.5}}\n",
        "t.yaml:1:16: error: 'trapezoid' holds settings of 'integrator: trapezoid', and the integrator is verlet; take "
        "it out, or give the integrator\n"
        "    1 | time: {end: 1, trapezoid: {phi: 0.5}}\n"
        "      |                ^~~~~~~~~");
}

static void rotation(void **state)
{
    (void)state;
    refuse("time: {end: 1, integrator: trapezoid, rotation: sts-kdk}\n",
           "t.yaml:1:1: error: rotation scheme 'sts-kdk' belongs to 'integrator: verlet'; the trapezoid turns bodies "
           "itself: allowed are rodrigues and none, or leave it out\n"
           "    1 | time: {end: 1, integrator: trapezoid, rotation: sts-kdk}\n"
           "      | ^~~~");
}

static void plates(void **state)
{
    (void)state;
    refuse(
        "time: {end: 1}\nwalls:\n  p:\n    material: stone\n    plate:\n      corner: [0, 0, -1]\n      along: [1, 0, "
        "0]\n      across: [1, 1, 0]\n",
        "t.yaml:8:15: error: wall 'p': the sides have lengths 1 and 1.41421 and the product 1; two sides at right "
        "angles are wanted, so that it is 0\n"
        "    8 |       across: [1, 1, 0]\n"
        "      |               ^~~~~~~~~");
    refuse("time: {end: 1}\nwalls: {p: {material: stone, plate: {corner: [0, 0, -1], along: [1, 0, 0]}}}\n",
           "t.yaml:2:30: error: walls.p.plate needs the key 'across' (the other side, at a right angle to it, m)\n"
           "    2 | walls: {p: {material: stone, plate: {corner: [0, 0, -1], along: [1, 0, 0]}}}\n"
           "      |                              ^~~~~");
}

/* The same bounds for programs. */
static void arguments(void **state)
{
    (void)state;
    clast_error error;
    clast_scene *scene = clast_scene_create();
    clast_time time = {.end = 1, .integrator = CLAST_TRAPEZOID, .trapezoid = clast_trapezoid_default()};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    time.trapezoid.phi = -0.1;
    CHECK(clast_scene_time(scene, &time, &error) == CLAST_BAD_INPUT && strstr(error.text, "phi is -0.1"));
    time.trapezoid = (clast_trapezoid){.phi = 0.5};
    CHECK(clast_scene_time(scene, &time, &error) == CLAST_BAD_INPUT && strstr(error.text, "tolerance is 0"));
    clast_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(settings), cmocka_unit_test(rotation), cmocka_unit_test(plates),
                                       cmocka_unit_test(arguments)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
