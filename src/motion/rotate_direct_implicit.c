/* Direct integration with eq 41 taken literally: w(n+1) = wh + h/2 a(q(n+1), w(n+1), T(n+1)) is solved by sweeps until
 * the last one changes nothing. The first half is then the mirror image of the second, so time runs backwards too. */
#include "motion/direct.h"

enum { SWEEPS_MOST = 60 };

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    b = direct_predict(b, h);
    b.q = spin_turn(b.wh, h, b.q);
    return b;
}

WALK_BEGIN(begin_one)

static walk_body solve(walk_body b, double h)
{
    double change = INFINITY, before;
    b.w = b.ws;
    for (int sweep = 0; sweep < SWEEPS_MOST; sweep++) {
        const vec3 w = v_add_mul(b.wh, 0.5 * h, direct_acceleration(b, b.w)), off = v_sub(w, b.w);
        before = change;
        change = v_dot(off, off);
        b.w = w;
        /* no change, or none but round-off that has stopped shrinking */
        if (change == 0 || (change >= before && change <= 1e-28 * v_dot(w, w)))
            break;
    }
    return direct_publish(b);
}

static void end(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    for (int32_t i = first; i < last; i++) {
        const walk_body b = solve((walk_body){.inertia = SPIN_GET(w->inertia, i),
                                              .inverse = SPIN_GET(w->inverse_inertia, i),
                                              .t = SPIN_GET(s->t, i),
                                              .q = SPIN_GET_Q(s->q, i),
                                              .wh = SPIN_GET(w->wh, i),
                                              .ws = SPIN_GET(w->ws, i)},
                                  m->dt);
        SPIN_PUT(s->w, i, b.w);
        SPIN_PUT(s->L, i, b.L);
    }
}

const clast_scheme clast_rotate_direct_implicit = {
    .name = "direct-implicit",
    .source = "Irazabal et al., eqs 33-43",
    .about = "velocity Verlet on world w; eq 41 literal, solved by sweeps",
    .order_free = 2,
    .order_forced = 2,
    .order_spin = 2,
    .reversible = true,
    .begin = begin,
    .end = end,
};
