/* As many contacts at a time as a vector of the machine holds, four or eight (`wide`, CLONE_WIDE of base/clones.h): what
 * fill_balls.c and fill_stones.c share. Must be inlined. */
#ifndef CLAST_COLLIDE_FILL_WIDE_H
#define CLAST_COLLIDE_FILL_WIDE_H

#include <stddef.h>

#include "base/rows.h"
#include "collide/lane.h"
#include "collide/touch.h"

enum { FOUR = 4, EIGHT = 8 };
enum { ROW_Q = ROW_XY + 4, ROW_Q0 = ROW_Q + 4, ROW_NORMAL = ROW_Q0 + 4 }; /* of clast_grip; of clast_wall_grip */
_Static_assert(offsetof(clast_wall_grip, normal) == ROW_NORMAL * sizeof(double), "rows of a wall's grip");

/* The kinds of loops: with walls; for the ledger. */
typedef struct filled {
    partner with;
    bool late;
} filled;

/* There is no other width. Compilers see it where they inline; linters, which look at functions by themselves, do not. */
#define KNOW_WIDTH(wide)                       \
    do {                                       \
        if ((wide) != FOUR && (wide) != EIGHT) \
            __builtin_unreachable();           \
    } while (0)

typedef double columns[4][EIGHT]; /* of which the first `wide` are used */

/* Grips of the bodies of some contacts; b: or of walls. */
typedef struct grips {
    const double *a[EIGHT], *b[EIGHT];
} grips;

/* Addresses one by one: gcc would work them out in a vector, which has to come back by way of memory. */
CLAST_INLINE const double *row_at(const double *rows, size_t at)
{
    const double *row = rows + at;
#ifdef __GNUC__
    __asm__("" : "+r"(row));
#endif
    return row;
}

CLAST_INLINE const double *grip_a(const clast_source from, int32_t slot)
{
    return row_at(from.grip, (size_t)from.hold[slot].grip_a);
}

CLAST_INLINE const double *grip_b(const clast_source from, int32_t slot)
{
    return row_at(from.grip, (size_t)from.hold[slot].grip_b);
}

CLAST_INLINE void find_grips(const clast_source from, const int32_t *slots, int wide, grips *to)
{
    for (int j = 0; j < wide; j++)
        to->a[j] = grip_a(from, slots[j]), to->b[j] = grip_b(from, slots[j]);
}

CLAST_INLINE void turn_row(const double *const records[EIGHT], int wide, int at, columns to)
{
    const double *rows[EIGHT];
    KNOW_WIDTH(wide);
    for (int j = 0; j < wide; j++)
        rows[j] = records[j] + at;
    if (wide == EIGHT)
        rows_turn_eight(rows, (double *const[4]){to[0], to[1], to[2], to[3]});
    else
        rows_gather(rows, 1, to[0], EIGHT);
}

CLAST_INLINE void turn_over(const double *const one[EIGHT], const double *const other[EIGHT], int wide, int at,
                            bool sum_last, columns to)
{
    const double *a[EIGHT], *b[EIGHT];
    KNOW_WIDTH(wide);
    for (int j = 0; j < wide; j++)
        a[j] = one[j] + at, b[j] = other[j] + at;
    if (wide == EIGHT)
        rows_turn_eight_over(a, b, sum_last, (double *const[4]){to[0], to[1], to[2], to[3]});
    else
        rows_gather_over(a, b, sum_last, to[0], EIGHT);
}

/* The same where b is a wall. */
CLAST_INLINE void find_walls(const clast_source from, const int32_t *slots, int wide, grips *to)
{
    for (int j = 0; j < wide; j++) {
        to->a[j] = grip_a(from, slots[j]);
        to->b[j] = from.walls[-1 - from.pick[slots[j]].b].body.v;
    }
}

/* One row of two bodies over that of two others. */
CLAST_INLINE void pair_over(const double *const one[2], const double *const other[2], int at, bool sum_last,
                            rows_eight *to)
{
    rows_pair_over(one[0] + at, one[1] + at, other[0] + at, other[1] + at, sum_last, to);
}

CLAST_INLINE void turn_pairs(const rows_eight *a, const rows_eight *b, const rows_eight *c, const rows_eight *d,
                             columns to)
{
    rows_turn_pairs(a, b, c, d, (double *const[4]){to[0], to[1], to[2], to[3]});
}

/* Powers are wanted, too, by these velocities of the start of the step, whose columns are `stride` apart; NULL: not. */
typedef struct wide_late {
    const double *start;
    int stride;
    bool all; /* lanes without a contact of their own have none */
    double (*to)[CLAST_SUMS];
} wide_late;

CLAST_INLINE void add_powers(int wide, int first, const columns forces, const columns history, const wide_late late,
                             const double *const *walls, const clast_touch *restrict t)
{
    const int at = first % CLAST_SUMS;
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        const vec3 c = {late.start[j], late.start[late.stride + j], late.start[2 * late.stride + j]};
        const lane_acted was = {GET(forces, j), GET(history, j), forces[3][j], lane_elastic(t, k, history[3][j])};
        lane_add_powers(t, k, at + j, c, was, late.all, late.to);
    }
    if (!walls)
        return;
    columns v;
    turn_row(walls, wide, ROW_V, v);
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const lane_acted was = {.ft = GET(forces, j), .fn = forces[3][j]};
        lane_add_power_of_wall(t, first + j, at + j, was, GET(v, j), late.to);
    }
}

/* By lanes, since to add up across them takes as many instructions as a cross product. */
CLAST_INLINE bool none_beyond(const double beyond[EIGHT])
{
    double sum = 0;
    for (int j = 0; j < EIGHT; j++)
        sum += beyond[j];
    return sum == 0;
}

/* The records, with what turns turned: the twist by angle, about n. walls: grips of walls that may move, or NULL. beyond: not
 * 0 where a turn is beyond the series. */
CLAST_INLINE void turn_records(const clast_source from, const int32_t *slots, int wide, int first, const double *angle,
                               const wide_late late, const double *const *walls, double *restrict beyond,
                               clast_touch *restrict t)
{
    columns forces, history;
    const double *record[EIGHT];
    KNOW_WIDTH(wide);
    for (int j = 0; j < wide; j++)
        record[j] = row_at(from.record, (size_t)slots[j] * CONTACT_USUAL);
    turn_row(record, wide, 0, forces);
    turn_row(record, wide, CONTACT_HISTORY, history);
    if (late.start) /* at first: rows and velocities are not needed in their places any more then */
        add_powers(wide, first, forces, history, late, walls, t);
#pragma omp simd
    for (int j = 0; j < wide; j++) {
        const int k = first + j;
        const vec3 n = GET(t->n_dir, k);
        const lane_twist twist = lane_twist_by(angle[j], false);
        PUT(t->ft0, k, lane_flat(GET(forces, j), n));
        t->fn0[k] = forces[3][j];
        PUT(t->old, k, turned_with(t, k, twist.sine, twist.less, n, GET(history, j)));
        t->old[3][k] = history[3][j];
        beyond[j] += twist.beyond;
    }
}

#endif
