/* SPIRAL in leap-frog form:  S(w'(n-1/2), T'(n), h);  q <- q exp(h w'(n+1/2)). The state lives between the steps, in
 * memory; w' at the step is a further S over h/2, for output only. */
#include "motion/spiral.h"

/* Half a step back to n-1/2. */
static void start(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    for (int32_t i = first; i < last; i++) {
        const vec3 torque = q_turn_back(SPIN_GET_Q(s->q, i), SPIN_GET(s->t, i));
        SPIN_PUT(s->memory, i,
                 spiral_advance(SPIN_GET(w->inertia, i), SPIN_GET(w->inverse_inertia, i), SPIN_GET(s->wb, i), torque,
                                -0.5 * m->dt));
    }
}

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const vec3 torque = q_turn_back(b.q, b.t);
    b.memory = spiral_advance(b.inertia, b.inverse, b.memory, torque, h);
    b.q = spin_turn_body(b.q, b.memory, h);
    b.wh = q_turn(b.q, b.memory);
    b.ws = q_turn(b.q, v_add_mul(b.memory, 0.5 * h, spin_euler(b.inertia, b.inverse, b.memory, torque)));
    return b;
}

CLAST_INLINE walk_body end_one(walk_body b, double h)
{
    b.wb = spiral_advance(b.inertia, b.inverse, b.memory, q_turn_back(b.q, b.t), 0.5 * h);
    return walk_publish(b);
}

WALK_BEGIN(begin_one)
WALK_END(end_one)

const clast_scheme clast_rotate_spiral_leapfrog = {
    .name = "spiral-leapfrog",
    .source = "del Valle et al., CPC 297 (2024) 109077",
    .about = "SPIRAL: Runge-Kutta steps of w (third order when free) at half steps",
    .order_free = 2,
    .order_forced = 2,
    .order_spin = 3,
    .start = start,
    .begin = begin,
    .end = end,
};
