/* The predictor of PCDM (Zhao & van Wachem, eqs 55-61; Irazabal et al., eqs 54-62), shared by its five forms:
 *
 *   a' = Euler(w'(n), T');   w'q = w' + h/4 a';   w'h = w' + h/2 a'
 *   qh = exp(h/2 . q w'q q^-1) q;   q(n+1) = exp(h . qh w'h qh^-1) q(n)
 *
 * w' is the state and is never taken through the world frame: that would cost digits every step. */
#ifndef CLAST_MOTION_PCDM_H
#define CLAST_MOTION_PCDM_H

#include "motion/walk.h"

typedef struct pcdm {
    vec3 a, quarter, half; /* body frame: acceleration, w'(n+1/4), w'(n+1/2) */
    quat qh, q1;           /* orientation at n+1/2 and n+1 */
    vec3 wh;               /* world angular velocity of the turn */
} pcdm;

/* exp(h/2 . q w'q q^-1) q = q exp(h/2 w'q). */
CLAST_INLINE quat pcdm_middle(quat q, vec3 quarter, double h) { return spin_turn_body(q, quarter, 0.5 * h); }

CLAST_INLINE pcdm pcdm_predict(const walk_body b, vec3 torque, double h)
{
    pcdm p;
    p.a = spin_euler(b.inertia, b.inverse, b.wb, q_turn_back(b.q, torque));
    p.quarter = v_add_mul(b.wb, 0.25 * h, p.a);
    p.half = v_add_mul(b.wb, 0.5 * h, p.a);
    p.qh = pcdm_middle(b.q, p.quarter, h);
    p.wh = q_turn(p.qh, p.half);
    p.q1 = spin_turn(p.wh, h, b.q);
    return p;
}

/* The whole step of the original: w'(n+1) = w'(n) + h Euler(w'h, qh^-1 T qh) (eqs 62-63). */
CLAST_INLINE walk_body pcdm_step(walk_body b, vec3 torque, double h)
{
    const pcdm p = pcdm_predict(b, torque, h);
    const vec3 a = spin_euler(b.inertia, b.inverse, p.half, q_turn_back(p.qh, torque));
    b.wb = v_add_mul(b.wb, h, a);
    b.q = p.q1;
    b.wh = p.wh;
    b.ws = q_turn(b.q, b.wb);
    return b;
}

/* The first half of the modified forms: turned, and w'(n+1) but for the torque still to come. `torque` (body frame) is
 * what is known of it: w' + h Euler(w'h, torque). */
CLAST_INLINE walk_body pcdm_half(walk_body b, const pcdm p, vec3 torque, double h)
{
    b.wh = p.wh;
    b.ws = q_turn(p.q1, v_add_mul(b.wb, h, p.a));
    b.wb = v_add_mul(b.wb, h, spin_euler(b.inertia, b.inverse, p.half, torque));
    return b;
}

#endif
