/* Adding bodies to a scene, one by one and in blocks. */
#include <math.h>
#include <stdio.h>

#include "api/argument.h"
#include "base/array.h"
#include "base/error.h"
#include "model/scene.h"

/* All zero (not turned) or a direction in quaternion space; others are brought to length 1. */
static clast_status keep_turn(clast_body *body, const char *who, clast_error *error)
{
    double *q = body->turn;
    clast_status status = clast_argument_finite(q, 4, "turn", who, body->place, error);
    if (status)
        return status;
    if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0) {
        q[0] = 1;
        return CLAST_OK;
    }
    double length = hypot(hypot(q[0], q[1]), hypot(q[2], q[3]));
    if (!(length > 0) || !isfinite(length))
        return clast_fail_at(error, body->place, "%s: turn is a quaternion of length %g; give one of length 1", who,
                             length);
    /* a quaternion of length 1 keeps its bits: a restart from results is exact */
    for (int i = 0; i < 4 && fabs(length - 1) > 1e-15; i++)
        q[i] /= length;
    return CLAST_OK;
}

clast_status clast_scene_body(clast_scene *scene, const clast_body *body, clast_error *error)
{
    const char *who = "a body";
    if (!scene || !body)
        return clast_argument_missing("clast_scene_body", error);
    clast_status status = clast_argument_name(body->shape, "the shape of a body", body->place, error);
    if (!status)
        status = clast_argument_name(body->material, "the material of a body", body->place, error);
    if (!status && body->id != 0)
        status = clast_argument_number("body", "id", (double)body->id, who, body->place, error);
    if (!status && body->size != 0)
        status = clast_argument_number("body", "size", body->size, who, body->place, error);
    if (!status)
        status = clast_argument_finite(body->at, 3, "at", who, body->place, error);
    if (!status)
        status = clast_argument_finite(body->velocity, 3, "velocity", who, body->place, error);
    if (!status)
        status = clast_argument_finite(body->spin, 3, "spin", who, body->place, error);
    if (status)
        return status;
    clast_body kept = *body;
    status = keep_turn(&kept, who, error);
    if (status)
        return status;
    kept.size = body->size == 0 ? 1 : body->size;
    kept.shape = clast_scene_name(scene, body->shape);
    kept.material = clast_scene_name(scene, body->material);
    if (!kept.shape || !kept.material || !ARRAY_RESERVE(scene->bodies, scene->c_bodies, scene->n_bodies + 1))
        return clast_fail_memory(error);
    scene->bodies[scene->n_bodies++] = kept;
    return CLAST_OK;
}

static clast_status check_fill(const clast_fill *fill, const char *who, clast_error *error)
{
    static const char axes[] = "xyz";
    clast_status status = clast_argument_name(fill->material, "the material of a fill", fill->place, error);
    if (!status)
        status = clast_argument_number("fill", "count", (double)fill->count, who, fill->place, error);
    if (!status)
        status = clast_argument_number("fill", "agitation", fill->agitation, who, fill->place, error);
    if (!status)
        status = clast_argument_finite(fill->velocity, 3, "velocity", who, fill->place, error);
    if (!status)
        status = clast_argument_finite(fill->low, 3, "box", who, fill->place, error);
    if (!status)
        status = clast_argument_finite(fill->high, 3, "box", who, fill->place, error);
    for (int i = 0; i < 3 && !status; i++)
        if (!(fill->low[i] < fill->high[i]))
            status = clast_fail_at(error, fill->place, "%s: box runs from %c = %.10g to %.10g; low must be below high",
                                   who, axes[i], fill->low[i], fill->high[i]);
    if (!status && (fill->size[0] != 0 || fill->size[1] != 0) &&
        !(fill->size[0] > 0 && fill->size[0] <= fill->size[1] && isfinite(fill->size[1])))
        status = clast_fail_at(error, fill->place, "%s: size runs from %.10g to %.10g; wanted is 0 < low <= high", who,
                               fill->size[0], fill->size[1]);
    if (!status && fill->how != CLAST_FILL_RANDOM && fill->how != CLAST_FILL_LATTICE)
        status = clast_fail_at(error, fill->place, "%s: how is %d; allowed is random or lattice", who, (int)fill->how);
    return status;
}

/* Copies names and shares. */
static clast_status keep_shapes(clast_scene *scene, clast_fill *fill, const char *who, clast_error *error)
{
    if (fill->n_shapes < 1 || !fill->shapes || !fill->shares)
        return clast_fail_at(error, fill->place, "%s has no shapes", who);
    size_t n = (size_t)fill->n_shapes;
    const char **shapes = clast_arena_take(&scene->arena, n * sizeof *shapes);
    double *shares = clast_arena_copy(&scene->arena, fill->shares, n * sizeof *shares);
    if (!shapes || !shares)
        return clast_fail_memory(error);
    for (size_t i = 0; i < n; i++) {
        clast_status status = clast_argument_name(fill->shapes[i], "a shape of a fill", fill->place, error);
        if (!status)
            status = clast_argument_number("fill", "shapes", shares[i], who, fill->place, error);
        if (status)
            return status;
        shapes[i] = clast_scene_name(scene, fill->shapes[i]);
        if (!shapes[i])
            return clast_fail_memory(error);
    }
    fill->shapes = shapes;
    fill->shares = shares;
    return CLAST_OK;
}

clast_status clast_scene_fill(clast_scene *scene, const clast_fill *fill, clast_error *error)
{
    const char *who = "a fill";
    if (!scene || !fill)
        return clast_argument_missing("clast_scene_fill", error);
    clast_status status = check_fill(fill, who, error);
    if (status)
        return status;
    clast_fill kept = *fill;
    if (kept.size[0] == 0)
        kept.size[0] = kept.size[1] = 1;
    status = keep_shapes(scene, &kept, who, error);
    if (status)
        return status;
    kept.material = clast_scene_name(scene, fill->material);
    if (!kept.material || !ARRAY_RESERVE(scene->fills, scene->c_fills, scene->n_fills + 1))
        return clast_fail_memory(error);
    scene->fills[scene->n_fills++] = kept;
    return CLAST_OK;
}
