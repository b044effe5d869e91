#include "collide/flow.h"

#include <stdatomic.h>

#include "base/clock.h"
#include "collide/look.h"

/* How far a tile is. */
enum { WAITS, EVALUATES, EVALUATED, JOINS, JOINED, LOOKED /* or just being so */ };

enum { LINE = 16 }; /* stages of tiles that belong to several threads lie in lines of the cache of their own */

/* Half a microsecond, and some: what another thread has in its cache is not fetched for less. To join a tile takes a fifth
 * of the time that it takes to evaluate it, and its bodies have to be fetched back afterwards. */
enum { PATIENCE = 20, LONGER = 100 };

typedef struct run {
    int32_t first, last;
} run;

bool clast_flow_begin(clast_work *w)
{
    const size_t n = (size_t)work_tiles(w) * LINE;
    if (!ARRAY_RESERVE(w->tile_stage, w->c_tile_stage, n))
        return false;
    for (size_t k = 0; k < n; k++)
        atomic_init(&w->tile_stage[k], WAITS);
    w->stage_waits = WAITS;
    return true;
}

static uint32_t stage_of(const clast_work *w, int64_t tile)
{
    return atomic_load_explicit(&w->tile_stage[tile * LINE], memory_order_acquire) - w->stage_waits;
}

/* From one stage to the next; false: another thread was faster. */
static bool claim(clast_work *w, int64_t tile, uint32_t stage)
{
    uint32_t from = w->stage_waits + stage;
    return stage_of(w, tile) == stage && atomic_compare_exchange_strong(&w->tile_stage[tile * LINE], &from, from + 1);
}

static void pass(clast_work *w, int64_t tile, uint32_t stage)
{
    atomic_store_explicit(&w->tile_stage[tile * LINE], w->stage_waits + stage, memory_order_release);
}

/* Nobody asks for its bodies, and its loads are there. */
static bool may_join(const clast_work *w, int64_t tile)
{
    for (int32_t k = w->arrives_at[tile + 1]; k-- > w->arrives_at[tile];) /* the last is the most likely to be late */
        if (stage_of(w, w->runs[w->arrives[k]].from) < EVALUATED)
            return false;
    return true;
}

static bool join(const clast_tile_flow *flow, int64_t tile)
{
    const clast_job *job = &flow->job;
    if (stage_of(job->w, tile) != EVALUATED || !may_join(job->w, tile) || !claim(job->w, tile, EVALUATED))
        return false;
    clast_tile_join(job->m, job->s, job->w, tile, flow->then);
    pass(job->w, tile, JOINED);
    return true;
}

static bool evaluate(const clast_tile_flow *flow, int64_t tile)
{
    clast_work *const w = flow->job.w;
    if (!claim(w, tile, WAITS))
        return false;
    flow->evaluate(flow->context, tile);
    pass(w, tile, EVALUATED);
    if (flow->at_once)
        join(flow, tile);
    return true;
}

/* The first one of which it is true. */
static bool one_of(const clast_tile_flow *flow, run tiles, bool (*is_done)(const clast_tile_flow *flow, int64_t tile))
{
    for (int32_t tile = tiles.first; tile < tiles.last; tile++)
        if (is_done(flow, tile))
            return true;
    return false;
}

static bool some_left(const clast_work *w, run tiles)
{
    for (int32_t tile = tiles.first; tile < tiles.last; tile++)
        if (stage_of(w, tile) < JOINED)
            return true;
    return false;
}

static void look(const clast_tile_flow *flow, run tiles)
{
    for (int32_t tile = tiles.first; tile < tiles.last; tile++)
        if (claim(flow->job.w, tile, JOINED))
            clast_look_tile(&flow->job, tile);
}

/* All that thread k does. */
static void go(clast_tile_flow *flow, int32_t k)
{
    const clast_work *const w = flow->job.w;
    const run all = {0, work_tiles(w)};
    const run own = {k ? clast_pool_share_end(w->pool, all.last, k - 1) : 0,
                     clast_pool_share_end(w->pool, all.last, k)};
    const bool alone = own.last - own.first == all.last;
    if (alone || flow->at_once)
        for (int32_t tile = own.first; tile < own.last; tile++)
            evaluate(flow, tile);
    else /* backwards, since contacts reach upwards: first what other threads wait for */
        for (int32_t tile = own.last; tile-- > own.first;)
            evaluate(flow, tile);
    if (k == 0 && !flow->at_once)
        flow->evaluated = clock_seconds();
    for (int spins = 0; some_left(w, all);)
        if (one_of(flow, own, join))
            spins = 0;
        else if (!(spins >= PATIENCE && one_of(flow, all, evaluate)) && !(spins >= LONGER && one_of(flow, all, join)))
            clast_pool_wait(w->pool, spins++);
    if (k == 0)
        flow->joined = clock_seconds();
    if (flow->looks) {
        look(flow, own);
        look(flow, all);
    }
}

static void go_threads(void *context, int64_t first, int64_t last)
{
    for (int32_t k = (int32_t)first; k < last; k++)
        go(context, k);
}

void clast_flow_run(clast_tile_flow *flow)
{
    clast_work *const w = flow->job.w;
    w->changed = false;
    clast_pool_for(w->pool, clast_pool_threads(w->pool), 1, go_threads, flow);
    w->stage_waits += flow->looks ? LOOKED : JOINED;
    w->has_looked = flow->looks;
}
