/* The sums of plain models (no bonds, cohesion, rolling, fields or damping of bodies) in vector lanes: each lane sums its
 * own share of a chunk, and the lanes are added up in order at the end, so that the bits do not depend on the machine. */
#include "energy/tally_lanes.h"

#include <string.h>

#include "base/clones.h"

/* Lane after lane. */
static double across(const double *lane, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += lane[k];
    return sum;
}

enum { WIDTH = 16 };

typedef struct body_sums {
    _Alignas(64) double kinetic[WIDTH], rotational[WIDTH], gravity[WIDTH], reversible[WIDTH];
} body_sums;

CLAST_INLINE void sum_bodies(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first,
                             int32_t last, clast_tally *to)
{
    body_sums sum;
    memset(&sum, 0, sizeof sum);
    const double step = 0.125 * m->dt * m->dt;
    const vec3 g = m->gravity;
    for (int32_t at = first; at < last; at += WIDTH) {
        const int32_t n = last - at < WIDTH ? last - at : WIDTH;
#pragma omp simd
        for (int32_t k = 0; k < n; k++) {
            const int32_t i = at + k;
            const vec3 v = v_at(s->v, i), f = v_at(s->f, i), inverse = v_at(w->inverse_inertia, i);
            const vec3 t = q_turn_back(q_at(s->q, i), v_at(s->t, i));
            const double tt = inverse.x * t.x * t.x + inverse.y * t.y * t.y + inverse.z * t.z * t.z;
            sum.kinetic[k] += 0.5 * w->mass[i] * v_dot(v, v);
            sum.rotational[k] += 0.5 * v_dot(v_at(s->w, i), v_at(s->L, i));
            sum.gravity[k] -= w->mass[i] * v_dot(g, v_at(s->x, i));
            sum.reversible[k] += step * (v_dot(f, f) * w->inverse_mass[i] + tt);
        }
    }
    to->stored[CLAST_STORE_KINETIC] = across(sum.kinetic, WIDTH);
    to->stored[CLAST_STORE_ROTATIONAL] = across(sum.rotational, WIDTH);
    to->stored[CLAST_STORE_GRAVITY] = across(sum.gravity, WIDTH);
    to->stored[CLAST_STORE_REVERSIBLE] = across(sum.reversible, WIDTH);
}

CLAST_CLONES(bodies_chunk,
             (const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
              clast_tally *to),
             (m, s, w, first, last, to), sum_bodies(m, s, w, first, last, to))

void clast_tally_bodies(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
                        clast_tally *to)
{
    bodies_chunk(m, s, w, first, last, to);
}
