/* Four contacts at a time: what fill_balls.c and fill_stones.c share. Must be inlined (base/clones.h). */
#ifndef CLAST_COLLIDE_FILL_FOUR_H
#define CLAST_COLLIDE_FILL_FOUR_H

#include "base/rows.h"
#include "collide/lane.h"
#include "collide/touch.h"

enum { FOUR = 4 };

typedef double columns[4][FOUR];

/* Grips of the bodies of four contacts; b: or of walls. */
typedef struct grips {
    const double *a[FOUR], *b[FOUR];
} grips;

CLAST_INLINE void find_grips(const clast_source from, const int32_t *slots, size_t width, grips *to)
{
    for (int j = 0; j < FOUR; j++) {
        const clast_pick pick = from.pick[slots[j]];
        to->a[j] = from.grip + (size_t)pick.a * width;
        to->b[j] = from.grip + (size_t)pick.b * width;
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

/* The records, with what turns turned: the twist by angle, about n. late: powers with the velocities `start`, whose columns
 * are `stride` apart, too; walls: grips of walls, or NULL: between bodies. Not 0: some turn is beyond the series. */
CLAST_INLINE double turn_records(const clast_source from, const int32_t *slots, int first, const double angle[FOUR],
                                 const double *start, int stride, bool late, const double *const *walls,
                                 clast_touch *restrict t)
{
    columns forces, history;
    double booked[CLAST_BOOKED_LATE][FOUR], beyond = 0;
    const double *record[FOUR];
    for (int j = 0; j < FOUR; j++)
        record[j] = from.record + (size_t)slots[j] * CONTACT_USUAL;
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
        const vec3 c = {start[j], start[stride + j], start[2 * stride + j]};
        lane_powers(t, k, c, GET(t->n0, k), GET(forces, j), GET(history, j), forces[3][j], booked[BOOKED_FEL][j],
                    booked[BOOKED_CN][j]);
    }
    if (!walls)
        return beyond;
    columns v;
    turn_row(walls, ROW_V, v);
#pragma omp simd
    for (int j = 0; j < FOUR; j++)
        lane_power_of_wall(t, first + j, GET(t->n0, first + j), GET(forces, j), forces[3][j], GET(v, j));
    return beyond;
}

#endif
