#include "api/frames.h"

#include "api/fixed.h"
#include "base/error.h"
#include "io/h5.h"
#include "io/text.h"
#include "model/scene.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* The arrays of bodies as ParaView sees them; those without '/' are also what a frame holds. */
static const clast_xdmf_array body_arrays[] = {
    {"position", "position", CLAST_H5_DOUBLE, 3},
    {"row", "/bodies/row", CLAST_H5_INT32, 1},
    {"quaternion", "quaternion", CLAST_H5_DOUBLE, 4},
    {"velocity", "velocity", CLAST_H5_DOUBLE, 3},
    {"spin", "spin", CLAST_H5_DOUBLE, 3},
    {"rotation", "rotation", CLAST_H5_DOUBLE, 3},
    {"centre", "centre", CLAST_H5_DOUBLE, 3},
    {"id", "/bodies/id", CLAST_H5_INT64, 1},
    {"shape", "/bodies/shape", CLAST_H5_INT32, 1},
    {"material", "/bodies/material", CLAST_H5_INT32, 1},
    {"size", "/bodies/size", CLAST_H5_DOUBLE, 1},
    {"mass", "/bodies/mass", CLAST_H5_DOUBLE, 1},
    {"radius", "/bodies/radius", CLAST_H5_DOUBLE, 1},
};

/* Spheres are for looking at: single precision, and the speed of the body to colour them by. */
static const clast_xdmf_array sphere_arrays[] = {
    {"position", "sphere_position", CLAST_H5_FLOAT, 3}, {"row", "/spheres/row", CLAST_H5_INT32, 1},
    {"speed", "sphere_speed", CLAST_H5_FLOAT, 1},       {"radius", "/spheres/radius", CLAST_H5_DOUBLE, 1},
    {"body", "/spheres/body", CLAST_H5_INT64, 1},
};

char *clast_frames_path(const char *directory, const char *name)
{
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", directory, name);
    return path;
}

/* ---- life cycle --------------------------------------------------------------------------------------------- */

/* Room for what HDF5 writes around the arrays; generous. */
enum { BOOKKEEPING = 1 << 16 };

static clast_status make_scratch(clast_frames *frames, const clast_scene *scene, const clast_sim *sim,
                                 clast_error *error)
{
    clast_info info = clast_sim_info(sim);
    frames->bodies = (size_t)info.bodies;
    frames->spheres = scene->output.spheres ? (size_t)info.spheres : 0;
    size_t most = frames->bodies > frames->spheres ? frames->bodies : frames->spheres;
    frames->numbers = calloc(4 * most + 1, sizeof *frames->numbers);
    frames->singles = calloc(3 * frames->spheres + 1, sizeof *frames->singles);
    frames->sphere_body = calloc(frames->spheres + 1, sizeof *frames->sphere_body);
    if (!frames->numbers || !frames->singles || !frames->sphere_body)
        return clast_fail_memory(error);
    if (frames->spheres)
        clast_sim_indices(sim, "sphere_body", frames->sphere_body, frames->spheres);
    return CLAST_OK;
}

static clast_status make_xdmf(const char *directory, const char *name, const clast_xdmf_array *arrays, int n,
                              clast_xdmf **xdmf, clast_error *error)
{
    char *path = clast_frames_path(directory, name);
    if (!path)
        return clast_fail_memory(error);
    clast_status status = clast_xdmf_create(path, "results.h5", arrays, n, xdmf, error);
    free(path);
    return status;
}

/* Asks for the room by a file that goes away again: a full disk then leaves no half-made results.h5. */
static clast_status try_room(const clast_frames *frames, clast_error *error)
{
    size_t bytes = frames->bodies * 64 + frames->spheres * 16 + BOOKKEEPING;
    clast_status status = clast_text_reserve(frames->path, bytes, error);
    unlink(frames->path);
    return status;
}

clast_status clast_frames_create(clast_frames *frames, const char *directory, const clast_scene *scene,
                                 const clast_sim *sim, clast_error *error)
{
    frames->path = clast_frames_path(directory, "results.h5");
    if (!frames->path)
        return clast_fail_memory(error);
    clast_status status = make_scratch(frames, scene, sim, error);
    if (status == CLAST_OK)
        status = make_xdmf(directory, "results.xdmf", body_arrays, COUNT(body_arrays), &frames->bodies_xdmf, error);
    if (status == CLAST_OK && frames->spheres)
        status = make_xdmf(directory, "results_spheres.xdmf", sphere_arrays, COUNT(sphere_arrays),
                           &frames->spheres_xdmf, error);
    if (status == CLAST_OK)
        status = try_room(frames, error);
    clast_h5 *h5 = NULL;
    if (status == CLAST_OK)
        status = clast_h5_create(frames->path, &h5, error);
    if (status == CLAST_OK)
        status = clast_fixed_write(h5, frames, scene, sim, error);
    clast_status closed = clast_h5_close(h5, status == CLAST_OK ? error : NULL);
    return status == CLAST_OK ? closed : status;
}

void clast_frames_clear(clast_frames *frames)
{
    clast_xdmf_free(frames->bodies_xdmf);
    clast_xdmf_free(frames->spheres_xdmf);
    free(frames->path);
    free(frames->numbers);
    free(frames->singles);
    free(frames->sphere_body);
    memset(frames, 0, sizeof *frames);
}

/* ---- a frame ------------------------------------------------------------------------------------------------- */

static clast_status write_bodies(clast_h5 *h5, clast_frames *frames, const char *group, const clast_sim *sim,
                                 clast_error *error)
{
    clast_status status = CLAST_OK;
    for (int k = 0; k < COUNT(body_arrays) && status == CLAST_OK; k++) {
        const clast_xdmf_array *array = &body_arrays[k];
        if (array->data[0] == '/')
            continue;
        char path[64];
        snprintf(path, sizeof path, "%s/%s", group, array->data);
        size_t width = (size_t)array->width;
        clast_sim_array(sim, array->name, frames->numbers, frames->bodies * width);
        status = clast_h5_write(h5, path, array->type, frames->numbers, frames->bodies, width, error);
    }
    return status;
}

static clast_status write_spheres(clast_h5 *h5, clast_frames *frames, const char *group, const clast_sim *sim,
                                  clast_error *error)
{
    if (!frames->spheres)
        return CLAST_OK;
    char path[64];
    snprintf(path, sizeof path, "%s/sphere_position", group);
    clast_sim_array(sim, "spheres", frames->numbers, 4 * frames->spheres);
    for (size_t k = 0; k < frames->spheres; k++)
        for (size_t c = 0; c < 3; c++)
            frames->singles[3 * k + c] = (float)frames->numbers[4 * k + c];
    clast_status status = clast_h5_write(h5, path, CLAST_H5_FLOAT, frames->singles, frames->spheres, 3, error);
    if (status != CLAST_OK)
        return status;
    snprintf(path, sizeof path, "%s/sphere_speed", group);
    clast_sim_array(sim, "velocity", frames->numbers, 3 * frames->bodies);
    for (size_t k = 0; k < frames->spheres; k++) {
        const double *v = &frames->numbers[3 * frames->sphere_body[k]];
        frames->singles[k] = (float)sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return clast_h5_write(h5, path, CLAST_H5_FLOAT, frames->singles, frames->spheres, 1, error);
}

/* The frame is filled under another name and gets its own when it is complete: a kill leaves whole frames only. */
static clast_status write_frame(clast_frames *frames, const char *group, const clast_sim *sim, clast_error *error)
{
    static const char draft[] = "/unfinished";
    clast_info info = clast_sim_info(sim);
    clast_h5 *h5 = NULL;
    size_t bytes = frames->bodies * 19 * sizeof(double) + frames->spheres * 4 * sizeof(float) + BOOKKEEPING;
    clast_status status = clast_text_reserve(frames->path, bytes, error);
    if (status == CLAST_OK)
        status = clast_h5_open(frames->path, true, &h5, error);
    if (status == CLAST_OK)
        status = write_bodies(h5, frames, draft, sim, error);
    if (status == CLAST_OK)
        status = write_spheres(h5, frames, draft, sim, error);
    if (status == CLAST_OK)
        status = clast_h5_attribute_number(h5, draft, "time", info.time, error);
    if (status == CLAST_OK)
        status = clast_h5_attribute_number(h5, draft, "step", (double)info.step, error);
    if (status == CLAST_OK)
        status = clast_h5_rename(h5, draft, group, error);
    clast_status closed = clast_h5_close(h5, status == CLAST_OK ? error : NULL);
    return status == CLAST_OK ? closed : status;
}

clast_status clast_frames_add(clast_frames *frames, const clast_sim *sim, clast_error *error)
{
    char group[32];
    snprintf(group, sizeof group, "/steps/%06" PRId64, frames->count);
    double time = clast_sim_info(sim).time;
    clast_status status = write_frame(frames, group, sim, error);
    if (status != CLAST_OK)
        return status;
    frames->count++;
    status = clast_xdmf_frame(frames->bodies_xdmf, group, frames->bodies, time, error);
    if (status == CLAST_OK && frames->spheres)
        status = clast_xdmf_frame(frames->spheres_xdmf, group, frames->spheres, time, error);
    return status;
}

clast_status clast_frames_finish(clast_frames *frames, clast_error *error)
{
    clast_status status = clast_xdmf_finish(frames->bodies_xdmf, error);
    if (status == CLAST_OK && frames->spheres)
        status = clast_xdmf_finish(frames->spheres_xdmf, error);
    return status;
}
