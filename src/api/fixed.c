#include "api/fixed.h"

#include "base/error.h"
#include "model/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static const char units[] = "SI: m, kg, s, m/s, rad/s; position: origin of the shape's frame as drawn; "
                            "quaternion w x y z turns that frame; velocity: of the centre of mass, which is at centre";

typedef const char *name_at(const clast_sim *sim, int index);

static clast_status write_names(clast_h5 *h5, const char *path, name_at *name, const clast_sim *sim, clast_error *error)
{
    int n = 0;
    while (name(sim, n))
        n++;
    const char **names = malloc(((size_t)n + 1) * sizeof *names);
    if (!names)
        return clast_fail_memory(error);
    for (int i = 0; i < n; i++)
        names[i] = name(sim, i);
    clast_status status = clast_h5_write_texts(h5, path, names, (size_t)n, error);
    free(names);
    return status;
}

/* One array of the bodies under /bodies. */
static clast_status write_array(clast_h5 *h5, const char *name, double *numbers, size_t n, const clast_sim *sim,
                                clast_error *error)
{
    char path[64];
    snprintf(path, sizeof path, "/bodies/%s", name);
    clast_sim_array(sim, name, numbers, n);
    return clast_h5_write(h5, path, CLAST_H5_DOUBLE, numbers, n, 1, error);
}

static clast_status write_indices(clast_h5 *h5, const char *name, size_t n, const clast_sim *sim, clast_error *error)
{
    char path[64];
    snprintf(path, sizeof path, "/bodies/%s", name);
    int32_t *indices = calloc(n + 1, sizeof *indices);
    if (!indices)
        return clast_fail_memory(error);
    clast_sim_indices(sim, name, indices, n);
    clast_status status = clast_h5_write(h5, path, CLAST_H5_INT32, indices, n, 1, error);
    free(indices);
    return status;
}

/* Row numbers: each point's cell in the .xdmf files. */
static clast_status write_rows(clast_h5 *h5, const char *path, size_t n, clast_error *error)
{
    int32_t *rows = malloc((n + 1) * sizeof *rows);
    if (!rows)
        return clast_fail_memory(error);
    for (size_t k = 0; k < n; k++)
        rows[k] = (int32_t)k;
    clast_status status = clast_h5_write(h5, path, CLAST_H5_INT32, rows, n, 1, error);
    free(rows);
    return status;
}

/* The body ids under /bodies, and for every sphere that of its body under /spheres. */
static clast_status write_ids(clast_h5 *h5, const clast_frames *frames, const clast_sim *sim, clast_error *error)
{
    int64_t *ids = malloc((frames->bodies + 1) * sizeof *ids);
    int64_t *owners = malloc((frames->spheres + 1) * sizeof *owners);
    clast_status status = CLAST_OK;
    if (ids && owners) {
        clast_sim_ids(sim, ids, frames->bodies);
        for (size_t k = 0; k < frames->spheres; k++)
            owners[k] = ids[frames->sphere_body[k]];
        status = clast_h5_write(h5, "/bodies/id", CLAST_H5_INT64, ids, frames->bodies, 1, error);
        if (status == CLAST_OK && frames->spheres)
            status = clast_h5_write(h5, "/spheres/body", CLAST_H5_INT64, owners, frames->spheres, 1, error);
    } else
        status = clast_fail_memory(error);
    free(ids);
    free(owners);
    return status;
}

static const clast_shape *find_shape(const clast_scene *scene, const char *name)
{
    for (size_t i = 0; i < scene->n_shapes; i++)
        if (strcmp(scene->shapes[i].name, name) == 0)
            return &scene->shapes[i];
    return NULL;
}

/* Fills at most n rows in the simulation's order of shapes; returns how many. */
static size_t collect_shapes(const clast_scene *scene, const clast_sim *sim, double (*spheres)[4], int32_t *owner,
                             size_t n)
{
    size_t rows = 0;
    const char *name;
    for (int i = 0; (name = clast_sim_shape_name(sim, i)); i++) {
        const clast_shape *shape = find_shape(scene, name);
        for (int k = 0; shape && k < shape->n_spheres && rows < n; k++, rows++) {
            memcpy(spheres[rows], shape->spheres[k], sizeof spheres[rows]);
            owner[rows] = i;
        }
    }
    return rows;
}

/* The shapes' spheres as drawn: with them the file can be drawn without the scene. */
static clast_status write_shapes(clast_h5 *h5, const clast_scene *scene, const clast_sim *sim, clast_error *error)
{
    size_t n = 0;
    for (size_t i = 0; i < scene->n_shapes; i++)
        n += (size_t)scene->shapes[i].n_spheres;
    double(*spheres)[4] = malloc((n + 1) * sizeof *spheres);
    int32_t *owner = malloc((n + 1) * sizeof *owner);
    clast_status status;
    if (spheres && owner) {
        size_t rows = collect_shapes(scene, sim, spheres, owner, n);
        status = clast_h5_write(h5, "/shapes/spheres", CLAST_H5_DOUBLE, spheres, rows, 4, error);
        if (status == CLAST_OK)
            status = clast_h5_write(h5, "/shapes/sphere_shape", CLAST_H5_INT32, owner, rows, 1, error);
    } else
        status = clast_fail_memory(error);
    free(spheres);
    free(owner);
    return status;
}

/* What does not change about single spheres, when they are wanted. */
static clast_status write_spheres(clast_h5 *h5, clast_frames *frames, const clast_sim *sim, clast_error *error)
{
    if (!frames->spheres)
        return CLAST_OK;
    clast_sim_array(sim, "spheres", frames->numbers, 4 * frames->spheres);
    for (size_t k = 0; k < frames->spheres; k++)
        frames->numbers[k] = frames->numbers[4 * k + 3];
    clast_status status =
        clast_h5_write(h5, "/spheres/radius", CLAST_H5_DOUBLE, frames->numbers, frames->spheres, 1, error);
    return status == CLAST_OK ? write_rows(h5, "/spheres/row", frames->spheres, error) : status;
}

clast_status clast_fixed_write(clast_h5 *h5, clast_frames *frames, const clast_scene *scene, const clast_sim *sim,
                               clast_error *error)
{
    clast_status status = clast_h5_attribute(h5, "/", "title", scene->title ? scene->title : "", error);
    if (status == CLAST_OK)
        status = clast_h5_attribute(h5, "/", "clast", clast_version(), error);
    if (status == CLAST_OK)
        status = clast_h5_attribute(h5, "/", "units", units, error);
    if (status == CLAST_OK)
        status = write_names(h5, "/names/shapes", clast_sim_shape_name, sim, error);
    if (status == CLAST_OK)
        status = write_names(h5, "/names/materials", clast_sim_material_name, sim, error);
    if (status == CLAST_OK)
        status = write_ids(h5, frames, sim, error);
    if (status == CLAST_OK)
        status = write_rows(h5, "/bodies/row", frames->bodies, error);
    static const char *const index_names[] = {"shape", "material"};
    for (int k = 0; k < COUNT(index_names) && status == CLAST_OK; k++)
        status = write_indices(h5, index_names[k], frames->bodies, sim, error);
    static const char *const array_names[] = {"size", "mass", "radius"};
    for (int k = 0; k < COUNT(array_names) && status == CLAST_OK; k++)
        status = write_array(h5, array_names[k], frames->numbers, frames->bodies, sim, error);
    if (status == CLAST_OK)
        status = write_shapes(h5, scene, sim, error);
    if (status == CLAST_OK)
        status = write_spheres(h5, frames, sim, error);
    return status;
}
