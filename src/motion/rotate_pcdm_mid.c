/* PCDM with the torque at n+1/2 in both places, which makes it second order. A scene knows no torque ahead of its time,
 * so it is extrapolated from the last two, T(n) + (T(n) - T(n-1))/2, with T(n-1) in memory. A caller that knows the
 * torque at mid-step writes it into both t and memory before the step: the difference is then 0. */
#include "motion/pcdm.h"

static void start(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (void)m;
    (void)w;
    for (int32_t i = first; i < last; i++)
        SPIN_PUT(s->memory, i, SPIN_GET(s->t, i));
}

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const vec3 middle = v_add_mul(b.t, 0.5, v_sub(b.t, b.memory));
    b.memory = b.t;
    return pcdm_step(b, middle, h);
}

WALK_BEGIN(begin_one)

const clast_scheme clast_rotate_pcdm_mid = {
    .name = "pcdm-mid",
    .source = "Zhao & van Wachem, eqs 55-63, repaired",
    .about = "predictor-corrector direct multiplication with T(n+1/2), extrapolated",
    .order_free = 2,
    .order_forced = 2,
    .order_spin = 2,
    .start = start,
    .begin = begin,
    .end = clast_walk_end_published,
};
