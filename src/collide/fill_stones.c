/* As fill_balls.c does it for balls. A contact of stones has four times as many numbers: in stages that are short enough
 * that the processor overlaps their turns, each with the rows of the grips that it needs. */
#include "collide/fill_stones.h"

#include <string.h>

#include "collide/fill_wide.h"
#include "collide/lane_bodies.h"

/* Spheres of one side in the bodies' frames, as large as they are: their rows are size (s, r). */
CLAST_INLINE void turn_spheres(const clast_source from, const int32_t *slots, const double *const grip[EIGHT], int wide,
                               bool second, columns to, double *r)
{
    const double *rows[EIGHT];
    double size[EIGHT];
    KNOW_WIDTH(wide);
    double *const columns_to[4] = {to[0], to[1], to[2], r}; /* gcc copies one to another place double by double */
    for (int j = 0; j < wide; j++) {
        const clast_pick *pick = &from.pick[slots[j]];
        rows[j] = row_at(from.spheres, (size_t)(second ? pick->sphere_b : pick->sphere_a) * 4);
        size[j] = grip[j][ROW_X + 3];
    }
    if (wide == EIGHT)
        rows_turn_eight_times(rows, size, columns_to);
    else
        rows_turn_times(rows, size, columns_to);
}

/* Of one side: from the centres of mass to those of the spheres, now and at the start of the step (in the place of q, q0). */
CLAST_INLINE void reach_some(const clast_source from, const int32_t *slots, const double *const grip[EIGHT], int wide,
                             bool second, int first, clast_side *restrict to)
{
    columns s, q, q0;
    turn_spheres(from, slots, grip, wide, second, s, to->r + first);
    turn_row(grip, wide, ROW_Q, q);
    turn_row(grip, wide, ROW_Q0, q0);
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        PUT(to->q, k, f_turn((quat){q[0][j], q[1][j], q[2][j], q[3][j]}, GET(s, j)));
        PUT(to->q0, k, f_turn((quat){q0[0][j], q0[1][j], q0[2][j], q0[3][j]}, GET(s, j)));
    }
}

CLAST_INLINE lane_sphere sphere_at(const clast_side *a, const clast_lane at[3], int k)
{
    return (lane_sphere){GET(at, k), a->r[k]};
}

/* Geometry now and at the start. */
CLAST_INLINE void meet_some(const grips *g, int wide, double moved, int first, clast_lanes *restrict in,
                            clast_touch *restrict t)
{
    columns x, v;
    turn_over(g->b, g->a, wide, ROW_X, false, x);
    turn_over(g->a, g->b, wide, ROW_V, true, v);
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        PUT(in->v, k, GET(v, j));
        in->inverse_mass[k] = v[3][j];
        lane_bodies_meet(t, k, GET(x, j), sphere_at(&in->a, in->a.q, k), sphere_at(&in->b, in->b.q, k));
        lane_bodies_met(t, k, f_add_mul(GET(x, j), moved, GET(v, j)), sphere_at(&in->a, in->a.q0, k),
                        sphere_at(&in->b, in->b.q0, k), false);
    }
}

/* Planes instead; where they were at the start of the step follows from their velocities. */
CLAST_INLINE void meet_walls(const grips *g, int wide, double moved, int first, clast_lanes *restrict in,
                             clast_touch *restrict t)
{
    const double behind = in->beyond;
    columns x, v, normal;
    turn_over(g->b, g->a, wide, ROW_X, false, x);
    turn_over(g->a, g->b, wide, ROW_V, true, v);
    turn_row(g->b, wide, ROW_NORMAL, normal);
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        const vec3 n = v_mul(-1, GET(normal, j));
        PUT(in->v, k, GET(v, j));
        in->inverse_mass[k] = v[3][j];
        lane_wall_meets(t, k, GET(x, j), n, sphere_at(&in->a, in->a.q, k), behind);
        lane_wall_met(t, k, v_add(GET(x, j), v_mul(moved, GET(v, j))), n, sphere_at(&in->a, in->a.q0, k), behind,
                      false);
    }
}

/* Slip. beyond: not 0 where a turn is beyond the series. */
CLAST_INLINE void slip_some(const grips *g, int wide, double moved, int first, filled how, clast_lanes *restrict in,
                            clast_touch *restrict t, clast_lane angle, double *restrict beyond)
{
    const double half = 0.5 * t->dt;
    columns wa, wb = {{0}}; /* mean spins of the step; beside them xx; walls do not turn */
    turn_row(g->a, wide, ROW_WH, wa);
    if (how.with != WALL)
        turn_row(g->b, wide, ROW_WH, wb);
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        beyond[j] += lane_bodies_slip(t, k, how.with, GET(in->v, k), GET(wa, j), GET(wb, j), moved, false, false);
        angle[k] = half * f_dot(v_add(GET(wa, j), GET(wb, j)), GET(t->n_dir, k));
        in->a.xx[k] = wa[3][j], in->b.xx[k] = wb[3][j];
        if (how.late) /* without what end_some() takes off */
            PUT(t->start, k, lane_bodies_start(t, k, how.with, GET(in->v, k), GET(wa, j), GET(wb, j)));
    }
}

/* What the stability number wants of one side; cross: xy, xz, yz, yy. */
CLAST_INLINE void keep_inertia(const columns cross, const double *zz, int wide, int first, clast_side *restrict to)
{
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        to->xy[k] = cross[0][j], to->xz[k] = cross[1][j], to->yz[k] = cross[2][j];
        to->yy[k] = cross[3][j], to->zz[k] = zz[j];
    }
}

/* Velocities at the end of the step, and mobility. */
CLAST_INLINE void end_some(const grips *g, int wide, int first, filled how, clast_lanes *restrict in,
                           clast_touch *restrict t)
{
    columns vs, wa, wb, a, b; /* spins; beside them zz; xy, xz, yz, yy */
    turn_over(g->a, g->b, wide, ROW_VS, false, vs);
    turn_row(g->a, wide, ROW_WS, wa);
    turn_row(g->b, wide, ROW_WS, wb);
    turn_row(g->a, wide, ROW_XY, a);
    turn_row(g->b, wide, ROW_XY, b);
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        lane_bodies_end(t, k, how.with, GET(vs, j), GET(wa, j), GET(wb, j));
        if (how.late)
            PUT(t->start, k,
                f_less(GET(t->start, k), lane_bodies_velocity(how.with, GET(vs, j), GET(wa, j), GET(t->la0, k),
                                                              GET(wb, j), GET(t->lb0, k))));
        lane_bodies_mobility(t, k, how.with, in->inverse_mass[k],
                             (lane_inertia){in->a.xx[k], a[3][j], wa[3][j], a[0][j], a[1][j], a[2][j]},
                             (lane_inertia){in->b.xx[k], b[3][j], wb[3][j], b[0][j], b[1][j], b[2][j]});
    }
    if (how.late && t->stiff) {
        keep_inertia(a, wa[3], wide, first, &in->a);
        keep_inertia(b, wb[3], wide, first, &in->b);
    }
}

/* The stages of some contacts, from lane k on. */
typedef struct stage {
    const clast_source from;
    const int32_t *slots;
    filled how;
    double moved;
    grips *of;
    double *angle;
    double (*powers)[CLAST_SUMS];
    double *beyond;
    clast_lanes *restrict in;
    clast_touch *restrict t;
} stage;

CLAST_INLINE void reach_a(const stage s, int k, int wide)
{
    grips *const g = &s.of[k / FOUR];
    if (s.how.with == WALL)
        find_walls(s.from, s.slots + k, wide, g);
    else
        find_grips(s.from, s.slots + k, wide, g);
    reach_some(s.from, s.slots + k, g->a, wide, false, k, &s.in->a);
}

CLAST_INLINE void reach_b(const stage s, int k, int wide)
{
    if (s.how.with != WALL)
        reach_some(s.from, s.slots + k, s.of[k / FOUR].b, wide, true, k, &s.in->b);
}

CLAST_INLINE void meet(const stage s, int k, int wide)
{
    if (s.how.with == WALL)
        meet_walls(&s.of[k / FOUR], wide, s.moved, k, s.in, s.t);
    else
        meet_some(&s.of[k / FOUR], wide, s.moved, k, s.in, s.t);
}

CLAST_INLINE void slip(const stage s, int k, int wide)
{
    slip_some(&s.of[k / FOUR], wide, s.moved, k, s.how, s.in, s.t, s.angle, s.beyond);
}

CLAST_INLINE void end(const stage s, int k, int wide) { end_some(&s.of[k / FOUR], wide, k, s.how, s.in, s.t); }

CLAST_INLINE void turn(const stage s, int k, int wide)
{
    const wide_late late = {s.how.late ? s.t->start[0] + k : NULL, CLAST_BLOCK, true, s.powers};
    turn_records(s.from, s.slots + k, wide, k, s.angle + k, late,
                 s.how.with == WALL && s.from.walls_move ? s.of[k / FOUR].b : NULL, s.beyond, s.t);
}

CLAST_INLINE void go_through(const stage s, int wide, void (*go)(const stage s, int k, int wide))
{
    for (int k = 0; k < s.t->lanes; k += wide)
        go(s, k, wide);
}

/* Lanes without a contact of their own do no work. */
CLAST_INLINE void stop_others(clast_touch *restrict t, int wide)
{
    const int end = (t->lanes + wide - 1) / wide * wide;
    for (int k = t->n; k < end; k++)
        t->start[0][k] = t->start[1][k] = t->start[2][k] = 0;
}

CLAST_INLINE void fill(const clast_source from, const int32_t *slots, int wide, filled how, clast_lanes *restrict in,
                       clast_touch *restrict t, bool *done)
{
    _Alignas(64) clast_lane angle;
    _Alignas(64) lane_powers powers = {{0}};
    grips of[CLAST_BLOCK / FOUR];
    _Alignas(64) double beyond[EIGHT] = {0};
    const stage s = {from, slots, how, time_moved(t), of, angle, powers, beyond, in, t};
    go_through(s, wide, reach_a);
    go_through(s, wide, reach_b);
    go_through(s, wide, meet);
    go_through(s, wide, slip);
    go_through(s, wide, end);
    if (how.late)
        stop_others(t, wide);
    go_through(s, wide, turn);
    *done = none_beyond(beyond);
    if (how.late && *done)
        lane_sum_powers(t, powers, how.with == WALL);
}

#define PARAMETERS (const clast_source *from, const int32_t *slots, clast_lanes *in, clast_touch *t, bool *done)
#define FILL(name, with, late)                                              \
    CLAST_CLONES_BY(t->clone, name, PARAMETERS, (from, slots, in, t, done), \
                    fill(*from, slots, CLONE_WIDE, (filled){with, late}, in, t, done))
FILL(fill_any, BODY, false)
FILL(fill_late, BODY, true)
FILL(fill_at_walls, WALL, false)
FILL(fill_at_walls_late, WALL, true)

bool clast_fill_stones(const clast_source *from, bool walls, const int32_t *slots, clast_lanes *in, clast_touch *t)
{
    bool done = false;
    if (walls)
        (from->late ? fill_at_walls_late : fill_at_walls)(from, slots, in, t, &done);
    else
        (from->late ? fill_late : fill_any)(from, slots, in, t, &done);
    return done;
}
