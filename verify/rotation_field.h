/* A body with moments 1, 2, 3 in a field: potential -e.z with e = R (0.3, 0.5, 0.2), so torque e x z. Keeps its energy
 * and the z component of its angular momentum; most of its motions are chaotic. */
#ifndef CLAST_VERIFY_ROTATION_FIELD_H
#define CLAST_VERIFY_ROTATION_FIELD_H

#include "verify/rotor.h"

static inline vec3 field_torque(quat q)
{
    vec3 e = q_turn(q, (vec3){0.3, 0.5, 0.2});
    return (vec3){e.y, -e.x, 0};
}

static inline void field_load(const rotor *r, double time, void *context, vec3 *force, vec3 *torque)
{
    (void)time, (void)context, (void)force;
    *torque = field_torque(rotor_q(r));
}

static inline double field_energy(quat q) { return -q_turn(q, (vec3){0.3, 0.5, 0.2}).z; }

static inline rotor_setup field_setup(const char *scheme, double h)
{
    return (rotor_setup){
        .scheme = scheme, .step = h, .mass = 1, .inertia = {1, 2, 3}, .w = {0.8, 1.1, -0.5}, .load = field_load};
}

#endif
