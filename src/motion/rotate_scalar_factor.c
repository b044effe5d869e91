/* Kleppmann's scalar factor (Zhao & van Wachem, eqs 40-45): an Euler step along the tangent, so long that renormalising
 * it gives the exact turn about w(n):
 *
 *   d = h/2 w(n) q;   q <- (q + tan|d| d/|d|) cos|d|
 *
 * This is exp(h w(n)) q, the map of direct-multiplication. Like the tangent it fails at |w| h = pi. */
#include "motion/walk.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const vec3 a = spin_euler(b.inertia, b.inverse, b.wb, q_turn_back(b.q, b.t));
    b.wh = q_turn(b.q, b.wb);
    const double length = 0.5 * h * v_length(b.wh);
    double s, c;
    trig_sincos(length, &s, &c);
    const double factor = length > 1e-12 ? 0.5 * h * (s / c) / length : 0.5 * h;
    const quat d = q_mul_scalar(factor, q_mul((quat){0, b.wh.x, b.wh.y, b.wh.z}, b.q));
    b.q = spin_normalise(q_mul_scalar(c, (quat){b.q.w + d.w, b.q.x + d.x, b.q.y + d.y, b.q.z + d.z}));
    b.wb = v_add_mul(b.wb, h, a);
    b.ws = q_turn(b.q, b.wb);
    return b;
}

WALK_BEGIN(begin_one)

const clast_scheme clast_rotate_scalar_factor = {
    .name = "scalar-factor",
    .source = "Zhao & van Wachem, eqs 40-45 (Kleppmann)",
    .about = "tangent step that lands on exp(h w(n)) q; first order, torque coupling too",
    .order_free = 1,
    .order_forced = 1,
    .order_spin = 1,
    .begin = begin,
    .end = clast_walk_end_published,
};
