/* Modified PCDM, repaired: the torque is the mean of T'(n) and T'(n+1), each in the body frame of its own time.
 *
 *   w'(n+1) = w'(n) + h I^-1 [ (T'(n) + T'(n+1))/2 - w'h x I w'h ]
 *
 * All but T'(n+1) is known before the force, so only its share waits for the second half. */
#include "motion/pcdm.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const pcdm p = pcdm_predict(b, b.t, h);
    b = pcdm_half(b, p, v_mul(0.5, q_turn_back(b.q, b.t)), h);
    b.q = p.q1;
    return b;
}

CLAST_INLINE walk_body end_one(walk_body b, double h)
{
    b.wb = v_add_mul(b.wb, 0.5 * h, spin_scale(b.inverse, q_turn_back(b.q, b.t)));
    return walk_publish(b);
}

WALK_BEGIN(begin_one)
WALK_END(end_one)

const clast_scheme clast_rotate_pcdm_verlet = {
    .name = "pcdm-verlet",
    .source = "Irazabal et al., eqs 54-64, repaired",
    .about = "modified PCDM with trapezoidal torque",
    .order_free = 2,
    .order_forced = 2,
    .order_spin = 2,
    .begin = begin,
    .end = end,
};
