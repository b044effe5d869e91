/* Bodies: one by one, a block of them, or a list from a file. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "io/body_list.h"
#include "io/scene_read.h"

/* A turn as {axis, angle} or as a quaternion of any length but zero. */
static clast_status read_turn(clast_reader *r, const char *path, const clast_node *node, double turn[4])
{
    if (node->kind == CLAST_NODE_LIST) {
        clast_status status = clast_section_numbers(r, node, "turn", 4, "", turn);
        double length = sqrt(q_dot(q_of(turn), q_of(turn)));
        if (!status && (!(length > 0) || !isfinite(length)))
            return clast_fail_at(r->error, node->place, "turn is a quaternion of length %g; give one of length 1",
                                 length);
        for (int i = 0; i < 4 && !status; i++)
            turn[i] /= length;
        return status;
    }
    if (node->kind != CLAST_NODE_MAP)
        return clast_section_wrong_type(r, node, "turn",
                                        "{axis: [x, y, z], angle: 30 deg} or a quaternion [w, x, y, z]");
    clast_turn_keys keys;
    char below[CLAST_PATH];
    clast_status status =
        clast_section_read(r, "turn", clast_section_path(path, "turn", below), node, &keys, sizeof keys);
    if (status)
        return status;
    double length = v_length(v_of(keys.axis));
    if (!(length > 0) || !isfinite(length))
        return clast_fail_at(r->error, clast_node_find(node, "axis")->place, "axis has length %g; give a direction",
                             length);
    turn[0] = cos(0.5 * keys.angle);
    v_put(turn + 1, v_mul(sin(0.5 * keys.angle) / length, v_of(keys.axis)));
    return CLAST_OK;
}

static clast_status read_one(clast_reader *r, const char *path, const clast_node *node, clast_body_keys *keys)
{
    clast_body *body = &keys->body;
    clast_status status = CLAST_OK;
    body->place = clast_node_head(node);
    if (keys->turn)
        status = read_turn(r, path, keys->turn, body->turn);
    else
        status = clast_section_took(r, path, "turn", "none");
    if (!status && body->id == 0)
        status = clast_section_took(r, path, "id", "the next free one");
    if (!status)
        status = clast_scene_check_mass(r->scene, body->shape, body->material, clast_node_find(node, "material")->place,
                                        r->error);
    return status ? status : clast_scene_body(r->scene, body, r->error);
}

/* `shapes: pea` or `shapes: {pea: 0.3, fibre: 0.7}`. */
static clast_status read_shares(clast_reader *r, const clast_node *node, clast_fill *fill)
{
    size_t n = node->kind == CLAST_NODE_MAP ? (size_t)node->count : 1;
    const char **shapes = clast_arena_take(&r->scene->arena, (n + 1) * sizeof *shapes);
    double *shares = clast_arena_take(&r->scene->arena, (n + 1) * sizeof *shares);
    if (!shapes || !shares)
        return clast_fail_memory(r->error);
    fill->shapes = shapes;
    fill->shares = shares;
    fill->n_shapes = (int)n;
    shares[0] = 1;
    if (node->kind == CLAST_NODE_TEXT)
        return clast_section_shape(r, node, &shapes[0]);
    if (node->kind != CLAST_NODE_MAP || n == 0)
        return clast_section_wrong_type(r, node, "shapes", "the name of a shape or {name: share, ...}");
    clast_status status = CLAST_OK;
    int i = 0;
    for (const clast_node *child = node->first; child && !status; child = child->next, i++) {
        clast_node name = {.kind = CLAST_NODE_TEXT, .text = child->key, .quoted = true, .place = child->key_place};
        char what[96], quoted[CLAST_QUOTE];
        status = clast_section_shape(r, &name, &shapes[i]);
        snprintf(what, sizeof what, "share of %s", clast_scene_quote(child->key, quoted));
        if (!status)
            status = clast_section_number(r, child, what, "", "(0, inf)", &shares[i]);
    }
    return status;
}

static clast_status read_sizes(clast_reader *r, const clast_node *node, double size[2])
{
    const clast_node *uniform = clast_node_find(node, "uniform");
    if (node->kind == CLAST_NODE_TEXT) {
        clast_status status = clast_section_number(r, node, "size", "", "(0, inf)", &size[0]);
        size[1] = size[0];
        return status;
    }
    if (!uniform || node->count != 1)
        return clast_section_wrong_type(r, node, "size", "a number or {uniform: [low, high]}");
    clast_status status = clast_section_numbers(r, uniform, "uniform", 2, "", size);
    if (!status && !(size[0] > 0 && size[0] <= size[1]))
        status = clast_fail_at(r->error, uniform->place, "size runs from %.10g to %.10g; wanted is 0 < low <= high",
                               size[0], size[1]);
    return status;
}

static clast_status read_fill(clast_reader *r, const char *path, const clast_node *node)
{
    clast_fill_keys keys;
    clast_fill *fill = &keys.fill;
    char below[CLAST_PATH];
    clast_status status =
        clast_section_read(r, "fill", clast_section_path(path, "fill", below), node, &keys, sizeof keys);
    if (!status)
        status = read_shares(r, keys.shapes, fill);
    fill->size[0] = fill->size[1] = 1;
    if (!status && keys.size)
        status = read_sizes(r, keys.size, fill->size);
    for (int i = 0; i < fill->n_shapes && !status; i++)
        status = clast_scene_check_mass(r->scene, fill->shapes[i], fill->material,
                                        clast_node_find(node, "material")->place, r->error);
    if (status)
        return status;
    memcpy(fill->low, keys.box, sizeof fill->low);
    memcpy(fill->high, keys.box + 3, sizeof fill->high);
    fill->how = keys.how == 0 ? CLAST_FILL_RANDOM : CLAST_FILL_LATTICE;
    fill->aligned = keys.turn == 1;
    fill->place = node->key_place;
    return clast_scene_fill(r->scene, fill, r->error);
}

static clast_status read_list(clast_reader *r, const char *path, const clast_node *node, const clast_body_keys *keys)
{
    clast_body_list list = {.file = clast_scene_read_path(r, keys->file),
                            .shape = keys->body.shape,
                            .material = keys->body.material,
                            .step = clast_node_find(node, "step") ? keys->step : -1,
                            .path = path,
                            .place = clast_node_find(node, "file")->place};
    return list.file ? clast_body_list_read(r, &list) : clast_fail_memory(r->error);
}

clast_status clast_scene_read_bodies(clast_reader *r, const clast_node *bodies)
{
    clast_status status = CLAST_OK;
    int index = 0;
    if (bodies->kind != CLAST_NODE_LIST)
        return clast_section_wrong_type(r, bodies, "bodies", "a list: - {shape, material, at}, - {fill}, - {file}");
    if (bodies->count == 0)
        return clast_fail_at(r->error, bodies->place, "bodies is an empty list; a scene needs at least one body");
    for (const clast_node *node = bodies->first; node && !status; node = node->next, index++) {
        clast_body_keys keys;
        char path[CLAST_PATH];
        snprintf(path, sizeof path, "bodies[%d]", index);
        status = clast_section_read(r, "body", path, node, &keys, sizeof keys);
        if (status)
            return status;
        status = keys.fill   ? read_fill(r, path, keys.fill)
                 : keys.file ? read_list(r, path, node, &keys)
                             : read_one(r, path, node, &keys);
    }
    return status ? status : clast_scene_check_ids(r->scene, r->error);
}
