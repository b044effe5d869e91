/* SPIRAL (del Valle et al.): w' goes by the strong-stability-preserving Runge-Kutta scheme of third order with the torque
 * held in the body frame. */
#ifndef CLAST_MOTION_SPIRAL_H
#define CLAST_MOTION_SPIRAL_H

#include "motion/walk.h"

/* S(w', T', t): k1 = t f(w'), k2 = t f(w'+k1), k3 = t f(w'+(k1+k2)/4), w' += (k1 + k2 + 4 k3)/6. */
CLAST_INLINE vec3 spiral_advance(vec3 inertia, vec3 inverse, vec3 w, vec3 torque, double t)
{
    const vec3 k1 = spin_euler(inertia, inverse, w, torque);
    const vec3 k2 = spin_euler(inertia, inverse, v_add_mul(w, t, k1), torque);
    const vec3 k12 = v_add(k1, k2), k3 = spin_euler(inertia, inverse, v_add_mul(w, 0.25 * t, k12), torque);
    return v_add_mul(w, t / 6, v_add_mul(k12, 4, k3));
}

#endif
