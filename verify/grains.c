#include "verify/grains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "step/step.h"

clast_contact grains_contact(grains_rule rule)
{
    clast_contact contact = clast_contact_default();
    contact.term[CLAST_NORMAL].law = rule.normal ? rule.normal : "hertz";
    if (rule.stiffness > 0)
        contact.term[CLAST_NORMAL].param[0] = rule.stiffness;
    contact.term[CLAST_DAMPING].law = rule.damping ? rule.damping : "none";
    contact.term[CLAST_DAMPING].param[0] = rule.damping_param[0];
    contact.term[CLAST_DAMPING].param[1] = rule.damping_param[1];
    contact.term[CLAST_TANGENTIAL].law = rule.tangential ? rule.tangential : "none";
    if (rule.tangential_param > 0)
        contact.term[CLAST_TANGENTIAL].param[0] = rule.tangential_param;
    contact.term[CLAST_FRICTION].law = "coulomb";
    contact.term[CLAST_FRICTION].param[0] = contact.term[CLAST_FRICTION].param[1] = rule.friction;
    return contact;
}

void grains_open(grains *g, double density, double young, double poisson, const clast_contact *rule, double dt)
{
    static const double unit[1][4] = {{0, 0, 0, 1}}, none[3] = {0};
    *g = (grains){.scene = clast_scene_create(), .wall = "m"};
    if (!g->scene) {
        g->status = clast_fail_memory(&g->error);
        return;
    }
    clast_output output = {.ledger = true};
    clast_time time = {.end = 1e9, .step = dt};
    clast_shape sphere = {.name = "sphere", .n_spheres = 1, .spheres = unit};
    clast_scene_gravity(g->scene, none);
    clast_scene_threads(g->scene, 1); /* runs go side by side instead */
    clast_scene_output(g->scene, &output);
    grains_material(g, "m", density, young, poisson);
    if (!g->status)
        g->status = clast_scene_contact(g->scene, rule, &g->error);
    if (!g->status)
        g->status = clast_scene_time(g->scene, &time, &g->error);
    grains_shape(g, &sphere);
}

void grains_material(grains *g, const char *name, double density, double young, double poisson)
{
    clast_material material = {.name = name, .density = density, .young = young, .poisson = poisson};
    if (!g->status)
        g->status = clast_scene_material(g->scene, &material, &g->error);
}

void grains_shape(grains *g, const clast_shape *shape)
{
    if (!g->status)
        g->status = clast_scene_shape(g->scene, shape, &g->error);
}

void grains_fibre_shape(grains *g, double radius)
{
    double spheres[5][4];
    for (int k = 0; k < 5; k++)
        memcpy(spheres[k], (double[4]){radius * (k - 2), 0, 0, radius}, sizeof spheres[k]);
    grains_shape(g, &(clast_shape){.name = "fibre", .n_spheres = 5, .spheres = (const double(*)[4])spheres});
}

void grains_rigid_walls(grains *g)
{
    grains_material(g, "rigid", 1000, 1e14, 0.25);
    g->wall = "rigid";
}

void grains_bond(grains *g, clast_bond bond)
{
    if (!g->status)
        g->status = clast_scene_bond(g->scene, &bond, &g->error);
}

void grains_damping(grains *g, double local, double global)
{
    clast_damping damping = {.local = local, .global = global};
    if (!g->status)
        g->status = clast_scene_damping(g->scene, &damping, &g->error);
}

void grains_gravity(grains *g, double down)
{
    if (!g->status)
        clast_scene_gravity(g->scene, (double[3]){0, 0, -down});
}

void grains_body(grains *g, clast_body body)
{
    if (!body.material)
        body.material = "m";
    if (!g->status)
        g->status = clast_scene_body(g->scene, &body, &g->error);
}

void grains_sphere(grains *g, double radius, vec3 at, vec3 velocity, vec3 spin)
{
    clast_body body = {.shape = "sphere", .size = radius};
    v_put(body.at, at);
    v_put(body.velocity, velocity);
    v_put(body.spin, spin);
    grains_body(g, body);
}

void grains_plane(grains *g, const char *name, vec3 point, vec3 normal)
{
    clast_plane plane = {.name = name, .material = g->wall};
    v_put(plane.point, point);
    v_put(plane.normal, normal);
    if (!g->status)
        g->status = clast_scene_plane(g->scene, &plane, &g->error);
}

void grains_box(grains *g, double x, double y)
{
    grains_plane(g, "floor", (vec3){0, 0, 0}, (vec3){0, 0, 1});
    grains_plane(g, "left", (vec3){0, 0, 0}, (vec3){1, 0, 0});
    grains_plane(g, "right", (vec3){x, 0, 0}, (vec3){-1, 0, 0});
    grains_plane(g, "front", (vec3){0, 0, 0}, (vec3){0, 1, 0});
    grains_plane(g, "back", (vec3){0, y, 0}, (vec3){0, -1, 0});
}

bool grains_start(grains *g)
{
    if (!g->status)
        g->status = clast_sim_create(g->scene, &g->sim, &g->error);
    clast_scene_free(g->scene);
    g->scene = NULL;
    return g->status == CLAST_OK;
}

bool grains_step(grains *g, int64_t steps)
{
    if (!g->status && steps > 0)
        g->status = clast_sim_step(g->sim, steps, &g->error);
    return g->status == CLAST_OK;
}

void grains_close(grains *g)
{
    clast_scene_free(g->scene);
    clast_sim_free(g->sim);
    *g = (grains){0};
}

bool grains_restart(grains *g, double dt)
{
    if (g->status)
        return false;
    clast_model *m = &g->sim->model;
    for (int32_t k = 0; k < m->n_walls; k++)
        m->walls[k].point = v_add_mul(m->walls[k].point, g->sim->state.time, m->walls[k].velocity);
    m->dt = dt;
    g->sim->state.step = 0;
    g->sim->state.time = 0;
    clast_work_free(&g->sim->work);
    g->status = clast_step_start(m, &g->sim->state, &g->sim->work, &g->error);
    return g->status == CLAST_OK;
}

void grains_move_wall(grains *g, int wall, vec3 velocity)
{
    if (g->status)
        return;
    clast_wall *w = &g->sim->model.walls[wall];
    w->point = v_add_mul(w->point, g->sim->state.time, v_sub(w->velocity, velocity));
    w->velocity = velocity;
}

void grains_set_wall(grains *g, int wall, vec3 point, vec3 velocity)
{
    if (g->status)
        return;
    g->sim->model.walls[wall].point = v_add_mul(point, -g->sim->state.time, velocity);
    g->sim->model.walls[wall].velocity = velocity;
}

vec3 grains_x(const grains *g, int32_t i)
{
    double *const *x = g->sim->state.x;
    return (vec3){x[0][i], x[1][i], x[2][i]};
}

vec3 grains_v(const grains *g, int32_t i)
{
    double *const *v = g->sim->state.v;
    return (vec3){v[0][i], v[1][i], v[2][i]};
}

vec3 grains_w(const grains *g, int32_t i)
{
    double *const *w = g->sim->state.w;
    return (vec3){w[0][i], w[1][i], w[2][i]};
}

void grains_scatter(grains *g, clast_random *random, int n, double side, double height,
                    double (*radius)(clast_random *random), double agitation)
{
    double(*placed)[4] = calloc((size_t)n, sizeof *placed);
    if (!placed) {
        g->status = clast_fail_memory(&g->error);
        return;
    }
    for (int i = 0; i < n && !g->status;) {
        const double r = radius(random);
        const vec3 at = {r + random_uniform(random) * (side - 2 * r), r + random_uniform(random) * (side - 2 * r),
                         r + random_uniform(random) * (height - 2 * r)};
        bool free_place = true;
        for (int j = 0; j < i && free_place; j++)
            free_place = v_length(v_sub(at, v_of(placed[j]))) >= r + placed[j][3];
        if (!free_place)
            continue;
        v_put(placed[i], at);
        placed[i++][3] = r;
        vec3 v = {random_normal(random), random_normal(random), random_normal(random)};
        grains_sphere(g, r, at, v_mul(agitation, v), (vec3){0, 0, 0});
    }
    free(placed);
}

double grains_rayleigh(double radius, double density, double young, double poisson)
{
    const double shear = young / (2 * (1 + poisson));
    return M_PI * radius * sqrt(density / shear) / (0.1631 * poisson + 0.8766);
}
