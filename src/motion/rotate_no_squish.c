/* NO_SQUISH: the free turn split into turns about the three body axes, z y x y z, each exact. */
#include "motion/flow.h"
#include "motion/kdk.h"

CLAST_INLINE quat turn(quat q, vec3 L, vec3 inertia, vec3 inverse, double h)
{
    (void)inertia;
    flow b = {m_mul_transposed(q_matrix(q), L), q};
    b = flow_z(b, inverse.z, 0.5 * h);
    b = flow_y(b, inverse.y, 0.5 * h);
    b = flow_x(b, inverse.x, h);
    b = flow_y(b, inverse.y, 0.5 * h);
    b = flow_z(b, inverse.z, 0.5 * h);
    return spin_normalise(b.q);
}

KDK_BEGIN(turn)

const clast_scheme clast_rotate_no_squish = {
    .name = "no-squish",
    .source = "Miller et al., J. Chem. Phys. 116 (2002) 8649",
    .about = "five turns about body axes between kicks of L",
    .order_free = 2,
    .order_forced = 2,
    .order_spin = 2,
    .keeps_momentum = true,
    .reversible = true,
    .begin = begin,
    .end = clast_kdk_end,
};
