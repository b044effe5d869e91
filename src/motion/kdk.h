/* Kick - turn - kick: the frame of all schemes whose state is the world angular momentum L.
 *
 *   L += h/2 T(n);   q(n+1) = turn of the free body with this L over h;   force;   L += h/2 T(n+1)
 *
 * A scheme is its turn. L is never touched by it, so the free body keeps L to the last bit, and second order under
 * torque needs nothing but a second-order turn. */
#ifndef CLAST_MOTION_KDK_H
#define CLAST_MOTION_KDK_H

#include "motion/spin.h"

/* The free turn over h: world L stays, q moves. inertia and inverse are the principal moments and their inverses. */
typedef quat kdk_turn(quat q, vec3 L, vec3 inertia, vec3 inverse, double h);

CLAST_INLINE void kdk_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last,
                            kdk_turn *turn)
{
    const double h = m->dt;
#pragma omp simd
    for (int32_t i = first; i < last; i++) {
        const vec3 inertia = SPIN_GET(w->inertia, i), inverse = SPIN_GET(w->inverse_inertia, i);
        const vec3 kick = v_mul(0.5 * h, SPIN_GET(s->t, i)), L = v_add(SPIN_GET(s->L, i), kick);
        const quat q0 = SPIN_GET_Q(s->q, i), q1 = turn(q0, L, inertia, inverse, h);
        SPIN_PUT_Q(w->q0, i, q0);
        SPIN_PUT_Q(s->q, i, q1);
        SPIN_PUT(s->L, i, L);
        SPIN_PUT(w->wh, i, v_mean(spin_of_momentum(q0, inverse, L), spin_of_momentum(q1, inverse, L)));
        SPIN_PUT(w->ws, i, spin_of_momentum(q1, inverse, v_add(L, kick)));
    }
}

/* The second kick and the synchronised w: the same for all. */
clast_scheme_half clast_kdk_end;

/* `begin` of the scheme with this turn. */
#define KDK_BEGIN(turn) SPIN_HALF(begin, kdk_begin(m, s, w, first, last, turn))

#endif
