/* The energies of bodies of plain models (no bonds, cohesion, rolling, fields or damping of bodies) in vector lanes. */
#include "energy/tally_lanes.h"

#include <string.h>

#include "base/clones.h"
#include "base/rows.h"

enum { PIECE = 128 }; /* so many at a time: they stay in the first-level cache */

/* Twice the energies of each of them; weight: m g.x; W: F^2/m + T.I^-1 T. */
typedef struct body_terms {
    _Alignas(64) double kinetic[PIECE], rotational[PIECE], weight[PIECE], W[PIECE];
} body_terms;

/* Two short loops, since the arrays of one would be too many to be pointed at from registers. */
CLAST_INLINE void find_terms(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t n,
                             bool balls, body_terms *restrict to)
{
    const vec3 g = m->gravity;
#pragma omp simd
    for (int32_t k = 0; k < n; k++) {
        const vec3 v = v_at(s->v, first + k), f = v_at(s->f, first + k);
        const double mass = w->mass[first + k];
        to->kinetic[k] = mass * v_dot(v, v);
        to->weight[k] = mass * v_dot(g, v_at(s->x, first + k));
        to->W[k] = v_dot(f, f) * w->inverse_mass[first + k];
    }
#pragma omp simd
    for (int32_t k = 0; k < n; k++) {
        const vec3 world = v_at(s->t, first + k), inverse = v_at(w->inverse_inertia, first + k);
        const vec3 t = balls ? world : q_turn_back(q_at(s->q, first + k), world);
        to->rotational[k] = v_dot(v_at(s->w, first + k), v_at(s->L, first + k));
        to->W[k] +=
            balls ? inverse.x * v_dot(t, t) : inverse.x * t.x * t.x + inverse.y * t.y * t.y + inverse.z * t.z * t.z;
    }
}

/* Four sums side by side, then these: the same on any machine. n is filled up to a multiple of four. */
CLAST_INLINE double sum_terms(double *terms, int32_t n)
{
    rows_four sum = {0}, next;
    for (int32_t k = n; k % 4 != 0; k++)
        terms[k] = 0;
    for (int32_t k = 0; k < n; k += 4) {
        memcpy(&next, terms + k, sizeof next);
        sum += next;
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

CLAST_INLINE void sum_bodies(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t n,
                             bool balls, double *stored)
{
    body_terms terms;
    find_terms(m, s, w, first, n, balls, &terms);
    stored[CLAST_STORE_KINETIC] += 0.5 * sum_terms(terms.kinetic, n);
    stored[CLAST_STORE_ROTATIONAL] += 0.5 * sum_terms(terms.rotational, n);
    stored[CLAST_STORE_GRAVITY] -= sum_terms(terms.weight, n);
    stored[CLAST_STORE_REVERSIBLE] += 0.125 * m->dt * m->dt * sum_terms(terms.W, n);
}

#define BODIES(name, balls)                                                                                          \
    CLAST_CLONES(                                                                                                    \
        name,                                                                                                        \
        (const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t n, double *stored), \
        (m, s, w, first, n, stored), sum_bodies(m, s, w, first, n, balls, stored))
BODIES(bodies_piece, false)
BODIES(balls_piece, true)

void clast_tally_bodies(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
                        clast_tally *to)
{
    for (int32_t at = first; at < last; at += PIECE)
        (m->balls ? balls_piece : bodies_piece)(m, s, w, at, last - at < PIECE ? last - at : PIECE, to->stored);
}
