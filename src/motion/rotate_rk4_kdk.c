/* RK4-KDK: Munjiza's Runge-Kutta turn with the torque repaired: half kicks of L at n and n+1 instead of one whole kick
 * with T(n), and the first angular velocity from the kicked L. */
#include "motion/kdk.h"
#include "motion/rk4.h"

CLAST_INLINE quat turn(quat q, vec3 L, vec3 inertia, vec3 inverse, double h)
{
    (void)inertia;
    return spin_turn(rk4_mean(q, spin_of_momentum(q, inverse, L), L, inverse, h), h, q);
}

KDK_BEGIN(turn)

const clast_scheme clast_rotate_rk4_kdk = {
    .name = "rk4-kdk",
    .source = "Irazabal et al., eqs 44-53, repaired (Munjiza)",
    .about = "Runge-Kutta mean of w between half kicks of L",
    .order_free = 2,
    .order_forced = 2,
    .order_spin = 2,
    .keeps_momentum = true,
    .begin = begin,
    .end = clast_kdk_end,
};
