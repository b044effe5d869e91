/* Modified PCDM as printed (eqs 62-64): force at q(n+1), and the whole step of w' with that torque,
 *
 *   w'(n+1) = w'(n) + h Euler(w'h, q(n+1)^-1 T(n+1) q(n+1))
 *
 * First order under torque: energy is lost by h/2 int T.I^-1 T, as much as the original gains. */
#include "motion/pcdm.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const pcdm p = pcdm_predict(b, b.t, h);
    b = pcdm_half(b, p, (vec3){0, 0, 0}, h);
    b.q = p.q1;
    return b;
}

CLAST_INLINE walk_body end_one(walk_body b, double h)
{
    b.wb = v_add_mul(b.wb, h, spin_scale(b.inverse, q_turn_back(b.q, b.t)));
    return walk_publish(b);
}

WALK_BEGIN(begin_one)
WALK_END(end_one)

const clast_scheme clast_rotate_pcdm_verlet_printed = {
    .name = "pcdm-verlet-printed",
    .source = "Irazabal et al., eqs 54-64",
    .about = "modified PCDM as printed, T(n+1) for the whole step; torque coupling first order",
    .order_free = 2,
    .order_forced = 1,
    .order_spin = 2,
    .begin = begin,
    .end = end,
};
