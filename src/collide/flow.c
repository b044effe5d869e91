#include "collide/flow.h"

#include "base/clock.h"
#include "collide/flow_shares.h"
#include "collide/look.h"
#include "collide/stage.h"

/* Stages of one thread's tiles lie side by side, those of another in lines of their own: who asks how far a thread is has
 * one line to fetch, and who goes from stage to stage finds it where it was, as long as nobody asks. Behind them, again in
 * lines of their own, what of each thread's share is taken, and how far all of it is (collide/flow_shares.c). */
bool clast_flow_begin(clast_work *w)
{
    const int32_t threads = clast_pool_threads(w->pool);
    const size_t n = (size_t)work_tiles(w) + 4 * STAGE_APART * ((size_t)threads + 1);
    if (!ARRAY_RESERVE(w->tile_stage, w->c_tile_stage, n) || !ARRAY_RESERVE(w->stage_at, w->c_stage_at, work_tiles(w)))
        return false;
    int32_t at = STAGE_APART;
    for (int32_t k = 0; k < threads; k++, at = (at + 2 * STAGE_APART - 1) / STAGE_APART * STAGE_APART)
        for (int32_t tile = stage_share(w, k).first; tile < stage_share(w, k).last; tile++)
            w->stage_at[tile] = at++;
    w->share_at = at;
    for (size_t k = 0; k < n; k++)
        atomic_init(&w->tile_stage[k], STAGE_WAITS);
    w->stage_waits = STAGE_WAITS;
    return true;
}

static int32_t stage_of(const clast_work *w, int64_t tile) { return stage_at(w, w->stage_at[tile]); }

static bool claim(clast_work *w, int64_t tile, int32_t stage)
{
    return stage_claim(w, w->stage_at[tile], stage, stage + 1);
}

static bool join(const clast_tile_flow *flow, int64_t tile)
{
    const clast_job *job = &flow->job;
    clast_work *const w = job->w;
    if (stage_of(w, tile) != STAGE_EVALUATED || !stage_has_arrived(w, tile) || !claim(w, tile, STAGE_EVALUATED))
        return false;
    clast_tile_join(job->m, job->s, w, tile, flow->then);
    stage_pass(w, w->stage_at[tile], STAGE_JOINED);
    return true;
}

static bool evaluate(const clast_tile_flow *flow, int64_t tile)
{
    clast_work *const w = flow->job.w;
    if (!claim(w, tile, STAGE_WAITS))
        return false;
    flow->evaluate(flow->context, tile);
    stage_pass(w, w->stage_at[tile], STAGE_EVALUATED);
    if (flow->at_once)
        join(flow, tile);
    return true;
}

/* The first one of which it is true. */
static bool one_of(const clast_tile_flow *flow, stage_run tiles,
                   bool (*is_done)(const clast_tile_flow *flow, int64_t tile))
{
    for (int32_t tile = tiles.first; tile < tiles.last; tile++)
        if (is_done(flow, tile))
            return true;
    return false;
}

/* Some are not that far. */
static bool some_before(const clast_work *w, stage_run tiles, int32_t stage)
{
    for (int32_t tile = tiles.first; tile < tiles.last; tile++)
        if (stage_of(w, tile) < stage)
            return true;
    return false;
}

static void look(const clast_tile_flow *flow, stage_run tiles)
{
    for (int32_t tile = tiles.first; tile < tiles.last; tile++)
        if (claim(flow->job.w, tile, STAGE_JOINED))
            clast_look_tile(&flow->job, tile);
}

/* All that thread k does. */
static void go(clast_tile_flow *flow, int32_t k)
{
    const clast_work *const w = flow->job.w;
    const stage_run all = {0, work_tiles(w)}, own = stage_share(w, k);
    const bool alone = own.last - own.first == all.last;
    if (alone || flow->at_once)
        for (int32_t tile = own.first; tile < own.last; tile++)
            evaluate(flow, tile);
    else /* backwards, since contacts reach upwards: first what other threads wait for */
        for (int32_t tile = own.last; tile-- > own.first;)
            evaluate(flow, tile);
    if (k == 0 && !flow->at_once)
        flow->evaluated = clock_seconds();
    for (int spins = 0; some_before(w, own, STAGE_JOINED) || some_before(w, all, STAGE_JOINED);)
        if (one_of(flow, own, join))
            spins = 0;
        else if (!(spins >= STAGE_PATIENCE && one_of(flow, all, evaluate)) &&
                 !(spins >= STAGE_LONGER && one_of(flow, all, join)))
            clast_pool_wait(w->pool, spins++);
    if (k == 0)
        flow->joined = clock_seconds();
    if (!flow->looks)
        return;
    look(flow, own);
    for (int spins = 0; spins < STAGE_PATIENCE && some_before(w, all, STAGE_LOOKED); spins++)
        clast_pool_wait(w->pool, spins);
    look(flow, all);
}

static void go_threads(void *context, int64_t first, int64_t last)
{
    clast_tile_flow *const flow = context;
    const bool by_shares = flow->job.w->n_ghosts > 0 && !flow->at_once;
    for (int32_t k = (int32_t)first; k < last; k++)
        (by_shares ? clast_flow_share : go)(flow, k);
}

void clast_flow_run(clast_tile_flow *flow)
{
    clast_work *const w = flow->job.w;
    w->changed = false;
    clast_pool_for(w->pool, clast_pool_threads(w->pool), 1, go_threads, flow);
    w->stage_waits += flow->looks ? STAGE_LOOKED : STAGE_JOINED;
    w->has_looked = flow->looks;
}
