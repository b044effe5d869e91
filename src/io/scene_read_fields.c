/* Fields: drag, Magnus, near-field forces, loads. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "io/scene_read.h"

/* A velocity, or {velocity, gradient, at}. */
static clast_status read_fluid(clast_reader *r, const char *path, const clast_node *node, clast_fluid *fluid)
{
    clast_fluid_keys keys;
    char below[CLAST_PATH];
    if (!node)
        return CLAST_OK;
    if (node->kind != CLAST_NODE_MAP)
        return clast_section_numbers(r, node, "fluid", 3, "m/s", fluid->velocity);
    clast_status status =
        clast_section_read(r, "fluid", clast_section_path(path, "fluid", below), node, &keys, sizeof keys);
    if (status)
        return status;
    *fluid = keys.fluid;
    if (!keys.gradient)
        return CLAST_OK;
    if (keys.gradient->kind != CLAST_NODE_LIST || keys.gradient->count != 3)
        return clast_section_wrong_type(r, keys.gradient, "gradient",
                                        "three rows such as [[0, 0, 5], [0, 0, 0], [0, 0, 0]]");
    int row = 0;
    for (const clast_node *item = keys.gradient->first; item && !status; item = item->next, row++) {
        char name[32];
        snprintf(name, sizeof name, "row %d of gradient", row + 1);
        status = clast_section_numbers(r, item, name, 3, "Hz", fluid->gradient[row]);
    }
    return status;
}

static clast_status read_ids(clast_reader *r, const clast_node *node, clast_field *field)
{
    int64_t *ids = clast_arena_take(&r->scene->arena, ((size_t)node->count + 1) * sizeof *ids);
    if (!ids)
        return clast_fail_memory(r->error);
    if (node->count == 0)
        return clast_fail_at(r->error, node->place, "bodies is an empty list; give ids such as [1, 2], or all");
    for (const clast_node *item = node->first; item; item = item->next) {
        double id;
        clast_status status = clast_section_number(r, item, "an id of bodies", "", "", &id);
        if (status)
            return status;
        if (!(id >= 1) || id != floor(id) || id > 9e15)
            return clast_fail_at(r->error, item->place, "an id of bodies is %.10g; allowed are whole numbers from 1 on",
                                 id);
        ids[field->n_ids++] = (int64_t)id;
    }
    field->ids = ids;
    return CLAST_OK;
}

/* all, a list of ids, or {shape, material}. */
static clast_status read_which(clast_reader *r, const char *path, const clast_node *node, clast_field *field)
{
    clast_which_keys keys;
    char below[CLAST_PATH];
    if (!node || (node->kind == CLAST_NODE_TEXT && !strcmp(node->text, "all")))
        return CLAST_OK;
    if (node->kind == CLAST_NODE_LIST)
        return read_ids(r, node, field);
    if (node->kind != CLAST_NODE_MAP || !node->first)
        return clast_section_wrong_type(r, node, "bodies", "all, ids such as [1, 2], {shape: ...} or {material: ...}");
    clast_status status =
        clast_section_read(r, "which", clast_section_path(path, "bodies", below), node, &keys, sizeof keys);
    field->shape = keys.shape;
    field->material = keys.material;
    return status;
}

static clast_status read_pair(clast_reader *r, const clast_node *node, clast_field *field)
{
    if (!node)
        return CLAST_OK;
    if (node->kind != CLAST_NODE_LIST || node->count != 2)
        return clast_section_wrong_type(r, node, "materials", "two names such as [stone, steel]");
    clast_status status = clast_section_material(r, node->first, &field->materials[0]);
    return status ? status : clast_section_material(r, node->first->next, &field->materials[1]);
}

/* Where the letters of a formula begin; all of it when it was written over several lines or with escapes. */
static clast_place place_of(const clast_node *node)
{
    clast_place place = node->place;
    const int letters = (int)strlen(node->text);
    if (node->quoted && place.width == letters + 2)
        place.column++;
    return place;
}

static clast_status read_formulas(clast_reader *r, const clast_node *node, const char *name, const char *text[3],
                                  clast_place place[3])
{
    if (!node)
        return CLAST_OK;
    if (node->kind != CLAST_NODE_LIST)
        return clast_section_wrong_type(r, node, name, "three formulas such as [2 N * sin(3*t), 0, 0]");
    if (node->count != 3)
        return clast_fail_at(r->error, node->place,
                             "%s has %d components; wanted is [x, y, z], and a formula with a comma in it stands in "
                             "quotes: [\"ramp(t, 0, 1)\", 0, 0]",
                             name, node->count);
    int k = 0;
    for (const clast_node *item = node->first; item; item = item->next, k++) {
        if (item->kind != CLAST_NODE_TEXT || clast_node_is_null(item))
            return clast_section_wrong_type(r, item, name, "a number or a formula of t");
        text[k] = item->text;
        place[k] = place_of(item);
    }
    return CLAST_OK;
}

static clast_status read_drag(clast_reader *r, const char *section, const char *path, const clast_node *node,
                              clast_field *field)
{
    clast_drag_keys keys;
    clast_status status = clast_section_read(r, section, path, node, &keys, sizeof keys);
    field->coefficient = keys.field.coefficient;
    field->rotational = keys.field.rotational;
    if (!status)
        status = read_fluid(r, path, keys.fluid, &field->fluid);
    return status ? status : read_which(r, path, keys.bodies, field);
}

static clast_status read_lennard_jones(clast_reader *r, const char *path, const clast_node *node, clast_field *field)
{
    clast_lennard_jones_keys keys;
    clast_status status = clast_section_read(r, "lennard_jones", path, node, &keys, sizeof keys);
    if (status)
        return status;
    *field = clast_field_lennard_jones(keys.energy, keys.size, keys.cutoff);
    field->centres = keys.between == 1;
    return read_pair(r, keys.materials, field);
}

static clast_status read_mie(clast_reader *r, const char *path, const clast_node *node, clast_field *field)
{
    clast_mie_keys keys;
    clast_status status = clast_section_read(r, "mie", path, node, &keys, sizeof keys);
    if (status)
        return status;
    *field = keys.field;
    field->kind = CLAST_FIELD_MIE;
    field->centres = keys.between == 1;
    return read_pair(r, keys.materials, field);
}

static clast_status read_load(clast_reader *r, const char *path, const clast_node *node, clast_field *field)
{
    clast_load_keys keys;
    clast_status status = clast_section_read(r, "load", path, node, &keys, sizeof keys);
    if (!status)
        status = read_formulas(r, keys.force, "force", field->force, field->part);
    if (!status)
        status = read_formulas(r, keys.torque, "torque", field->torque, field->part + 3);
    return status ? status : read_which(r, path, keys.bodies, field);
}

static clast_status read_field(clast_reader *r, const char *path, const clast_node *node)
{
    clast_field_keys keys;
    clast_field field = {0};
    clast_status status = clast_section_read(r, "field", path, node, &keys, sizeof keys);
    if (status)
        return status;
    char below[CLAST_PATH];
    clast_section_path(path, node->first->key, below);
    if (keys.drag) {
        field.kind = CLAST_FIELD_DRAG;
        status = read_drag(r, "drag", below, keys.drag, &field);
    } else if (keys.magnus) {
        field.kind = CLAST_FIELD_MAGNUS;
        status = read_drag(r, "magnus", below, keys.magnus, &field);
    } else if (keys.lennard_jones)
        status = read_lennard_jones(r, below, keys.lennard_jones, &field);
    else if (keys.mie)
        status = read_mie(r, below, keys.mie, &field);
    else {
        field.kind = CLAST_FIELD_LOAD;
        status = read_load(r, below, keys.load, &field);
    }
    field.place = node->first->key_place;
    return status ? status : clast_scene_field(r->scene, &field, r->error);
}

clast_status clast_scene_read_fields(clast_reader *r, const clast_node *fields)
{
    clast_status status = CLAST_OK;
    if (clast_node_is_null(fields))
        return CLAST_OK;
    if (fields->kind != CLAST_NODE_LIST)
        return clast_section_wrong_type(r, fields, "fields", "a list such as [drag: {coefficient: 5 mN*s/m}]");
    int number = 0;
    for (const clast_node *node = fields->first; node && !status; node = node->next) {
        char path[CLAST_PATH];
        snprintf(path, sizeof path, "fields[%d]", number++);
        status = read_field(r, path, node);
    }
    return status;
}
