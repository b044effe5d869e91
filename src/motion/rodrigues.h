/* Rodrigues vectors a = 2 tan(angle/2) e (Campello, section 2), with the tensor repaired:
 *
 *   Q = 1 + 4/(4 + a.a) (S(a) + S(a)^2/2)                                                     eqs 10, 27
 *   first a, then b:   4/(4 - a.b) (a + b - a x b/2),   both in world axes                     eqs 11, 47
 *
 * The vector of a turn by w over h is a = 2 tan(|w| h/2) w/|w|; the printed a = h w (eq 45b) falls short of the angle by
 * (h |w|)^2/12. */
#ifndef CLAST_MOTION_RODRIGUES_H
#define CLAST_MOTION_RODRIGUES_H

#include "base/trig.h"
#include "base/vec.h"

/* [1, a/2] has the direction of Q's quaternion: tan(angle/2) = |a|/2. */
static inline quat rodrigues_quat(vec3 a) { return q_unit((quat){1, 0.5 * a.x, 0.5 * a.y, 0.5 * a.z}); }

static inline vec3 rodrigues_of_quat(quat q)
{
    /* at half a turn the vector is infinite: there it is as long as numbers allow, so that its direction survives */
    const double least = 1e-300, w = fabs(q.w) > least ? q.w : least;
    return (vec3){2 * q.x / w, 2 * q.y / w, 2 * q.z / w};
}

static inline vec3 rodrigues_of_spin(vec3 w, double h)
{
    const double angle = 0.5 * h * v_length(w);
    double s, c;
    trig_sincos(angle, &s, &c);
    return v_mul(angle > 1e-12 ? h * s / (c * angle) : h, w);
}

static inline vec3 rodrigues_compose(vec3 first, vec3 then)
{
    const vec3 sum = v_add_mul(v_add(first, then), -0.5, v_cross(first, then));
    return v_mul(4 / (4 - v_dot(first, then)), sum);
}

static inline vec3 rodrigues_turn(vec3 a, vec3 u)
{
    const vec3 au = v_cross(a, u);
    return v_add_mul(u, 4 / (4 + v_dot(a, a)), v_add_mul(au, 0.5, v_cross(a, au)));
}

#endif
