/* One contact of a block, in a loop over lanes: what lanes.c does with lanes of both sides, fill_balls.c does with what it
 * has just gathered. (Of bodies that are no balls: lane_bodies.h.) Must be inlined (base/clones.h). */
#ifndef CLAST_COLLIDE_LANE_H
#define CLAST_COLLIDE_LANE_H

#include "base/clones.h"
#include "base/fused.h"
#include "base/trig.h"
#include "collide/lanes.h"

#define GET(a, k) ((vec3){(a)[0][k], (a)[1][k], (a)[2][k]})
#define PUT(a, k, v)                                                   \
    do {                                                               \
        const vec3 put_v = (v);                                        \
        (a)[0][k] = put_v.x, (a)[1][k] = put_v.y, (a)[2][k] = put_v.z; \
    } while (0)

typedef enum partner { BODY, WALL } partner;

/* In the very first evaluation nothing has moved. */
CLAST_INLINE double time_moved(const clast_touch *t) { return t->first ? 0 : t->dt; }

/* Slip with the velocity c/2 of a over b in the middle of the step (twice: sums of what both ends of the step have): its part in the plane of the middle normal m/h (m = n0
 * + n, h = |m|), turned from there into the plane of n by the least rotation. That is c - A n0 - (A + B) n with
 *   B = g / (1 + h/2),   A = (c.m/2 + g - B) share,   g = c.(n - n0)/2,   share = 2/h^2 = 1/(1 + n0.n)
 * and no part along n is left. With e = |n - n0|^2/4 it is h/2 = sqrt(1 - e), so where n hardly turns in the step, as
 * nearly always, a few terms of series take the place of root and division. Far: for any turn; the same bits where the
 * series holds. moved: dt, or 0 in the very first evaluation, before any step. fresh: contacts may be. Returns 1 where it does not hold.
 *
 * The frame of the contact also turns about n, by moved spins.n/2 in the step (spins: of both bodies together), and the spring with it.
 * What slipped on the way turns with it from then on, in the mean by half of that. The reference leaves this out, which is an
 * error of first order: all of the spring's force lags by half a step's twist (docs/theory.md, verify/contact_twist.c). */
CLAST_INLINE double put_slip(clast_touch *t, int k, vec3 n0, vec3 n, vec3 c, vec3 spins, double moved, bool fresh,
                             bool far)
{
    const vec3 apart = v_sub(n, n0);
    const double e = 0.25 * f_dot(apart, apart), beyond = e <= 2e-5 ? 0.0 : 1.0;
    double slope = f_mul_add(e, f_mul_add(e, f_mul_add(e, 5.0 / 128, 1.0 / 16), 1.0 / 8), 0.5); /* 1/(1 + h/2) */
    double share = f_mul_add(e, f_mul_add(e, f_mul_add(e, 0.5, 0.5), 0.5), 0.5);
    if (far) {
        const vec3 m = v_add(n0, n);
        const double hh = f_dot(m, m), exact = hh > 2e-6 ? 2 / hh : 0;
        slope = beyond != 0 ? 1 / (1 + 0.5 * sqrt(hh)) : slope;
        share = beyond != 0 ? exact : share;
    }
    const double cn = f_dot(c, n), cn0 = f_dot(c, n0), cm = cn + cn0, g = 0.5 * (cn - cn0);
    const double B = g * slope, A = f_mul_add(0.5, cm, g - B) * share;
    t->share[k] = share;
    if (fresh)
        t->part[k] = 0.5 * cm; /* for now (close_fresh) */
    const vec3 slip = v_mul(0.5 * moved, f_add_mul(f_add_mul(c, -(A + B), n), -A, n0));
    PUT(t->slip, k, f_add_cross(slip, v_mul(0.25 * moved * f_dot(spins, n), n), slip));
    return beyond;
}

/* Two spheres with radii that add up to sum, their centres e apart. */
typedef struct meeting {
    vec3 n;
    double d;
} meeting;

CLAST_INLINE meeting spheres_meet(vec3 e, double sum)
{
    const double distance = f_length(e), inverse = 1 / (distance > 0 ? distance : 1);
    return (meeting){{e.x * inverse, e.y * inverse, distance > 0 ? e.z * inverse : 1}, sum - distance};
}

/* ---- balls ----
 *
 * A sphere about its centre of mass has its arm along the normal, la = sa n, lb = -sb n. So n is free of torque,
 *   mobility  along n 1/ma + 1/mb, along any t 1/ma + 1/mb + sa^2/Ia + sb^2/Ib
 *   velocity  of a over b at the contact  va - vb + (sa wa + sb wb) x n. */

/* Two balls, x apart; masses: the sum of the inverse ones. met: also what it was at the start of the step, moved v before. */
CLAST_INLINE void lane_balls_meet(clast_touch *restrict t, int k, vec3 x, vec3 v, double ra, double rb, double masses,
                                  double moved, bool met)
{
    const double sum = ra + rb, inverse = 1 / (sum * masses); /* one division for both */
    const meeting at = spheres_meet(x, sum);
    t->radius[k] = ra * rb * (masses * inverse);
    t->mass[k] = sum * inverse;
    t->overlap[k] = at.d;
    t->sa[k] = ra - 0.5 * at.d, t->sb[k] = rb - 0.5 * at.d;
    PUT(t->n_dir, k, at.n);
    if (met) {
        const meeting was = spheres_meet(f_add_mul(x, moved, v), sum);
        PUT(t->n0, k, was.n);
        t->d0[k] = was.d;
    }
}

/* A ball at a plane, x from its centre to the plane, n into it; masses: its inverse one. behind: how far the arm reaches behind the
 * plane, in overlaps. */
CLAST_INLINE void lane_ball_meets_wall(clast_touch *restrict t, int k, vec3 x, vec3 n, double ra, double masses,
                                       double behind)
{
    const double height = f_dot(x, n), d = ra - height;
    t->radius[k] = ra;
    t->mass[k] = 1 / masses;
    t->overlap[k] = d;
    t->sa[k] = height + behind * d, t->sb[k] = 0;
    PUT(t->n_dir, k, n);
}

/* The same at the start of the step. */
CLAST_INLINE void lane_ball_met_wall(clast_touch *restrict t, int k, vec3 x0, vec3 n0, double ra)
{
    PUT(t->n0, k, n0);
    t->d0[k] = ra - f_dot(x0, n0);
}

/* Its arm of then. */
CLAST_INLINE double lane_wall_arm(const clast_touch *t, int k, double ra, double behind)
{
    return ra - t->d0[k] + behind * t->d0[k];
}

/* sa wa + sb wb, now and with the arms of the start of the step */
CLAST_INLINE vec3 lane_balls_roll(const clast_touch *t, int k, vec3 wa, vec3 wb)
{
    return f_add_mul(v_mul(t->sa[k], wa), t->sb[k], wb);
}

CLAST_INLINE vec3 lane_balls_rolled(const clast_touch *t, int k, vec3 wa, vec3 wb)
{
    const double later = 0.5 * (t->overlap[k] - t->d0[k]);
    return f_add_mul(lane_balls_roll(t, k, wa, wb), later, v_add(wa, wb));
}

/* What spins do at the contact, with the arms and the normal of the start of the step. */
CLAST_INLINE vec3 lane_balls_roll_then(const clast_touch *t, int k, partner with, vec3 wa, vec3 wb, double sa0)
{
    return f_cross(with == WALL ? v_mul(sa0, wa) : lane_balls_rolled(t, k, wa, wb), GET(t->n0, k));
}

/* With mid-step arms (sa n + sa0 n0)/2. v, wa, wb: velocity of a over b and spins in the middle of the step; sa0: at walls.
 * As put_slip. */
CLAST_INLINE double lane_balls_slip(clast_touch *restrict t, int k, partner with, vec3 v, vec3 wa, vec3 wb, double sa0,
                                    double moved, bool fresh, bool far)
{
    const vec3 n = GET(t->n_dir, k), n0 = GET(t->n0, k);
    const vec3 now = with == WALL ? v_mul(t->sa[k], wa) : lane_balls_roll(t, k, wa, wb);
    const vec3 rolls = f_add_cross(lane_balls_roll_then(t, k, with, wa, wb, sa0), now, n);
    return put_slip(t, k, n0, n, f_add_mul(rolls, 2, v), v_add(wa, wb), moved, fresh, far);
}

/* Velocities at the end of the step: of the centres, a over b; spins. */
CLAST_INLINE void lane_balls_end(clast_touch *restrict t, int k, partner with, vec3 centres, vec3 wa, vec3 wb)
{
    const vec3 n = GET(t->n_dir, k);
    const double vn = f_dot(centres, n);
    const vec3 both = with == WALL ? v_mul(t->sa[k], wa) : lane_balls_roll(t, k, wa, wb);
    t->vn[k] = vn;
    PUT(t->vt, k, f_add_cross(f_add_mul(centres, -vn, n), both, n));
}

/* ---- the ledger ----
 *
 * Velocity of a over b at the contact at the start of the step: speeds and spins are 2 v - v* and 2 wh - w* (energy/late.h), so
 * it is twice that of v and wh less that of v* and w*, both with the arms of then. */

/* 2 a - b */
CLAST_INLINE vec3 f_less(vec3 a, vec3 b) { return f_add_mul(v_mul(-1, b), 2, a); }

/* Of balls that of v* and w*. */
CLAST_INLINE vec3 lane_balls_ahead(const clast_touch *t, int k, partner with, vec3 vs, vec3 wa, vec3 wb, double sa0)
{
    return f_add_cross(vs, with == WALL ? v_mul(sa0, wa) : lane_balls_rolled(t, k, wa, wb), GET(t->n0, k));
}

/* Less that; the roll of wh is known from the slip. */
CLAST_INLINE vec3 lane_balls_start(vec3 v, vec3 roll, vec3 ahead) { return f_less(v_add(v, roll), ahead); }

/* What acted at the start: tangential and of its spring, normal, of this the elastic part. */
typedef struct lane_acted {
    vec3 ft, fs;
    double fn, fel;
} lane_acted;

/* Powers of a block, lanes k, k + 8, ... in one. */
typedef double lane_powers[CLAST_TOUCH_POWERS][CLAST_SUMS];

/* With the velocity c of then; to lane j of the sums. all: whatever lane it is. */
CLAST_INLINE void lane_add_powers(const clast_touch *restrict t, int k, int j, vec3 c, lane_acted was, bool all,
                                  double (*restrict to)[CLAST_SUMS])
{
    const uint64_t real = all ? UINT64_MAX : t->real[k];
    const double rate = f_dot(c, GET(t->n0, k)), dashpot = (was.fn - was.fel) * rate;
    touch_add(real, f_dot(was.ft, c), &to[CLAST_POWER_TOTAL][j]);
    touch_add(real, f_dot(was.fs, c), &to[CLAST_POWER_SPRING][j]);
    touch_add(real, dashpot, &to[CLAST_POWER_DASHPOT][j]);
}

/* And of what acted on a wall with the velocity v. */
CLAST_INLINE void lane_add_power_of_wall(const clast_touch *restrict t, int k, int j, lane_acted was, vec3 v,
                                         double (*restrict to)[CLAST_SUMS])
{
    const double power = f_dot(f_add_mul(was.ft, -was.fn, GET(t->n0, k)), v);
    touch_add(t->real[k], power, &to[CLAST_POWER_WALL][j]);
}

/* Elastic force at the start of the step, by the stiffness kt of then (its sign is of no account). */
CLAST_INLINE double lane_elastic(const clast_touch *t, int k, double kt)
{
    return f_mul_add(t->fel_kt, fabs(kt), t->fel_fixed) * (t->d0[k] > 0 ? t->d0[k] : 0);
}

CLAST_INLINE void lane_sum_powers(clast_touch *restrict t, const double (*restrict of)[CLAST_SUMS], bool walls)
{
    for (int c = 0; c < (walls ? CLAST_TOUCH_POWERS : CLAST_POWER_WALL); c++)
#pragma omp simd
        for (int j = 0; j < CLAST_SUMS; j++)
            t->power[c][j] += of[c][j];
}

/* Force on a, torques on both; beside them the normal force. */
typedef struct lane_loads {
    double fn;
    vec3 f, ta, tb;
} lane_loads;

/* What acts on two balls. more: f was there before. */
CLAST_INLINE lane_loads lane_balls_loads(const clast_touch *restrict t, int k, bool more)
{
    const double fn = t->fel[k] + t->fd[k];
    const vec3 n = GET(t->n_dir, k), ft = GET(t->ft, k), plain = f_add_mul(ft, -fn, n);
    const vec3 f = more ? v_add(plain, GET(t->f, k)) : plain, moment = f_cross(n, more ? f : ft);
    return (lane_loads){fn, f, v_mul(t->sa[k], moment), v_mul(t->sb[k], moment)};
}

/* Along the tangent; along the normal it is masses, the sum of the inverse ones. ia, ib: inverse inertia. */
CLAST_INLINE double lane_balls_mobility(const clast_touch *t, int k, partner with, double masses, double ia, double ib)
{
    const double sa = t->sa[k], sb = t->sb[k];
    return masses + (with == WALL ? sa * sa * ia : f_mul_add(sa * sa, ia, sb * sb * ib));
}

/* ---- history ---- */

/* The contact frame turns by the least rotation from n0 to n, then about n by the mean twist: of the angle the sine, and the
 * cosine less 1; 1: beyond the short series (far: that is not taken). In a step hardly any is. */
typedef struct lane_twist {
    double sine, less, beyond;
} lane_twist;

CLAST_INLINE lane_twist lane_twist_by(double angle, bool far)
{
    const double z = angle * angle;
    double sinc, less;
    if (far)
        trig_sinc(z, &sinc, &less);
    else
        trig_sinc_near(z, &sinc, &less);
    return (lane_twist){angle * sinc, less, z <= TRIG_NEAR ? 0.0 : 1.0};
}

/* What is left of f has no part along n, whatever f had along n0: rounding does not add up. */
CLAST_INLINE vec3 turned_with(const clast_touch *t, int k, double sine, double less, vec3 n, vec3 f)
{
    const vec3 m = v_add(GET(t->n0, k), n), flat = f_add_mul(f, -(f_dot(f, n) * t->share[k]), m);
    return f_add_mul(f_add_mul(flat, sine, f_cross(n, flat)), less, flat);
}

/* The part of f in the plane of n. */
CLAST_INLINE vec3 lane_flat(vec3 f, vec3 n) { return f_add_mul(f, -f_dot(f, n), n); }

#endif
