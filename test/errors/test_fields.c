/* Mistakes in fields and in plane problems, and the exact words for them. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "clast/clast.h"

#define HEAD                                                                                                    \
    "time: {end: 1 s}\ngravity: [0, -9.81, 0]\nmaterials: {stone: {density: 2700, young: 1e7, poisson: 0.2}}\n" \
    "contacts: {default: {friction: 0.5}}\n"                                                                    \
    "shapes: {pea: {sphere: 4 mm}, rod: {spheres: [[0, 0, 0, 1 mm], [1 mm, 0, 0, 1 mm]]}}\n"
#define BODY   "bodies: [{shape: pea, material: stone, at: [0, 0, 1]}]\n"
#define FIELDS HEAD BODY "fields:\n  - "

typedef struct mistake {
    const char *text, *message;
} mistake;

/* Refused by the reader, or by the builder of the simulation. */
static void refuse(const mistake *m)
{
    FILE *file = fopen("t.yaml", "wb");
    CHECK(file != NULL);
    fwrite(m->text, 1, strlen(m->text), file);
    fclose(file);
    clast_scene *scene = NULL;
    clast_sim *sim = NULL;
    clast_error error = {0};
    char got[2048];
    clast_status status = clast_scene_read("t.yaml", NULL, 0, &scene, &error);
    if (!status)
        status = clast_sim_create(scene, &sim, &error);
    CHECK(status == CLAST_BAD_INPUT && sim == NULL);
    clast_scene_free(scene);
    assert_string_equal(clast_error_message(&error, got, sizeof got), m->message);
}

#define REFUSE(list)                                           \
    for (size_t k = 0; k < sizeof(list) / sizeof *(list); k++) \
    refuse(&(list)[k])

static void kinds(void **state)
{
    (void)state;
    static const mistake list[] = {
        {FIELDS "drga: {coefficient: 1}\n", "t.yaml:8:5: error: unknown key 'drga' in fields[0]; did you mean 'drag'?\n"
                                            "    8 |   - drga: {coefficient: 1}\n"
                                            "      |     ^~~~"},
        {FIELDS "wind: 3\n",
         "t.yaml:8:5: error: unknown key 'wind' in fields[0]; known: drag, magnus, lennard_jones, mie, "
         "load\n"
         "    8 |   - wind: 3\n"
         "      |     ^~~~"},
        {HEAD BODY "fields: {drag: {coefficient: 1}}\n",
         "t.yaml:7:9: error: fields is a section; wanted is a list such as [drag: {coefficient: 5 mN*s/m}]\n"
         "    7 | fields: {drag: {coefficient: 1}}\n"
         "      |         ^~~~~~~~~~~~~~~~~~~~~~~~"},
    };
    REFUSE(list);
}

static void parameters(void **state)
{
    (void)state;
    static const mistake list[] = {
        {FIELDS "drag: {coefficient: -1}\n", "t.yaml:8:25: error: coefficient is -1; allowed is 0 or more\n"
                                             "    8 |   - drag: {coefficient: -1}\n"
                                             "      |                         ^~"},
        {FIELDS "drag: {coefficient: 1 N}\n",
         "t.yaml:8:25: error: coefficient is '1 N', a force; wanted is a damping constant such as 2 N*s/m\n"
         "    8 |   - drag: {coefficient: 1 N}\n"
         "      |                         ^~~"},
        {FIELDS "drag: {}\n", "t.yaml:8:5: error: fields[0].drag needs the key 'coefficient' (c in the force -c (v - "
                              "v_fluid), N*s/m)\n"
                              "    8 |   - drag: {}\n"
                              "      |     ^~~~"},
        {FIELDS "drag: {coefficient: 1, fluid: {gradient: [0, 0, 1]}}\n",
         "t.yaml:8:47: error: row 1 of gradient is '0'; wanted is a vector [x, y, z]\n"
         "    8 |   - drag: {coefficient: 1, fluid: {gradient: [0, 0, 1]}}\n"
         "      |                                               ^"},
        {FIELDS "magnus: {coefficient: 1 m}\n",
         "t.yaml:8:27: error: coefficient is '1 m', a length; wanted is a mass such as 20 g\n"
         "    8 |   - magnus: {coefficient: 1 m}\n"
         "      |                           ^~~"},
        {FIELDS "drag: {coefficient: 1, bodies: {shape: pee}}\n",
         "t.yaml:8:44: error: shape 'pee' is not defined; did you mean 'pea'? defined: pea, rod\n"
         "    8 |   - drag: {coefficient: 1, bodies: {shape: pee}}\n"
         "      |                                            ^~~"},
        {FIELDS "drag: {coefficient: 1, bodies: some}\n",
         "t.yaml:8:36: error: bodies is 'some'; wanted is all, ids such as [1, 2], {shape: ...} or {material: ...}\n"
         "    8 |   - drag: {coefficient: 1, bodies: some}\n"
         "      |                                    ^~~~"},
        {FIELDS "drag: {coefficient: 1, bodies: [1, 4]}\n",
         "t.yaml:8:5: error: a field names body 4, and there is none with this id\n"
         "    8 |   - drag: {coefficient: 1, bodies: [1, 4]}\n"
         "      |     ^~~~"},
    };
    REFUSE(list);
}

static void near_fields(void **state)
{
    (void)state;
    static const mistake list[] = {
        {FIELDS "lennard_jones: {energy: 1 mJ, size: 1 mm, cutoff: 5 mm}\n",
         "t.yaml:8:5: error: the cut-off 0.005 m is not above 0.008 m, at which the smallest spheres touch: the "
         "near-field "
         "force would act on nothing before it touches; give a larger cutoff\n"
         "    8 |   - lennard_jones: {energy: 1 mJ, size: 1 mm, cutoff: 5 mm}\n"
         "      |     ^~~~~~~~~~~~~"},
        {FIELDS "mie: {attraction: 1, attraction_power: 1, cutoff: 1}\n",
         "t.yaml:8:44: error: attraction_power is 1; allowed is more than 1\n"
         "    8 |   - mie: {attraction: 1, attraction_power: 1, cutoff: 1}\n"
         "      |                                            ^"},
        {FIELDS "mie: {attraction: 1, attraction_power: 9, repulsion: 1, repulsion_power: 8, cutoff: 1}\n",
         "t.yaml:8:5: error: repulsion_power 8 is not above attraction_power 9: the bodies would fall into each other\n"
         "    8 |   - mie: {attraction: 1, attraction_power: 9, repulsion: 1, repulsion_power: 8, cutoff: 1}\n"
         "      |     ^~~"},
        {FIELDS "mie: {attraction: 1, cutoff: 1, materials: [stone, stel]}\n",
         "t.yaml:8:56: error: material 'stel' is not defined; defined: stone\n"
         "    8 |   - mie: {attraction: 1, cutoff: 1, materials: [stone, stel]}\n"
         "      |                                                        ^~~~"},
        {FIELDS "mie: {attraction: 1, cutoff: 1, between: surfaces}\n",
         "t.yaml:8:46: error: between is 'surfaces'; wanted is one of: spheres, centres\n"
         "    8 |   - mie: {attraction: 1, cutoff: 1, between: surfaces}\n"
         "      |                                              ^~~~~~~~"},
    };
    REFUSE(list);
}

static void formulas(void **state)
{
    (void)state;
    static const mistake list[] = {
        {FIELDS "load: {force: [2 N * sn(t), 0, 0]}\n", "t.yaml:8:26: error: x of force is '2 N * sn(t)': 'sn' is not "
                                                        "known, did you mean 'sin'?; known: t, pi, sin, cos, "
                                                        "tan, exp, log, sqrt, abs, min, max, step, heaviside, ramp\n"
                                                        "    8 |   - load: {force: [2 N * sn(t), 0, 0]}\n"
                                                        "      |                          ^~"},
        {FIELDS "load: {torque: [0, 0, \"1 mN*m * ramp(t, 0)\"]}\n",
         "t.yaml:8:37: error: z of torque is '1 mN*m * ramp(t, 0)': ramp has 2 values in its brackets; it wants 3\n"
         "    8 |   - load: {torque: [0, 0, \"1 mN*m * ramp(t, 0)\"]}\n"
         "      |                                     ^~~~"},
        {FIELDS "load: {force: [0, 2 mm, 0]}\n",
         "t.yaml:8:23: error: y of force is '2 mm': that is a length; wanted is a force such as 5 N\n"
         "    8 |   - load: {force: [0, 2 mm, 0]}\n"
         "      |                       ^~~~"},
        {FIELDS "load: {force: [ramp(t, 0, 1), 0, 0]}\n",
         "t.yaml:8:19: error: force has 5 components; wanted is [x, y, z], and a formula with a comma in it stands in "
         "quotes: [\"ramp(t, 0, 1)\", 0, 0]\n"
         "    8 |   - load: {force: [ramp(t, 0, 1), 0, 0]}\n"
         "      |                   ^~~~~~~~~~~~~~~~~~~~~"},
        {FIELDS "load: {force: [log(t - 1), 0, 0]}\n",
         "t.yaml:8:5: error: x of force of this load is not a number at t = 0 s; it must be finite\n"
         "    8 |   - load: {force: [log(t - 1), 0, 0]}\n"
         "      |     ^~~~"},
    };
    REFUSE(list);
}

#define PLANE(bodies) HEAD "bodies:\n" bodies "plane: xy\n"

static void plane(void **state)
{
    (void)state;
    static const mistake list[] = {
        {HEAD BODY "plane: yx\n", "t.yaml:7:8: error: plane is 'yx'; wanted is one of: none, xy, xz, yz\n"
                                  "    7 | plane: yx\n"
                                  "      |        ^~"},
        {HEAD BODY "plane: xz\n", "t.yaml:7:8: error: gravity is [0, -9.81, 0], so its y component points out of the "
                                  "plane xz; give gravity in the "
                                  "plane, such as [0, 0, -9.81], or take another plane\n"
                                  "    7 | plane: xz\n"
                                  "      |        ^~"},
        {PLANE("  - {shape: pea, material: stone, at: [0, 0, 1], velocity: [1, 0, 2]}\n"),
         "t.yaml:7:5: error: body 1 starts with a velocity of 2 m/s along z, out of the plane xy; take this component "
         "away\n"
         "    7 |   - {shape: pea, material: stone, at: [0, 0, 1], velocity: [1, 0, 2]}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
        {PLANE("  - {shape: pea, material: stone, at: [0, 0, 1], spin: [0, 3, 0]}\n"),
         "t.yaml:7:5: error: body 1 starts with a spin of 3 rad/s about y, out of the plane xy; only a spin about the "
         "plane's "
         "normal is possible\n"
         "    7 |   - {shape: pea, material: stone, at: [0, 0, 1], spin: [0, 3, 0]}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
        {PLANE("  - {shape: pea, material: stone, at: [0, 0, 1]}\n  - {shape: pea, material: stone, at: [0, 1, "
               "1.001]}\n"),
         "t.yaml:8:5: error: body 2 has its centre of mass at z = 1.001 m and body 1 at 1 m, out of the plane xy; put "
         "all "
         "centres of mass into one plane\n"
         "    8 |   - {shape: pea, material: stone, at: [0, 1, 1.001]}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
        {PLANE("  - {shape: rod, material: stone, at: [0, 0, 1], turn: {axis: [0, 1, 0], angle: 30 deg}}\n"),
         "t.yaml:7:5: error: body 1 has no principal axis of inertia along z, so it would turn, out of the plane xy; "
         "turn it "
         "about the normal only, from a symmetric position\n"
         "    7 |   - {shape: rod, material: stone, at: [0, 0, 1], turn: {axis: [0, 1, 0], angle: 30 deg}}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
    };
    REFUSE(list);
}

/* A scene made by a program obeys the same limits. */
static void builders(void **state)
{
    (void)state;
    clast_scene *scene = clast_scene_create();
    clast_error error = {0};
    clast_field bad = {.kind = CLAST_FIELD_DRAG, .coefficient = NAN};
    CHECK(clast_scene_field(NULL, &bad, &error) == CLAST_BAD_INPUT);
    assert_string_equal(error.text, "clast_scene_field: an argument is NULL");
    CHECK(clast_scene_field(scene, &bad, &error) == CLAST_BAD_INPUT);
    assert_string_equal(error.text, "drag: coefficient is nan; allowed is 0 or more");
    bad.coefficient = 1;
    bad.fluid.gradient[2][1] = INFINITY;
    CHECK(clast_scene_field(scene, &bad, &error) == CLAST_BAD_INPUT);
    assert_string_equal(error.text, "drag: number 8 of gradient is inf; only finite numbers are allowed");
    bad = clast_field_lennard_jones(-1, 1, 3);
    CHECK(clast_scene_field(scene, &bad, &error) == CLAST_BAD_INPUT);
    assert_string_equal(error.text, "mie: attraction is -24; allowed is 0 or more");
    bad = (clast_field){.kind = (clast_field_kind)9};
    CHECK(clast_scene_field(scene, &bad, &error) == CLAST_BAD_INPUT);
    assert_string_equal(error.text, "kind of field 9 is not known; 0 is drag, 1 Magnus, 2 load, 3 Mie");
    CHECK(clast_scene_slice(scene, (clast_slice)4, (clast_place){0}, &error) == CLAST_BAD_INPUT);
    assert_string_equal(error.text, "plane 4 is not known; 0 is none, 1 xy, 2 xz, 3 yz");
    bad = (clast_field){.kind = CLAST_FIELD_DRAG};
    for (int k = 0; k < 32; k++)
        CHECK(clast_scene_field(scene, &bad, &error) == CLAST_OK);
    CHECK(clast_scene_field(scene, &bad, &error) == CLAST_BAD_INPUT);
    assert_string_equal(error.text, "this field is one too many; at most 32 are allowed");
    clast_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kinds),       cmocka_unit_test(parameters),
                                       cmocka_unit_test(near_fields), cmocka_unit_test(formulas),
                                       cmocka_unit_test(plane),       cmocka_unit_test(builders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
