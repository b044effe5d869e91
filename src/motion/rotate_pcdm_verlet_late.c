/* Modified PCDM in the ordering that gives the published curve: the orientation is advanced after the force, which sees
 * q(n), and by the new w'. In plane motion this is the symplectic Euler scheme.
 *
 *   force at q(n);   w'(n+1) = w'(n) + h Euler(w'h, qh^-1 T qh);   q(n+1) = exp(h qh w'(n+1) qh^-1) q(n)
 *
 * qh is found again from w'(n+1/4), which memory carries over the force. */
#include "motion/pcdm.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const pcdm p = pcdm_predict(b, b.t, h);
    b.memory = p.quarter;
    return pcdm_half(b, p, (vec3){0, 0, 0}, h);
}

CLAST_INLINE walk_body end_one(walk_body b, double h)
{
    const quat qh = pcdm_middle(b.q, b.memory, h);
    b.wb = v_add_mul(b.wb, h, spin_scale(b.inverse, q_turn_back(qh, b.t)));
    b.q = spin_turn(q_turn(qh, b.wb), h, b.q);
    b.memory = (vec3){0, 0, 0};
    return walk_publish(b);
}

WALK_BEGIN(begin_one)
WALK_END(end_one)

const clast_scheme clast_rotate_pcdm_verlet_late = {
    .name = "pcdm-verlet-late",
    .source = "Irazabal et al., fig. 9",
    .about = "modified PCDM, turned by the new w after a force at q(n); torque coupling first order",
    .order_free = 1,
    .order_forced = 1,
    .order_spin = 2,
    .begin = begin,
    .end = end,
};
