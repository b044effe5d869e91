#include "collide/lanes.h"

#include "base/clones.h"
#include "base/fused.h"
#include "collide/lane_bodies.h"

CLAST_INLINE lane_inertia inertia(const clast_side *a, int k)
{
    return (lane_inertia){a->xx[k], a->yy[k], a->zz[k], a->xy[k], a->xz[k], a->yz[k]};
}

/* From the centre of mass to the centre of a sphere of the body, turned by q. */
CLAST_INLINE vec3 to_sphere(const clast_side *a, const clast_lane q[4], int k)
{
    return f_turn((quat){q[0][k], q[1][k], q[2][k], q[3][k]}, v_mul(a->size[k], GET(a->s, k)));
}

/* In the step in which it closes a contact slips only for the part d / (d' dt) of the way. */
CLAST_INLINE void close_fresh(clast_touch *restrict t)
{
    if (t->n_fresh == 0 && t->kind == CLAST_TOUCHES)
        return;
    CLAST_LANES
    {
        const vec3 m = v_add(GET(t->n0, k), GET(t->n_dir, k));
        const double hh = f_dot(m, m), travel = hh > 2e-6 ? t->part[k] / sqrt(hh) * t->dt : 0;
        const double d = touch_overlap(t, k), closed = travel > d ? d / travel : 1;
        const double part = t->fresh[k] != 0 ? closed : 1;
        t->part[k] = part;
        PUT(t->slip, k, v_mul(part, GET(t->slip, k)));
    }
}

/* Short loops one after the other: of a long one the processor cannot overlap the turns. */

CLAST_INLINE void body_meets_body(clast_lanes *restrict in, clast_touch *restrict t)
{
    CLAST_LANES
    {
        const lane_sphere a = {to_sphere(&in->a, in->a.q, k), in->a.size[k] * in->a.sr[k]};
        const lane_sphere b = {to_sphere(&in->b, in->b.q, k), in->b.size[k] * in->b.sr[k]};
        in->a.r[k] = a.r, in->b.r[k] = b.r;
        lane_bodies_meet(t, k, v_sub(GET(in->b.x, k), GET(in->a.x, k)), a, b);
    }
}

CLAST_INLINE void body_met_body(const clast_lanes *restrict in, clast_touch *restrict t, bool known)
{
    const double moved = time_moved(t);
    CLAST_LANES
    {
        const lane_sphere a = {to_sphere(&in->a, in->a.q0, k), in->a.r[k]};
        const lane_sphere b = {to_sphere(&in->b, in->b.q0, k), in->b.r[k]};
        const vec3 x0 = f_add_mul(v_sub(GET(in->b.x, k), GET(in->a.x, k)), moved, GET(in->v, k));
        lane_bodies_met(t, k, x0, a, b, known);
    }
}

CLAST_INLINE void body_meets_wall(clast_lanes *restrict in, clast_touch *restrict t)
{
    const double behind = in->beyond;
    CLAST_LANES
    {
        const lane_sphere a = {to_sphere(&in->a, in->a.q, k), in->a.size[k] * in->a.sr[k]};
        in->a.r[k] = a.r;
        lane_wall_meets(t, k, GET(in->x, k), v_mul(-1, GET(in->normal, k)), a, behind);
    }
}

CLAST_INLINE void body_met_wall(const clast_lanes *restrict in, clast_touch *restrict t, bool known)
{
    const double behind = in->beyond;
    CLAST_LANES
    {
        const lane_sphere a = {to_sphere(&in->a, in->a.q0, k), in->a.r[k]};
        lane_wall_met(t, k, GET(in->x0, k), v_mul(-1, GET(in->normal0, k)), a, behind, known);
    }
}

CLAST_INLINE void bodies_met(const clast_lanes *restrict in, clast_touch *restrict t, partner with, bool known)
{
    if (with == WALL)
        body_met_wall(in, t, known);
    else
        body_met_body(in, t, known);
}

CLAST_INLINE bool bodies_slip(const clast_lanes *restrict in, clast_touch *restrict t, partner with, bool far)
{
    const double moved = time_moved(t);
    double beyond = 0;
#pragma omp simd reduction(+ : beyond)
    for (int k = 0; k < CLAST_BLOCK; k++)
        beyond += lane_bodies_slip(t, k, with, GET(in->v, k), GET(in->a.wh, k), GET(in->b.wh, k), moved, true, far);
    return beyond != 0;
}

CLAST_INLINE void bodies_end(const clast_lanes *restrict in, clast_touch *restrict t, partner with)
{
    CLAST_LANES
    {
        lane_bodies_end(t, k, with, GET(in->vs, k), GET(in->a.ws, k), GET(in->b.ws, k));
        lane_bodies_mobility(t, k, with, in->inverse_mass[k], inertia(&in->a, k), inertia(&in->b, k));
    }
}

CLAST_INLINE void bodies(clast_lanes *restrict in, clast_touch *restrict t, partner with)
{
    if (with == WALL)
        body_meets_wall(in, t);
    else
        body_meets_body(in, t);
    if (in->starts)
        bodies_met(in, t, with, true);
    else
        bodies_met(in, t, with, false);
    if (bodies_slip(in, t, with, false))
        bodies_slip(in, t, with, true);
    bodies_end(in, t, with);
    close_fresh(t);
}

/* ---- balls ---- */

/* met: also what it was at the start of the step. */
CLAST_INLINE void ball_meets_ball(const clast_lanes *restrict in, clast_touch *restrict t, bool met)
{
    const double moved = time_moved(t);
    CLAST_LANES lane_balls_meet(t, k, GET(in->x, k), GET(in->v, k), in->a.radius[k], in->b.radius[k],
                                in->inverse_mass[k], moved, met);
}

CLAST_INLINE void ball_meets_wall(clast_lanes *restrict in, clast_touch *restrict t)
{
    const double beyond = in->beyond;
    CLAST_LANES
    lane_ball_meets_wall(t, k, GET(in->x, k), v_mul(-1, GET(in->normal, k)), in->a.radius[k], in->inverse_mass[k],
                         beyond);
}

CLAST_INLINE void ball_met_wall(const clast_lanes *restrict in, clast_touch *restrict t)
{
    CLAST_LANES
    lane_ball_met_wall(t, k, GET(in->x0, k), v_mul(-1, GET(in->normal0, k)), in->a.radius[k]);
}

/* Only the ledger asks for the arms themselves. */
CLAST_INLINE void balls_arms(clast_touch *restrict t)
{
    CLAST_LANES
    {
        const vec3 n = GET(t->n_dir, k);
        PUT(t->la, k, v_mul(t->sa[k], n));
        PUT(t->lb, k, v_mul(-t->sb[k], n));
    }
}

CLAST_INLINE bool balls_slip(const clast_lanes *restrict in, clast_touch *restrict t, partner with, bool far)
{
    const double moved = time_moved(t), behind = in->beyond;
    double beyond = 0;
#pragma omp simd reduction(+ : beyond)
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const double sa0 = lane_wall_arm(t, k, in->a.radius[k], behind);
        beyond += lane_balls_slip(t, k, with, GET(in->v, k), GET(in->a.wh, k), GET(in->b.wh, k), sa0, moved, true, far);
    }
    return beyond != 0;
}

CLAST_INLINE void balls_end(const clast_lanes *restrict in, clast_touch *restrict t, partner with)
{
    CLAST_LANES
    {
        lane_balls_end(t, k, with, GET(in->vs, k), GET(in->a.ws, k), GET(in->b.ws, k));
        t->mobility_n[k] = in->inverse_mass[k];
        t->mobility_t[k] = lane_balls_mobility(t, k, with, in->inverse_mass[k], in->a.xx[k], in->b.xx[k]);
    }
}

CLAST_INLINE void balls(clast_lanes *restrict in, clast_touch *restrict t, partner with)
{
    if (with == WALL)
        ball_meets_wall(in, t);
    else if (in->starts)
        ball_meets_ball(in, t, false);
    else
        ball_meets_ball(in, t, true);
    if (!in->starts && with == WALL)
        ball_met_wall(in, t);
    if (balls_slip(in, t, with, false))
        balls_slip(in, t, with, true);
    balls_end(in, t, with);
    if (t->book)
        balls_arms(t);
    close_fresh(t);
}

/* ---- history ---- */

/* The contact frame turns by the least rotation from n0 to n, then about n by the mean twist. */
typedef struct twist {
    clast_lane sine, less; /* of the angle; cosine - 1 */
} twist;

/* True: some angle is beyond the short series (far: it is not taken). In a step hardly any is. */
CLAST_INLINE bool find_twist(const clast_lanes *restrict in, const clast_touch *restrict t, twist *restrict out,
                             bool far)
{
    const double half = 0.5 * t->dt;
    double beyond = 0;
#pragma omp simd reduction(+ : beyond)
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const double angle = half * f_dot(v_add(GET(in->a.wh, k), GET(in->b.wh, k)), GET(t->n_dir, k));
        const lane_twist of = lane_twist_by(angle, far);
        out->sine[k] = of.sine;
        out->less[k] = of.less;
        beyond += of.beyond;
    }
    return beyond != 0;
}

CLAST_INLINE void turn_column(const twist *restrict by, const clast_touch *restrict t, clast_lane *restrict f)
{
    CLAST_LANES PUT(f, k, turned_with(t, k, by->sine[k], by->less[k], GET(t->n_dir, k), GET(f, k)));
}

/* The force of the step before, which is in the extrapolated velocity as it acted: of it the part in the plane of n. Beside
 * it the first vector of the history. */
CLAST_INLINE void turn_forces(const twist *restrict by, clast_touch *restrict t, bool vector)
{
    CLAST_LANES
    {
        const vec3 n = GET(t->n_dir, k), ft0 = GET(t->ft0, k);
        PUT(t->ft0, k, lane_flat(ft0, n));
        if (vector)
            PUT(t->old, k, turned_with(t, k, by->sine[k], by->less[k], n, GET(t->old, k)));
    }
}

CLAST_INLINE void turn_history(const clast_lanes *in, const char *letters, int n_history, clast_touch *t)
{
    _Alignas(64) twist by;
    if (find_twist(in, t, &by, false))
        find_twist(in, t, &by, true);
    if (n_history > 0 && letters[0] == 'v')
        turn_forces(&by, t, true);
    else
        turn_forces(&by, t, false);
    for (int c = 1; c < n_history; c++)
        if (letters[c] == 'v')
            turn_column(&by, t, &t->old[c]);
}

CLAST_INLINE void loads(clast_touch *restrict t, bool balls, bool more)
{
    CLAST_LANES
    {
        const lane_loads of = balls ? lane_balls_loads(t, k, more) : lane_bodies_loads(t, k, more);
        t->fn[k] = of.fn;
        PUT(t->f, k, of.f);
        PUT(t->ta, k, of.ta);
        PUT(t->tb, k, of.tb);
    }
}

CLAST_CLONES_BY(t->clone, bodies_lanes, (clast_lanes * in, clast_touch *t), (in, t), bodies(in, t, BODY))
CLAST_CLONES_BY(t->clone, balls_lanes, (clast_lanes * in, clast_touch *t), (in, t), balls(in, t, BODY))
CLAST_CLONES_BY(t->clone, bodies_at_walls, (clast_lanes * in, clast_touch *t), (in, t), bodies(in, t, WALL))
CLAST_CLONES_BY(t->clone, balls_at_walls, (clast_lanes * in, clast_touch *t), (in, t), balls(in, t, WALL))
CLAST_CLONES_BY(t->clone, turn_lanes, (const clast_lanes *in, const char *letters, int n, clast_touch *t),
                (in, letters, n, t), turn_history(in, letters, n, t))
CLAST_CLONES_BY(t->clone, loads_lanes, (clast_touch * t), (t), loads(t, false, false))
CLAST_CLONES_BY(t->clone, more_lanes, (clast_touch * t), (t), loads(t, false, true))
CLAST_CLONES_BY(t->clone, balls_loads, (clast_touch * t), (t), loads(t, true, false))
CLAST_CLONES_BY(t->clone, balls_more, (clast_touch * t), (t), loads(t, true, true))

void clast_lanes_motion(clast_lanes *in, bool walls, bool balls, clast_touch *t)
{
    t->balls = balls;
    if (walls && balls)
        balls_at_walls(in, t);
    else if (walls)
        bodies_at_walls(in, t);
    else if (balls)
        balls_lanes(in, t);
    else
        bodies_lanes(in, t);
}

void clast_lanes_history(const clast_lanes *in, const char *letters, int n_history, clast_touch *t)
{
    turn_lanes(in, letters, n_history, t);
}

void clast_lanes_loads(clast_touch *t)
{
    if (t->balls && t->wrote)
        balls_more(t);
    else if (t->balls)
        balls_loads(t);
    else if (t->wrote)
        more_lanes(t);
    else
        loads_lanes(t);
}
