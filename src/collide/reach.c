#include "collide/reach.h"

#include <string.h>

#include "collide/hold.h"

enum { DIGIT = 8 }; /* bits of the number of a tile by which is sorted at a time */

static int digits(int32_t tiles)
{
    int n = 1;
    while (((int64_t)tiles - 1) >> (n * DIGIT))
        n++;
    return n;
}

static int32_t digit_of(const clast_work *w, clast_reach reach, int digit)
{
    return ((reach.b / w->body_chunk) >> (digit * DIGIT)) & ((1 << DIGIT) - 1);
}

/* By one digit of the tile of b; what is equal there stays in its order. */
static void sort_digit(const clast_work *w, const clast_reach *restrict from, clast_reach *restrict to, int32_t n,
                       int digit)
{
    int32_t at[(1 << DIGIT) + 1] = {0};
    for (int32_t k = 0; k < n; k++)
        at[digit_of(w, from[k], digit) + 1]++;
    for (int32_t k = 0; k < 1 << DIGIT; k++)
        at[k + 1] += at[k];
    for (int32_t k = 0; k < n; k++)
        to[at[digit_of(w, from[k], digit)]++] = from[k];
}

/* So that the last digit brings them to w->reach. */
clast_reach *clast_reach_found(const clast_work *w) { return digits(work_tiles(w)) % 2 ? w->reach_found : w->reach; }

void clast_reach_sort(clast_work *w, int64_t tile)
{
    const int32_t first = w->tile_at[tile].reaching, n = w->tile_n[tile].reaching;
    const int n_digits = digits(work_tiles(w));
    clast_reach *from = clast_reach_found(w);
    for (int digit = 0; digit < n_digits; digit++) {
        clast_reach *const to = from == w->reach ? w->reach_found : w->reach;
        sort_digit(w, from + first, to + first, n, digit);
        from = to;
    }
}

/* Behind the last of a tile's contacts, from k on, that reach where the k-th does. */
static int32_t run_end(const clast_work *w, int32_t k, int32_t end)
{
    const int32_t behind = work_tile_begin(w, w->reach[k].b / w->body_chunk + 1);
    int32_t low = k + 1, high = end;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (w->reach[middle].b < behind)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Contacts of a tile with one body lay down what acts on it in one row. */
void clast_reach_runs(clast_work *w, int64_t tile)
{
    int32_t latest[CLAST_TILE_MOST] = {0}; /* per body of the other tile: its row, if it has one in this run */
    int32_t run = w->tile_at[tile].reaching, row = run;
    const int32_t end = run + w->tile_n[tile].reaching;
    for (int32_t k = run; k < end; run++) {
        const int32_t into = w->reach[k].b / w->body_chunk, behind = run_end(w, k, end), first = row;
        for (; k < behind; k++) {
            const clast_reach *one = &w->reach[k];
            int32_t *const at = &latest[one->b - work_tile_begin(w, into)];
            if (*at < first || *at >= row || w->reach_body[*at] != one->b) {
                *at = row++;
                w->reach_body[*at] = one->b;
            }
            hold_sum_b(w, one->slot, w->n_body + *at);
        }
        w->runs[run] = (clast_run){(int32_t)tile, into, first, row};
    }
    w->runs_end[tile] = run;
}

void clast_reach_arrive(clast_work *w)
{
    const int32_t tiles = work_tiles(w);
    int32_t *const at = w->arrives_at;
    memset(at, 0, ((size_t)tiles + 2) * sizeof *at);
    for (int32_t tile = 0; tile < tiles; tile++)
        for (int32_t run = w->tile_at[tile].reaching; run < w->runs_end[tile]; run++)
            at[w->runs[run].tile + 2]++;
    for (int32_t tile = 0; tile < tiles; tile++)
        at[tile + 2] += at[tile + 1];
    for (int32_t tile = 0; tile < tiles; tile++)
        for (int32_t run = w->tile_at[tile].reaching; run < w->runs_end[tile]; run++)
            w->arrives[at[w->runs[run].tile + 1]++] = run;
}
