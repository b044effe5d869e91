/* Small scenes made in a few lines, for tests. */
#ifndef CLAST_TEST_WORLD_H
#define CLAST_TEST_WORLD_H

#include <math.h>
#include <string.h>

#include "check.h"
#include "clast/clast.h"

/* Pi without the extensions of math.h. */
#define WORLD_PI 3.14159265358979323846

/* A scene with one material "m" meeting itself by the given rule, no gravity, one thread. */
static inline clast_scene *world_create(double density, double young, double poisson, clast_contact rule, double dt)
{
    clast_error error;
    clast_scene *scene = clast_scene_create();
    CHECK(scene != NULL);
    const double none[3] = {0, 0, 0};
    clast_scene_gravity(scene, none);
    clast_scene_threads(scene, 1);
    clast_output output = {.ledger = true};
    clast_scene_output(scene, &output);
    clast_material material = {.name = "m", .density = density, .young = young, .poisson = poisson};
    CHECK_OK(clast_scene_material(scene, &material, &error), &error);
    CHECK_OK(clast_scene_contact(scene, &rule, &error), &error);
    clast_time time = {.end = 1, .step = dt};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    return scene;
}

static inline void world_sphere_shape(clast_scene *scene, const char *name, double radius)
{
    clast_error error;
    const double sphere[1][4] = {{0, 0, 0, radius}};
    clast_shape shape = {.name = name, .n_spheres = 1, .spheres = sphere};
    CHECK_OK(clast_scene_shape(scene, &shape, &error), &error);
}

/* Five spheres of 5 mm in a row along x, 5 mm apart: the fibre of the papers. */
static inline void world_fibre_shape(clast_scene *scene, const char *name)
{
    clast_error error;
    double spheres[5][4];
    for (int k = 0; k < 5; k++)
        memcpy(spheres[k], (double[4]){0.005 * (k - 2), 0, 0, 0.005}, sizeof spheres[k]);
    clast_shape shape = {.name = name, .n_spheres = 5, .spheres = (const double(*)[4])spheres};
    CHECK_OK(clast_scene_shape(scene, &shape, &error), &error);
}

static inline void world_plane(clast_scene *scene, const char *name, double px, double py, double pz, double nx,
                               double ny, double nz)
{
    clast_error error;
    clast_plane plane = {.name = name, .material = "m", .point = {px, py, pz}, .normal = {nx, ny, nz}};
    CHECK_OK(clast_scene_plane(scene, &plane, &error), &error);
}

/* Six walls around [0, side]^3. */
static inline void world_box(clast_scene *scene, double side)
{
    world_plane(scene, "left", 0, 0, 0, 1, 0, 0);
    world_plane(scene, "right", side, 0, 0, -1, 0, 0);
    world_plane(scene, "front", 0, 0, 0, 0, 1, 0);
    world_plane(scene, "back", 0, side, 0, 0, -1, 0);
    world_plane(scene, "bottom", 0, 0, 0, 0, 0, 1);
    world_plane(scene, "top", 0, 0, side, 0, 0, -1);
}

static inline void world_body(clast_scene *scene, clast_body body)
{
    clast_error error;
    body.material = "m";
    CHECK_OK(clast_scene_body(scene, &body, &error), &error);
}

static inline clast_sim *world_start(clast_scene *scene)
{
    clast_error error;
    clast_sim *sim = NULL;
    CHECK_OK(clast_sim_create(scene, &sim, &error), &error);
    clast_scene_free(scene);
    return sim;
}

static inline void world_run(clast_sim *sim, int64_t steps)
{
    clast_error error;
    CHECK_OK(clast_sim_step(sim, steps, &error), &error);
}

static inline double world_value(const clast_sim *sim, const char *name, size_t index)
{
    double values[4096];
    size_t n = clast_sim_array(sim, name, values, sizeof values / sizeof *values);
    CHECK(n > index && n <= sizeof values / sizeof *values);
    return values[index];
}

/* Elastic, frictionless Hertz. */
static inline clast_contact world_smooth(double restitution)
{
    clast_contact rule = clast_contact_hertz_mindlin(0, restitution);
    rule.term[CLAST_TANGENTIAL].law = "none";
    return rule;
}

#endif
