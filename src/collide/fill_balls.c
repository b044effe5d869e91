/* In beds of spheres gathering takes as long as the arithmetic, and each has what the other lacks: one waits for loads,
 * shuffles and stores, the other for multiplications, divisions and roots. So here they go together, four contacts at a
 * time; what is read but once is never stored in lanes. The arithmetic is that of lanes.c, with the same bits. */
#include "collide/fill_balls.h"

#include <string.h>

#include "base/rows.h"
#include "collide/lane.h"

enum { FOUR = 4, USUAL = CONTACT_HISTORY + 4 };

bool clast_fill_balls_fits(const clast_source *from)
{
    const clast_model *m = from->m;
    return from->balls && !from->w->long_way && (!m->ledger || from->booked) && !from->geometry && !from->spin_at &&
           from->forces == USUAL && m->n_history == 4 && memcmp(m->history, "v..s", 4) == 0;
}

typedef double columns[4][FOUR];

/* Grips of the bodies of four contacts. */
typedef struct grips {
    const double *a[FOUR], *b[FOUR];
} grips;

CLAST_INLINE void find_grips(const clast_source from, const int32_t *slots, grips *to)
{
    for (int j = 0; j < FOUR; j++) {
        const clast_pick pick = from.pick[slots[j]];
        to->a[j] = from.grip + (size_t)pick.a * from.grip_width;
        to->b[j] = from.grip + (size_t)pick.b * from.grip_width;
    }
}

CLAST_INLINE void turn_row(const double *const records[FOUR], int at, columns to)
{
    const double *const rows[FOUR] = {records[0] + at, records[1] + at, records[2] + at, records[3] + at};
    rows_gather(rows, 1, to[0], FOUR);
}

CLAST_INLINE void turn_over(const double *const one[FOUR], const double *const other[FOUR], int at, bool sum_last,
                            columns to)
{
    const double *const a[FOUR] = {one[0] + at, one[1] + at, one[2] + at, one[3] + at};
    const double *const b[FOUR] = {other[0] + at, other[1] + at, other[2] + at, other[3] + at};
    rows_gather_over(a, b, sum_last, to[0], FOUR);
}

CLAST_INLINE void turn_booked(const clast_source from, const int32_t *slots, double to[CLAST_BOOKED_LATE][FOUR])
{
    const double *booked[FOUR];
    for (int j = 0; j < FOUR; j++)
        booked[j] = from.booked + (size_t)slots[j] * CLAST_BOOKED_LATE;
    rows_gather_two(booked, to[BOOKED_FEL], to[BOOKED_CN]);
}

/* Geometry, and velocities at the end of the step. */
CLAST_INLINE void meet_four(const grips g, double moved, int first, bool late, clast_lanes *restrict in,
                            clast_touch *restrict t)
{
    columns x, v, vs, wa, wb; /* spins at the end; beside them the radii */
    turn_over(g.b, g.a, ROW_X, false, x);
    turn_over(g.a, g.b, ROW_V, true, v);
    turn_row(g.a, ROW_WS, wa);
    turn_row(g.b, ROW_WS, wb);
    turn_over(g.a, g.b, ROW_VS, false, vs);
#pragma omp simd
    for (int j = 0; j < FOUR; j++) {
        const int k = first + j;
        const double masses = v[3][j];
        PUT(in->v, k, GET(v, j));
        in->inverse_mass[k] = masses;
        lane_balls_meet(t, k, GET(x, j), GET(v, j), wa[3][j], wb[3][j], masses, moved, true);
        lane_balls_end(t, k, BODY, GET(vs, j), GET(wa, j), GET(wb, j));
        if (late)
            PUT(t->start, k, lane_balls_start(t, k, GET(v, j), GET(vs, j), GET(wa, j), GET(wb, j)));
    }
}

/* Slip and mobility; and the records, with what turns turned. Not 0: some turn is beyond the series. */
CLAST_INLINE double slip_four(const clast_source from, const int32_t *slots, const grips g, double moved, int first,
                              bool late, const clast_lanes *restrict in, clast_touch *restrict t)
{
    const double half = 0.5 * t->dt;
    columns wa, wb; /* mean spins of the step; beside them inverse inertias */
    columns start;
    double angle[FOUR], beyond = 0;
    turn_row(g.a, ROW_WH, wa);
    turn_row(g.b, ROW_WH, wb);
#pragma omp simd reduction(+ : beyond)
    for (int j = 0; j < FOUR; j++) {
        const int k = first + j;
        lane_balls_mobility(t, k, BODY, in->inverse_mass[k], wa[3][j], wb[3][j]);
        beyond += lane_balls_slip(t, k, BODY, GET(in->v, k), GET(wa, j), GET(wb, j), 0, moved, false);
        angle[j] = half * f_dot(v_add(GET(wa, j), GET(wb, j)), GET(t->n_dir, k));
        if (late)
            PUT(start, j, lane_balls_started(t, k, GET(t->start, k), GET(wa, j), GET(wb, j)));
    }
    columns forces, history;
    double booked[CLAST_BOOKED_LATE][FOUR];
    const double *record[FOUR];
    for (int j = 0; j < FOUR; j++)
        record[j] = from.record + (size_t)slots[j] * USUAL;
    turn_row(record, 0, forces);
    turn_row(record, CONTACT_HISTORY, history);
    if (late)
        turn_booked(from, slots, booked);
#pragma omp simd reduction(+ : beyond)
    for (int j = 0; j < FOUR; j++) {
        const int k = first + j;
        const vec3 n = GET(t->n_dir, k);
        const lane_twist twist = lane_twist_by(angle[j], false);
        PUT(t->ft0, k, lane_flat(GET(forces, j), n));
        t->fn0[k] = forces[3][j];
        PUT(t->old, k, turned_with(t, k, twist.sine, twist.less, n, GET(history, j)));
        t->old[3][k] = history[3][j];
        beyond += twist.beyond;
    }
    if (!late)
        return beyond;
#pragma omp simd
    for (int j = 0; j < FOUR; j++) {
        const int k = first + j;
        lane_powers(t, k, GET(start, j), GET(t->n0, k), GET(forces, j), GET(history, j), forces[3][j],
                    booked[BOOKED_FEL][j], booked[BOOKED_CN][j]);
    }
    return beyond;
}

CLAST_INLINE void fill(const clast_source from, const int32_t *slots, bool late, clast_lanes *restrict in,
                       clast_touch *restrict t, bool *done)
{
    const double moved = time_moved(t);
    grips of[CLAST_BLOCK / FOUR];
    double beyond = 0;
    for (int k = 0; k < t->lanes; k += FOUR) {
        find_grips(from, slots + k, &of[k / FOUR]);
        meet_four(of[k / FOUR], moved, k, late, in, t);
    }
    for (int k = 0; k < t->lanes; k += FOUR)
        beyond += slip_four(from, slots + k, of[k / FOUR], moved, k, late, in, t);
    *done = beyond == 0;
}

#define PARAMETERS (const clast_source *from, const int32_t *slots, clast_lanes *in, clast_touch *t, bool *done)
CLAST_CLONES_BY(t->clone, fill_any, PARAMETERS, (from, slots, in, t, done), fill(*from, slots, false, in, t, done))
CLAST_CLONES_BY(t->clone, fill_late, PARAMETERS, (from, slots, in, t, done), fill(*from, slots, true, in, t, done))

bool clast_fill_balls(const clast_source *from, const int32_t *slots, clast_lanes *in, clast_touch *t)
{
    bool done = false;
    if (from->booked)
        fill_late(from, slots, in, t, &done);
    else
        fill_any(from, slots, in, t, &done);
    return done;
}
