/* A scene that uses the whole language, read and compared with what it says; overrides; lists of bodies. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "io/h5.h"
#include "model/scene.h"

static const char whole[] =
    "clast: 1\n"
    "title: Everything, at once\n"
    "time: {end: 2 s, step: 10 us, integrator: verlet, rotation: sts-kdk}\n"
    "gravity: [1, 2, -3 m/s2]\n"
    "threads: 3\n"
    "seed: 7\n"
    "materials:\n"
    "  stone: {density: 2.7 g/cm3, young: 240 MPa, poisson: 0.2}\n"
    "  hard-steel: {young: 210 GPa, poisson: 0.3}\n"
    "contacts:\n"
    "  default: {normal: hertz, tangential: mindlin, friction: 0.6, restitution: 0.2}\n"
    "  stone-hard-steel:\n"
    "    normal: {linear: {stiffness: 100 kN/m}}\n"
    "    friction: {static: 0.4, dynamic: 0.3}\n"
    "    damping: none\n"
    "shapes:\n"
    "  pea: {sphere: 4 mm, mass: 2 g}\n"
    "  pair: {file: pair.yaml, rotation: none}\n"
    "bodies:\n"
    "  - {shape: pea, material: stone, at: [0, 0, 0.5], turn: {axis: [0, 2, 0], angle: 180 deg},\n"
    "     velocity: [1, -1, 0], spin: [0, 0, 60 rpm], size: 2, id: 11}\n"
    "  - {shape: pair, material: stone, at: [0, 1, 0], turn: [0, 0, 3, 4]}\n"
    "  - fill: {box: [[0, 0, 0], [1, 1, 2]], shapes: {pea: 1, pair: 3}, material: stone, count: 1e2,\n"
    "           how: lattice, turn: none, size: {uniform: [0.8, 1.2]}, velocity: [0, 0, -1],\n"
    "           agitation: 5 mm/s}\n"
    "  - {file: list.csv, shape: pea}\n"
    "walls:\n"
    "  floor: {plane: {point: [0, 0, 1], normal: [0, 0, 2]}, material: hard-steel,\n"
    "          motion: {translate: {velocity: [0, 0, 1 mm/s]}}}\n"
    "  bin: {box: [[0, 0, 0], [1, 2, 3]], material: hard-steel, open: [top, left]}\n"
    "output: {every: 10 ms, series: 1 ms, spheres: true, ledger: false}\n";

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "wb");
    CHECK(file != NULL);
    fputs(text, file);
    fclose(file);
}

static clast_scene *read_scene(const char *text, const char *const *set, int n_set)
{
    clast_scene *scene = NULL;
    clast_error error = {0};
    write_file("whole.yaml", text);
    write_file("pair.yaml", "spheres: [[0, 0, 0, 1 cm], [1 cm, 0, 0, 5 mm]]\nmass: 1\ncentre: [1 mm, 0, 0]\n"
                            "inertia: [1, 2, 2.5, 0.1, 0.2, 0.3]\n");
    write_file(
        "list.csv",
        "# two bodies\nmaterial,x,y , z,id,qw,qx,qy,qz\nstone,1,2,3,7,0,1,0,0\n\nstone, 4 mm,5,6, 8,2,0,0,0\r\n");
    CHECK_OK(clast_scene_read("whole.yaml", set, n_set, &scene, &error), &error);
    return scene;
}

static void settings(void **state)
{
    (void)state;
    clast_scene *scene = read_scene(whole, NULL, 0);
    assert_string_equal(scene->title, "Everything, at once");
    CHECK(scene->time.end == 2 && scene->time.step == 1e-5);
    assert_string_equal(scene->time.rotation, "sts-kdk");
    CHECK(scene->gravity[0] == 1 && scene->gravity[2] == -3 && scene->threads == 3 && scene->seed == 7);
    CHECK(scene->output.every == 0.01 && scene->output.series == 0.001);
    CHECK(scene->output.spheres && !scene->output.ledger);
    assert_string_equal(scene->as_run, whole);
    assert_string_equal(scene->text, whole);
    clast_scene_free(scene);
}

static void materials_and_rules(void **state)
{
    (void)state;
    clast_scene *scene = read_scene(whole, NULL, 0);
    CHECK(scene->n_materials == 2 && scene->n_contacts == 2);
    CHECK(scene->materials[0].density == 2700 && scene->materials[1].density == 0);
    CHECK(scene->materials[0].place.line == 8 && scene->materials[0].place.column == 3);
    const clast_contact *base = &scene->contacts[0], *pair = &scene->contacts[1];
    CHECK(!base->material[0] && !base->material[1]);
    assert_string_equal(base->term[CLAST_DAMPING].law, "restitution");
    CHECK(base->term[CLAST_DAMPING].param[0] == 0.2);
    CHECK(base->term[CLAST_FRICTION].param[0] == 0.6 && base->term[CLAST_FRICTION].param[1] == 0.6);
    assert_string_equal(pair->material[0], "stone");
    assert_string_equal(pair->material[1], "hard-steel");
    assert_string_equal(pair->term[CLAST_NORMAL].law, "linear");
    CHECK(pair->term[CLAST_NORMAL].param[0] == 1e5);
    CHECK(pair->term[CLAST_FRICTION].param[0] == 0.4 && pair->term[CLAST_FRICTION].param[1] == 0.3);
    assert_string_equal(pair->term[CLAST_DAMPING].law, "none");
    CHECK(pair->term[CLAST_TANGENTIAL].law == NULL && isnan(pair->term[CLAST_TANGENTIAL].param[0]));
    clast_scene_free(scene);
}

static void shapes_and_bodies(void **state)
{
    (void)state;
    clast_scene *scene = read_scene(whole, NULL, 0);
    const clast_shape *pea = &scene->shapes[0], *pair = &scene->shapes[1];
    CHECK(pea->n_spheres == 1 && pea->spheres[0][3] == 0.004 && pea->mass == 0.002);
    CHECK_CLOSE(pea->inertia[1], 0.4 * 0.002 * 0.004 * 0.004, 1e-14);
    CHECK(pair->n_spheres == 2 && pair->spheres[1][0] == 0.01 && pair->centre[0] == 0.001 && pair->inertia[5] == 0.3);
    assert_string_equal(pair->rotation, "none");
    CHECK(scene->n_bodies == 4 && scene->n_fills == 1);
    const clast_body *body = scene->bodies;
    CHECK(body[0].id == 11 && body[0].size == 2 && body[0].velocity[1] == -1);
    CHECK_CLOSE(body[0].spin[2], 6.283185307179586, 1e-15);
    CHECK_NEAR(body[0].turn[0], 0, 1e-15);
    CHECK_CLOSE(body[0].turn[2], 1, 1e-15);
    CHECK(body[1].turn[2] == 0.6 && body[1].turn[3] == 0.8 && body[1].size == 1 && body[1].id == 0);
    CHECK(body[2].id == 7 && body[2].at[1] == 2 && body[2].turn[1] == 1);
    CHECK(body[3].id == 8 && body[3].at[0] == 0.004 && body[3].turn[0] == 1);
    CHECK(body[0].shape == scene->shapes[0].name && body[2].material == scene->materials[0].name);
    const clast_fill *fill = scene->fills;
    CHECK(fill->count == 100 && fill->how == CLAST_FILL_LATTICE && fill->aligned && fill->n_shapes == 2);
    CHECK(fill->shares[1] == 3 && fill->size[0] == 0.8 && fill->size[1] == 1.2 && fill->agitation == 0.005);
    CHECK(fill->high[2] == 2 && fill->low[0] == 0 && fill->velocity[2] == -1);
    clast_scene_free(scene);
}

static void walls(void **state)
{
    (void)state;
    static const char *const names[] = {"floor", "bin.right", "bin.front", "bin.back", "bin.bottom"};
    static const double normals[][3] = {{0, 0, 1}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}};
    static const double points[][3] = {{0, 0, 1}, {1, 2, 3}, {0, 0, 0}, {1, 2, 3}, {0, 0, 0}};
    clast_scene *scene = read_scene(whole, NULL, 0);
    CHECK(scene->n_planes == 5);
    for (int i = 0; i < 5; i++) {
        assert_string_equal(scene->planes[i].name, names[i]);
        for (int k = 0; k < 3; k++)
            CHECK(scene->planes[i].normal[k] == normals[i][k] && scene->planes[i].point[k] == points[i][k]);
    }
    CHECK(scene->planes[0].velocity[2] == 0.001);
    clast_scene_free(scene);
}

static bool took(const clast_scene *scene, const char *path, const char *value)
{
    int n = 0;
    for (size_t i = 0; i < scene->n_taken; i++)
        n += !strcmp(scene->taken[i].path, path) && !strcmp(scene->taken[i].value, value);
    return n == 1;
}

static void defaults_are_told(void **state)
{
    (void)state;
    clast_scene *scene =
        read_scene("time: {end: 1}\nmaterials: {a: {density: 1, young: 1, poisson: 0}}\n"
                   "contacts: {default: {friction: 0.5}}\nshapes: {s: {sphere: 1}}\n"
                   "bodies: [{shape: s, material: a, at: [0, 0, 0]}, {shape: s, material: a, at: [3, 0, 0]}]\n",
                   NULL, 0);
    CHECK(took(scene, "clast", "1") && took(scene, "gravity", "[0, 0, -9.81]") && took(scene, "time.step", "auto"));
    CHECK(took(scene, "contacts.default.normal", "hertz") && took(scene, "contacts.default.damping", "none"));
    CHECK(took(scene, "bodies[*].velocity", "[0, 0, 0]") && took(scene, "bodies[*].turn", "none"));
    CHECK(took(scene, "walls", "none") && took(scene, "output.ledger", "true"));
    CHECK(took(scene, "output.every", "first and last frame only") && took(scene, "time.rotation", "sts-kdk"));
    CHECK(scene->gravity[2] == -9.81 && scene->seed == 1 && scene->threads == 0 && scene->output.ledger);
    CHECK(scene->time.step == 0 && scene->bodies[1].turn[0] == 1 && scene->bodies[1].size == 1);
    assert_string_equal(scene->contacts[0].term[CLAST_TANGENTIAL].law, "mindlin");
    clast_scene_free(scene);
}

static void overrides(void **state)
{
    (void)state;
    static const char *const set[] = {
        "time.end=3 s",     "contacts.default.friction=0.3",    "bodies[0].velocity=[1, 0, 0]",
        "output.every=1 s", "title=\"a: b, \\\"c\\\" \\\\ d\"", "bodies[1].at[2]=9",
        "walls.bin.open=[]"};
    clast_scene *scene = read_scene(whole, set, 7), *again = NULL;
    clast_error error = {0};
    CHECK(scene->time.end == 3 && scene->contacts[0].term[CLAST_FRICTION].param[1] == 0.3);
    CHECK(scene->bodies[0].velocity[1] == 0 && scene->output.every == 1 && scene->bodies[1].at[2] == 9);
    CHECK(scene->n_planes == 7);
    assert_string_equal(scene->title, "a: b, \"c\" \\ d");
    assert_string_equal(scene->text, whole);
    /* the text as run is a scene of its own that says the same */
    write_file("again.yaml", scene->as_run);
    CHECK_OK(clast_scene_read("again.yaml", NULL, 0, &again, &error), &error);
    assert_string_equal(again->title, scene->title);
    CHECK(again->time.end == 3 && again->n_bodies == scene->n_bodies && again->n_planes == 7);
    CHECK(again->bodies[0].spin[2] == scene->bodies[0].spin[2] && again->fills[0].shares[1] == 3);
    CHECK(again->shapes[1].inertia[3] == scene->shapes[1].inertia[3]);
    clast_scene_free(again);
    clast_scene_free(scene);
}

static void from_h5(void **state)
{
    (void)state;
    static const double at[2][6] = {{0, 0, 1, 0, 0, 2}, {0, 0, 3, 0, 0, 4}}, q[8] = {1, 0, 0, 0, 0, 1, 0, 0};
    static const double size[2] = {1, 2};
    static const int32_t shape[2] = {1, 0}, material[2] = {0, 0};
    static const int64_t id[2] = {5, 3};
    static const char *const shapes[2] = {"pea", "pair"}, *const materials[1] = {"stone"};
    clast_h5 *h5 = NULL;
    clast_error error = {0};
    remove("bed.h5");
    CHECK_OK(clast_h5_create("bed.h5", &h5, &error), &error);
    for (int i = 0; i < 2; i++) {
        char path[64];
        snprintf(path, sizeof path, "/steps/%06d/position", i);
        CHECK_OK(clast_h5_write(h5, path, CLAST_H5_DOUBLE, at[i], 2, 3, &error), &error);
        snprintf(path, sizeof path, "/steps/%06d/quaternion", i);
        CHECK_OK(clast_h5_write(h5, path, CLAST_H5_DOUBLE, q, 2, 4, &error), &error);
    }
    CHECK_OK(clast_h5_write(h5, "/bodies/id", CLAST_H5_INT64, id, 2, 1, &error), &error);
    CHECK_OK(clast_h5_write(h5, "/bodies/size", CLAST_H5_DOUBLE, size, 2, 1, &error), &error);
    CHECK_OK(clast_h5_write(h5, "/bodies/shape", CLAST_H5_INT32, shape, 2, 1, &error), &error);
    CHECK_OK(clast_h5_write(h5, "/bodies/material", CLAST_H5_INT32, material, 2, 1, &error), &error);
    CHECK_OK(clast_h5_write_texts(h5, "/names/shapes", shapes, 2, &error), &error);
    CHECK_OK(clast_h5_write_texts(h5, "/names/materials", materials, 1, &error), &error);
    CHECK_OK(clast_h5_close(h5, &error), &error);

    static const char *const last[] = {"bodies=[{file: bed.h5}]"}, *const first[] = {
                                                                       "bodies=[{file: bed.h5, step: 0}]"};
    clast_scene *scene = read_scene(whole, last, 1);
    CHECK(scene->n_bodies == 2 && scene->bodies[0].at[2] == 3 && scene->bodies[1].at[2] == 4);
    assert_string_equal(scene->bodies[0].shape, "pair");
    CHECK(scene->bodies[1].id == 3 && scene->bodies[1].size == 2 && scene->bodies[1].turn[1] == 1);
    CHECK(took(scene, "bodies[*].step", "000001"));
    clast_scene_free(scene);
    scene = read_scene(whole, first, 1);
    CHECK(scene->bodies[1].at[2] == 2);
    clast_scene_free(scene);

    static const char *const none[] = {"bodies=[{file: bed.h5, step: 9}]"};
    CHECK(clast_scene_read("whole.yaml", none, 1, &scene, &error) == CLAST_BAD_INPUT);
    assert_string_equal(error.text, "override 'bodies=[{file: bed.h5, step: 9}]': 'bed.h5': there is no frame 9 in it; "
                                    "the last is 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings), cmocka_unit_test(materials_and_rules), cmocka_unit_test(shapes_and_bodies),
        cmocka_unit_test(walls),    cmocka_unit_test(defaults_are_told),   cmocka_unit_test(overrides),
        cmocka_unit_test(from_h5),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
