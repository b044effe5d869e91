/* Checks on a scene that its reader (with a place to point at) and the builder of a simulation both make. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/scene.h"

enum { NAMES_MOST = 8 };

/* The candidate holds the name looked for, or begins like it; names of a few letters are like any other. */
static bool alike(const char *name, const char *candidate)
{
    enum { LETTERS = 4 };
    return strlen(name) >= LETTERS && (strstr(candidate, name) != NULL || strncmp(candidate, name, LETTERS) == 0);
}

/* "a, b, c", cut with dots after the eighth. Where that leaves some out, names like the one looked for come first. */
static void join(const char *name, const char *const *names, int n, char *out, size_t size)
{
    size_t used = 0;
    int shown = 0;
    out[0] = '\0';
    for (int k = 0; k < 2 * n; k++) {
        char quoted[CLAST_QUOTE];
        const bool first = n > NAMES_MOST && alike(name, names[k % n]);
        if (first != (k < n))
            continue;
        const bool cut = shown == NAMES_MOST || used + CLAST_QUOTE + 8 > size;
        used += (size_t)snprintf(out + used, size - used, "%s%s", shown++ ? ", " : "",
                                 cut ? "..." : clast_scene_quote(names[k % n], quoted));
        if (cut)
            return;
    }
}

clast_status clast_scene_unknown(const char *what, const char *name, const char *state, const char *const *candidates,
                                 int n, clast_place place, clast_error *error)
{
    char quoted[CLAST_QUOTE], near_quoted[CLAST_QUOTE], all[400];
    const char *near = clast_nearest(name, candidates, n);
    join(name, candidates, n, all, sizeof all);
    clast_scene_quote(name, quoted);
    if (near)
        return clast_fail_at(error, place, "%s '%s' is not %s; did you mean '%s'? %s: %s", what, quoted, state,
                             clast_scene_quote(near, near_quoted), state, all);
    return clast_fail_at(error, place, "%s '%s' is not %s; %s: %s", what, quoted, state, state, n ? all : "none");
}

clast_status clast_scene_unknown_material(const clast_scene *scene, const char *name, clast_place place,
                                          clast_error *error)
{
    const char **names = malloc((scene->n_materials + 1) * sizeof *names);
    if (!names)
        return clast_fail_memory(error);
    for (size_t i = 0; i < scene->n_materials; i++)
        names[i] = scene->materials[i].name;
    clast_status status =
        clast_scene_unknown("material", name, "defined", names, (int)scene->n_materials, place, error);
    free(names);
    return status;
}

clast_status clast_scene_unknown_shape(const clast_scene *scene, const char *name, clast_place place,
                                       clast_error *error)
{
    const char **names = malloc((scene->n_shapes + 1) * sizeof *names);
    if (!names)
        return clast_fail_memory(error);
    for (size_t i = 0; i < scene->n_shapes; i++)
        names[i] = scene->shapes[i].name;
    clast_status status = clast_scene_unknown("shape", name, "defined", names, (int)scene->n_shapes, place, error);
    free(names);
    return status;
}

clast_status clast_scene_check_mass(const clast_scene *scene, const char *shape, const char *material,
                                    clast_place place, clast_error *error)
{
    int s = clast_scene_find_shape(scene, shape), m = clast_scene_find_material(scene, material);
    if (s < 0 || m < 0 || scene->shapes[s].mass > 0 || scene->materials[m].density > 0)
        return CLAST_OK;
    return clast_fail_at(error, place,
                         "material '%s' has no density, so a body of shape '%s' has no mass; "
                         "give the material a density or the shape a mass",
                         material, shape);
}

static int by_id(const void *a, const void *b)
{
    const clast_body *x = *(const clast_body *const *)a, *y = *(const clast_body *const *)b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x < y ? -1 : x > y;
}

clast_status clast_scene_check_ids(const clast_scene *scene, clast_error *error)
{
    const clast_body **sorted = malloc((scene->n_bodies + 1) * sizeof(clast_body *));
    if (!sorted)
        return clast_fail_memory(error);
    size_t n = 0;
    for (size_t i = 0; i < scene->n_bodies; i++)
        if (scene->bodies[i].id > 0)
            sorted[n++] = &scene->bodies[i];
    qsort(sorted, n, sizeof(clast_body *), by_id);
    const clast_body *twice = NULL;
    for (size_t i = 1; i < n && !twice; i++)
        if (sorted[i]->id == sorted[i - 1]->id)
            twice = sorted[i];
    free(sorted);
    if (!twice)
        return CLAST_OK;
    return clast_fail_at(error, twice->place, "body id %" PRId64 " is given twice", twice->id);
}
