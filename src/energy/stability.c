#include "energy/stability.h"

#include <math.h>

/* k_t is shared by the two tangential directions, so their mean mobility is taken: trace minus the normal part. Springs
 * against turning (rolling resistance, bonds) count with the largest angular mobility. */
static double contact_stiffness(const clast_model *m, const clast_state *s, const clast_work *w, int32_t i,
                                const double l_at[3], int32_t k)
{
    const vec3 inverse = v_at(w->inverse_inertia, i), n = v_of(work_record(s, w, k) + CONTACT_NORMAL),
               l_world = v_of(l_at);
    const clast_book *book = &w->contact_book[k];
    const quat q = q_at(s->q, i);
    const vec3 l = q_turn_back(q, l_world), c = q_turn_back(q, v_cross(l_world, n));
    const double ll = v_dot(l, l);
    const double trace = inverse.x * (ll - l.x * l.x) + inverse.y * (ll - l.y * l.y) + inverse.z * (ll - l.z * l.z);
    const double along = inverse.x * c.x * c.x + inverse.y * c.y * c.y + inverse.z * c.z * c.z;
    const double turning = m->torques ? w->extra.kr[k] * fmax(inverse.x, fmax(inverse.y, inverse.z)) : 0;
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
