/* A scene made by a program: every argument is checked, with the same limits as in a file. */
#include "check.h"

#include <stdio.h>

#include "clast/clast.h"

static const clast_material stone = {.name = "stone", .density = 2700, .young = 1e7, .poisson = 0.2};
static const double ball[1][4] = {{0, 0, 0, 1}};
static const clast_shape pea = {.name = "pea", .n_spheres = 1, .spheres = ball};

#define REFUSE(call, message)                                                \
    do {                                                                     \
        clast_error error = {0};                                             \
        CHECK((call) == CLAST_BAD_INPUT && error.status == CLAST_BAD_INPUT); \
        assert_string_equal(error.text, message);                            \
    } while (0)

static void materials(void **state)
{
    clast_scene *scene = *state;
    clast_material bad = stone;
    CHECK(clast_scene_material(scene, &stone, NULL) == CLAST_OK);
    REFUSE(clast_scene_material(scene, &stone, &error), "material 'stone' is defined twice");
    REFUSE(clast_scene_material(NULL, &stone, &error), "clast_scene_material: an argument is NULL");
    bad.name = "";
    REFUSE(clast_scene_material(scene, &bad, &error), "a material has no name");
    bad.name = "b";
    bad.density = -1;
    REFUSE(clast_scene_material(scene, &bad, &error), "material 'b': density is -1; allowed is more than 0");
    bad.density = NAN;
    REFUSE(clast_scene_material(scene, &bad, &error), "material 'b': density is nan; allowed is more than 0");
    bad.density = 0;
    bad.poisson = -1;
    REFUSE(clast_scene_material(scene, &bad, &error),
           "material 'b': poisson is -1; allowed is -1 to 0.5, this end excluded");
    bad.poisson = 0.5;
    CHECK(clast_scene_material(scene, &bad, NULL) == CLAST_OK);
    for (int i = 0; i < 254; i++) {
        char name[16];
        snprintf(name, sizeof name, "m%d", i);
        bad.name = name;
        CHECK(clast_scene_material(scene, &bad, NULL) == CLAST_OK);
    }
    bad.name = "last";
    REFUSE(clast_scene_material(scene, &bad, &error), "material 'last' is one too many; at most 256 are allowed");
}

static void contacts(void **state)
{
    clast_scene *scene = *state;
    clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.8);
    CHECK(clast_scene_contact(scene, &rule, NULL) == CLAST_OK);
    REFUSE(clast_scene_contact(scene, &rule, &error), "the rule for default is given twice");
    rule.material[0] = "a";
    REFUSE(clast_scene_contact(scene, &rule, &error), "a contact has one material; give two, or none for the default");
    rule.material[1] = "b";
    CHECK(clast_scene_contact(scene, &rule, NULL) == CLAST_OK);
    rule.material[0] = "b", rule.material[1] = "a";
    REFUSE(clast_scene_contact(scene, &rule, &error), "the rule for b-a is given twice");
    rule.material[0] = "a";
    rule.term[CLAST_FRICTION].param[1] = 0.6;
    REFUSE(clast_scene_contact(scene, &rule, &error),
           "dynamic friction 0.6 is above static friction 0.5; it cannot be");
    rule = clast_contact_default();
    CHECK(rule.term[CLAST_NORMAL].law == NULL && isnan(rule.term[CLAST_DAMPING].param[7]));
    rule.material[0] = rule.material[1] = "a";
    rule.term[CLAST_NORMAL].law = "herz";
    REFUSE(clast_scene_contact(scene, &rule, &error), "normal law 'herz' is not known");
}

static void shapes(void **state)
{
    clast_scene *scene = *state;
    clast_shape bad = pea;
    static const double empty[2][4] = {{0, 0, 0, 1}, {0, 0, 0, 0}};
    CHECK(clast_scene_shape(scene, &pea, NULL) == CLAST_OK);
    REFUSE(clast_scene_shape(scene, &pea, &error), "shape 'pea' is defined twice");
    bad.name = "b";
    bad.n_spheres = 0;
    REFUSE(clast_scene_shape(scene, &bad, &error), "shape 'b' has no spheres");
    bad.spheres = empty;
    bad.n_spheres = 2;
    REFUSE(clast_scene_shape(scene, &bad, &error), "shape 'b': radius of sphere 2 is 0; allowed is more than 0");
    bad.n_spheres = 1;
    bad.mass = -1;
    REFUSE(clast_scene_shape(scene, &bad, &error), "shape 'b': mass is -1; allowed is more than 0");
    bad.mass = 1;
    REFUSE(clast_scene_shape(scene, &bad, &error), "shape 'b': inertia is not positive definite; no solid has it");
    bad.inertia[0] = bad.inertia[1] = bad.inertia[2] = 1;
    CHECK(clast_scene_shape(scene, &bad, NULL) == CLAST_OK);
}

static void bodies(void **state)
{
    clast_scene *scene = *state;
    clast_body body = {.shape = "pea", .material = "stone"};
    CHECK(clast_scene_body(scene, &body, NULL) == CLAST_OK);
    body.size = -1;
    REFUSE(clast_scene_body(scene, &body, &error), "a body: size is -1; allowed is more than 0");
    body.size = 1;
    body.spin[1] = INFINITY;
    REFUSE(clast_scene_body(scene, &body, &error), "a body: number 2 of spin is inf; only finite numbers are allowed");
    body.spin[1] = 0;
    body.shape = NULL;
    REFUSE(clast_scene_body(scene, &body, &error), "the shape of a body has no name");

    static const char *const names[] = {"pea"};
    static const double shares[] = {1};
    clast_fill fill = {
        .high = {1, 1, 1}, .n_shapes = 1, .shapes = names, .shares = shares, .material = "stone", .count = 5};
    CHECK(clast_scene_fill(scene, &fill, NULL) == CLAST_OK);
    fill.count = 0;
    REFUSE(clast_scene_fill(scene, &fill, &error), "a fill: count is 0; allowed is 1 to 1000000000");
    fill.count = 1;
    fill.high[1] = 0;
    REFUSE(clast_scene_fill(scene, &fill, &error), "a fill: box runs from y = 0 to 0; low must be below high");
    fill.high[1] = 1;
    fill.n_shapes = 0;
    REFUSE(clast_scene_fill(scene, &fill, &error), "a fill has no shapes");
}

static void rest(void **state)
{
    clast_scene *scene = *state;
    clast_plane plane = {.name = "floor", .material = "stone"};
    REFUSE(clast_scene_plane(scene, &plane, &error), "wall 'floor': normal has length 0; give a direction");
    clast_time time = {.end = 1, .step = -1};
    REFUSE(clast_scene_time(scene, &time, &error), "time: step is -1; allowed is more than 0");
    time = (clast_time){.end = 0};
    REFUSE(clast_scene_time(scene, &time, &error), "time: end is 0; allowed is more than 0");
    time = (clast_time){.end = 1, .sort_every = -1};
    REFUSE(clast_scene_time(scene, &time, &error), "time: sort_every is -1; allowed is 1 or more");
    const double g[3] = {0, NAN, 0};
    clast_output output = {.every = -1};
    CHECK(clast_scene_gravity(scene, g) == CLAST_BAD_INPUT && clast_scene_threads(scene, -1) == CLAST_BAD_INPUT);
    CHECK(clast_scene_output(scene, &output) == CLAST_BAD_INPUT && clast_scene_seed(NULL, 1) == CLAST_BAD_INPUT);
    REFUSE(clast_scene_read(NULL, NULL, 0, &scene, &error),
           "clast_scene_read needs a file, a scene to fill and n_set overrides");
}

static int make(void **state)
{
    *state = clast_scene_create();
    return *state ? 0 : -1;
}

static int drop(void **state)
{
    clast_scene_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(materials, make, drop), cmocka_unit_test_setup_teardown(contacts, make, drop),
        cmocka_unit_test_setup_teardown(shapes, make, drop),    cmocka_unit_test_setup_teardown(bodies, make, drop),
        cmocka_unit_test_setup_teardown(rest, make, drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
