#include "energy/stability.h"

#include <math.h>

#include "collide/meet.h"

/* u . W u, with the inverse inertia W in the world as the grip has it. */
static double turned(const clast_model *m, const clast_grip *g, vec3 u)
{
    if (m->balls)
        return g->xx * v_dot(u, u);
    return g->xx * u.x * u.x + g->yy * u.y * u.y + g->zz * u.z * u.z +
           2 * (g->xy * u.x * u.y + g->xz * u.x * u.z + g->yz * u.y * u.z);
}

/* k_t is shared by the two tangential directions, so their mean mobility is taken: trace minus the normal part. Springs
 * against turning (rolling resistance, bonds) count with the largest angular mobility. */
static double contact_stiffness(const clast_model *m, const clast_state *s, const clast_work *w, int32_t i,
                                const double l_at[3], int32_t k)
{
    const clast_grip *g = (const clast_grip *)(const void *)(w->grip + (size_t)i * (size_t)w->grip_width);
    const clast_book *book = &w->contact_book[k];
    const vec3 none = {0, 0, 0}, l = v_of(l_at), n = m->balls ? none : meet_normal(m, s, w, k);
    const double whole = m->balls ? 3 * g->xx : g->xx + g->yy + g->zz;
    const double trace = v_dot(l, l) * whole - turned(m, g, l), along = m->balls ? 0 : turned(m, g, v_cross(l, n));
    double turning = 0;
    if (m->torques) {
        const vec3 inverse = v_at(w->inverse_inertia, i);
        turning = w->extra.kr[k] * fmax(inverse.x, fmax(inverse.y, inverse.z));
    }
    return book->kn * (w->inverse_mass[i] + along) + book->kt * (w->inverse_mass[i] + 0.5 * (trace - along)) + turning;
}

static double body_stiffness(const clast_model *m, const clast_state *s, const clast_work *w, int32_t i)
{
    const int32_t *const list = work_contacts(s, w)->list;
    double sum = 0;
    for (int32_t e = w->partner_first[i]; e < w->partner_first[i + 1]; e++)
        for (int32_t k = w->near_contact[w->near_of[e]]; k < w->near_contact[w->near_of[e] + 1]; k++)
            sum += contact_stiffness(m, s, w, i, w->contact_book[list[k]].lb, list[k]);
    for (int32_t k = w->near_contact[w->near_first[i]]; k < w->near_contact[w->near_first[i + 1]]; k++)
        sum += contact_stiffness(m, s, w, i, w->contact_book[list[k]].la, list[k]);
    if (m->fields.n_pair)
        sum += w->field.sum[i].stiffness;
    return sum;
}

/* The lists have read the ways of this step, and the room is free until the next. */
static void stiffness_chunk(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    double most = 0;
    for (int32_t i = first; i < last; i++)
        most = fmax(most, body_stiffness(m, s, w, i));
    w->chunk_way[first / w->body_chunk] = most;
}

double clast_stability_number(const clast_model *m, clast_state *s, clast_work *w)
{
    double most = 0;
    clast_work_bodies(m, s, w, stiffness_chunk);
    for (int32_t c = 0; c * w->body_chunk < s->n; c++)
        most = fmax(most, w->chunk_way[c]);
    return m->dt * sqrt(2 * most);
}
