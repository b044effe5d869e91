/* Normal and overlap of one contact in some pose, where it is not worked on in a block (lanes.c). */
#ifndef CLAST_COLLIDE_MEET_H
#define CLAST_COLLIDE_MEET_H

#include "collide/near.h"

typedef struct meet_geometry {
    vec3 n;   /* from a to b */
    double d; /* overlap */
} meet_geometry;

/* Centre of a sphere (a row of model->spheres) of body i. */
static inline vec3 meet_centre(const clast_model *m, const clast_state *s, double *const x[3], double *const q[4],
                               int32_t i, int32_t sphere)
{
    const int32_t shape = s->shape[0][i];
    return near_centre(&m->shapes[shape], s->size[0][i], v_at(x, i), q_at(q, i), sphere - m->sphere_first[shape]);
}

/* Bodies at x, q; walls where they are at `time`. */
static inline meet_geometry meet_at(const clast_model *m, const clast_state *s, const clast_pick *p, double *const x[3],
                                    double *const q[4], double time)
{
    const vec3 a = meet_centre(m, s, x, q, p->a, p->sphere_a);
    const double ra = s->size[0][p->a] * m->spheres[4 * p->sphere_a + 3];
    if (p->b < 0) {
        const near_foot foot = near_wall_foot(&m->walls[-1 - p->b], a, time);
        return (meet_geometry){v_mul(-1, foot.normal), ra - v_dot(v_sub(a, foot.point), foot.normal)};
    }
    const vec3 e = v_sub(meet_centre(m, s, x, q, p->b, p->sphere_b), a);
    const double distance = v_length(e), rb = s->size[0][p->b] * m->spheres[4 * p->sphere_b + 3];
    return (meet_geometry){distance > 0 ? v_mul(1 / distance, e) : (vec3){0, 0, 1}, ra + rb - distance};
}

/* The normal of a contact of this evaluation, from its record or from the pose of now. */
static inline vec3 meet_normal(const clast_model *m, const clast_state *s, const clast_work *w, int32_t slot)
{
    if (s->contacts.geometry)
        return v_of(work_record(s, w, slot) + contact_forces(m->n_history) + GEOMETRY_NORMAL);
    return meet_at(m, s, &w->pick[slot], s->x, s->q, w->now).n;
}

#endif
