#include "motion/kdk.h"

CLAST_INLINE void end_all(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    const double h = m->dt;
#pragma omp simd
    for (int32_t i = first; i < last; i++) {
        vec3 L = v_add_mul(SPIN_GET(s->L, i), 0.5 * h, SPIN_GET(s->t, i));
        SPIN_PUT(s->L, i, L);
        SPIN_PUT(s->w, i, spin_of_momentum(SPIN_GET_Q(s->q, i), SPIN_GET(w->inverse_inertia, i), L));
    }
}

SPIN_HALF(end, end_all(m, s, w, first, last))

void clast_kdk_end(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    end(m, s, w, first, last);
}
