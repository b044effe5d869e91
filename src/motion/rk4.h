/* The turn of Munjiza's Runge-Kutta scheme (Irazabal et al., eqs 45-53): L is frozen, the angular velocity that belongs
 * to it is sampled at four orientations, and the turn is one exponential of their weighted mean. The mean of world
 * vectors seen from different orientations is what limits it to second order. */
#ifndef CLAST_MOTION_RK4_H
#define CLAST_MOTION_RK4_H

#include "motion/spin.h"

/* The mean angular velocity over h; w1 is that at the start. */
CLAST_INLINE vec3 rk4_mean(quat q, vec3 w1, vec3 L, vec3 inverse, double h)
{
    const vec3 w2 = spin_of_momentum(spin_turn(w1, 0.5 * h, q), inverse, L);
    const vec3 w3 = spin_of_momentum(spin_turn(w2, 0.5 * h, q), inverse, L);
    const vec3 w4 = spin_of_momentum(spin_turn(w3, h, q), inverse, L);
    return v_mul(1.0 / 6, v_add(v_add_mul(w1, 2, v_add(w2, w3)), w4));
}

#endif
