/* Munjiza's Runge-Kutta scheme as printed (Irazabal et al., eqs 44-53):
 *
 *   L(n+1) = L(n) + h T(n);   w1 = w(n), of the old L;   w2, w3, w4 and the turn with the new L
 *
 * The torque enters once and early, so the motion under torque is first order: energy grows by h/6 int T.I^-1 T. */
#include "motion/rk4.h"
#include "motion/walk.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const vec3 w1 = spin_of_momentum(b.q, b.inverse, b.L);
    b.L = v_add_mul(b.L, h, b.t);
    b.wh = rk4_mean(b.q, w1, b.L, b.inverse, h);
    b.q = spin_turn(b.wh, h, b.q);
    b.ws = spin_of_momentum(b.q, b.inverse, b.L);
    return b;
}

CLAST_INLINE walk_body end_one(walk_body b, double h)
{
    (void)h;
    b.w = spin_of_momentum(b.q, b.inverse, b.L);
    return b;
}

WALK_BEGIN(begin_one)
WALK_END(end_one)

const clast_scheme clast_rotate_rk4_printed = {
    .name = "rk4-printed",
    .source = "Irazabal et al., eqs 44-53 (Munjiza)",
    .about = "as printed; torque coupling first order",
    .order_free = 2,
    .order_forced = 1,
    .order_spin = 2,
    .keeps_momentum = true,
    .begin = begin,
    .end = end,
};
