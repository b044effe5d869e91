/* Direct integration of the world angular velocity by velocity Verlet (Irazabal et al., eqs 33-43). */
#ifndef CLAST_MOTION_DIRECT_H
#define CLAST_MOTION_DIRECT_H

#include "motion/walk.h"

/* World angular acceleration: Euler's equations in the frame q, for the world w and T (eqs 33-36, 40-42). */
CLAST_INLINE vec3 direct_acceleration(const walk_body b, vec3 w)
{
    const mat3 R = q_matrix(b.q);
    return m_mul(R, spin_euler(b.inertia, b.inverse, m_mul_transposed(R, w), m_mul_transposed(R, b.t)));
}

/* a(n);  wh = w + h/2 a(n);  ws = w + h a(n). The turn exp(h wh) q is the caller's. */
CLAST_INLINE walk_body direct_predict(walk_body b, double h)
{
    const vec3 a = direct_acceleration(b, b.w);
    b.wh = v_add_mul(b.w, 0.5 * h, a);
    b.ws = v_add_mul(b.w, h, a);
    return b;
}

/* L of the new w. */
CLAST_INLINE walk_body direct_publish(walk_body b)
{
    b.L = spin_of_momentum(b.q, b.inertia, b.w);
    return b;
}

#endif
