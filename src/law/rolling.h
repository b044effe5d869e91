/* Shared by the laws of rolling resistance. The rotation of a over b has a rolling part in the contact plane and a
 * twisting part about the normal; each meets a torque of its own, of at most coefficient r* fn. */
#ifndef CLAST_LAW_ROLLING_H
#define CLAST_LAW_ROLLING_H

#include <math.h>

#include "base/vec.h"
#include "model/model.h"

#define ROLLING_COEFFICIENTS                                                          \
    {"coefficient", "1", "limit of the rolling torque over r* fn", NAN, 0, INFINITY}, \
    {                                                                                 \
        "twist", "1", "limit of the twisting torque over r* fn", 0, 0, INFINITY       \
    }

static inline vec3 rolling_get(const clast_lane a[3], int k) { return (vec3){a[0][k], a[1][k], a[2][k]}; }

static inline void rolling_put(clast_lane a[3], int k, vec3 v) { a[0][k] = v.x, a[1][k] = v.y, a[2][k] = v.z; }

/* A vector of at most this length. */
static inline vec3 rolling_cut(vec3 v, double limit)
{
    const double length = v_length(v);
    return length > limit ? v_mul(limit / length, v) : v;
}

#endif
