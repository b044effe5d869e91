/* Between records (numbers of one thing side by side) and lanes (one number of many things side by side): four rows of
 * four doubles are turned at a time, in vector registers where the machine has them, or eight where it has wider ones.
 * Must be inlined (base/clones.h). */
#ifndef CLAST_BASE_ROWS_H
#define CLAST_BASE_ROWS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/clones.h"

typedef double rows_four __attribute__((vector_size(32)));
typedef int64_t rows_bits __attribute__((vector_size(32)));

/* to[c][.] = from[.][c] for c, . = 0 .. 3 */
CLAST_INLINE void rows_turn(const double *const from[4], double *const to[4])
{
    rows_four a, b, c, d;
    memcpy(&a, from[0], sizeof a), memcpy(&b, from[1], sizeof b);
    memcpy(&c, from[2], sizeof c), memcpy(&d, from[3], sizeof d);
    const rows_four ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const rows_four ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const rows_four cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const rows_four cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
    memcpy(to[0], &a, sizeof a), memcpy(to[1], &b, sizeof b);
    memcpy(to[2], &c, sizeof c), memcpy(to[3], &d, sizeof d);
}

/* The same from four columns, `stride` apart, into registers. (Written out again: through one function for both gcc keeps
 * the rows in memory, and a step takes half as many instructions more.) */
CLAST_INLINE void rows_four_of(const double *from, int stride, rows_four to[4])
{
    rows_four a, b, c, d;
    memcpy(&a, from, sizeof a), memcpy(&b, from + stride, sizeof b);
    memcpy(&c, from + 2 * stride, sizeof c), memcpy(&d, from + 3 * stride, sizeof d);
    const rows_four ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const rows_four ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const rows_four cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const rows_four cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    to[0] = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    to[1] = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    to[2] = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    to[3] = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

/* A row times a number. */
CLAST_INLINE void rows_times(const double *row, double by, rows_four *to)
{
    rows_four whole;
    memcpy(&whole, row, sizeof whole);
    *to = whole * by;
}

/* Rows times a number each. (Written out for the same reason.) */
CLAST_INLINE void rows_turn_times(const double *const from[4], const double by[4], double *const to[4])
{
    rows_four a, b, c, d;
    rows_times(from[0], by[0], &a), rows_times(from[1], by[1], &b);
    rows_times(from[2], by[2], &c), rows_times(from[3], by[3], &d);
    const rows_four ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const rows_four ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const rows_four cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const rows_four cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
    memcpy(to[0], &a, sizeof a), memcpy(to[1], &b, sizeof b);
    memcpy(to[2], &c, sizeof c), memcpy(to[3], &d, sizeof d);
}

/* Four records of 4 n doubles into lanes: lane c of record j is lanes[c stride + j]. */
CLAST_INLINE void rows_gather(const double *const from[4], int n, double *lanes, int stride)
{
    for (int row = 0; row < n; row++) {
        const double *const four[4] = {from[0] + 4 * row, from[1] + 4 * row, from[2] + 4 * row, from[3] + 4 * row};
        double *const to = lanes + 4 * row * stride;
        double *const columns[4] = {to, to + stride, to + 2 * stride, to + 3 * stride};
        rows_turn(four, columns);
    }
}

/* a - b; sum_last: of the last number a + b. */
CLAST_INLINE void rows_over(const double *a, const double *b, bool sum_last, rows_four *to)
{
    const rows_bits minus = {INT64_MIN, INT64_MIN, INT64_MIN, 0};
    rows_four one, other;
    memcpy(&one, a, sizeof one), memcpy(&other, b, sizeof other);
    *to = sum_last ? one + (rows_four)((rows_bits)other ^ minus) : one - other;
}

/* One row of four records a over those of four records b. (Written out for the same reason.) */
CLAST_INLINE void rows_gather_over(const double *const from[4], const double *const over[4], bool sum_last,
                                   double *lanes, int stride)
{
    rows_four a, b, c, d;
    rows_over(from[0], over[0], sum_last, &a), rows_over(from[1], over[1], sum_last, &b);
    rows_over(from[2], over[2], sum_last, &c), rows_over(from[3], over[3], sum_last, &d);
    const rows_four ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const rows_four ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const rows_four cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const rows_four cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
    memcpy(lanes, &a, sizeof a), memcpy(lanes + stride, &b, sizeof b);
    memcpy(lanes + 2 * stride, &c, sizeof c), memcpy(lanes + 3 * stride, &d, sizeof d);
}

CLAST_INLINE void rows_scatter(const double *lanes, int stride, int n, double *const to[4])
{
    for (int row = 0; row < n; row++) {
        const double *const from = lanes + 4 * row * stride;
        const double *const columns[4] = {from, from + stride, from + 2 * stride, from + 3 * stride};
        double *const four[4] = {to[0] + 4 * row, to[1] + 4 * row, to[2] + 4 * row, to[3] + 4 * row};
        rows_turn(columns, four);
    }
}

typedef double rows_two __attribute__((vector_size(16)));

/* Four pairs of doubles into two lanes, and back. */
CLAST_INLINE void rows_gather_two(const double *const from[4], double *one, double *other)
{
    rows_two a, b, c, d;
    memcpy(&a, from[0], sizeof a), memcpy(&b, from[1], sizeof b);
    memcpy(&c, from[2], sizeof c), memcpy(&d, from[3], sizeof d);
    const rows_four ac = __builtin_shufflevector(a, c, 0, 1, 2, 3), bd = __builtin_shufflevector(b, d, 0, 1, 2, 3);
    const rows_four first = __builtin_shufflevector(ac, bd, 0, 4, 2, 6);
    const rows_four second = __builtin_shufflevector(ac, bd, 1, 5, 3, 7);
    memcpy(one, &first, sizeof first), memcpy(other, &second, sizeof second);
}

CLAST_INLINE void rows_scatter_two(const double *one, const double *other, double *const to[4])
{
    rows_four first, second;
    memcpy(&first, one, sizeof first), memcpy(&second, other, sizeof second);
    const rows_four ac = __builtin_shufflevector(first, second, 0, 4, 2, 6);
    const rows_four bd = __builtin_shufflevector(first, second, 1, 5, 3, 7);
    const rows_two a = __builtin_shufflevector(ac, ac, 0, 1), b = __builtin_shufflevector(bd, bd, 0, 1);
    const rows_two c = __builtin_shufflevector(ac, ac, 2, 3), d = __builtin_shufflevector(bd, bd, 2, 3);
    memcpy(to[0], &a, sizeof a), memcpy(to[1], &b, sizeof b);
    memcpy(to[2], &c, sizeof c), memcpy(to[3], &d, sizeof d);
}

/* n records from four columns: record i has its row at to + i width. */
CLAST_INLINE void rows_put(const double *const from[4], int n, double *to, size_t width)
{
    int i = 0;
    for (; i + 4 <= n; i += 4, to += 4 * width) {
        const double *const four[4] = {from[0] + i, from[1] + i, from[2] + i, from[3] + i};
        double *const rows[4] = {to, to + width, to + 2 * width, to + 3 * width};
        rows_turn(four, rows);
    }
    for (; i < n; i++, to += width)
        for (int c = 0; c < 4; c++)
            to[c] = from[c][i];
}

/* And back: records of this width into four columns. */
CLAST_INLINE void rows_get(const double *from, size_t width, int n, double *const to[4])
{
    int i = 0;
    for (; i + 4 <= n; i += 4, from += 4 * width) {
        const double *const rows[4] = {from, from + width, from + 2 * width, from + 3 * width};
        double *const four[4] = {to[0] + i, to[1] + i, to[2] + i, to[3] + i};
        rows_turn(rows, four);
    }
    for (; i < n; i++, from += width)
        for (int c = 0; c < 4; c++)
            to[c][i] = from[c];
}

/* ---- eight at a time, for machines with vectors of eight ---- */

typedef double rows_eight __attribute__((vector_size(64)));

/* Two rows in one vector. (gcc takes three instructions unless told.) */
CLAST_INLINE void rows_join(const rows_four *low, const rows_four *high, rows_eight *to)
{
#if defined __x86_64__ && defined __GNUC__
    __asm__("vinsertf64x4 $1, %2, %g1, %0" : "=v"(*to) : "v"(*low), "vm"(*high));
#else
    *to = __builtin_shufflevector(*low, *high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

CLAST_INLINE void rows_pair(const double *one, const double *other, rows_eight *to)
{
    rows_four low, high;
    memcpy(&low, one, sizeof low), memcpy(&high, other, sizeof high);
    rows_join(&low, &high, to);
}

/* Of rows 0 and 2, 1 and 3, 4 and 6, 5 and 7 in one vector each: four columns of eight. */
CLAST_INLINE void rows_turn_pairs(const rows_eight *a, const rows_eight *b, const rows_eight *c, const rows_eight *d,
                                  double *const to[4])
{
    const rows_eight ab_even = __builtin_shufflevector(*a, *b, 0, 8, 2, 10, 4, 12, 6, 14);
    const rows_eight ab_odd = __builtin_shufflevector(*a, *b, 1, 9, 3, 11, 5, 13, 7, 15);
    const rows_eight cd_even = __builtin_shufflevector(*c, *d, 0, 8, 2, 10, 4, 12, 6, 14);
    const rows_eight cd_odd = __builtin_shufflevector(*c, *d, 1, 9, 3, 11, 5, 13, 7, 15);
    const rows_eight w = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5, 8, 9, 12, 13);
    const rows_eight x = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5, 8, 9, 12, 13);
    const rows_eight y = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7, 10, 11, 14, 15);
    const rows_eight z = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7, 10, 11, 14, 15);
    memcpy(to[0], &w, sizeof w), memcpy(to[1], &x, sizeof x);
    memcpy(to[2], &y, sizeof y), memcpy(to[3], &z, sizeof z);
}

CLAST_INLINE void rows_turn_eight(const double *const from[8], double *const to[4])
{
    rows_eight a, b, c, d;
    rows_pair(from[0], from[2], &a), rows_pair(from[1], from[3], &b);
    rows_pair(from[4], from[6], &c), rows_pair(from[5], from[7], &d);
    rows_turn_pairs(&a, &b, &c, &d, to);
}

CLAST_INLINE void rows_pair_times(const double *const from[8], const double by[8], int i, int j, rows_eight *to)
{
    rows_four low, high;
    rows_times(from[i], by[i], &low), rows_times(from[j], by[j], &high);
    rows_join(&low, &high, to);
}

CLAST_INLINE void rows_turn_eight_times(const double *const from[8], const double by[8], double *const to[4])
{
    rows_eight a, b, c, d;
    rows_pair_times(from, by, 0, 2, &a), rows_pair_times(from, by, 1, 3, &b);
    rows_pair_times(from, by, 4, 6, &c), rows_pair_times(from, by, 5, 7, &d);
    rows_turn_pairs(&a, &b, &c, &d, to);
}

/* Two rows over two others, as rows_over. */
CLAST_INLINE void rows_pair_over(const double *from_one, const double *from_two, const double *over_one,
                                 const double *over_two, bool sum_last, rows_eight *to)
{
    typedef int64_t bits __attribute__((vector_size(64)));
    const bits minus = {INT64_MIN, INT64_MIN, INT64_MIN, 0, INT64_MIN, INT64_MIN, INT64_MIN, 0};
    rows_eight one, other;
    rows_pair(from_one, from_two, &one), rows_pair(over_one, over_two, &other);
    *to = sum_last ? one + (rows_eight)((bits)other ^ minus) : one - other;
}

CLAST_INLINE void rows_turn_eight_over(const double *const from[8], const double *const over[8], bool sum_last,
                                       double *const to[4])
{
    rows_eight a, b, c, d;
    rows_pair_over(from[0], from[2], over[0], over[2], sum_last, &a);
    rows_pair_over(from[1], from[3], over[1], over[3], sum_last, &b);
    rows_pair_over(from[4], from[6], over[4], over[6], sum_last, &c);
    rows_pair_over(from[5], from[7], over[5], over[7], sum_last, &d);
    rows_turn_pairs(&a, &b, &c, &d, to);
}

#endif
