/* Rodrigues vectors: the turn of a step is the vector a = 2 tan(angle/2) e, with the corrected tensor
 *
 *   Q = 1 + 4/(4 + a.a) (S(a) + S(a)^2/2),   a = h w                                    (Campello, eqs 10, 27, 45b)
 *
 * Campello solves the trapezoidal rule for a implicitly, together with the forces. Here it is used explicitly, between
 * half kicks of L: a predicted turn with w(n) gives the angular velocity at its end, and the step turns by the mean of
 * the two. That is second order; a = h w falls short of the angle by (h w)^2/12, which is second order too. Turns are
 * composed as quaternions, not by eq 47, whose sum of vectors is singular at half a turn. */
#include "motion/kdk.h"
#include "motion/rodrigues.h"

CLAST_INLINE quat turn(quat q, vec3 L, vec3 inertia, vec3 inverse, double h)
{
    (void)inertia;
    const vec3 w0 = spin_of_momentum(q, inverse, L);
    const quat predicted = q_mul(rodrigues_quat(v_mul(h, w0)), q);
    const vec3 w1 = spin_of_momentum(predicted, inverse, L);
    return spin_normalise(q_mul(rodrigues_quat(v_mul(h, v_mean(w0, w1))), q));
}

KDK_BEGIN(turn)

const clast_scheme clast_rotate_rodrigues = {
    .name = "rodrigues",
    .source = "Campello, eqs 10, 27, 45b, corrected",
    .about = "turn by a Rodrigues vector, explicit trapezoidal rule between kicks of L",
    .order_free = 2,
    .order_forced = 2,
    .order_spin = 2,
    .keeps_momentum = true,
    .begin = begin,
    .end = clast_kdk_end,
};
