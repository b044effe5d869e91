/* STS-KDK: kicks of the world angular momentum around a free turn split into a symmetric top and a small rest (sts.h).
 *
 * Second order free and under torque, time-reversible, symplectic; keeps L to round-off; exact for bodies with two
 * equal moments. The loops have no branches and call no library, so they run in vector lanes. */
#include "motion/kdk.h"
#include "motion/sts_begin.h"

SPIN_HALF(begin, sts_begin(m, s, w, first, last))

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
    .even_kicks = true,
    .begin = begin,
    .end = clast_kdk_end,
};
