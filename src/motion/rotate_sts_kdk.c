/* STS-KDK: kicks of the world angular momentum around a free turn split into a symmetric top and a small rest (sts.h).
 *
 * Second order free and under torque, time-reversible, symplectic; keeps L to round-off; exact for bodies with two
 * equal moments. The loop has no branches and calls no library, so it runs in vector lanes. */
#include "motion/kdk.h"
#include "motion/sts.h"

KDK_BEGIN(sts_turn)

const clast_scheme clast_rotate_sts_kdk = {
    .name = "sts-kdk",
    .source = "Touma & Wisdom 1994; Fasso 2003",
    .about = "symmetric-top splitting between kicks of L; the default",
    .order_free = 2,
    .order_forced = 2,
    .order_spin = 2,
    .keeps_momentum = true,
    .reversible = true,
    .exact_tops = true,
    .begin = begin,
    .end = clast_kdk_end,
};
