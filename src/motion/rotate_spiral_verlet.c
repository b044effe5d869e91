/* SPIRAL in velocity-Verlet form:  S(w', T'(n), h/2);  q <- q exp(h w');  force;  S(w', T'(n+1), h/2). */
#include "motion/spiral.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const vec3 torque = q_turn_back(b.q, b.t);
    b.wb = spiral_advance(b.inertia, b.inverse, b.wb, torque, 0.5 * h);
    b.q = spin_turn_body(b.q, b.wb, h);
    b.wh = q_turn(b.q, b.wb);
    b.ws = q_turn(b.q, v_add_mul(b.wb, 0.5 * h, spin_euler(b.inertia, b.inverse, b.wb, torque)));
    return b;
}

CLAST_INLINE walk_body end_one(walk_body b, double h)
{
    b.wb = spiral_advance(b.inertia, b.inverse, b.wb, q_turn_back(b.q, b.t), 0.5 * h);
    return walk_publish(b);
}

WALK_BEGIN(begin_one)
WALK_END(end_one)

const clast_scheme clast_rotate_spiral_verlet = {
    .name = "spiral-verlet",
    .source = "del Valle et al., CPC 297 (2024) 109077, as velocity Verlet",
    .about = "SPIRAL: Runge-Kutta half steps of w (third order when free) about the turn",
    .order_free = 2,
    .order_forced = 2,
    .order_spin = 3,
    .begin = begin,
    .end = end,
};
