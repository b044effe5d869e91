/* Shared by the rotation schemes: a body's spin in and out of the arrays, Euler's equations, turning by an angle. */
#ifndef CLAST_MOTION_SPIN_H
#define CLAST_MOTION_SPIN_H

#include "base/clones.h"
#include "base/trig.h"
#include "base/vec.h"
#include "model/scheme.h"
#include "model/work.h"

/* A half of a scheme, compiled for wide vectors too. */
#define SPIN_HALF(name, body)                                                                              \
    CLAST_CLONES(name, (const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last), \
                 (m, s, w, first, last), body)

/* A body's entries in component-major arrays. Macros, since clang loses sight of accesses that go through a function
 * with a struct by value, and does not vectorise the loop then. */
#define SPIN_GET(a, i)   ((vec3){(a)[0][i], (a)[1][i], (a)[2][i]})
#define SPIN_GET_Q(a, i) ((quat){(a)[0][i], (a)[1][i], (a)[2][i], (a)[3][i]})
#define SPIN_PUT(a, i, v)                                                 \
    do {                                                                  \
        const vec3 spin_v = (v);                                          \
        (a)[0][i] = spin_v.x, (a)[1][i] = spin_v.y, (a)[2][i] = spin_v.z; \
    } while (0)
#define SPIN_PUT_Q(a, i, q)                                                                     \
    do {                                                                                        \
        const quat spin_q = (q);                                                                \
        (a)[0][i] = spin_q.w, (a)[1][i] = spin_q.x, (a)[2][i] = spin_q.y, (a)[3][i] = spin_q.z; \
    } while (0)

/* A diagonal tensor, given by its diagonal, times a vector. */
CLAST_INLINE vec3 spin_scale(vec3 diagonal, vec3 v)
{
    return (vec3){diagonal.x * v.x, diagonal.y * v.y, diagonal.z * v.z};
}

/* w = R I^-1 R^T L; with the moments instead of their inverses L = R I R^T w. The isotropic part is taken out,
 *
 *   I^-1 = 1/I3 + (1/I1 - 1/I3) e1 e1 + (1/I2 - 1/I3) e2 e2,     e1, e2 the first principal axes in the world
 *
 * so that w of a sphere is L/I to the last bit, whatever its orientation. Zeros come out without their sign, which is
 * all that a rest of zero can change. */
CLAST_INLINE vec3 spin_of_momentum(quat q, vec3 inverse, vec3 L)
{
    const mat3 R = q_matrix(q);
    const vec3 e1 = {R.r[0].x, R.r[1].x, R.r[2].x}, e2 = {R.r[0].y, R.r[1].y, R.r[2].y};
    const double w1 = (inverse.x - inverse.z) * v_dot(e1, L), w2 = (inverse.y - inverse.z) * v_dot(e2, L);
    return v_add(v_add_mul(v_add_mul(v_mul(inverse.z, L), w1, e1), w2, e2), (vec3){0, 0, 0});
}

/* Euler's equations in the principal frame: a' = I^-1 (T' - w' x I w'). */
CLAST_INLINE vec3 spin_euler(vec3 inertia, vec3 inverse, vec3 w, vec3 t)
{
    return (vec3){(t.x - (inertia.z - inertia.y) * w.y * w.z) * inverse.x,
                  (t.y - (inertia.x - inertia.z) * w.z * w.x) * inverse.y,
                  (t.z - (inertia.y - inertia.x) * w.x * w.y) * inverse.z};
}

/* exp(h w) = [cos(|w|h/2), sin(|w|h/2) w/|w|], smooth at w = 0. */
CLAST_INLINE quat spin_exp(vec3 w, double h)
{
    double angle = 0.5 * fabs(h) * v_length(w), s, c;
    trig_sincos(angle, &s, &c);
    double scale = angle > 1e-12 ? 0.5 * h * s / angle : 0.5 * h;
    return (quat){c, scale * w.x, scale * w.y, scale * w.z};
}

/* Back to unit length; one Newton step does it, since the length is off by round-off only. */
CLAST_INLINE quat spin_normalise(quat q) { return q_mul_scalar(0.5 * (3 - q_dot(q, q)), q); }

/* Turned over h by the angular velocity w of the world, exp(h w) q, or by that of the body, q exp(h w'). */
CLAST_INLINE quat spin_turn(vec3 w, double h, quat q) { return spin_normalise(q_mul(spin_exp(w, h), q)); }
CLAST_INLINE quat spin_turn_body(quat q, vec3 w, double h) { return spin_normalise(q_mul(q, spin_exp(w, h))); }

#endif
