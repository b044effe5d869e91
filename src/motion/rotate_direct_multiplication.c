/* Direct multiplication (Zhao & van Wachem, eqs 46-52): q <- exp(h w(n)) q. */
#include "motion/walk.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const vec3 a = spin_euler(b.inertia, b.inverse, b.wb, q_turn_back(b.q, b.t));
    b.wh = q_turn(b.q, b.wb);
    b.q = spin_turn(b.wh, h, b.q);
    b.wb = v_add_mul(b.wb, h, a);
    b.ws = q_turn(b.q, b.wb);
    return b;
}

WALK_BEGIN(begin_one)

const clast_scheme clast_rotate_direct_multiplication = {
    .name = "direct-multiplication",
    .source = "Zhao & van Wachem, eqs 46-52",
    .about = "exponential of w(n), Euler on w; first order, torque coupling too",
    .order_free = 1,
    .order_forced = 1,
    .order_spin = 1,
    .begin = begin,
    .end = clast_walk_end_published,
};
