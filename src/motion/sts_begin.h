/* The first half of a step of STS-KDK over bodies in blocks: kick, look how far the block turns, turn.
 *
 * The spin ahead, w* = I^-1(n+1) L + I^-1(n) kick, has the kick turned by the attitude of the start, so that the spin at the
 * start is 2 wh - w*, as for velocities; with that of the end it would differ in the second order, as does the torque
 * itself. */
#ifndef CLAST_MOTION_STS_BEGIN_H
#define CLAST_MOTION_STS_BEGIN_H

#include "motion/sts.h"

enum { STS_BLOCK = 64 };

/* Bodies first .. last - 1, at most STS_BLOCK; from the first on their torques, and where it is written what the contacts want
 * of them. */
typedef struct sts_range {
    const clast_model *m;
    clast_state *s;
    clast_work *w;
    int32_t first, last;
    const double *t[3];
    double *q0[4], *wh[3], *ws[3];
} sts_range;

/* What a block needs. It may be told so without need: the bits are the same. */
typedef struct sts_census {
    bool uneven, far; /* it has bodies with unequal moments; that turn too far for trig_sinc_near */
} sts_census;

CLAST_INLINE sts_census sts_kick(sts_range r)
{
    /* by name, since gcc does not see that the stores leave the pointers alone in a loop that sums */
    double *const L0 = r.s->L[0] + r.first, *const L1 = r.s->L[1] + r.first, *const L2 = r.s->L[2] + r.first;
    const double *const t0 = r.t[0], *const t1 = r.t[1], *const t2 = r.t[2];
    double *const *const inverses = r.w->inverse_inertia;
    const double *const d0 = inverses[0] + r.first, *const d1 = inverses[1] + r.first,
                        *const d2 = inverses[2] + r.first;
    const int32_t n = r.last - r.first;
    const double half = 0.5 * r.m->dt, scale = half * half / TRIG_NEAR;
    double uneven = 0, far = 0;
#pragma omp simd reduction(+ : uneven, far)
    for (int32_t i = 0; i < n; i++) {
        const vec3 inverse = {d0[i], d1[i], d2[i]};
        const vec3 L = v_add((vec3){L0[i], L1[i], L2[i]}, v_mul(half, (vec3){t0[i], t1[i], t2[i]}));
        /* no angle in the turn is larger than this; a high power, so that the largest counts */
        const double z = scale * v_dot(inverse, inverse) * v_dot(L, L), zz = z * z;
        L0[i] = L.x, L1[i] = L.y, L2[i] = L.z;
        uneven += fabs(inverse.x - inverse.z) + fabs(inverse.y - inverse.z);
        far += zz * zz;
    }
    return (sts_census){uneven != 0, !(far < 0.99)};
}

CLAST_INLINE void sts_turn_balls(sts_range r)
{
    const clast_state *s = r.s;
    const double h = r.m->dt;
    const int32_t n = r.last - r.first;
#pragma omp simd
    for (int32_t k = 0; k < n; k++) {
        const int32_t i = r.first + k;
        const double inverse = r.w->inverse_inertia[2][i];
        const vec3 L = SPIN_GET(s->L, i), kick = v_mul(0.5 * h, SPIN_GET(r.t, k));
        const quat q0 = SPIN_GET_Q(s->q, i);
        SPIN_PUT_Q(r.q0, k, q0);
        SPIN_PUT_Q(s->q, i, sts_turn_ball(q0, L, inverse, h, trig_sinc_near));
        SPIN_PUT(r.wh, k, sts_spin_ball(inverse, L));
        SPIN_PUT(r.ws, k, v_add(sts_spin_ball(inverse, L), sts_spin_ball(inverse, kick)));
    }
}

/* In three loops: one would be a single long chain of operations, and the processor could not look ahead to the next
 * bodies. */
CLAST_INLINE void sts_turn_bodies(sts_range r, sts_sinc *sinc_of)
{
    const clast_state *s = r.s;
    const double h = r.m->dt;
    double p[4][STS_BLOCK]; /* the turn by the small rest */
    const int32_t n = r.last - r.first;
#pragma omp simd
    for (int32_t k = 0; k < n; k++) {
        const int32_t i = r.first + k;
        const vec3 inverse = SPIN_GET(r.w->inverse_inertia, i), L = SPIN_GET(s->L, i);
        const vec3 kick = v_mul(0.5 * h, SPIN_GET(r.t, k));
        const quat q0 = SPIN_GET_Q(s->q, i);
        SPIN_PUT_Q(p, k, sts_rest(m_mul_transposed(q_matrix(q0), L), inverse, h, sinc_of));
        SPIN_PUT(r.wh, k, spin_of_momentum(q0, inverse, L));
        SPIN_PUT(r.ws, k, spin_of_momentum(q0, inverse, kick));
    }
#pragma omp simd
    for (int32_t k = 0; k < n; k++) {
        const int32_t i = r.first + k;
        const quat q0 = SPIN_GET_Q(s->q, i);
        SPIN_PUT_Q(r.q0, k, q0);
        SPIN_PUT_Q(s->q, i,
                   sts_turn_rest(q0, SPIN_GET_Q(p, k), SPIN_GET(s->L, i), r.w->inverse_inertia[2][i], h, sinc_of));
    }
#pragma omp simd
    for (int32_t k = 0; k < n; k++) {
        const int32_t i = r.first + k;
        const vec3 inverse = SPIN_GET(r.w->inverse_inertia, i), L = SPIN_GET(s->L, i);
        const vec3 w1 = spin_of_momentum(SPIN_GET_Q(s->q, i), inverse, L);
        SPIN_PUT(r.wh, k, v_mean(SPIN_GET(r.wh, k), w1));
        SPIN_PUT(r.ws, k, v_add(w1, SPIN_GET(r.ws, k)));
    }
}

CLAST_INLINE void sts_begin_block(sts_range r)
{
    const sts_census census = sts_kick(r);
    if (census.far)
        sts_turn_bodies(r, trig_sinc);
    else if (census.uneven)
        sts_turn_bodies(r, trig_sinc_near);
    else
        sts_turn_balls(r);
}

CLAST_INLINE void sts_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    for (int32_t i = first; i < last; i += STS_BLOCK)
        sts_begin_block((sts_range){
            m, s, w, i, last - i < STS_BLOCK ? last : i + STS_BLOCK, .t = {s->t[0] + i, s->t[1] + i, s->t[2] + i},
            .q0 = {w->q0[0] + i, w->q0[1] + i, w->q0[2] + i, w->q0[3] + i},
            .wh = {w->wh[0] + i, w->wh[1] + i, w->wh[2] + i}, .ws = {w->ws[0] + i, w->ws[1] + i, w->ws[2] + i}});
}

#endif
