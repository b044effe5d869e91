/* Bodies from a results.h5: one frame's poses and velocities, and the names behind the indices. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/body_list.h"
#include "io/h5.h"

/* All arrays of a frame, each malloc'ed; those that are not in the file stay NULL. */
typedef struct frame {
    size_t n;
    double *position, *quaternion, *velocity, *spin, *size;
    int64_t *id;
    int32_t *shape, *material;
    char **shapes, **materials;
    size_t n_shapes, n_materials;
} frame;

static void release(frame *f)
{
    free(f->position), free(f->quaternion), free(f->velocity), free(f->spin), free(f->size);
    free(f->id), free(f->shape), free(f->material), free(f->shapes), free(f->materials);
}

/* An array of n rows; without it *data stays NULL. The first array read sets n. */
static clast_status get(clast_reader *r, clast_h5 *h5, const char *path, clast_h5_type type, size_t width, size_t *n,
                        void *data)
{
    size_t rows = 0, got = 0;
    if (!clast_h5_has(h5, path))
        return CLAST_OK;
    clast_status status = clast_h5_read(h5, path, type, data, &rows, &got, r->error);
    if (status)
        return status;
    if (*n == 0)
        *n = rows;
    if (rows != *n || got != width)
        return clast_fail(r->error, CLAST_BAD_INPUT, "dataset %s is %zu x %zu; wanted is %zu x %zu", path, rows, got,
                          *n, width);
    return CLAST_OK;
}

/* The group of the frame asked for, or of the last one. Frames are numbered from 0 without gaps. */
static clast_status find_frame(clast_reader *r, clast_h5 *h5, int64_t step, char group[40])
{
    int64_t n = 0;
    if (step >= 0) {
        snprintf(group, 40, "/steps/%06" PRId64, step);
        if (clast_h5_has(h5, group))
            return CLAST_OK;
    }
    for (;; n++) {
        snprintf(group, 40, "/steps/%06" PRId64, n);
        if (!clast_h5_has(h5, group))
            break;
    }
    if (n == 0)
        return clast_fail(r->error, CLAST_BAD_INPUT, "there is no frame (/steps/000000) in it; is it a results.h5?");
    if (step >= 0)
        return clast_fail(r->error, CLAST_BAD_INPUT, "there is no frame %" PRId64 " in it; the last is %" PRId64, step,
                          n - 1);
    snprintf(group, 40, "/steps/%06" PRId64, n - 1);
    return CLAST_OK;
}

static clast_status get_poses(clast_reader *r, clast_h5 *h5, const char *group, frame *f)
{
    const struct {
        const char *name;
        size_t width;
        void *data;
    } arrays[] = {{"position", 3, &f->position},
                  {"quaternion", 4, &f->quaternion},
                  {"velocity", 3, &f->velocity},
                  {"spin", 3, &f->spin}};
    clast_status status = CLAST_OK;
    for (int i = 0; i < 4 && !status; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", group, arrays[i].name);
        status = get(r, h5, path, CLAST_H5_DOUBLE, arrays[i].width, &f->n, arrays[i].data);
    }
    if (!status && !f->position)
        status = clast_fail(r->error, CLAST_BAD_INPUT, "dataset %s/position is missing", group);
    return status;
}

static clast_status get_bodies(clast_reader *r, clast_h5 *h5, frame *f)
{
    clast_status status = get(r, h5, "/bodies/id", CLAST_H5_INT64, 1, &f->n, &f->id);
    if (!status)
        status = get(r, h5, "/bodies/size", CLAST_H5_DOUBLE, 1, &f->n, &f->size);
    if (!status)
        status = get(r, h5, "/bodies/shape", CLAST_H5_INT32, 1, &f->n, &f->shape);
    if (!status)
        status = get(r, h5, "/bodies/material", CLAST_H5_INT32, 1, &f->n, &f->material);
    if (!status && f->shape)
        status = clast_h5_read_texts(h5, "/names/shapes", &f->shapes, &f->n_shapes, r->error);
    if (!status && f->material)
        status = clast_h5_read_texts(h5, "/names/materials", &f->materials, &f->n_materials, r->error);
    return status;
}

/* A name from the scene's entry for all, else by the body's index. */
static clast_status name_of(clast_reader *r, const char *what, const char *all, const int32_t *index, size_t i,
                            char *const *names, size_t n, const char **name)
{
    *name = all;
    if (all)
        return CLAST_OK;
    if (!index)
        return clast_fail(r->error, CLAST_BAD_INPUT, "it names no %s; give '%s' beside 'file' in the scene", what,
                          what);
    if (index[i] < 0 || (size_t)index[i] >= n)
        return clast_fail(r->error, CLAST_BAD_INPUT, "body %zu has the %s number %d; there are %zu", i, what, index[i],
                          n);
    clast_node node = {.kind = CLAST_NODE_TEXT, .text = names[index[i]], .quoted = true};
    return !strcmp(what, "shape") ? clast_section_shape(r, &node, name) : clast_section_material(r, &node, name);
}

static clast_status put_body(clast_reader *r, const clast_body_list *list, const frame *f, size_t i)
{
    clast_body body = {.size = f->size ? f->size[i] : 1, .id = f->id ? f->id[i] : 0};
    memcpy(body.at, f->position + 3 * i, sizeof body.at);
    if (f->quaternion)
        memcpy(body.turn, f->quaternion + 4 * i, sizeof body.turn);
    if (f->velocity)
        memcpy(body.velocity, f->velocity + 3 * i, sizeof body.velocity);
    if (f->spin)
        memcpy(body.spin, f->spin + 3 * i, sizeof body.spin);
    clast_status status = name_of(r, "shape", list->shape, f->shape, i, f->shapes, f->n_shapes, &body.shape);
    if (!status)
        status = name_of(r, "material", list->material, f->material, i, f->materials, f->n_materials, &body.material);
    if (!status)
        status = clast_scene_check_mass(r->scene, body.shape, body.material, (clast_place){0}, r->error);
    if (!status)
        status = clast_scene_body(r->scene, &body, r->error);
    if (!status)
        r->scene->bodies[r->scene->n_bodies - 1].place = list->place;
    return status;
}

clast_status clast_body_list_h5(clast_reader *r, const clast_body_list *list)
{
    clast_h5 *h5 = NULL;
    frame f = {0};
    char group[40];
    clast_status status = clast_h5_open(list->file, false, &h5, r->error);
    if (status)
        return status;
    status = find_frame(r, h5, list->step, group);
    if (!status)
        status = get_poses(r, h5, group, &f);
    if (!status)
        status = get_bodies(r, h5, &f);
    if (!status && f.n == 0)
        status = clast_fail(r->error, CLAST_BAD_INPUT, "there are no bodies in it");
    for (size_t i = 0; i < f.n && !status; i++)
        status = put_body(r, list, &f, i);
    clast_h5_close(h5, NULL);
    if (!status && list->step < 0)
        status = clast_section_took(r, list->path, "step", group + strlen("/steps/"));
    release(&f);
    if (status && r->error->place.line == 0) {
        clast_error inner = *r->error;
        clast_fail_at(r->error, list->place, "'%.200s': %.500s", list->file, inner.text);
        r->error->status = status;
    }
    return status;
}
