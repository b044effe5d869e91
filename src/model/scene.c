/* Names of a scene and what stands under them, defaults that were taken, places in the file, checks on references.
 * Names are interned in a hash table, so that a list of a million bodies costs one comparison of pointers each. */
#include "model/scene.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"

struct clast_scene_entry {
    const char *name; /* NULL: free */
    int material, shape, plane;
};

/* The entry of a name, or the free one where it belongs; the table is never full. */
static struct clast_scene_entry *entry_of(const clast_scene *scene, const char *name)
{
    size_t mask = scene->c_names - 1;
    size_t i = (size_t)hash_bytes(1, name, strlen(name)) & mask;
    while (scene->names[i].name && strcmp(scene->names[i].name, name) != 0)
        i = (i + 1) & mask;
    return &scene->names[i];
}

static bool grow_names(clast_scene *scene)
{
    struct clast_scene_entry *old = scene->names;
    size_t room = scene->c_names, grown = room ? 2 * room : 64;
    struct clast_scene_entry *names = calloc(grown, sizeof *names);
    if (!names)
        return false;
    scene->names = names;
    scene->c_names = grown;
    for (size_t i = 0; i < room; i++)
        if (old[i].name)
            *entry_of(scene, old[i].name) = old[i];
    free(old);
    return true;
}

const char *clast_scene_name(clast_scene *scene, const char *name)
{
    if (2 * (scene->n_names + 1) > scene->c_names && !grow_names(scene))
        return NULL;
    struct clast_scene_entry *entry = entry_of(scene, name);
    if (!entry->name) {
        const char *copy = clast_arena_text(&scene->arena, name);
        if (!copy)
            return NULL;
        *entry = (struct clast_scene_entry){copy, -1, -1, -1};
        scene->n_names++;
    }
    return entry->name;
}

int clast_scene_find_material(const clast_scene *scene, const char *name)
{
    struct clast_scene_entry *entry = scene->c_names ? entry_of(scene, name) : NULL;
    return entry && entry->name ? entry->material : -1;
}

int clast_scene_find_shape(const clast_scene *scene, const char *name)
{
    struct clast_scene_entry *entry = scene->c_names ? entry_of(scene, name) : NULL;
    return entry && entry->name ? entry->shape : -1;
}

int clast_scene_find_plane(const clast_scene *scene, const char *name)
{
    struct clast_scene_entry *entry = scene->c_names ? entry_of(scene, name) : NULL;
    return entry && entry->name ? entry->plane : -1;
}

void clast_scene_index_material(clast_scene *scene, int index)
{
    entry_of(scene, scene->materials[index].name)->material = index;
}

void clast_scene_index_shape(clast_scene *scene, int index)
{
    entry_of(scene, scene->shapes[index].name)->shape = index;
}

void clast_scene_index_plane(clast_scene *scene, int index)
{
    entry_of(scene, scene->planes[index].name)->plane = index;
}

/* ---- defaults that were taken ---- */

clast_status clast_scene_took(clast_scene *scene, const char *path, const char *value, clast_error *error)
{
    /* the same for every item of a list is told once; the latest entries are the likely ones */
    for (size_t i = scene->n_taken; strstr(path, "[*]") && i-- > 0;)
        if (!strcmp(scene->taken[i].path, path) && !strcmp(scene->taken[i].value, value))
            return CLAST_OK;
    if (!ARRAY_RESERVE(scene->taken, scene->c_taken, scene->n_taken + 1))
        return clast_fail_memory(error);
    clast_taken taken = {clast_arena_text(&scene->arena, path), clast_arena_text(&scene->arena, value)};
    if (!taken.path || !taken.value)
        return clast_fail_memory(error);
    scene->taken[scene->n_taken++] = taken;
    return CLAST_OK;
}

/* ---- places ---- */

/* Bytes of the UTF-8 character at s, 0 when there is none. */
static size_t character(const char *s)
{
    unsigned lead = (unsigned char)*s;
    size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)s[i] & 0xC0u) != 0x80u)
            return 0;
    return length;
}

/* Copies a line, as many whole characters as fit; what is no character becomes '?'. Returns where it stopped. */
static const char *copy_line(const char *line, char *out, size_t size)
{
    size_t used = 0;
    while (*line && !strchr("\r\n", *line)) {
        size_t length = character(line), step = length ? length : 1;
        if (used + step >= size)
            break;
        memcpy(out + used, length ? line : "?", step);
        if (length == 1 && ((unsigned char)*line < 0x20 || *line == 0x7F) && *line != '\t')
            out[used] = ' ';
        used += step;
        line += step;
    }
    out[used] = '\0';
    return line;
}

void clast_scene_locate_in(const char *file, const char *text, clast_error *error)
{
    if (!error || error->file[0] || !file)
        return;
    snprintf(error->file, sizeof error->file, "%s", file);
    if (error->place.line < 1 || !text)
        return;
    for (int line = 1; line < error->place.line; line++) {
        text = strchr(text, '\n');
        if (!text)
            return;
        text++;
    }
    /* a caret beyond what fits into the copy would point at nothing */
    if (error->place.column < (int)sizeof error->source - 2)
        copy_line(text, error->source, sizeof error->source);
    int length = (int)strlen(error->source);
    if (error->place.column + error->place.width > length + 1)
        error->place.width = length + 1 > error->place.column ? length + 1 - error->place.column : 1;
}

void clast_scene_locate(const clast_scene *scene, clast_error *error)
{
    if (!error)
        return;
    int set = -error->place.line;
    if (set >= 1 && set <= scene->n_sets) {
        char quoted[CLAST_QUOTE];
        clast_error inner = *error;
        clast_fail(error, inner.status, "override '%s': %s", clast_scene_quote(scene->sets[set - 1], quoted),
                   inner.text);
        return;
    }
    clast_scene_locate_in(scene->file, scene->text, error);
}

const char *clast_scene_quote(const char *text, char out[CLAST_QUOTE])
{
    const char *end = copy_line(text, out, CLAST_QUOTE - 4);
    for (char *s = out; *s; s++)
        if (*s == '\t')
            *s = ' ';
    if (*end)
        strcat(out, "...");
    return out;
}
