/* The free turn of STS-KDK: the kinetic energy is split into that of a symmetric top about axis a and a small rest,
 *
 *   H = L'^2/(2 Ij) + (1/Ia - 1/Ij) La^2/2  +  (1/Ii - 1/Ij) Li^2/2
 *
 * Each part is turned exactly; the rest goes half before and half after the top (rotation reference, section 7). The
 * first term turns the body about L, which stays where it is in the world, and so commutes with the others: it comes
 * last, from the left. a, i, j are the principal axes 1, 2, 3: shapes are laid so that |1/Ii - 1/Ij| is smallest, so
 * every body goes the same way.
 *
 * q is moved by one small addition, so a step rounds it once.
 *
 * Most bodies turn little in a step, and spheres need the first term alone. Blocks of such bodies take a shorter way
 * that leaves the same bits as the long one: how bodies are put together does not matter. */
#ifndef CLAST_MOTION_STS_H
#define CLAST_MOTION_STS_H

#include "motion/spin.h"

/* sin(x)/x and cos(x) - 1 of x^2: trig_sinc, or trig_sinc_near where no body turns far. */
typedef void sts_sinc(double z, double *sinc, double *less);

/* Half the angle of a turn about a body axis: its sine, and its cosine less 1. */
typedef struct sts_half {
    double s, m;
} sts_half;

CLAST_INLINE sts_half sts_half_angle(double x, sts_sinc *sinc_of)
{
    double sinc, less;
    sinc_of(x * x, &sinc, &less);
    return (sts_half){x * sinc, less};
}

/* (p - 1) for the turn p of the body by the second and third term, from L' at the start; axes 2, 1, 2. */
CLAST_INLINE quat sts_rest(vec3 L, vec3 inverse, double h, sts_sinc *sinc_of)
{
    const double ra = inverse.x - inverse.z, ri = inverse.y - inverse.z;
    /* L' turns back as the body turns: v - 2 s (s v + c v x e) */
    const sts_half a = sts_half_angle(0.25 * h * ri * L.y, sinc_of);
    const double ac = 1 + a.m, x = L.x - 2 * a.s * (a.s * L.x + ac * L.z), z = L.z - 2 * a.s * (a.s * L.z - ac * L.x);
    const sts_half b = sts_half_angle(0.5 * h * ra * x, sinc_of);
    const double bc = 1 + b.m, y = L.y - 2 * b.s * (b.s * L.y - bc * z);
    const sts_half c = sts_half_angle(0.25 * h * ri * y, sinc_of);
    const double cc = 1 + c.m;
    const quat ab = {a.m + b.m + a.m * b.m, ac * b.s, bc * a.s, -a.s * b.s};
    return (quat){ab.w + c.m + ab.w * c.m - ab.y * c.s, cc * ab.x - ab.z * c.s, cc * ab.y + (1 + ab.w) * c.s,
                  cc * ab.z + ab.x * c.s};
}

/* The first term: (exp(h L/Ij) - 1) q. */
CLAST_INLINE quat sts_about_momentum(quat q, vec3 L, double inverse, double h, sts_sinc *sinc_of)
{
    const double half = 0.5 * h * inverse;
    double sinc, less;
    sinc_of(half * half * v_dot(L, L), &sinc, &less);
    const double s = half * sinc;
    return q_mul((quat){less, s * L.x, s * L.y, s * L.z}, q);
}

/* q + d, and one Newton step towards the unit length that q has lost to round-off. Zeros come out without their sign. */
CLAST_INLINE quat sts_move(quat q, quat d)
{
    const quat moved = q_add(q, q_add(d, q_mul_scalar(0.5 * (1 - q_dot(q, q)), q)));
    return q_add(moved, (quat){0, 0, 0, 0});
}

CLAST_INLINE quat sts_turn_ball(quat q, vec3 L, double inverse, double h, sts_sinc *sinc_of)
{
    return sts_move(q, sts_about_momentum(q, L, inverse, h, sinc_of));
}

/* w = L/I: what spin_of_momentum gives for equal moments. */
CLAST_INLINE vec3 sts_spin_ball(double inverse, vec3 L) { return v_add(v_mul(inverse, L), (vec3){0, 0, 0}); }

/* All terms; p - 1 of the second and third is known. */
CLAST_INLINE quat sts_turn_rest(quat q, quat p, vec3 L, double inverse, double h, sts_sinc *sinc_of)
{
    const quat rest = q_mul(q, p);
    return sts_move(q, q_add(rest, sts_about_momentum(q_add(q, rest), L, inverse, h, sinc_of)));
}

/* For any body and any turn. */
CLAST_INLINE quat sts_turn(quat q, vec3 L, vec3 inertia, vec3 inverse, double h)
{
    (void)inertia;
    const quat p = sts_rest(m_mul_transposed(q_matrix(q), L), inverse, h, trig_sinc);
    return sts_turn_rest(q, p, L, inverse.z, h, trig_sinc);
}

#endif
