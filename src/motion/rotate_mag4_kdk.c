/* MAG4-KDK: the free turn to fourth order. Euler's equations without torque by the classical Runge-Kutta scheme give w'
 * at the end and, from the same four slopes, in the middle of the step; the turn is one exponential of the Magnus
 * series, Simpson's mean of w' and the first commutator:
 *
 *   q <- q exp(h O),   O = (w0 + 4 wm + w1)/6 + h/12 w0 x w1                       (rotation reference, section 7) */
#include "motion/kdk.h"

CLAST_INLINE vec3 slope(vec3 inertia, vec3 inverse, vec3 w) { return spin_euler(inertia, inverse, w, (vec3){0, 0, 0}); }

CLAST_INLINE quat turn(quat q, vec3 L, vec3 inertia, vec3 inverse, double h)
{
    const vec3 w0 = spin_scale(inverse, m_mul_transposed(q_matrix(q), L));
    const vec3 k1 = slope(inertia, inverse, w0), k2 = slope(inertia, inverse, v_add_mul(w0, 0.5 * h, k1));
    const vec3 k3 = slope(inertia, inverse, v_add_mul(w0, 0.5 * h, k2));
    const vec3 k4 = slope(inertia, inverse, v_add_mul(w0, h, k3));
    const vec3 inner = v_add(k2, k3);
    const vec3 w1 = v_add_mul(w0, h / 6, v_add(v_add_mul(k1, 2, inner), k4));
    const vec3 wm = v_add_mul(w0, h / 24, v_sub(v_add_mul(v_mul(5, k1), 4, inner), k4));
    const vec3 mean = v_mul(1.0 / 6, v_add(v_add_mul(w0, 4, wm), w1));
    return spin_turn_body(q, v_add_mul(mean, h / 12, v_cross(w0, w1)), h);
}

KDK_BEGIN(turn)

const clast_scheme clast_rotate_mag4_kdk = {
    .name = "mag4-kdk",
    .source = "classical Runge-Kutta and Magnus, fourth order",
    .about = "fourth-order free turn (Runge-Kutta and Magnus) between kicks of L",
    .order_free = 4,
    .order_forced = 2,
    .order_spin = 4,
    .keeps_momentum = true,
    .begin = begin,
    .end = clast_kdk_end,
};
