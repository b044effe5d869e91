/* PCDM as printed: the torque is T(n) in both places, so the coupling is first order. */
#include "motion/pcdm.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h) { return pcdm_step(b, b.t, h); }

WALK_BEGIN(begin_one)

const clast_scheme clast_rotate_pcdm_printed = {
    .name = "pcdm-printed",
    .source = "Zhao & van Wachem, eqs 55-63",
    .about = "predictor-corrector direct multiplication with T(n); torque coupling first order",
    .order_free = 2,
    .order_forced = 1,
    .order_spin = 2,
    .begin = begin,
    .end = clast_walk_end_published,
};
