/* Leap-frog (Zhao & van Wachem, eqs 33-39): the mid-point rule for q, solved exactly, is the Cayley map
 *
 *   q <- beta beta / |beta|^2 . q,   beta = [1, h/4 w(n+1/2)]:   a turn by 4 atan(|w| h/4)
 *
 * The printed factor f = |beta|^2 / (1 + 2 b^2) in place of 1/|beta|^2 is a number in front of a quaternion: after the
 * renormalisation that the paper prescribes nothing is left of it, so it has no scheme of its own (a test shows it).
 * w(n+1/2) = q(n) w'(n+1/2) q(n)^-1, the paper's usage: the torque is seen from q(n) all the step, first order. */
#include "motion/walk.h"

CLAST_INLINE walk_body begin_one(walk_body b, double h)
{
    const vec3 torque = q_turn_back(b.q, b.t);
    const vec3 half = v_add_mul(b.wb, 0.5 * h, spin_euler(b.inertia, b.inverse, b.wb, torque));
    b.wh = q_turn(b.q, half);
    const vec3 beta = v_mul(0.25 * h, b.wh);
    const double bb = v_dot(beta, beta), f = 1 / (1 + bb);
    const quat turn = {f * (1 - bb), 2 * f * beta.x, 2 * f * beta.y, 2 * f * beta.z};
    b.q = spin_normalise(q_mul(turn, b.q));
    b.wb = v_add_mul(b.wb, h, spin_euler(b.inertia, b.inverse, half, torque));
    b.ws = q_turn(b.q, b.wb);
    return b;
}

WALK_BEGIN(begin_one)

const clast_scheme clast_rotate_leapfrog = {
    .name = "leapfrog",
    .source = "Zhao & van Wachem, eqs 33-39, f = 1/|beta|^2",
    .about = "mid-point rule for q (Cayley map) with T(n); torque coupling first order",
    .order_free = 2,
    .order_forced = 1,
    .order_spin = 2,
    .begin = begin,
    .end = clast_walk_end_published,
};
