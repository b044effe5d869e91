/* Velocity Verlet for the centre of mass of one body. */
#ifndef CLAST_MOTION_DRIFT_H
#define CLAST_MOTION_DRIFT_H

#include "base/clones.h"
#include "base/vec.h"

typedef struct drift_body {
    vec3 x, v, vs;
} drift_body;

/* First half:  v += dt/2 f/m,  x += dt v;  v* = v + dt/2 f/m is the extrapolation for the laws. */
CLAST_INLINE drift_body drift_begin(vec3 x, vec3 v, vec3 f, double inverse_mass, double dt)
{
    const vec3 kick = v_mul(inverse_mass, v_mul(0.5 * dt, f)), half = v_add(v, kick);
    return (drift_body){v_add_mul(x, dt, half), half, v_add(half, kick)};
}

/* Second half:  v += dt/2 f/m. */
CLAST_INLINE vec3 drift_end(vec3 v, vec3 f, double inverse_mass, double dt)
{
    return v_add_mul(v, inverse_mass, v_mul(0.5 * dt, f));
}

#endif
