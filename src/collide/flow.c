#include "collide/flow.h"

#include <stdatomic.h>

#include "base/clock.h"
#include "base/fetch.h"
#include "collide/ghost.h"
#include "collide/look.h"

/* How far a tile is. */
enum { WAITS, EVALUATES, EVALUATED, JOINS, JOINED, LOOKED /* or just being so */ };

enum { APART = 32 }; /* stages in two lines of the cache, which processors like to fetch together */
enum { LINE = 8 };   /* doubles in a line */

/* Some microseconds. What another thread has in its cache is not fetched for less: to join a tile takes a fifth of the time
 * that it takes to evaluate it, and its bodies have to be fetched back afterwards. */
enum { PATIENCE = 60, LONGER = 300 };

typedef struct run {
    int32_t first, last;
} run;

/* The tiles of thread k. */
static run share_of(const clast_work *w, int32_t k)
{
    const int32_t tiles = work_tiles(w);
    return (run){k ? clast_pool_share_end(w->pool, tiles, k - 1) : 0, clast_pool_share_end(w->pool, tiles, k)};
}

/* Stages of one thread's tiles lie side by side, those of another in lines of their own: who asks how far a thread is has
 * one line to fetch, and who goes from stage to stage finds it where it was, as long as nobody asks. */
bool clast_flow_begin(clast_work *w)
{
    const int32_t threads = clast_pool_threads(w->pool);
    const size_t n = (size_t)work_tiles(w) + 2 * APART * ((size_t)threads + 1);
    if (!ARRAY_RESERVE(w->tile_stage, w->c_tile_stage, n) || !ARRAY_RESERVE(w->stage_at, w->c_stage_at, work_tiles(w)))
        return false;
    int32_t at = APART;
    for (int32_t k = 0; k < threads; k++, at = (at + 2 * APART - 1) / APART * APART)
        for (int32_t tile = share_of(w, k).first; tile < share_of(w, k).last; tile++)
            w->stage_at[tile] = at++;
    for (size_t k = 0; k < n; k++)
        atomic_init(&w->tile_stage[k], WAITS);
    w->stage_waits = WAITS;
    return true;
}

static uint32_t stage_of(const clast_work *w, int64_t tile)
{
    return atomic_load_explicit(&w->tile_stage[w->stage_at[tile]], memory_order_acquire) - w->stage_waits;
}

/* From one stage to the next; false: another thread was faster. */
static bool claim(clast_work *w, int64_t tile, uint32_t stage)
{
    uint32_t from = w->stage_waits + stage;
    return stage_of(w, tile) == stage &&
           atomic_compare_exchange_strong(&w->tile_stage[w->stage_at[tile]], &from, from + 1);
}

static void pass(clast_work *w, int64_t tile, uint32_t stage)
{
    atomic_store_explicit(&w->tile_stage[w->stage_at[tile]], w->stage_waits + stage, memory_order_release);
}

/* Nobody asks for its bodies, and its loads are there. */
static bool may_join(const clast_work *w, int64_t tile)
{
    for (int32_t k = w->arrives_at[tile + 1]; k-- > w->arrives_at[tile];) /* the last is the most likely to be late */
        if (stage_of(w, w->runs[w->arrives[k]].from) < EVALUATED)
            return false;
    return true;
}

/* Lines that another thread has, fetched while a tile is worked on: of the one that is to be evaluated next, grips into
 * which it reaches and where it lays down what acts on them; */
static void fetch_for_evaluation(const clast_work *w, int64_t tile)
{
    const double *const loads = w->load_sum + (size_t)w->n_body * CLAST_LOAD;
    for (int32_t k = w->tile_at[tile].reaching; k < work_tile_rows_end(w, tile); k++) {
        const int32_t row = clast_ghost_row(w, work_tile_begin(w, tile), w->reach_body[k]);
        const double *const grip = w->grip + (size_t)row * (size_t)w->grip_width;
        if (row < w->n_body)
            continue;
        CLAST_FETCH_TO_WRITE(loads + (size_t)k * CLAST_LOAD);
        for (int c = 0; c < CLAST_GRIP_WIDTH; c += LINE)
            CLAST_FETCH(grip + c);
    }
}

/* of the one that is to be joined, the copies that are going to be written; */
static void fetch_copies(const clast_work *w, int64_t tile)
{
    const double *const grip = w->grip + (size_t)w->n_body * (size_t)w->grip_width;
    const int32_t last = w->ghost_at[tile + 1] * w->grip_width;
    for (int32_t k = w->ghost_at[tile] * w->grip_width; k < last; k += LINE)
        CLAST_FETCH_TO_WRITE(grip + k);
}

/* of the next one, what arrives there. */
static void fetch_arrivals(const clast_work *w, int64_t tile)
{
    const double *const loads = w->load_sum + (size_t)w->n_body * CLAST_LOAD;
    for (int32_t r = w->arrives_at[tile]; r < w->arrives_at[tile + 1]; r++)
        for (int32_t k = w->runs[w->arrives[r]].first; k < w->runs[w->arrives[r]].last; k++)
            __builtin_prefetch(loads + (size_t)k * CLAST_LOAD);
}

static bool is_ready(const clast_work *w, int64_t tile)
{
    return tile < work_tiles(w) && stage_of(w, tile) == EVALUATED && may_join(w, tile);
}

static bool join(const clast_tile_flow *flow, int64_t tile)
{
    const clast_job *job = &flow->job;
    clast_work *const w = job->w;
    if (!is_ready(w, tile) || !claim(w, tile, EVALUATED))
        return false;
    if (w->n_ghosts > 0) {
        fetch_copies(w, tile);
        if (is_ready(w, tile + 1))
            fetch_arrivals(w, tile + 1);
    }
    clast_tile_join(job->m, job->s, w, tile, flow->then);
    pass(w, tile, JOINED);
    return true;
}

static bool evaluate(const clast_tile_flow *flow, int64_t tile)
{
    clast_work *const w = flow->job.w;
    if (!claim(w, tile, WAITS))
        return false;
    if (w->n_ghosts > 0 && tile > 0 && w->tile_thread[tile - 1] == w->tile_thread[tile])
        fetch_for_evaluation(w, tile - 1);
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

/* Some are not that far. */
static bool some_before(const clast_work *w, run tiles, uint32_t stage)
{
    for (int32_t tile = tiles.first; tile < tiles.last; tile++)
        if (stage_of(w, tile) < stage)
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
    const run all = {0, work_tiles(w)}, own = share_of(w, k);
    const bool alone = own.last - own.first == all.last;
    if (alone || flow->at_once)
        for (int32_t tile = own.first; tile < own.last; tile++)
            evaluate(flow, tile);
    else /* backwards, since contacts reach upwards: first what other threads wait for */
        for (int32_t tile = own.last; tile-- > own.first;)
            evaluate(flow, tile);
    if (k == 0 && !flow->at_once)
        flow->evaluated = clock_seconds();
    for (int spins = 0; some_before(w, own, JOINED) || some_before(w, all, JOINED);)
        if (one_of(flow, own, join))
            spins = 0;
        else if (!(spins >= PATIENCE && one_of(flow, all, evaluate)) && !(spins >= LONGER && one_of(flow, all, join)))
            clast_pool_wait(w->pool, spins++);
    if (k == 0)
        flow->joined = clock_seconds();
    if (!flow->looks)
        return;
    look(flow, own);
    for (int spins = 0; spins < PATIENCE && some_before(w, all, LOOKED); spins++)
        clast_pool_wait(w->pool, spins);
    look(flow, all);
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
