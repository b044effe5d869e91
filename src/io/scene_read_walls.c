/* Walls: planes, plates, and boxes as up to six planes that look inwards. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "io/scene_read.h"

enum { SIDES = 6 };
static const char *const side_names[SIDES] = {"left", "right", "front", "back", "bottom", "top"};

static clast_status read_motion(clast_reader *r, const char *path, const clast_node *node, double velocity[3])
{
    char motion[CLAST_PATH], translate[CLAST_PATH];
    clast_motion_keys keys;
    clast_translate_keys move;
    if (node->kind == CLAST_NODE_TEXT && !strcmp(node->text, "none"))
        return CLAST_OK;
    clast_section_path(path, "motion", motion);
    clast_section_path(motion, "translate", translate);
    clast_status status = clast_section_read(r, "motion", motion, node, &keys, sizeof keys);
    if (!status)
        status = clast_section_read(r, "translate", translate, keys.translate, &move, sizeof move);
    if (!status)
        memcpy(velocity, move.velocity, sizeof move.velocity);
    return status;
}

static clast_status read_plane(clast_reader *r, const char *path, const clast_node *node, clast_plane *plane)
{
    clast_plane_keys keys;
    char below[CLAST_PATH];
    clast_status status =
        clast_section_read(r, "plane", clast_section_path(path, "plane", below), node, &keys, sizeof keys);
    if (status)
        return status;
    double length = v_length(v_of(keys.normal));
    if (!(length > 0) || !isfinite(length))
        return clast_fail_at(r->error, clast_node_find(node, "normal")->place,
                             "normal has length %g; give a direction, it points to the free side", length);
    memcpy(plane->point, keys.point, sizeof plane->point);
    memcpy(plane->normal, keys.normal, sizeof plane->normal);
    return clast_scene_plane(r->scene, plane, r->error);
}

static clast_status read_plate(clast_reader *r, const char *path, const clast_node *node, clast_plane *plane)
{
    clast_plate_keys keys;
    char below[CLAST_PATH];
    clast_status status =
        clast_section_read(r, "plate", clast_section_path(path, "plate", below), node, &keys, sizeof keys);
    if (status)
        return status;
    plane->place = clast_node_find(node, "across")->place;
    memcpy(plane->point, keys.corner, sizeof plane->point);
    memcpy(plane->sides[0], keys.along, sizeof plane->sides[0]);
    memcpy(plane->sides[1], keys.across, sizeof plane->sides[1]);
    return clast_scene_plane(r->scene, plane, r->error);
}

static clast_status read_open(clast_reader *r, const clast_node *node, bool open[SIDES])
{
    if (!node)
        return CLAST_OK;
    if (node->kind != CLAST_NODE_LIST)
        return clast_section_wrong_type(r, node, "open", "a list of sides such as [top]");
    for (const clast_node *item = node->first; item; item = item->next) {
        int side = 0;
        while (side < SIDES && strcmp(side_names[side], item->text) != 0)
            side++;
        if (item->kind != CLAST_NODE_TEXT)
            return clast_section_wrong_type(r, item, "a side", "left, right, front, back, bottom or top");
        if (side == SIDES)
            return clast_scene_unknown("side", item->text, "known", side_names, SIDES, item->place, r->error);
        open[side] = true;
    }
    return CLAST_OK;
}

static clast_status read_box(clast_reader *r, const clast_wall_keys *keys, const char *name, clast_plane *plane)
{
    bool open[SIDES] = {false};
    clast_status status = read_open(r, keys->open, open);
    if (!status && open[0] && open[1] && open[2] && open[3] && open[4] && open[5])
        status = clast_fail_at(r->error, keys->open->place, "every side of the box is open; nothing is left of it");
    for (int side = 0; side < SIDES && !status; side++) {
        if (open[side])
            continue;
        int axis = side / 2, high = side % 2;
        char whole[CLAST_PATH];
        plane->name = clast_section_path(name, side_names[side], whole);
        memcpy(plane->point, keys->box + 3 * high, sizeof plane->point);
        memset(plane->normal, 0, sizeof plane->normal);
        plane->normal[axis] = high ? -1 : 1;
        status = clast_scene_plane(r->scene, plane, r->error);
    }
    return status;
}

clast_status clast_scene_read_walls(clast_reader *r, const clast_node *walls)
{
    clast_status status = CLAST_OK;
    if (clast_node_is_null(walls) || !strcmp(walls->text, "none"))
        return CLAST_OK;
    if (walls->kind != CLAST_NODE_MAP)
        return clast_section_wrong_type(r, walls, "walls", "name: {plane, plate or box, material}");
    for (const clast_node *node = walls->first; node && !status; node = node->next) {
        clast_wall_keys keys;
        char path[CLAST_PATH];
        clast_section_path("walls", node->key, path);
        status = clast_section_read(r, "wall", path, node, &keys, sizeof keys);
        clast_plane plane = {.name = node->key, .material = keys.material, .place = node->key_place};
        if (!status && keys.motion)
            status = read_motion(r, path, keys.motion, plane.velocity);
        if (status)
            return status;
        status = keys.plane   ? read_plane(r, path, keys.plane, &plane)
                 : keys.plate ? read_plate(r, path, keys.plate, &plane)
                              : read_box(r, &keys, node->key, &plane);
    }
    return status;
}
