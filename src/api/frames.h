/* What results.h5 holds, and the .xdmf files that point into it.
 *
 *   /                     attributes title, clast (version), units
 *   /bodies/...           what does not change: id, shape, material (indices into /names), size, mass, radius (of the
 *                         bounding sphere), row (0, 1, ...)
 *   /names/...            shapes, materials
 *   /shapes/...           spheres (x y z r as drawn) and sphere_shape (index of the shape of each row)
 *   /steps/000000/...     position, quaternion, velocity, spin, rotation, centre; attributes time and step
 *   /spheres/...          on demand: radius, body (id), row; then also /steps/.../sphere_position, sphere_speed
 *
 * position is the origin of the shape's frame as drawn and quaternion (w x y z) turns that frame; rotation is the
 * Rodrigues vector of that turn, 2 tan(angle/2) about its axis; velocity is that of the centre of mass, which is at centre. The file is closed between frames. */
#ifndef CLAST_API_FRAMES_H
#define CLAST_API_FRAMES_H

#include "clast/clast.h"
#include "io/xdmf.h"

typedef struct clast_frames {
    char *path; /* of results.h5 */
    clast_xdmf *bodies_xdmf, *spheres_xdmf;
    size_t bodies, spheres; /* spheres 0: not wanted */
    int64_t count;          /* frames so far */
    double *numbers;        /* scratch: the largest array of a frame */
    float *singles;         /* scratch: one array of the spheres */
    int32_t *sphere_body;
} clast_frames;

/* frames must be zeroed. Creates results.h5 in the directory with all that does not change. */
clast_status clast_frames_create(clast_frames *frames, const char *directory, const clast_scene *scene,
                                 const clast_sim *sim, clast_error *error);
clast_status clast_frames_add(clast_frames *frames, const clast_sim *sim, clast_error *error);
clast_status clast_frames_finish(clast_frames *frames, clast_error *error);
void clast_frames_clear(clast_frames *frames);

/* directory/name, malloc'ed. */
char *clast_frames_path(const char *directory, const char *name);

#endif
