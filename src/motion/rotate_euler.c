/* Euler's method on the quaternion (Zhao & van Wachem, eqs 31-32): q <- q + h/2 w(n) q, brought back to unit length. */
#include "motion/walk.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const vec3 a = spin_euler(b.inertia, b.inverse, b.wb, q_turn_back(b.q, b.t));
    b.wh = q_turn(b.q, b.wb);
    const quat rate = q_mul((quat){0, b.wh.x, b.wh.y, b.wh.z}, b.q), step = q_mul_scalar(0.5 * h, rate);
    b.q = q_unit((quat){b.q.w + step.w, b.q.x + step.x, b.q.y + step.y, b.q.z + step.z});
    b.wb = v_add_mul(b.wb, h, a);
    b.ws = q_turn(b.q, b.wb);
    return b;
}

WALK_BEGIN(begin_one)

const clast_scheme clast_rotate_euler = {
    .name = "euler",
    .source = "Zhao & van Wachem, eqs 31-32",
    .about = "Euler on q and w; first order, torque coupling too",
    .order_free = 1,
    .order_forced = 1,
    .order_spin = 1,
    .begin = begin,
    .end = clast_walk_end_published,
};
