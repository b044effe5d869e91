/* Rotations switched off: bodies keep their orientation, torques do nothing. */
#include "motion/spin.h"

static const vec3 nothing = {0, 0, 0};

static void begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (void)m;
    for (int32_t i = first; i < last; i++) {
        SPIN_PUT_Q(w->q0, i, SPIN_GET_Q(s->q, i));
        SPIN_PUT(w->wh, i, nothing);
        SPIN_PUT(w->ws, i, nothing);
    }
}

static void end(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (void)m;
    (void)w;
    for (int32_t i = first; i < last; i++) {
        SPIN_PUT(s->L, i, nothing);
        SPIN_PUT(s->w, i, nothing);
    }
}

const clast_scheme clast_rotate_none = {
    .name = "none",
    .source = "",
    .about = "rotations switched off",
    .keeps_momentum = false,
    .reversible = true,
    .still = true,
    .begin = begin,
    .end = end,
};
