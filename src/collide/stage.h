/* How far tiles are, as their threads tell each other (collide/flow.h). */
#ifndef CLAST_COLLIDE_STAGE_H
#define CLAST_COLLIDE_STAGE_H

#include <stdatomic.h>

#include "model/work.h"

enum { STAGE_WAITS, STAGE_EVALUATES, STAGE_EVALUATED, STAGE_JOINS, STAGE_JOINED, STAGE_LOOKED /* or just being so */ };

enum { STAGE_APART = 32 }; /* stages in two lines of the cache, which processors like to fetch together */

/* Some microseconds. What another thread has in its cache is not fetched for less: to join a tile takes a fifth of the time
 * that it takes to evaluate it, and its bodies have to be fetched back afterwards. */
enum { STAGE_PATIENCE = 60, STAGE_LONGER = 300 };

/* Tiles. */
typedef struct stage_run {
    int32_t first, last;
} stage_run;

/* Those of thread k. */
static inline stage_run stage_share(const clast_work *w, int32_t k)
{
    const int32_t tiles = work_tiles(w);
    return (stage_run){k ? clast_pool_share_end(w->pool, tiles, k - 1) : 0, clast_pool_share_end(w->pool, tiles, k)};
}

/* Since this loop of the threads began; < 0: not in this one. */
static inline int32_t stage_at(const clast_work *w, int32_t at)
{
    return (int32_t)(atomic_load_explicit(&w->tile_stage[at], memory_order_acquire) - w->stage_waits);
}

static inline void stage_pass(clast_work *w, int32_t at, int32_t stage)
{
    atomic_store_explicit(&w->tile_stage[at], w->stage_waits + (uint32_t)stage, memory_order_release);
}

/* From one stage to another; false: somebody else was faster. */
static inline bool stage_claim(clast_work *w, int32_t at, int32_t from, int32_t to)
{
    uint32_t now = w->stage_waits + (uint32_t)from;
    return stage_at(w, at) == from &&
           atomic_compare_exchange_strong(&w->tile_stage[at], &now, w->stage_waits + (uint32_t)to);
}

/* Nobody asks for the bodies of a tile any more, and what others lay down for them is there. */
static inline bool stage_has_arrived(const clast_work *w, int64_t tile)
{
    for (int32_t k = w->arrives_at[tile + 1]; k-- > w->arrives_at[tile];) /* the last is the most likely to be late */
        if (stage_at(w, w->stage_at[w->runs[w->arrives[k]].from]) < STAGE_EVALUATED)
            return false;
    return true;
}

#endif
