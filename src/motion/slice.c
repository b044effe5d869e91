#include "motion/slice.h"

#include "motion/spin.h"

/* The part of a world vector along axis c. */
static vec3 along(vec3 v, int c) { return (vec3){c == 0 ? v.x : 0, c == 1 ? v.y : 0, c == 2 ? v.z : 0}; }

/* q = turn q0: of the turn only what is about axis c stays. A body that turns about its middle axis would else fall out
 * of the plane, however small the first error. */
static quat held(quat q, quat q0, int c)
{
    const quat turn = q_mul(q, q_conj(q0));
    const vec3 axis = along((vec3){turn.x, turn.y, turn.z}, c);
    return spin_normalise(q_mul(q_unit((quat){turn.w, axis.x, axis.y, axis.z}), q0));
}

void clast_slice_hold(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    const int c = slice_normal(m->slice);
    for (int32_t i = first; i < last; i++) {
        const quat q0 = q_at(w->q0, i), old = q_at(s->q, i), q = held(old, q0, c);
        SPIN_PUT_Q(s->q, i, q);
        SPIN_PUT(s->wb, i, q_turn_back(q, along(q_turn(old, v_at(s->wb, i)), c)));
        SPIN_PUT(s->L, i, along(v_at(s->L, i), c));
        SPIN_PUT(s->w, i, along(v_at(s->w, i), c));
        SPIN_PUT(w->wh, i, along(v_at(w->wh, i), c));
        SPIN_PUT(w->ws, i, along(v_at(w->ws, i), c));
    }
}
