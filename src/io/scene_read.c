/* The frame of reading: bytes, tree, overrides, then the sections in the order in which they refer to each other. */
#include "io/scene_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "io/bytes.h"

char *clast_scene_read_path(clast_reader *r, const char *name)
{
    const char *slash = r->scene->file ? strrchr(r->scene->file, '/') : NULL;
    size_t folder = slash && name[0] != '/' ? (size_t)(slash - r->scene->file) + 1 : 0;
    char *path = clast_arena_take(&r->scene->arena, folder + strlen(name) + 1);
    if (!path)
        return NULL;
    memcpy(path, r->scene->file, folder);
    strcpy(path + folder, name);
    clast_scene *scene = r->scene;
    if (!ARRAY_RESERVE(scene->mentions, scene->c_mentions, scene->n_mentions + 1))
        return NULL;
    scene->mentions[scene->n_mentions++] = (clast_mention){clast_scene_name(scene, name), path};
    return path;
}

static clast_status read_trapezoid(clast_reader *r, const clast_node *node, clast_trapezoid *trapezoid)
{
    clast_trapezoid_keys keys;
    clast_status status = clast_section_read(r, "trapezoid", "time.trapezoid", node, &keys, sizeof keys);
    *trapezoid = keys.trapezoid;
    trapezoid->iteration = (clast_iteration)keys.iteration;
    trapezoid->on_failure = (clast_on_failure)keys.on_failure;
    trapezoid->most_iterations = (int)keys.most_iterations;
    trapezoid->halvings = (int)keys.halvings;
    return status;
}

static clast_status read_time(clast_reader *r, const clast_node *node)
{
    clast_time_keys keys;
    clast_status status = clast_section_read(r, "time", "time", node, &keys, sizeof keys);
    if (status)
        return status;
    keys.time.integrator = (clast_integrator)keys.integrator;
    if (keys.time.integrator == CLAST_TRAPEZOID)
        status = read_trapezoid(r, keys.trapezoid, &keys.time.trapezoid);
    else if (keys.trapezoid)
        status = clast_fail_at(r->error, keys.trapezoid->key_place,
                               "'trapezoid' holds settings of 'integrator: trapezoid', and the integrator is verlet; "
                               "take it out, or give the integrator");
    if (!status && !keys.time.rotation)
        status =
            clast_section_took(r, "time", "rotation", keys.time.integrator == CLAST_VERLET ? "sts-kdk" : "rodrigues");
    if (status)
        return status;
    keys.time.place = clast_node_head(node);
    return clast_scene_time(r->scene, &keys.time, r->error);
}

static clast_status read_output(clast_reader *r, const clast_node *node)
{
    clast_output output;
    clast_status status = clast_section_read(r, "output", "output", node, &output, sizeof output);
    if (!status && output.every == 0)
        status = clast_section_took(r, "output", "every", "first and last frame only");
    if (!status && output.series == 0)
        status = clast_section_took(r, "output", "series", "as output.every");
    return status ? status : clast_scene_output(r->scene, &output);
}

static clast_status read_materials(clast_reader *r, const clast_node *materials)
{
    clast_status status = CLAST_OK;
    if (materials->kind != CLAST_NODE_MAP)
        return clast_section_wrong_type(r, materials, "materials", "name: {young, poisson, density}");
    for (const clast_node *node = materials->first; node && !status; node = node->next) {
        clast_material material;
        char path[CLAST_PATH];
        clast_section_path("materials", node->key, path);
        status = clast_section_read(r, "material", path, node, &material, sizeof material);
        if (!status && material.density == 0)
            status = clast_section_took(r, path, "density", "none (for walls only)");
        material.name = node->key;
        material.place = node->key_place;
        if (!status)
            status = clast_scene_material(r->scene, &material, r->error);
    }
    return status;
}

/* The plain keys of the scene itself. */
static clast_status read_plain(clast_reader *r, const clast_scene_keys *keys, const clast_node *root)
{
    if (keys->version != 1)
        return clast_fail_at(r->error, clast_node_find(root, "clast")->place,
                             "clast is %lld; this program reads version 1 of the language", (long long)keys->version);
    clast_status status = keys->title ? clast_scene_title(r->scene, keys->title, r->error) : CLAST_OK;
    if (!status)
        status = clast_scene_gravity(r->scene, keys->gravity);
    if (!status)
        status = clast_scene_threads(r->scene, (int)keys->threads);
    return status ? status : clast_scene_seed(r->scene, (uint64_t)keys->seed);
}

static clast_status read_root(clast_reader *r, const clast_node *root)
{
    clast_scene_keys keys;
    clast_status status = clast_section_read(r, "scene", "", root, &keys, sizeof keys);
    if (!status)
        status = read_plain(r, &keys, root);
    if (!status)
        status = read_time(r, keys.time);
    if (!status)
        status = read_materials(r, keys.materials);
    if (!status)
        status = clast_scene_read_contacts(r, keys.contacts);
    if (!status)
        status = clast_scene_read_shapes(r, keys.shapes);
    if (!status && keys.walls)
        status = clast_scene_read_walls(r, keys.walls);
    if (!status)
        status = clast_scene_read_bodies(r, keys.bodies);
    if (!status && keys.bonds)
        status = clast_scene_read_bonds(r, keys.bonds);
    if (!status && keys.damping)
        status = clast_scene_read_damping(r, keys.damping);
    if (!status && keys.fields)
        status = clast_scene_read_fields(r, keys.fields);
    if (!status && keys.plane)
        status = clast_scene_slice(r->scene, (clast_slice)keys.plane, clast_node_find(root, "plane")->place, r->error);
    return status ? status : read_output(r, keys.output);
}

/* The text as run: the user's own when nothing was overridden, else the tree written out. */
static clast_status keep_as_run(clast_scene *scene, const clast_node *root, clast_error *error)
{
    scene->as_run = scene->text;
    if (scene->n_sets == 0)
        return CLAST_OK;
    char head[600] = "as run, with";
    size_t used = strlen(head);
    for (int i = 0; i < scene->n_sets && used + CLAST_QUOTE + 8 < sizeof head; i++) {
        char quoted[CLAST_QUOTE];
        used += (size_t)snprintf(head + used, sizeof head - used, "%s %s", i ? "," : "",
                                 clast_scene_quote(scene->sets[i], quoted));
    }
    char *text = clast_yaml_emit(root, head);
    scene->as_run = text ? clast_arena_text(&scene->arena, text) : NULL;
    free(text);
    return scene->as_run ? CLAST_OK : clast_fail_memory(error);
}

static clast_status keep_sets(clast_scene *scene, const char *const *set, int n_set, clast_error *error)
{
    const char **copy = clast_arena_take(&scene->arena, ((size_t)n_set + 1) * sizeof *copy);
    for (int i = 0; copy && i < n_set; i++) {
        copy[i] = clast_arena_text(&scene->arena, set[i]);
        if (!copy[i])
            return clast_fail_memory(error);
    }
    scene->sets = copy;
    scene->n_sets = copy ? n_set : 0;
    return copy ? CLAST_OK : clast_fail_memory(error);
}

static clast_status read_text(clast_scene *scene, size_t size, clast_arena *arena, clast_error *error)
{
    clast_node *root = NULL;
    clast_reader reader = {scene, error};
    clast_status status = clast_bytes_check(scene->text, size, true, error);
    if (!status)
        status = clast_yaml_parse(scene->text, size, arena, &root, error);
    if (!status && !root)
        status = clast_fail(error, CLAST_BAD_INPUT,
                            "the file is empty; a scene needs at least time, materials, "
                            "contacts, shapes and bodies");
    if (!status)
        status = clast_scene_set(scene->sets, scene->n_sets, arena, &root, error);
    if (!status)
        status = keep_as_run(scene, root, error);
    return status ? status : read_root(&reader, root);
}

clast_status clast_scene_read_file(clast_scene *scene, const char *file, const char *const *set, int n_set,
                                   clast_error *error)
{
    char *text = NULL;
    size_t size = 0;
    clast_arena arena = {0};
    clast_error own = {0};
    if (!error)
        error = &own;
    clast_status status = clast_bytes_read(file, CLAST_BYTES_SCENE,
                                           "put long lists of bodies into a CSV or HDF5 file and name it under bodies: "
                                           "[{file: bodies.csv}]",
                                           &text, &size, error);
    if (status)
        return status; /* the text names the file already */
    scene->file = clast_arena_text(&scene->arena, file);
    scene->text = clast_arena_text(&scene->arena, text); /* ends at a zero byte, which the check refuses anyway */
    if (!scene->file || !scene->text)
        status = clast_fail_memory(error);
    if (!status)
        status = keep_sets(scene, set, n_set, error);
    if (!status && strlen(text) != size)
        status = clast_bytes_check(text, size, true, error);
    if (!status)
        status = read_text(scene, size, &arena, error);
    if (status)
        clast_scene_locate(scene, error);
    clast_arena_clear(&arena);
    free(text);
    return status;
}
