/* In beds of spheres gathering takes as long as the arithmetic, and each has what the other lacks: one waits for loads,
 * shuffles and stores, the other for multiplications, divisions and roots. So here they go together, four or eight contacts
 * at a time; what is read but once is never stored in lanes. The arithmetic is that of lanes.c, with the same bits. */
#include "collide/fill_balls.h"

#include "collide/fill_wide.h"

/* Places, b over a, and velocities in the middle and at the end of the step, a over b; spins at the end; beside them the radii. */
typedef struct motions {
    columns x, v, vs, wa, wb;
} motions;

CLAST_INLINE void gather_four(const clast_source from, const int32_t *slots, grips *g, motions *to)
{
    find_grips(from, slots, FOUR, g);
    turn_over(g->b, g->a, FOUR, ROW_X, false, to->x);
    turn_over(g->a, g->b, FOUR, ROW_V, true, to->v);
    turn_row(g->a, FOUR, ROW_WS, to->wa);
    turn_row(g->b, FOUR, ROW_WS, to->wb);
    turn_over(g->a, g->b, FOUR, ROW_VS, false, to->vs);
}

/* The same of two contacts, not turned yet. */
typedef struct motions_pair {
    rows_eight x, v, vs, wa, wb;
} motions_pair;

CLAST_INLINE void gather_pair(const clast_source from, const int32_t *slots, int i, int j, grips *g, motions_pair *to)
{
    const double *const a[2] = {grip_a(from, slots[i]), grip_a(from, slots[j])};
    const double *const b[2] = {grip_b(from, slots[i]), grip_b(from, slots[j])};
    pair_over(b, a, ROW_X, false, &to->x);
    pair_over(a, b, ROW_V, true, &to->v);
    rows_pair(a[0] + ROW_WS, a[1] + ROW_WS, &to->wa);
    rows_pair(b[0] + ROW_WS, b[1] + ROW_WS, &to->wb);
    pair_over(a, b, ROW_VS, false, &to->vs);
    g->a[i] = a[0], g->a[j] = a[1], g->b[i] = b[0], g->b[j] = b[1];
}

/* Pair by pair: for sixteen addresses at a time there are not registers enough. */
CLAST_INLINE void gather_eight(const clast_source from, const int32_t *slots, grips *g, motions *to)
{
    motions_pair p, q, r, s;
    gather_pair(from, slots, 0, 2, g, &p);
    gather_pair(from, slots, 1, 3, g, &q);
    gather_pair(from, slots, 4, 6, g, &r);
    gather_pair(from, slots, 5, 7, g, &s);
    turn_pairs(&p.x, &q.x, &r.x, &s.x, to->x);
    turn_pairs(&p.v, &q.v, &r.v, &s.v, to->v);
    turn_pairs(&p.wa, &q.wa, &r.wa, &s.wa, to->wa);
    turn_pairs(&p.wb, &q.wb, &r.wb, &s.wb, to->wb);
    turn_pairs(&p.vs, &q.vs, &r.vs, &s.vs, to->vs);
}

/* Geometry, and velocities at the end of the step. */
CLAST_INLINE void meet_some(const motions *of, int wide, double moved, int first, bool late, clast_lanes *restrict in,
                            clast_touch *restrict t)
{
    const double(*const x)[EIGHT] = of->x, (*const v)[EIGHT] = of->v, (*const vs)[EIGHT] = of->vs;
    const double(*const wa)[EIGHT] = of->wa, (*const wb)[EIGHT] = of->wb;
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        const double masses = v[3][j];
        PUT(in->v, k, GET(v, j));
        t->mobility_n[k] = masses;
        lane_balls_meet(t, k, GET(x, j), GET(v, j), wa[3][j], wb[3][j], masses, moved, true);
        lane_balls_end(t, k, BODY, GET(vs, j), GET(wa, j), GET(wb, j));
        if (late)
            PUT(t->start, k, lane_balls_ahead(t, k, BODY, GET(vs, j), GET(wa, j), GET(wb, j), 0)); /* for now */
    }
}

/* The same at planes. Where they were at the start of the step follows from their velocities. */
CLAST_INLINE void meet_walls(const grips *g, int wide, double moved, int first, bool late, clast_lanes *restrict in,
                             clast_touch *restrict t)
{
    const double behind = in->beyond;
    const vec3 none = {0, 0, 0};
    columns x, v, vs, wa, normal;
    turn_over(g->b, g->a, wide, ROW_X, false, x);
    turn_over(g->a, g->b, wide, ROW_V, true, v);
    turn_over(g->a, g->b, wide, ROW_VS, false, vs);
    turn_row(g->a, wide, ROW_WS, wa);
    turn_row(g->b, wide, ROW_NORMAL, normal);
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        const double ra = wa[3][j], masses = v[3][j];
        const vec3 n = v_mul(-1, GET(normal, j));
        PUT(in->v, k, GET(v, j));
        t->mobility_n[k] = masses;
        lane_ball_meets_wall(t, k, GET(x, j), n, ra, masses, behind);
        lane_ball_met_wall(t, k, v_add(GET(x, j), v_mul(moved, GET(v, j))), n, ra);
        lane_balls_end(t, k, WALL, GET(vs, j), GET(wa, j), none);
        if (late)
            PUT(t->start, k,
                lane_balls_ahead(t, k, WALL, GET(vs, j), GET(wa, j), none, lane_wall_arm(t, k, ra, behind)));
    }
}

/* Slip and mobility; and the records, with what turns turned. beyond: not 0 where a turn is beyond the series. */
CLAST_INLINE void slip_some(const clast_source from, const int32_t *slots, const grips *g, int wide, double moved,
                            int first, filled how, double (*powers)[CLAST_SUMS], double *restrict beyond,
                            clast_lanes *restrict in, clast_touch *restrict t)
{
    const double half = 0.5 * t->dt, behind = in->beyond;
    columns wa, wb = {{0}}; /* mean spins of the step; beside them inverse inertias; walls do not turn */
    columns start;
    double angle[EIGHT];
    turn_row(g->a, wide, ROW_WH, wa);
    if (how.with == BODY)
        turn_row(g->b, wide, ROW_WH, wb);
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        const double arm = how.with == WALL ? lane_wall_arm(t, k, t->radius[k], behind) : 0;
        if (how.late) {
            const vec3 roll = lane_balls_roll_then(t, k, how.with, GET(wa, j), GET(wb, j), arm);
            PUT(start, j, lane_balls_start(GET(in->v, k), roll, GET(t->start, k)));
        }
        t->mobility_t[k] = lane_balls_mobility(t, k, how.with, t->mobility_n[k], wa[3][j], wb[3][j]);
        beyond[j] += lane_balls_slip(t, k, how.with, GET(in->v, k), GET(wa, j), GET(wb, j), arm, moved, false, false);
        angle[j] = half * f_dot(v_add(GET(wa, j), GET(wb, j)), GET(t->n_dir, k));
    }
    if (how.late && t->stiff)
#pragma omp simd
        for (int j = 0; j < wide; j++)
            in->a.xx[first + j] = wa[3][j], in->b.xx[first + j] = wb[3][j];
    const wide_late late = {how.late ? start[0] : NULL, EIGHT, false, powers};
    const bool moves = how.with == WALL && from.walls_move;
    turn_records(from, slots, wide, first, angle, late, moves ? g->b : NULL, beyond, t);
}

CLAST_INLINE void meet_from(const clast_source from, const int32_t *slots, int wide, double moved, int k, filled how,
                            grips *of, clast_lanes *restrict in, clast_touch *restrict t)
{
    motions found;
    KNOW_WIDTH(wide);
    if (how.with == WALL) {
        find_walls(from, slots + k, wide, of);
        meet_walls(of, wide, moved, k, how.late, in, t);
        return;
    }
    if (wide == EIGHT)
        gather_eight(from, slots + k, of, &found);
    else
        gather_four(from, slots + k, of, &found);
    meet_some(&found, wide, moved, k, how.late, in, t);
}

CLAST_INLINE void fill(const clast_source from, const int32_t *slots, int wide, filled how, clast_lanes *restrict in,
                       clast_touch *restrict t, bool *done)
{
    const double moved = time_moved(t);
    _Alignas(64) lane_powers powers = {{0}};
    grips of[CLAST_BLOCK / FOUR];
    _Alignas(64) double beyond[EIGHT] = {0};
    for (int k = 0; k < t->lanes; k += wide)
        meet_from(from, slots, wide, moved, k, how, &of[k / FOUR], in, t);
    for (int k = 0; k < t->lanes; k += wide)
        slip_some(from, slots + k, &of[k / FOUR], wide, moved, k, how, powers, beyond, in, t);
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

bool clast_fill_balls(const clast_source *from, bool walls, const int32_t *slots, clast_lanes *in, clast_touch *t)
{
    bool done = false;
    if (walls)
        (from->late ? fill_at_walls_late : fill_at_walls)(from, slots, in, t, &done);
    else
        (from->late ? fill_late : fill_any)(from, slots, in, t, &done);
    return done;
}
