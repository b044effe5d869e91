/* Shapes: one sphere, a list of spheres, or a file of the same keys; mass properties by hand if wanted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/bytes.h"
#include "io/keys.h"
#include "io/scene_read.h"

/* What is being put together: the keys, and the tree they point into. */
typedef struct draft {
    clast_shape_keys keys;
    const clast_node *node;
    double (*spheres)[4];
    int n_spheres;
} draft;

static clast_status read_spheres(clast_reader *r, const clast_node *node, draft *d)
{
    const char *wanted = "a list of spheres [[x, y, z, radius], ...]";
    if (node->kind != CLAST_NODE_LIST || node->count == 0)
        return clast_section_wrong_type(r, node, "spheres", wanted);
    d->spheres = clast_arena_take(&r->scene->arena, (size_t)node->count * sizeof *d->spheres);
    if (!d->spheres)
        return clast_fail_memory(r->error);
    for (const clast_node *item = node->first; item; item = item->next) {
        char name[48];
        double *sphere = d->spheres[d->n_spheres++];
        snprintf(name, sizeof name, "sphere %d", d->n_spheres);
        clast_status status = clast_section_numbers(r, item, name, 4, "m", sphere);
        if (status)
            return status;
        snprintf(name, sizeof name, "radius of sphere %d", d->n_spheres);
        status = clast_section_number(r, item->first->next->next->next, name, "m", "(0, inf)", &sphere[3]);
        if (status)
            return status;
    }
    return CLAST_OK;
}

static clast_status read_inertia(clast_reader *r, const draft *d, double inertia[6])
{
    const clast_node *node = d->keys.inertia;
    const char *wanted = "[xx, yy, zz] or [xx, yy, zz, xy, xz, yz]";
    memset(inertia, 0, 6 * sizeof *inertia);
    if (!node) { /* a ball of even density; reached for `sphere` only */
        for (int i = 0; i < 3; i++)
            inertia[i] = 0.4 * d->keys.mass * d->keys.sphere * d->keys.sphere;
        return CLAST_OK;
    }
    if (node->kind != CLAST_NODE_LIST || (node->count != 3 && node->count != 6))
        return clast_section_wrong_type(r, node, "inertia", wanted);
    return clast_section_numbers(r, node, "inertia", node->count, "kg*m2", inertia);
}

/* Mass, centre and inertia are given together or not at all; a single sphere needs the mass only. */
static clast_status read_mass(clast_reader *r, const char *path, const draft *d, clast_shape *shape)
{
    const clast_node *mass = clast_node_find(d->node, "mass"), *centre = clast_node_find(d->node, "centre");
    const clast_node *inertia = d->keys.inertia, *lonely = inertia ? inertia : centre;
    if (!mass && lonely)
        return clast_fail_at(r->error, lonely->key_place,
                             "%s has '%s' but no 'mass'; give mass, centre and inertia together", path, lonely->key);
    if (!mass)
        return clast_section_took(r, path, "mass", "density times the volume of the union");
    if (!inertia && d->keys.sphere == 0)
        return clast_fail_at(r->error, mass->key_place,
                             "%s has 'mass' but no 'inertia'; give mass, centre and inertia together", path);
    shape->mass = d->keys.mass;
    memcpy(shape->centre, d->keys.centre, sizeof shape->centre);
    clast_status status = centre ? CLAST_OK : clast_section_took(r, path, "centre", "[0, 0, 0]");
    if (!status && !inertia)
        status = clast_section_took(r, path, "inertia", "that of a ball of even density");
    return status ? status : read_inertia(r, d, shape->inertia);
}

/* Everything that one section says; a `file` is left to the caller. */
static clast_status read_draft(clast_reader *r, const char *path, const clast_node *node, draft *d, clast_shape *shape)
{
    d->node = node;
    clast_status status = clast_section_read(r, "shape", path, node, &d->keys, sizeof d->keys);
    if (status || d->keys.file)
        return status;
    if (d->keys.spheres) {
        status = read_spheres(r, d->keys.spheres, d);
    } else {
        d->spheres = clast_arena_take(&r->scene->arena, sizeof *d->spheres);
        d->n_spheres = 1;
        if (!d->spheres)
            return clast_fail_memory(r->error);
        d->spheres[0][3] = d->keys.sphere;
    }
    if (status)
        return status;
    shape->n_spheres = d->n_spheres;
    shape->spheres = (const double(*)[4])d->spheres;
    shape->rotation = d->keys.rotation;
    return read_mass(r, path, d, shape);
}

static clast_status parse_file(clast_reader *r, const char *path, const char *text, size_t size, clast_arena *arena,
                               clast_shape *shape)
{
    clast_node *root = NULL;
    draft d = {0};
    clast_status status = clast_bytes_check(text, size, true, r->error);
    if (!status)
        status = clast_yaml_parse(text, size, arena, &root, r->error);
    if (!status && !root)
        status = clast_fail(r->error, CLAST_BAD_INPUT, "the file is empty; a shape needs 'spheres' or 'sphere'");
    if (!status)
        status = read_draft(r, path, root, &d, shape);
    if (!status && d.keys.file)
        status = clast_fail_at(r->error, clast_node_find(root, "file")->key_place,
                               "a shape file cannot name another file; it holds the spheres");
    return status;
}

static clast_status read_file(clast_reader *r, const char *path, const clast_node *node, const char *name,
                              clast_shape *shape)
{
    char *text = NULL, *file = clast_scene_read_path(r, name);
    size_t size = 0;
    clast_arena arena = {0};
    if (!file)
        return clast_fail_memory(r->error);
    clast_status status = clast_bytes_read(file, CLAST_BYTES_SCENE, NULL, &text, &size, r->error);
    if (status) { /* it is the reference that is wrong: point at it */
        r->error->place = clast_node_find(node, "file")->place;
        return status;
    }
    status = parse_file(r, path, text, size, &arena, shape);
    if (status)
        clast_scene_locate_in(file, text, r->error);
    clast_arena_clear(&arena);
    free(text);
    return status;
}

/* What may stand beside `file` in the scene wins over what the file says. */
static clast_status read_beside(clast_reader *r, const char *path, const clast_node *node, const draft *d,
                                clast_shape *shape)
{
    if (d->keys.rotation)
        shape->rotation = d->keys.rotation;
    if (clast_node_find(node, "mass") || clast_node_find(node, "centre") || d->keys.inertia)
        return read_mass(r, path, d, shape);
    return CLAST_OK;
}

clast_status clast_scene_read_shapes(clast_reader *r, const clast_node *shapes)
{
    clast_status status = CLAST_OK;
    if (shapes->kind != CLAST_NODE_MAP)
        return clast_section_wrong_type(r, shapes, "shapes", "name: {sphere}, {spheres} or {file}");
    for (const clast_node *node = shapes->first; node && !status; node = node->next) {
        clast_shape shape = {.name = node->key, .place = node->key_place};
        draft d = {0};
        char path[CLAST_PATH];
        clast_section_path("shapes", node->key, path);
        status = read_draft(r, path, node, &d, &shape);
        if (!status && d.keys.file)
            status = read_file(r, path, node, d.keys.file, &shape);
        if (!status && d.keys.file)
            status = read_beside(r, path, node, &d, &shape);
        if (!status)
            status = clast_scene_shape(r->scene, &shape, r->error);
    }
    return status;
}
