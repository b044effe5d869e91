/* The free turn of STS-KDK: the kinetic energy is split into that of a symmetric top about axis a and a small rest,
 *
 *   H = L'^2/(2 Ij) + (1/Ia - 1/Ij) La^2/2  +  (1/Ii - 1/Ij) Li^2/2
 *
 * Each part is turned exactly; the rest goes half before and half after the top (rotation reference, section 7).
 * a, i, j are the principal axes 1, 2, 3: shapes are laid so that |1/Ii - 1/Ij| is smallest, so every body goes the
 * same way. */
#ifndef CLAST_MOTION_STS_H
#define CLAST_MOTION_STS_H

#include "motion/flow.h"

CLAST_INLINE quat sts_turn(quat q, vec3 L, vec3 inertia, vec3 inverse, double h)
{
    (void)inertia;
    const double rt = inverse.z, ra = inverse.x - inverse.z, ri = inverse.y - inverse.z;
    flow b = {m_mul_transposed(q_matrix(q), L), q};
    b = flow_y(b, ri, 0.5 * h);
    b.q = q_mul(b.q, spin_exp(b.L, h * rt));
    b = flow_x(b, ra, h);
    b = flow_y(b, ri, 0.5 * h);
    return spin_normalise(b.q);
}

#endif
