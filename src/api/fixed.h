/* The part of results.h5 that is the same in all frames: names, bodies, shapes, units. See frames.h for the layout. */
#ifndef CLAST_API_FIXED_H
#define CLAST_API_FIXED_H

#include "api/frames.h"
#include "io/h5.h"

clast_status clast_fixed_write(clast_h5 *h5, clast_frames *frames, const clast_scene *scene, const clast_sim *sim,
                               clast_error *error);

#endif
