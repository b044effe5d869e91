/* Normal and overlap of one contact in some pose, where it is not worked on in a block (lanes.c). */
#ifndef CLAST_COLLIDE_MEET_H
#define CLAST_COLLIDE_MEET_H

#include "model/work.h"

typedef struct clast_meeting {
    vec3 n;   /* from a to b */
    double d; /* overlap */
} clast_meeting;

/* Bodies at x, q; walls where they are at `time`. */
clast_meeting clast_meet(const clast_model *m, const clast_state *s, const clast_pick *p, double *const x[3],
                         double *const q[4], double time);

/* The normal of a contact of this evaluation, from its record or from the pose of now. */
vec3 clast_meet_normal(const clast_model *m, const clast_state *s, const clast_work *w, int32_t slot);

/* Centre of a sphere (a row of model->spheres) of body i. */
vec3 clast_meet_centre(const clast_model *m, const clast_state *s, double *const x[3], double *const q[4], int32_t i,
                       int32_t sphere);

#endif
