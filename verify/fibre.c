#include "verify/fibre.h"

#include "model/shape.h"

static const double young = 5e7, poisson = 0.35, poisson_wall = 0.23;

static void make_spheres(double spheres[FIBRE_SPHERES][4])
{
    for (int k = 0; k < FIBRE_SPHERES; k++) {
        spheres[k][0] = FIBRE_SPACING * (k - FIBRE_MIDDLE);
        spheres[k][1] = spheres[k][2] = 0;
        spheres[k][3] = FIBRE_RADIUS;
    }
}

static bool make_form(clast_form *form)
{
    double spheres[FIBRE_SPHERES][4];
    make_spheres(spheres);
    clast_shape shape = {.name = "fibre", .n_spheres = FIBRE_SPHERES, .spheres = (const double(*)[4])spheres};
    return clast_form_make(&shape, form, NULL) == CLAST_OK;
}

bool fibre_inertia(vec3 *inertia)
{
    clast_form form;
    if (!make_form(&form))
        return false;
    *inertia = v_mul(FIBRE_MASS / form.volume, v_of(form.inertia)); /* the first principal axis is the fibre's */
    clast_form_free(&form);
    return true;
}

double fibre_stiffness(void) { return young / (1 - poisson * poisson + 1 - poisson_wall * poisson_wall); }

static clast_status fill_scene(clast_scene *scene, const char *rotation, double step, clast_error *error)
{
    clast_form form;
    double spheres[FIBRE_SPHERES][4];
    make_spheres(spheres);
    if (!make_form(&form))
        return CLAST_NO_MEMORY;
    const double density = FIBRE_MASS / form.volume, down[3] = {0, -FIBRE_GRAVITY, 0};
    clast_form_free(&form);
    clast_contact rule = clast_contact_hertz_mindlin(0, 1);
    rule.term[CLAST_TANGENTIAL].law = "none";
    clast_material fibre = {.name = "fibre", .density = density, .young = young, .poisson = poisson};
    clast_material wall = {.name = "wall", .density = density, .young = young, .poisson = poisson_wall};
    clast_shape shape = {.name = "fibre", .n_spheres = FIBRE_SPHERES, .spheres = (const double(*)[4])spheres};
    clast_time time = {.end = 2, .step = step, .rotation = rotation};
    clast_output output = {.ledger = true};
    clast_scene_gravity(scene, down);
    clast_scene_threads(scene, 1);
    clast_scene_output(scene, &output);
    clast_status status = clast_scene_material(scene, &fibre, error);
    if (!status)
        status = clast_scene_material(scene, &wall, error);
    if (!status)
        status = clast_scene_contact(scene, &rule, error);
    if (!status)
        status = clast_scene_shape(scene, &shape, error);
    return status ? status : clast_scene_time(scene, &time, error);
}

clast_scene *fibre_scene(const char *rotation, double step, clast_error *error)
{
    clast_scene *scene = clast_scene_create();
    if (!scene || !fill_scene(scene, rotation, step, error))
        return scene;
    clast_scene_free(scene);
    return NULL;
}

clast_status fibre_add(clast_scene *scene, vec3 at, double angle, vec3 velocity, clast_error *error)
{
    clast_body body = {.shape = "fibre",
                       .material = "fibre",
                       .at = {at.x, at.y, at.z},
                       .turn = {cos(angle / 2), 0, 0, sin(angle / 2)},
                       .velocity = {velocity.x, velocity.y, velocity.z}};
    return clast_scene_body(scene, &body, error);
}

clast_status fibre_wall(clast_scene *scene, const char *name, vec3 point, vec3 normal, clast_error *error)
{
    clast_plane plane = {.name = name,
                         .material = "wall",
                         .point = {point.x, point.y, point.z},
                         .normal = {normal.x, normal.y, normal.z}};
    return clast_scene_plane(scene, &plane, error);
}

double fibre_energy(const clast_sim *sim)
{
    clast_ledger l = clast_sim_ledger(sim);
    return l.kinetic + l.rotational + l.gravity + l.normal_stored;
}
