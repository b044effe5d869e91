/* One contact of bodies that are no balls, as lane.h has it for balls. */
#ifndef CLAST_COLLIDE_LANE_BODIES_H
#define CLAST_COLLIDE_LANE_BODIES_H

#include "collide/lane.h"

/* Of one body: from the centre of mass to the centre of its sphere, and that one's radius. */
typedef struct lane_sphere {
    vec3 at;
    double r;
} lane_sphere;

/* x: from the centre of mass of a to that of b. */
CLAST_INLINE void lane_bodies_meet(clast_touch *restrict t, int k, vec3 x, lane_sphere a, lane_sphere b)
{
    const meeting now = spheres_meet(v_add(x, v_sub(b.at, a.at)), a.r + b.r);
    t->radius[k] = a.r * b.r / (a.r + b.r);
    t->overlap[k] = now.d;
    PUT(t->n_dir, k, now.n);
    PUT(t->la, k, f_add_mul(a.at, a.r - 0.5 * now.d, now.n));
    PUT(t->lb, k, f_add_mul(b.at, -(b.r - 0.5 * now.d), now.n));
}

/* The same at the start of the step. known: normal and overlap are there. */
CLAST_INLINE void lane_bodies_met(clast_touch *restrict t, int k, vec3 x0, lane_sphere a, lane_sphere b, bool known)
{
    const meeting was =
        known ? (meeting){GET(t->n0, k), t->d0[k]} : spheres_meet(v_add(x0, v_sub(b.at, a.at)), a.r + b.r);
    PUT(t->n0, k, was.n);
    t->d0[k] = was.d;
    PUT(t->la0, k, f_add_mul(a.at, a.r - 0.5 * was.d, was.n));
    PUT(t->lb0, k, f_add_mul(b.at, -(b.r - 0.5 * was.d), was.n));
}

/* At a plane; n: into it. x: from the centre of mass to a point of it; behind: how far the arm reaches behind it, in
 * overlaps. */
CLAST_INLINE void lane_wall_meets(clast_touch *restrict t, int k, vec3 x, vec3 n, lane_sphere a, double behind)
{
    const vec3 none = {0, 0, 0};
    const double height = f_dot(v_sub(x, a.at), n), d = a.r - height;
    t->radius[k] = a.r;
    t->overlap[k] = d;
    PUT(t->n_dir, k, n);
    PUT(t->la, k, f_add_mul(a.at, height + behind * d, n));
    PUT(t->lb, k, none);
}

CLAST_INLINE void lane_wall_met(clast_touch *restrict t, int k, vec3 x0, vec3 n0, lane_sphere a, double behind,
                                bool known)
{
    const vec3 none = {0, 0, 0};
    const meeting was = known ? (meeting){GET(t->n0, k), t->d0[k]} : (meeting){n0, a.r - f_dot(v_sub(x0, a.at), n0)};
    PUT(t->n0, k, was.n);
    t->d0[k] = was.d;
    PUT(t->la0, k, f_add_mul(a.at, a.r - was.d + behind * was.d, was.n));
    PUT(t->lb0, k, none);
}

/* Velocity of a over b at the contact: of the centres c, of the spins with the arms. */
CLAST_INLINE vec3 lane_bodies_velocity(partner with, vec3 c, vec3 wa, vec3 la, vec3 wb, vec3 lb)
{
    const vec3 one = f_add_cross(c, wa, la);
    return with == WALL ? one : f_add_cross(one, lb, wb);
}

/* v, wa, wb: in the middle of the step. With the arms of its start: */
CLAST_INLINE vec3 lane_bodies_start(const clast_touch *t, int k, partner with, vec3 v, vec3 wa, vec3 wb)
{
    return lane_bodies_velocity(with, v, wa, GET(t->la0, k), wb, GET(t->lb0, k));
}

/* The mean of that and of the one with the arms of its end: so it is with arms of the middle. As put_slip. */
CLAST_INLINE double lane_bodies_slip(clast_touch *restrict t, int k, partner with, vec3 v, vec3 wa, vec3 wb,
                                     double moved, bool fresh, bool far)
{
    const vec3 start = lane_bodies_start(t, k, with, v, wa, wb);
    const vec3 both = lane_bodies_velocity(with, v_add(start, v), wa, GET(t->la, k), wb, GET(t->lb, k));
    return put_slip(t, k, GET(t->n0, k), GET(t->n_dir, k), both, v_add(wa, wb), moved, fresh, far);
}

/* Velocities at the end of the step. */
CLAST_INLINE void lane_bodies_end(clast_touch *restrict t, int k, partner with, vec3 vs, vec3 wa, vec3 wb)
{
    const vec3 n = GET(t->n_dir, k), end = lane_bodies_velocity(with, vs, wa, GET(t->la, k), wb, GET(t->lb, k));
    const double vn = f_dot(end, n);
    t->vn[k] = vn;
    PUT(t->vt, k, f_add_mul(end, -vn, n));
}

/* Inverse inertia in the world. */
typedef struct lane_inertia {
    double xx, yy, zz, xy, xz, yz;
} lane_inertia;

/* (l x u) . I^-1 (l x u), with c = l x u */
CLAST_INLINE double lane_turned(lane_inertia I, vec3 c)
{
    const vec3 squares = {I.xx * c.x, I.yy * c.y, I.zz * c.z};
    const double mixed = f_mul_add(I.xy * c.x, c.y, c.z * f_mul_add(I.xz, c.x, I.yz * c.y));
    return f_mul_add(2, mixed, f_dot(squares, c));
}

/* After the end; masses: the sum of the inverse ones. */
CLAST_INLINE void lane_bodies_mobility(clast_touch *restrict t, int k, partner with, double masses, lane_inertia a,
                                       lane_inertia b)
{
    const vec3 n = GET(t->n_dir, k), vt = GET(t->vt, k), la = GET(t->la, k), lb = GET(t->lb, k);
    const double a_n = lane_turned(a, f_cross(la, n)), a_t = lane_turned(a, f_cross(la, vt));
    const double b_n = with == WALL ? 0 : lane_turned(b, f_cross(lb, n));
    const double b_t = with == WALL ? 0 : lane_turned(b, f_cross(lb, vt));
    const double mobility_n = masses + (a_n + b_n), speed2 = f_dot(vt, vt);
    const double mobility_t = masses + (a_t + b_t) / (speed2 > 0 ? speed2 : 1);
    t->mobility_n[k] = mobility_n;
    t->mobility_t[k] = speed2 > 0 ? mobility_t : mobility_n;
    t->mass[k] = 1 / mobility_n;
}

/* What acts on two bodies. more: f was there before. */
CLAST_INLINE lane_loads lane_bodies_loads(const clast_touch *restrict t, int k, bool more)
{
    const double fn = t->fel[k] + t->fd[k];
    const vec3 plain = f_add_mul(GET(t->ft, k), -fn, GET(t->n_dir, k));
    const vec3 f = more ? v_add(plain, GET(t->f, k)) : plain;
    return (lane_loads){fn, f, f_cross(GET(t->la, k), f), f_cross(f, GET(t->lb, k))};
}

#endif
