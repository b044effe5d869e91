/* Direct integration, repaired: eq 41 needs w(n+1) to find it; the extrapolation w(n) + h a(n) takes its place.
 *
 *   wh = w + h/2 a(n);   q(n+1) = exp(h wh) q(n);   force;   w(n+1) = wh + h/2 a(n+1) */
#include "motion/direct.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    b = direct_predict(b, h);
    b.q = spin_turn(b.wh, h, b.q);
    return b;
}

CLAST_INLINE walk_body end_one(walk_body b, double h)
{
    b.w = v_add_mul(b.wh, 0.5 * h, direct_acceleration(b, b.ws));
    return direct_publish(b);
}

WALK_BEGIN(begin_one)
WALK_END(end_one)

const clast_scheme clast_rotate_direct = {
    .name = "direct",
    .source = "Irazabal et al., eqs 33-43, repaired",
    .about = "velocity Verlet on world w; w(n) + h a(n) in eq 41",
    .order_free = 2,
    .order_forced = 2,
    .order_spin = 2,
    .begin = begin,
    .end = end,
};
