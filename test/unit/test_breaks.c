/* breaks.csv: a header with units and a line per bond that broke; and the bonds and the damping of a scene file. */
#include "check.h"

#include "io/breaks.h"
#include "model/scene.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void lines_are_there_at_once(void **state)
{
    (void)state;
    clast_error error = {0};
    clast_breaks *breaks = NULL;
    unlink("breaks.csv");
    CHECK_OK(clast_breaks_create("breaks.csv", &breaks, &error), &error);
    const clast_break list[2] = {{.time = 0.5, .energy = 1e-6, .body = {7, 9}, .sphere = {0, 3}, .shear = 1},
                                 {.time = 0.75, .energy = 0, .body = {1, 2}}};
    CHECK_OK(clast_breaks_lines(breaks, list, 2, &error), &error);
    char text[512] = "";
    FILE *file = fopen("breaks.csv", "r");
    CHECK(file && fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_string_equal(text, "time [s],body_a,body_b,sphere_a,sphere_b,energy [J],by\n"
                              "0.5,7,9,0,3,1e-06,shear\n"
                              "0.75,1,2,0,0,0,tension\n");
    clast_breaks_free(breaks);
    CHECK(clast_breaks_create("breaks.csv", &breaks, &error) == CLAST_FILE && !breaks);
    assert_string_equal(error.text, "cannot create 'breaks.csv': File exists");
}

static void scene_is_read(void **state)
{
    (void)state;
    static const char text[] = "time: {end: 1, density_scaling: 4}\n"
                               "materials: {m: {density: 1000, young: 1e7, poisson: 0.2}}\n"
                               "contacts: {default: {friction: 0.5, rolling: {epsd: {coefficient: 0.05, twist: 0.01}}, "
                               "cohesion: {dmt: 50 mJ/m2}}}\n"
                               "shapes: {pea: {sphere: 4 mm}}\n"
                               "bodies: [{shape: pea, material: m, at: [0, 0, 0]}]\n"
                               "bonds:\n"
                               "  - {between: all-touching, kind: parallel, radius: 0.5, normal: 2 GPa/m, shear: 1e9, "
                               "tensile: 1 MPa, cohesion: 2 MPa}\n"
                               "  - {between: [3, 5], kind: contact, gap: 1 mm, tensile_force: 2 N, shear_force: 3 N}\n"
                               "damping: {local: 0.3, global: 5 Hz}\n";
    clast_error error = {0};
    clast_scene *scene = NULL;
    FILE *file = fopen("bonds.yaml", "w");
    CHECK(file && fputs(text, file) >= 0);
    fclose(file);
    CHECK_OK(clast_scene_read("bonds.yaml", NULL, 0, &scene, &error), &error);
    CHECK(scene->n_bonds == 2);
    const clast_bond *disc = &scene->bonds[0], *glue = &scene->bonds[1];
    CHECK(disc->kind == CLAST_BOND_PARALLEL && disc->between[0] == 0 && disc->between[1] == 0);
    CHECK(disc->radius == 0.5 && disc->normal == 2e9 && disc->shear == 1e9 && disc->gap == 0);
    CHECK(disc->tensile == 1e6 && disc->cohesion == 2e6 && disc->place.line == 7);
    CHECK(glue->kind == CLAST_BOND_CONTACT && glue->between[0] == 3 && glue->between[1] == 5);
    CHECK(glue->gap == 1e-3 && glue->tensile == 2 && glue->cohesion == 3);
    CHECK(scene->damping.local == 0.3 && scene->damping.global == 5 && scene->time.density_scaling == 4);
    const clast_term *rolling = &scene->contacts[0].term[CLAST_ROLLING],
                     *dmt = &scene->contacts[0].term[CLAST_COHESION];
    CHECK(!strcmp(rolling->law, "epsd") && rolling->param[0] == 0.05 && rolling->param[1] == 0.01);
    CHECK(!strcmp(dmt->law, "dmt") && dmt->param[0] == 0.05);
    clast_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_are_there_at_once), cmocka_unit_test(scene_is_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
