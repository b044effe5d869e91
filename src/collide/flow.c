#include "collide/flow.h"

#include <stdatomic.h>

enum { WAITS, EVALUATED, JOINED /* or just being so */ };

void clast_flow_begin(clast_work *w)
{
    for (int32_t tile = 0; tile < work_tiles(w); tile++)
        atomic_store_explicit(&w->tile_stage[tile], WAITS, memory_order_relaxed);
}

void clast_flow_pass(clast_work *w, int64_t tile)
{
    atomic_store_explicit(&w->tile_stage[tile], EVALUATED, memory_order_release);
}

static bool is_evaluated(const clast_work *w, int64_t tile)
{
    return atomic_load_explicit(&w->tile_stage[tile], memory_order_acquire) != WAITS;
}

/* Nobody asks for its bodies, and its loads are there. */
static bool may_join(const clast_work *w, int64_t tile)
{
    for (int32_t k = w->arrives_at[tile + 1]; k-- > w->arrives_at[tile];) /* the last is the most likely to be late */
        if (!is_evaluated(w, w->runs[w->arrives[k]].from))
            return false;
    return is_evaluated(w, tile);
}

bool clast_flow_join(const clast_model *m, clast_state *s, clast_work *w, int64_t tile, clast_body_task *then)
{
    int32_t evaluated = EVALUATED; /* who evaluated it for another thread may come at the same time as that one */
    if (!may_join(w, tile) || !atomic_compare_exchange_strong(&w->tile_stage[tile], &evaluated, JOINED))
        return false;
    clast_tile_join(m, s, w, tile, then);
    return true;
}

static bool is_joined(const clast_work *w, int64_t tile)
{
    return atomic_load_explicit(&w->tile_stage[tile], memory_order_relaxed) == JOINED;
}

void clast_flow_rest(const clast_model *m, clast_state *s, clast_work *w, int64_t first, int64_t last,
                     clast_body_task *then)
{
    enum { PATIENCE = 20 }; /* then it helps others */
    int64_t left = 1;
    for (int spins = 0; left > 0 && spins < PATIENCE; spins++) {
        left = 0;
        for (int64_t tile = first; tile < last; tile++)
            if (is_joined(w, tile))
                continue;
            else if (clast_flow_join(m, s, w, tile, then))
                spins = 0;
            else
                left++;
        if (left > 0)
            pool_relax();
    }
}

typedef struct flow_job {
    clast_job job;
    clast_body_task *then;
} flow_job;

static void join_left(void *context, int64_t first, int64_t last)
{
    const flow_job *flow = context;
    const clast_job *job = &flow->job;
    for (int64_t tile = first; tile < last; tile++)
        if (!is_joined(job->w, tile))
            clast_tile_join(job->m, job->s, job->w, tile, flow->then);
}

void clast_flow_end(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *then)
{
    flow_job flow = {{m, s, w}, then};
    int32_t left = 0;
    for (int32_t tile = 0; tile < work_tiles(w); tile++)
        left += !is_joined(w, tile);
    if (left > 0)
        clast_pool_for(w->pool, work_tiles(w), 1, join_left, &flow);
}
