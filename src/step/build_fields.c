#include "step/build_fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "field/mie.h"
#include "motion/slice.h"

/* ---- fields ---- */

static int by_id(const void *left, const void *right)
{
    const int64_t l = *(const int64_t *)left, r = *(const int64_t *)right;
    return (l > r) - (l < r);
}

static clast_flow flow_of(const clast_fluid *fluid)
{
    const double(*g)[3] = fluid->gradient;
    return (clast_flow){.velocity = v_of(fluid->velocity),
                        .at = v_of(fluid->at),
                        .gradient = {{v_of(g[0]), v_of(g[1]), v_of(g[2])}},
                        .spin = {0.5 * (g[2][1] - g[1][2]), 0.5 * (g[0][2] - g[2][0]), 0.5 * (g[1][0] - g[0][1])}};
}

static clast_status find_ids(const clast_field *given, const clast_state *s, const clast_body_field *field,
                             clast_error *error)
{
    int64_t *all = malloc((size_t)(s->n + 1) * sizeof *all);
    if (!all)
        return clast_fail_memory(error);
    for (int32_t i = 0; i < s->n; i++)
        all[i] = s->id[0][i];
    qsort(all, (size_t)s->n, sizeof *all, by_id);
    clast_status status = CLAST_OK;
    for (int32_t k = 0; k < field->n_ids && !status; k++)
        if (!bsearch(&field->ids[k], all, (size_t)s->n, sizeof *all, by_id))
            status = clast_fail_at(error, given->place, "a field names body %lld, and there is none with this id",
                                   (long long)field->ids[k]);
    free(all);
    return status;
}

static clast_status make_body_field(const clast_scene *scene, const clast_scene_field_kept *kept, clast_model *m,
                                    const clast_state *s, clast_body_field *field, clast_error *error)
{
    const clast_field *given = &kept->given;
    *field = (clast_body_field){.kind = given->kind,
                                .coefficient = given->coefficient,
                                .rotational = given->rotational,
                                .fluid = flow_of(&given->fluid),
                                .shape = given->shape ? clast_scene_find_shape(scene, given->shape) : -1,
                                .material = given->material ? clast_scene_find_material(scene, given->material) : -1,
                                .n_ids = given->n_ids,
                                .place = given->place};
    if (given->shape && field->shape < 0)
        return clast_scene_unknown_shape(scene, given->shape, given->place, error);
    if (given->material && field->material < 0)
        return clast_scene_unknown_material(scene, given->material, given->place, error);
    for (int k = 0; k < CLAST_FIELD_PARTS; k++) {
        const size_t bytes = (size_t)kept->part[k].n * sizeof *kept->part[k].steps;
        field->part[k].n = kept->part[k].n;
        field->part[k].steps = bytes ? clast_arena_copy(&m->arena, kept->part[k].steps, bytes) : NULL;
        if (bytes && !field->part[k].steps)
            return clast_fail_memory(error);
    }
    if (given->n_ids == 0)
        return CLAST_OK;
    int64_t *ids = clast_arena_copy(&m->arena, given->ids, (size_t)given->n_ids * sizeof *ids);
    if (!ids)
        return clast_fail_memory(error);
    qsort(ids, (size_t)given->n_ids, sizeof *ids, by_id);
    field->ids = ids;
    return find_ids(given, s, field, error);
}

/* The smallest sphere among the bodies of a material (-1: of any). */
static double smallest_radius(const clast_model *m, const clast_state *s, int32_t material)
{
    double r = INFINITY;
    for (int32_t i = 0; i < s->n; i++)
        if (material < 0 || s->material[0][i] == material)
            r = fmin(r, m->shapes[s->shape[0][i]].smallest * s->size[0][i]);
    return r;
}

static clast_status make_pair_field(const clast_scene *scene, const clast_field *given, const clast_model *m,
                                    const clast_state *s, clast_pair_field *field, clast_error *error)
{
    *field = (clast_pair_field){.material = {-1, -1},
                                .centres = given->centres,
                                .attraction = given->attraction,
                                .repulsion = given->repulsion,
                                .scale = given->scale,
                                .power = {given->attraction_power, given->repulsion_power},
                                .cutoff = given->cutoff,
                                .place = given->place};
    for (int k = 0; k < 2 && given->materials[0]; k++)
        if ((field->material[k] = clast_scene_find_material(scene, given->materials[k])) < 0)
            return clast_scene_unknown_material(scene, given->materials[k], given->place, error);
    const double touch = smallest_radius(m, s, field->material[0]) + smallest_radius(m, s, field->material[1]);
    if (isfinite(touch) && field->cutoff <= touch)
        return clast_fail_at(
            error, given->place,
            "the cut-off %.6g m is not above %.6g m, at which the smallest spheres touch: the near-field "
            "force would act on nothing before it touches; give a larger cutoff",
            field->cutoff, touch);
    mie_cut(field);
    if (!isfinite(field->cut_pull) || !isfinite(field->cut_potential))
        return clast_fail_at(
            error, given->place,
            "the near-field force at its cut-off is %g N; give a `scale` near the size of the bodies, and "
            "attraction and repulsion as forces at that distance",
            field->cut_pull);
    return CLAST_OK;
}

clast_status clast_build_fields(const clast_scene *scene, clast_model *m, const clast_state *s, clast_error *error)
{
    clast_fields *fields = &m->fields;
    if (scene->n_fields == 0)
        return CLAST_OK;
    fields->body = clast_arena_take(&m->arena, scene->n_fields * sizeof *fields->body);
    fields->pair = clast_arena_take(&m->arena, scene->n_fields * sizeof *fields->pair);
    if (!fields->body || !fields->pair)
        return clast_fail_memory(error);
    clast_status status = CLAST_OK;
    for (size_t k = 0; k < scene->n_fields && !status; k++) {
        const clast_scene_field_kept *kept = &scene->fields[k];
        if (kept->given.kind == CLAST_FIELD_MIE) {
            clast_pair_field *field = &fields->pair[fields->n_pair++];
            status = make_pair_field(scene, &kept->given, m, s, field, error);
            fields->cutoff = fmax(fields->cutoff, field->cutoff);
            fields->spheres = fields->spheres || !field->centres;
        } else
            status = make_body_field(scene, kept, m, s, &fields->body[fields->n_body++], error);
    }
    return status;
}

/* ---- plane problems ---- */

static const char *const planes[] = {"", "xy", "xz", "yz"};
static const char axes[] = "xyz";

static clast_status refuse_body(const clast_scene *scene, int64_t id, clast_place place, clast_error *error,
                                const char *what, const char *remedy)
{
    return clast_fail_at(error, place.line ? place : scene->slice_place, "body %lld %s, out of the plane %s; %s",
                         (long long)id, what, planes[scene->slice], remedy);
}

/* How far the plane's normal is from a principal axis: |I n - (n.I n) n| over the largest moment. */
static double askew(const clast_model *m, const clast_state *s, int32_t i, vec3 n)
{
    const clast_form *form = &m->shapes[s->shape[0][i]];
    const vec3 inertia = clast_form_inertia(form, m->materials[s->material[0][i]].density, s->size[0][i]);
    const vec3 b = q_turn_back(q_at(s->q, i), n), Ib = {inertia.x * b.x, inertia.y * b.y, inertia.z * b.z};
    return v_length(v_add_mul(Ib, -v_dot(b, Ib), b)) / fmax(inertia.x, fmax(inertia.y, inertia.z));
}

static clast_status check_body(const clast_scene *scene, const clast_model *m, const clast_state *s, int32_t i,
                               const clast_body *body, clast_error *error)
{
    const int c = slice_normal(scene->slice);
    const clast_place place = body->place;
    const int64_t id = s->id[0][i];
    char what[160];
    if (s->v[c][i] != 0) {
        snprintf(what, sizeof what, "starts with a velocity of %g m/s along %c", s->v[c][i], axes[c]);
        return refuse_body(scene, id, place, error, what, "take this component away");
    }
    for (int k = 0; k < 3; k++)
        if (k != c && s->w[k][i] != 0) {
            snprintf(what, sizeof what, "starts with a spin of %g rad/s about %c", s->w[k][i], axes[k]);
            return refuse_body(scene, id, place, error, what, "only a spin about the plane's normal is possible");
        }
    const double off = s->x[c][i] - s->x[c][0], r = m->shapes[s->shape[0][i]].smallest * s->size[0][i];
    if (fabs(off) > 1e-6 * r) {
        snprintf(what, sizeof what, "has its centre of mass at %c = %g m and body %lld at %g m", axes[c], s->x[c][i],
                 (long long)s->id[0][0], s->x[c][0]);
        return refuse_body(scene, id, place, error, what, "put all centres of mass into one plane");
    }
    vec3 n = {c == 0, c == 1, c == 2};
    if (askew(m, s, i, n) > 1e-6) {
        snprintf(what, sizeof what, "has no principal axis of inertia along %c, so it would turn", axes[c]);
        return refuse_body(scene, id, place, error, what, "turn it about the normal only, from a symmetric position");
    }
    return CLAST_OK;
}

clast_status clast_build_slice(const clast_scene *scene, clast_model *m, const clast_state *s, const clast_body *bodies,
                               clast_error *error)
{
    if (scene->slice == CLAST_SLICE_NONE)
        return CLAST_OK;
    m->slice = scene->slice;
    const int c = slice_normal(scene->slice);
    if (scene->gravity[c] != 0)
        return clast_fail_at(
            error, scene->slice_place,
            "gravity is [%g, %g, %g], so its %c component points out of the plane %s; give gravity in the "
            "plane, such as [0, %s], or take another plane",
            scene->gravity[0], scene->gravity[1], scene->gravity[2], axes[c], planes[scene->slice],
            c == 2 ? "-9.81, 0" : "0, -9.81");
    clast_status status = CLAST_OK;
    for (int32_t i = 0; i < s->n && !status; i++)
        status = check_body(scene, m, s, i, &bodies[i], error);
    return status;
}
