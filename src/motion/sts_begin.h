/* The first half of a step of STS-KDK over bodies in blocks: kick, look how far the block turns, turn. */
#ifndef CLAST_MOTION_STS_BEGIN_H
#define CLAST_MOTION_STS_BEGIN_H

#include "motion/sts.h"

enum { STS_BLOCK = 64 };

typedef struct sts_range {
    const clast_model *m;
    clast_state *s;
    clast_work *w;
    int32_t first, last;
} sts_range;

/* Whether a block has bodies with unequal moments, and bodies that turn too far for trig_sinc_near: 0 when none. */
typedef struct sts_census {
    double uneven, far;
} sts_census;

CLAST_INLINE sts_census sts_kick(sts_range r)
{
    const clast_state *s = r.s;
    const double half = 0.5 * r.m->dt;
    /* no angle in the turn is larger than |L| h/2 times the largest inverse moment; with room for round-off */
    const double limit = 0.999 * TRIG_NEAR;
    double uneven = 0, far = 0;
#pragma omp simd reduction(+ : uneven, far)
    for (int32_t i = r.first; i < r.last; i++) {
        const vec3 inverse = SPIN_GET(r.w->inverse_inertia, i);
        const vec3 L = v_add(SPIN_GET(s->L, i), v_mul(half, SPIN_GET(s->t, i)));
        const double xy = inverse.x > inverse.y ? inverse.x : inverse.y, most = inverse.z > xy ? inverse.z : xy;
        const double angle = half * most;
        SPIN_PUT(s->L, i, L);
        uneven += (inverse.x != inverse.z ? 1.0 : 0.0) + (inverse.y != inverse.z ? 1.0 : 0.0);
        far += angle * angle * v_dot(L, L) <= limit ? 0.0 : 1.0;
    }
    return (sts_census){uneven, far};
}

CLAST_INLINE void sts_turn_balls(sts_range r)
{
    const clast_state *s = r.s;
    const double h = r.m->dt;
#pragma omp simd
    for (int32_t i = r.first; i < r.last; i++) {
        const double inverse = r.w->inverse_inertia[2][i];
        const vec3 L = SPIN_GET(s->L, i), kick = v_mul(0.5 * h, SPIN_GET(s->t, i)), none = {0, 0, 0};
        const quat q0 = SPIN_GET_Q(s->q, i);
        SPIN_PUT_Q(r.w->q0, i, q0);
        SPIN_PUT_Q(s->q, i, sts_turn_ball(q0, L, inverse, h, trig_sinc_near));
        SPIN_PUT(r.w->wh, i, v_add(v_mul(inverse, L), none));
        SPIN_PUT(r.w->ws, i, v_add(v_mul(inverse, v_add(L, kick)), none));
    }
}

CLAST_INLINE void sts_turn_bodies(sts_range r, sts_sinc *sinc_of)
{
    const clast_state *s = r.s;
    const double h = r.m->dt;
#pragma omp simd
    for (int32_t i = r.first; i < r.last; i++) {
        const vec3 inverse = SPIN_GET(r.w->inverse_inertia, i);
        const vec3 L = SPIN_GET(s->L, i), kick = v_mul(0.5 * h, SPIN_GET(s->t, i));
        const quat q0 = SPIN_GET_Q(s->q, i), q1 = sts_turn_body(q0, L, inverse, h, sinc_of);
        SPIN_PUT_Q(r.w->q0, i, q0);
        SPIN_PUT_Q(s->q, i, q1);
        SPIN_PUT(r.w->wh, i, v_mean(spin_of_momentum(q0, inverse, L), spin_of_momentum(q1, inverse, L)));
        SPIN_PUT(r.w->ws, i, spin_of_momentum(q1, inverse, v_add(L, kick)));
    }
}

CLAST_INLINE void sts_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    for (int32_t from = first; from < last; from += STS_BLOCK) {
        const sts_range r = {m, s, w, from, last - from < STS_BLOCK ? last : from + STS_BLOCK};
        const sts_census census = sts_kick(r);
        if (census.far != 0)
            sts_turn_bodies(r, trig_sinc);
        else if (census.uneven != 0)
            sts_turn_bodies(r, trig_sinc_near);
        else
            sts_turn_balls(r);
    }
}

#endif
