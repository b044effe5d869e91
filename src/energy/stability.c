#include "energy/stability.h"

#include <math.h>
#include <stddef.h>

#include "base/clones.h"
#include "collide/hold.h"

#define GET(a, k) ((vec3){(a)[0][k], (a)[1][k], (a)[2][k]})

/* u . W u, with the inverse inertia W in the world. */
CLAST_INLINE double turned(const clast_side *a, int k, vec3 u)
{
    return a->xx[k] * u.x * u.x + a->yy[k] * u.y * u.y + a->zz[k] * u.z * u.z +
           2 * (a->xy[k] * u.x * u.y + a->xz[k] * u.x * u.z + a->yz[k] * u.y * u.z);
}

/* k_t is shared by the two tangential directions, so their mean mobility is taken: trace minus the normal part, halved. l:
 * arm. */
CLAST_INLINE double stiffness_met(const clast_side *a, double inverse_mass, const clast_touch *t, int k, vec3 l)
{
    const double whole = a->xx[k] + a->yy[k] + a->zz[k];
    const double trace = v_dot(l, l) * whole - turned(a, k, l), along = turned(a, k, v_cross(l, GET(t->n_dir, k)));
    return t->kn[k] * (inverse_mass + along) + t->kt[k] * (inverse_mass + 0.5 * (trace - along));
}

/* The arm s lies along n. */
CLAST_INLINE double stiffness_of_ball(const clast_side *a, double inverse_mass, const clast_touch *t, int k, double s)
{
    return (t->kn[k] + t->kt[k]) * inverse_mass + t->kt[k] * s * s * a->xx[k];
}

/* Inverse masses of both sides; of a wall 0. */
typedef struct lightness {
    _Alignas(64) clast_lane a, b;
} lightness;

CLAST_INLINE void stiffness_of_bodies(const clast_lanes *restrict in, const lightness *restrict of,
                                      clast_touch *restrict t)
{
    CLAST_LANES
    {
        t->stiff_a[k] = stiffness_met(&in->a, of->a[k], t, k, GET(t->la, k));
        t->stiff_b[k] = stiffness_met(&in->b, of->b[k], t, k, GET(t->lb, k));
    }
}

CLAST_INLINE void stiffness_of_balls(const clast_lanes *restrict in, const lightness *restrict of,
                                     clast_touch *restrict t)
{
    CLAST_LANES
    {
        t->stiff_a[k] = stiffness_of_ball(&in->a, of->a[k], t, k, t->sa[k]);
        t->stiff_b[k] = stiffness_of_ball(&in->b, of->b[k], t, k, t->sb[k]);
    }
}

CLAST_CLONES_BY(t->clone, stiff_bodies, (const clast_lanes *in, const lightness *of, clast_touch *t), (in, of, t),
                stiffness_of_bodies(in, of, t))
CLAST_CLONES_BY(t->clone, stiff_balls, (const clast_lanes *in, const lightness *of, clast_touch *t), (in, of, t),
                stiffness_of_balls(in, of, t))

/* Springs against turning (rolling resistance, bonds) count with the largest angular mobility. */
static double against_turning(const clast_work *w, const clast_touch *t, int k, int32_t i)
{
    const bool rolls = t->wrote & CLAST_WROTE_ROLLING, bonds = t->wrote & CLAST_WROTE_BOND;
    const double kr = (rolls ? t->kr[k] : 0) + (bonds ? t->kb_r[k] : 0);
    const vec3 inverse = v_at(w->inverse_inertia, i);
    return kr * fmax(inverse.x, fmax(inverse.y, inverse.z));
}

static double inverse_mass(const clast_work *w, int32_t grip)
{
    enum { INVERSE_MASS = offsetof(clast_grip, inverse_mass) / sizeof(double) };
    return w->grip[grip + INVERSE_MASS];
}

void clast_stability_terms(const clast_model *m, const clast_work *w, const int32_t *list, const clast_lanes *in,
                           clast_touch *t)
{
    lightness of;
    for (int k = 0; k < CLAST_BLOCK; k++) { /* out of the grips, which are at hand */
        const clast_hold *hold = &w->hold[list[k < t->n ? k : t->n - 1]];
        of.a[k] = inverse_mass(w, hold->grip_a);
        of.b[k] = hold_at_wall(hold) ? 0 : inverse_mass(w, hold->grip_b);
    }
    (t->balls ? stiff_balls : stiff_bodies)(in, &of, t);
    for (int k = 0; m->torques && k < t->n; k++) {
        const clast_pick *pick = &w->pick[list[k]];
        t->stiff_a[k] += against_turning(w, t, k, pick->a);
        if (pick->b >= 0)
            t->stiff_b[k] += against_turning(w, t, k, pick->b);
    }
}

static void stiffest_of(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (void)s;
    double most = 0;
#pragma omp simd reduction(max : most)
    for (int32_t i = first; i < last; i++)
        most = w->stiffness[i] > most ? w->stiffness[i] : most;
    for (int32_t i = first; m->fields.n_pair && i < last; i++)
        most = fmax(most, w->stiffness[i] + w->field.sum[i].stiffness);
    w->chunk_stiff[first / w->body_chunk] = most;
}

double clast_stability_number(const clast_model *m, clast_state *s, clast_work *w)
{
    double most = 0;
    clast_work_bodies(m, s, w, stiffest_of);
    for (int32_t tile = 0; tile < work_tiles(w); tile++)
        most = fmax(most, w->chunk_stiff[tile]);
    return m->dt * sqrt(2 * most);
}
