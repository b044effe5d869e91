#include "energy/stability.h"

#include <math.h>

#define GET(a, k) ((vec3){(a)[0][k], (a)[1][k], (a)[2][k]})

/* u . W u, with the inverse inertia W in the world. */
static double turned(const clast_side *a, int k, vec3 u)
{
    return a->xx[k] * u.x * u.x + a->yy[k] * u.y * u.y + a->zz[k] * u.z * u.z +
           2 * (a->xy[k] * u.x * u.y + a->xz[k] * u.x * u.z + a->yz[k] * u.y * u.z);
}

/* k_t is shared by the two tangential directions, so their mean mobility is taken: trace minus the normal part, halved. l:
 * arm. */
static double stiffness_met(const clast_side *a, double inverse_mass, const clast_touch *t, int k, vec3 l)
{
    const double whole = a->xx[k] + a->yy[k] + a->zz[k];
    const double trace = v_dot(l, l) * whole - turned(a, k, l), along = turned(a, k, v_cross(l, GET(t->n_dir, k)));
    return t->kn[k] * (inverse_mass + along) + t->kt[k] * (inverse_mass + 0.5 * (trace - along));
}

/* The arm s lies along n. */
static double stiffness_of_ball(const clast_side *a, double inverse_mass, const clast_touch *t, int k, double s)
{
    return (t->kn[k] + t->kt[k]) * inverse_mass + t->kt[k] * s * s * a->xx[k];
}

/* Springs against turning (rolling resistance, bonds) count with the largest angular mobility. */
static double against_turning(const clast_work *w, const clast_touch *t, int k, int32_t i)
{
    const bool rolls = t->wrote & CLAST_WROTE_ROLLING, bonds = t->wrote & CLAST_WROTE_BOND;
    const double kr = (rolls ? t->kr[k] : 0) + (bonds ? t->kb_r[k] : 0);
    const vec3 inverse = v_at(w->inverse_inertia, i);
    return kr * fmax(inverse.x, fmax(inverse.y, inverse.z));
}

void clast_stability_terms(const clast_model *m, const clast_work *w, const int32_t *list, const clast_lanes *in,
                           clast_touch *t)
{
    for (int k = 0; k < t->n; k++) {
        const clast_pick *pick = &w->pick[list[k]];
        const bool wall = pick->b < 0;
        const double lightness_a = w->inverse_mass[pick->a], lightness_b = wall ? 0 : w->inverse_mass[pick->b];
        t->stiff_a[k] = t->balls ? stiffness_of_ball(&in->a, lightness_a, t, k, t->sa[k])
                                 : stiffness_met(&in->a, lightness_a, t, k, GET(t->la, k));
        if (!wall)
            t->stiff_b[k] = t->balls ? stiffness_of_ball(&in->b, lightness_b, t, k, t->sb[k])
                                     : stiffness_met(&in->b, lightness_b, t, k, GET(t->lb, k));
        if (m->torques)
            t->stiff_a[k] += against_turning(w, t, k, pick->a);
        if (m->torques && !wall)
            t->stiff_b[k] += against_turning(w, t, k, pick->b);
    }
}

static void stiffest_of(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (void)s;
    double most = 0;
    for (int32_t i = first; i < last; i++)
        most = fmax(most, w->stiffness[i] + (m->fields.n_pair ? w->field.sum[i].stiffness : 0));
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
