/* Vectors with fused multiply-adds, for the kernels of contacts: a b + c is rounded once. C's fma() is the same on every
 * machine, so these leave the same bits wherever they are compiled: one instruction where the processor has it (every one
 * since 2013 that clast is likely to meet), a function of the library where not, which is right and slow. Sums are fused
 * from the last term on, by hand, and never by a compiler (-ffp-contract=off). */
#ifndef CLAST_BASE_FUSED_H
#define CLAST_BASE_FUSED_H

#include "base/clones.h"
#include "base/vec.h"

/* a b + c */
CLAST_INLINE double f_mul_add(double a, double b, double c) { return __builtin_fma(a, b, c); }

/* a + s b */
CLAST_INLINE vec3 f_add_mul(vec3 a, double s, vec3 b)
{
    return (vec3){f_mul_add(s, b.x, a.x), f_mul_add(s, b.y, a.y), f_mul_add(s, b.z, a.z)};
}

CLAST_INLINE double f_dot(vec3 a, vec3 b) { return f_mul_add(a.x, b.x, f_mul_add(a.y, b.y, a.z * b.z)); }

CLAST_INLINE double f_length(vec3 a) { return sqrt(f_dot(a, a)); }

/* Of parallel vectors it is not quite 0. */
CLAST_INLINE vec3 f_cross(vec3 a, vec3 b)
{
    return (vec3){f_mul_add(a.y, b.z, -(a.z * b.y)), f_mul_add(a.z, b.x, -(a.x * b.z)),
                  f_mul_add(a.x, b.y, -(a.y * b.x))};
}

/* c + a x b */
CLAST_INLINE vec3 f_add_cross(vec3 c, vec3 a, vec3 b)
{
    return (vec3){f_mul_add(a.y, b.z, f_mul_add(-a.z, b.y, c.x)), f_mul_add(a.z, b.x, f_mul_add(-a.x, b.z, c.y)),
                  f_mul_add(a.x, b.y, f_mul_add(-a.y, b.x, c.z))};
}

/* Body to world, as q_turn. */
CLAST_INLINE vec3 f_turn(quat q, vec3 v)
{
    const vec3 u = {q.x, q.y, q.z}, t = v_mul(2.0, f_cross(u, v));
    return f_add_cross(f_add_mul(v, q.w, t), u, t);
}

#endif
