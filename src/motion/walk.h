/* The loop around the schemes that are not kick-turn-kick: a body is taken out of the arrays, its half of a step is done
 * on it, and it is put back. The force comes between the halves. */
#ifndef CLAST_MOTION_WALK_H
#define CLAST_MOTION_WALK_H

#include "motion/spin.h"

typedef struct walk_body {
    vec3 inertia, inverse; /* principal moments and their inverses */
    vec3 t;                /* world torque: of n in the first half, of the force just evaluated in the second */
    quat q, q0;            /* orientation, and that at the start of the step */
    vec3 L, w, wb, memory; /* state; between the halves wb may be on its way */
    vec3 wh, ws;           /* for the laws: mean over the turn, extrapolated to the end of the step */
} walk_body;

typedef walk_body walk_half(walk_body b, double h);

CLAST_INLINE void walk_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last,
                             walk_half *half)
{
    const double h = m->dt;
#pragma omp simd
    for (int32_t i = first; i < last; i++) {
        walk_body b = {.inertia = SPIN_GET(w->inertia, i),
                       .inverse = SPIN_GET(w->inverse_inertia, i),
                       .t = SPIN_GET(s->t, i),
                       .q = SPIN_GET_Q(s->q, i),
                       .q0 = SPIN_GET_Q(s->q, i),
                       .L = SPIN_GET(s->L, i),
                       .w = SPIN_GET(s->w, i),
                       .wb = SPIN_GET(s->wb, i),
                       .memory = SPIN_GET(s->memory, i)};
        b = half(b, h);
        SPIN_PUT_Q(s->q, i, b.q);
        SPIN_PUT(s->L, i, b.L);
        SPIN_PUT(s->wb, i, b.wb);
        SPIN_PUT(s->memory, i, b.memory);
        SPIN_PUT_Q(w->q0, i, b.q0);
        SPIN_PUT(w->wh, i, b.wh);
        SPIN_PUT(w->ws, i, b.ws);
    }
}

CLAST_INLINE void walk_end(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last,
                           walk_half *half)
{
    const double h = m->dt;
#pragma omp simd
    for (int32_t i = first; i < last; i++) {
        walk_body b = {.inertia = SPIN_GET(w->inertia, i),
                       .inverse = SPIN_GET(w->inverse_inertia, i),
                       .t = SPIN_GET(s->t, i),
                       .q = SPIN_GET_Q(s->q, i),
                       .q0 = SPIN_GET_Q(w->q0, i),
                       .L = SPIN_GET(s->L, i),
                       .wb = SPIN_GET(s->wb, i),
                       .memory = SPIN_GET(s->memory, i),
                       .wh = SPIN_GET(w->wh, i),
                       .ws = SPIN_GET(w->ws, i)};
        b = half(b, h);
        SPIN_PUT_Q(s->q, i, b.q);
        SPIN_PUT(s->L, i, b.L);
        SPIN_PUT(s->w, i, b.w);
        SPIN_PUT(s->wb, i, b.wb);
        SPIN_PUT(s->memory, i, b.memory);
    }
}

/* World w and L of the body-frame w', for schemes whose state is w'. */
CLAST_INLINE walk_body walk_publish(walk_body b)
{
    const mat3 R = q_matrix(b.q);
    b.w = m_mul(R, b.wb);
    b.L = m_mul(R, spin_scale(b.inertia, b.wb));
    return b;
}

/* The second half of schemes that are done before the force comes: w' is published. */
clast_scheme_half clast_walk_end_published;

/* `begin` and `end` of the scheme with these halves. */
#define WALK_BEGIN(half) SPIN_HALF(begin, walk_begin(m, s, w, first, last, half))
#define WALK_END(half)   SPIN_HALF(end, walk_end(m, s, w, first, last, half))

#endif
