#include "step/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "energy/ledger.h"
#include "model/boxes.h"
#include "model/work.h"
#include "motion/motion.h"
#include "step/bonds.h"
#include "step/build_fields.h"
#include "step/resort.h"

static clast_status copy_materials(const clast_scene *scene, clast_model *m, clast_error *error)
{
    if (scene->n_materials == 0)
        return clast_fail(error, CLAST_BAD_INPUT, "the scene has no materials; it needs at least one");
    size_t n = scene->n_materials;
    m->n_materials = (int32_t)n;
    m->materials = clast_arena_copy(&m->arena, scene->materials, n * sizeof *m->materials);
    m->pairs = clast_arena_take(&m->arena, n * n * sizeof *m->pairs);
    if (!m->materials || !m->pairs)
        return clast_fail_memory(error);
    for (size_t k = 0; k < n; k++)
        if (!(m->materials[k].name = clast_arena_text(&m->arena, scene->materials[k].name)))
            return clast_fail_memory(error);
    for (size_t k = 0; k < n; k++)
        m->materials[k].density *= m->scaling;
    return CLAST_OK;
}

static clast_status find_scheme(const char *name, clast_place place, const clast_scheme **scheme, clast_error *error)
{
    *scheme = clast_scheme_find(name);
    if (*scheme)
        return CLAST_OK;
    const char *names[64];
    int n = 0;
    for (; n < clast_scheme_count() && n < 64; n++)
        names[n] = clast_scheme_at(n)->name;
    return clast_scene_unknown("rotation scheme", name, "known", names, n, place, error);
}

/* The spheres of all shapes in rows, as the narrow phase gathers them. */
static bool list_spheres(clast_model *m)
{
    size_t total = 0;
    for (int32_t k = 0; k < m->n_shapes; k++)
        total += (size_t)m->shapes[k].n_spheres;
    m->spheres = clast_arena_take(&m->arena, (total + 1) * 4 * sizeof *m->spheres);
    m->sphere_first = clast_arena_take(&m->arena, ((size_t)m->n_shapes + 1) * sizeof *m->sphere_first);
    if (!m->spheres || !m->sphere_first)
        return false;
    double *row = m->spheres;
    for (int32_t k = 0; k < m->n_shapes; k++) {
        const clast_form *form = &m->shapes[k];
        m->sphere_first[k] = (int32_t)((row - m->spheres) / 4);
        for (int32_t i = 0; i < form->n_spheres; i++, row += 4)
            row[0] = form->sx[i], row[1] = form->sy[i], row[2] = form->sz[i], row[3] = form->sr[i];
    }
    return true;
}

/* The implicit integrator turns bodies itself. */
static clast_status check_turning(const clast_scene *scene, const clast_scheme *scheme, clast_place place,
                                  clast_error *error)
{
    if (scene->time.integrator == CLAST_VERLET || scheme->still || strcmp(scheme->name, "rodrigues") == 0)
        return CLAST_OK;
    return clast_fail_at(error, place,
                         "rotation scheme '%s' belongs to 'integrator: verlet'; the trapezoid turns bodies itself: "
                         "allowed are rodrigues and none, or leave it out",
                         scheme->name);
}

static clast_status make_shapes(const clast_scene *scene, clast_model *m, clast_error *error)
{
    m->shapes = clast_arena_take(&m->arena, (scene->n_shapes + 1) * sizeof *m->shapes);
    if (!m->shapes)
        return clast_fail_memory(error);
    for (size_t k = 0; k < scene->n_shapes; k++) {
        clast_shape shape = scene->shapes[k];
        shape.name = clast_arena_text(&m->arena, shape.name);
        if (!shape.name)
            return clast_fail_memory(error);
        shape.mass *= m->scaling; /* where it is given by hand */
        for (int c = 0; c < 6; c++)
            shape.inertia[c] *= m->scaling;
        clast_form *form = &m->shapes[k];
        clast_status status = clast_form_make(&shape, form, error);
        m->n_shapes = (int32_t)k + 1;
        m->balls = (k == 0 || m->balls) && form->ball;
        const char *rotation = shape.rotation ? shape.rotation : scene->time.rotation;
        if (!status)
            status = find_scheme(rotation ? rotation : "sts-kdk", shape.rotation ? shape.place : scene->time.place,
                                 &form->scheme, error);
        if (!status)
            status = check_turning(scene, form->scheme, shape.rotation ? shape.place : scene->time.place, error);
        if (status)
            return status;
    }
    return list_spheres(m) ? CLAST_OK : clast_fail_memory(error);
}

/* From corner and sides to centre, directions and half lengths. */
static void make_plate(const clast_plane *plane, clast_wall *wall)
{
    for (int k = 0; k < 2; k++) {
        const vec3 side = v_of(plane->sides[k]);
        const double length = v_length(side);
        if (!(length > 0))
            continue;
        wall->plate = true;
        wall->point = v_add_mul(wall->point, 0.5, side);
        wall->along[k] = v_mul(1 / length, side);
        wall->half[k] = 0.5 * length;
    }
}

static clast_status make_walls(const clast_scene *scene, clast_model *m, clast_error *error)
{
    m->walls = clast_arena_take(&m->arena, (scene->n_planes + 1) * sizeof *m->walls);
    if (!m->walls)
        return clast_fail_memory(error);
    for (size_t k = 0; k < scene->n_planes; k++) {
        const clast_plane *plane = &scene->planes[k];
        int material = clast_scene_find_material(scene, plane->material);
        if (material < 0)
            return clast_scene_unknown_material(scene, plane->material, plane->place, error);
        m->walls[k] = (clast_wall){.name = clast_arena_text(&m->arena, plane->name),
                                   .material = material,
                                   .point = v_of(plane->point),
                                   .normal = v_unit(v_of(plane->normal)),
                                   .velocity = v_of(plane->velocity),
                                   .place = plane->place};
        if (!m->walls[k].name)
            return clast_fail_memory(error);
        make_plate(plane, &m->walls[k]);
        m->plates |= m->walls[k].plate;
    }
    m->n_walls = (int32_t)scene->n_planes;
    return CLAST_OK;
}

static clast_status check_references(const clast_scene *scene, const char *shape, const char *material,
                                     clast_place place, clast_error *error)
{
    if (clast_scene_find_shape(scene, shape) < 0)
        return clast_scene_unknown_shape(scene, shape, place, error);
    if (clast_scene_find_material(scene, material) < 0)
        return clast_scene_unknown_material(scene, material, place, error);
    return clast_scene_check_mass(scene, shape, material, place, error);
}

/* Bodies given one by one, then those of the fills. */
static clast_status collect_bodies(const clast_scene *scene, const clast_model *m, clast_bodies *bodies,
                                   clast_error *error)
{
    clast_status status = clast_scene_check_ids(scene, error);
    for (size_t k = 0; !status && k < scene->n_bodies; k++)
        status =
            check_references(scene, scene->bodies[k].shape, scene->bodies[k].material, scene->bodies[k].place, error);
    if (status)
        return status;
    bodies->list = malloc((scene->n_bodies + 1) * sizeof *bodies->list);
    if (!bodies->list)
        return clast_fail_memory(error);
    if (scene->n_bodies)
        memcpy(bodies->list, scene->bodies, scene->n_bodies * sizeof *bodies->list);
    bodies->n = bodies->room = scene->n_bodies;
    bodies->room++;
    for (size_t k = 0; k < scene->n_fills; k++) {
        const clast_fill *fill = &scene->fills[k];
        for (int j = 0; !status && j < fill->n_shapes; j++)
            status = check_references(scene, fill->shapes[j], fill->material, fill->place, error);
        if (!status)
            status = clast_fill_place(scene, fill, m->shapes, k, bodies, error);
        if (status)
            return status;
    }
    if (bodies->n == 0)
        return clast_fail(error, CLAST_BAD_INPUT, "the scene has no bodies; it needs at least one");
    if (bodies->n > INT32_MAX / 2)
        return clast_fail(error, CLAST_BAD_INPUT, "the scene has %zu bodies; at most %d are possible", bodies->n,
                          INT32_MAX / 2);
    return CLAST_OK;
}

/* Drawn frame to centre of mass and principal frame. */
static void place_body(const clast_model *m, clast_state *s, int32_t i, const clast_body *body)
{
    const clast_form *form = &m->shapes[s->shape[0][i]];
    const double size = s->size[0][i];
    quat turn = q_of(body->turn);
    turn = q_dot(turn, turn) > 0 ? q_unit(turn) : (quat){1, 0, 0, 0};
    const quat q = q_unit(q_mul(turn, form->frame));
    const vec3 x = v_add(v_of(body->at), q_turn(turn, v_mul(size, form->centre)));
    const vec3 w = form->scheme->still ? (vec3){0, 0, 0} : v_of(body->spin);
    const vec3 inertia = clast_form_inertia(form, m->materials[s->material[0][i]].density, size);
    const vec3 wb = q_turn_back(q, w);
    const vec3 L = q_turn(q, (vec3){inertia.x * wb.x, inertia.y * wb.y, inertia.z * wb.z});
    const double values[4][3] = {{x.x, x.y, x.z}, {w.x, w.y, w.z}, {L.x, L.y, L.z}, {wb.x, wb.y, wb.z}};
    for (int c = 0; c < 3; c++) {
        s->x[c][i] = values[0][c];
        s->w[c][i] = values[1][c];
        s->L[c][i] = values[2][c];
        s->wb[c][i] = values[3][c];
        s->v[c][i] = body->velocity[c];
        s->f[c][i] = s->t[c][i] = s->memory[c][i] = 0;
    }
    s->q[0][i] = q.w, s->q[1][i] = q.x, s->q[2][i] = q.y, s->q[3][i] = q.z;
}

static void give_ids(clast_bodies *bodies)
{
    int64_t next = 1;
    for (size_t k = 0; k < bodies->n; k++)
        next = bodies->list[k].id >= next ? bodies->list[k].id + 1 : next;
    for (size_t k = 0; k < bodies->n; k++)
        if (bodies->list[k].id <= 0)
            bodies->list[k].id = next++;
}

static clast_status make_bodies(const clast_scene *scene, const clast_model *m, clast_state *s, clast_bodies *bodies,
                                clast_error *error)
{
    if (!clast_state_reserve(s, (int32_t)bodies->n))
        return clast_fail_memory(error);
    give_ids(bodies);
    s->n = (int32_t)bodies->n;
    for (int32_t i = 0; i < s->n; i++)
        s->given[0][i] = i;
    const size_t tile = (size_t)clast_work_tile(s->n, m->balls);
    if (clast_resort_is_worth(m, bodies->n) && !clast_boxes_sort(bodies, tile, s->given[0]))
        return clast_fail_memory(error);
    for (int32_t i = 0; i < s->n; i++) {
        const clast_body *body = &bodies->list[i];
        s->id[0][i] = body->id;
        s->shape[0][i] = clast_scene_find_shape(scene, body->shape);
        s->material[0][i] = clast_scene_find_material(scene, body->material);
        s->size[0][i] = body->size > 0 ? body->size : 1;
        place_body(m, s, i, body);
    }
    return CLAST_OK;
}

clast_status clast_build(const clast_scene *scene, clast_model *m, clast_state *s, clast_bodies *bodies,
                         clast_error *error)
{
    /* density scaling: inertia grows, weight does not */
    m->scaling = scene->time.density_scaling > 0 ? scene->time.density_scaling : 1;
    m->gravity = v_mul(1 / m->scaling, v_of(scene->gravity));
    m->local_damping = scene->damping.local;
    m->global_damping = scene->damping.global;
    m->ledger = scene->output.ledger;
    m->ledger_every = scene->output.ledger_every > 0 ? scene->output.ledger_every : CLAST_LEDGER_EVERY;
    m->sort_every = scene->time.sort_every > 0 ? scene->time.sort_every : CLAST_SORT_EVERY;
    m->integrator = scene->time.integrator;
    m->trapezoid = scene->time.trapezoid;
    clast_status status = copy_materials(scene, m, error);
    if (!status)
        status = clast_build_pairs(scene, m, error);
    if (!status)
        status = clast_bonds_prepare(scene, m, error);
    if (!status)
        status = make_shapes(scene, m, error);
    if (!status)
        status = make_walls(scene, m, error);
    if (!status)
        status = collect_bodies(scene, m, bodies, error);
    if (!status)
        status = make_bodies(scene, m, s, bodies, error);
    if (!status)
        status = clast_build_fields(scene, m, s, error);
    if (!status)
        status = clast_build_slice(scene, m, s, bodies->list, error);
    s->contacts.n_history = m->n_history;
    s->contacts.geometry = model_remembers_geometry(m);
    s->contacts.n_booked = m->ledger && !model_books_late(m) ? CLAST_BOOKED : 0;
    return status;
}
