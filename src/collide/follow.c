/* From the state to the grips, before every evaluation, for a chunk of bodies: how far each came since the evaluation before,
 * and its grip. And back, where only the grips have it. */
#include <stddef.h>

#include "base/clones.h"
#include "base/rows.h"
#include "collide/ghost.h"
#include "collide/grips.h"
#include "collide/near.h"

enum { BLOCK = GRIP_BLOCK }; /* bodies at a time, within the chunk */

_Static_assert(offsetof(clast_grip, x) == GRIP_ROW_X * 4 * sizeof(double), "rows of a grip");
_Static_assert(offsetof(clast_grip, q) == GRIP_ROW_Q * 4 * sizeof(double), "rows of a grip");

/* ---- ways ---- */

/* Of n bodies since the last evaluation; not a number counts as very far. */
CLAST_INLINE double add_ways(pose now, pose seen, const double *swing, double *way, int32_t n, bool balls)
{
    double most = 0;
#pragma omp simd reduction(max : most)
    for (int32_t k = 0; k < n; k++) {
        const double step = near_moved(now, seen, swing[k], k, balls) * (1 + 1e-9), sum = way[k] + step;
        most = step > most ? step : most;
        way[k] = step < 1e300 ? sum : 1e300;
    }
    return most;
}

/* A row of the grips of n bodies into columns. */
CLAST_INLINE void get_row(const double *grip, size_t width, int row, int32_t n, double column[4][BLOCK])
{
    double *const to[4] = {column[0], column[1], column[2], column[3]};
    rows_get(grip + 4 * row, width, n, to);
}

/* The grips are still those of the last evaluation. */
CLAST_INLINE double note_ways(const clast_state *s, clast_work *w, int32_t i, int32_t n, bool balls)
{
    const size_t width = (size_t)w->grip_width;
    const double *grip = w->grip + (size_t)i * width;
    double x[4][BLOCK], q[4][BLOCK];
    get_row(grip, width, GRIP_ROW_X, n, x);
    if (!balls)
        get_row(grip, width, GRIP_ROW_Q, n, q);
    const pose seen = {x[0], x[1], x[2], q[0], q[1], q[2], q[3]};
    return add_ways(near_pose(s->x, s->q, i), seen, w->swing + i, w->way + i, n, balls);
}

/* ---- grips ---- */

CLAST_INLINE void put_grips(const clast_state *s, clast_work *w, int32_t i, int32_t n, bool balls)
{
    const grip_columns from = {.vs = GRIP_FROM(w->vs, i),
                               .wh = GRIP_FROM(w->wh, i),
                               .ws = GRIP_FROM(w->ws, i),
                               .q0 = {w->q0[0] + i, w->q0[1] + i, w->q0[2] + i, w->q0[3] + i}};
    grips_fill(s, w, i, n, &from, balls);
}

CLAST_INLINE void follow(const clast_state *s, clast_work *w, int32_t first, int32_t last, bool balls)
{
    double most = 0;
    for (int32_t i = first; i < last; i += BLOCK) {
        const int32_t n = last - i < BLOCK ? last - i : BLOCK;
        if (w->list_builds > 0) {
            const double way = note_ways(s, w, i, n, balls);
            most = way > most ? way : most;
        }
        near_prefetch_grips(w, i + BLOCK, last - i < 2 * BLOCK ? last : i + 2 * BLOCK);
        put_grips(s, w, i, n, balls);
    }
    w->chunk_way[first / w->body_chunk] = most;
}

#define PARAMETERS (const clast_state *s, clast_work *w, int32_t first, int32_t last)
CLAST_CLONES(follow_bodies, PARAMETERS, (s, w, first, last), follow(s, w, first, last, false))
CLAST_CLONES(follow_balls, PARAMETERS, (s, w, first, last), follow(s, w, first, last, true))

void clast_near_follow(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (m->balls ? follow_balls : follow_bodies)(s, w, first, last);
    clast_ghosts_copy(w, first);
}

/* ---- and back ---- */

CLAST_INLINE void read_back(const clast_state *s, const clast_work *w, int32_t i, int32_t n)
{
    const size_t width = (size_t)w->grip_width;
    const double *const grip = w->grip + (size_t)i * width;
    double spare[BLOCK];
    rows_get(grip + 4 * GRIP_ROW_V, width, n, (double *const[]){s->v[0] + i, s->v[1] + i, s->v[2] + i, spare});
    rows_get(grip + 4 * GRIP_ROW_X, width, n, (double *const[]){s->x[0] + i, s->x[1] + i, s->x[2] + i, spare});
}

CLAST_INLINE void read_blocks(const clast_state *s, const clast_work *w, int32_t first, int32_t last)
{
    for (int32_t i = first; i < last; i += BLOCK)
        read_back(s, w, i, last - i < BLOCK ? last - i : BLOCK);
}

CLAST_CLONES(read_chunk, (const clast_state *s, const clast_work *w, int32_t first, int32_t last), (s, w, first, last),
             read_blocks(s, w, first, last))

void clast_near_read_back(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (void)m;
    if (w->in_grips)
        read_chunk(s, w, first, last);
}

void clast_near_read_all_back(const clast_model *m, clast_state *s, clast_work *w)
{
    if (w->in_grips)
        clast_work_bodies(m, s, w, clast_near_read_back);
    w->in_grips = false;
}
