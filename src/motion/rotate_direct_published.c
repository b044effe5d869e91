/* Direct integration in the ordering that gives the published figures: the orientation is advanced only at the end of
 * the step, so that the force and eqs 40-42 see q(n) and w(n+1/2). First order, free and under torque; the error of
 * energy is h int T.I^-1 T. */
#include "motion/direct.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h) { return direct_predict(b, h); }

CLAST_INLINE walk_body end_one(walk_body b, double h)
{
    b.w = v_add_mul(b.wh, 0.5 * h, direct_acceleration(b, b.wh));
    b.q = spin_turn(b.wh, h, b.q);
    return direct_publish(b);
}

WALK_BEGIN(begin_one)
WALK_END(end_one)

const clast_scheme clast_rotate_direct_published = {
    .name = "direct-published",
    .source = "Irazabal et al., table 1 and figs 8-9",
    .about = "orientation advanced at the end of the step, forces at q(n); torque coupling first order",
    .order_free = 1,
    .order_forced = 1,
    .order_spin = 1,
    .begin = begin,
    .end = end,
};
