#include "collide/flow.h"

#include <stdatomic.h>

enum { JOINED = -1 };

void clast_flow_begin(clast_work *w)
{
    for (int32_t tile = 0; tile < work_tiles(w); tile++)
        atomic_store_explicit(&w->tile_waits[tile], w->arrives_at[tile + 1] - w->arrives_at[tile],
                              memory_order_relaxed);
}

void clast_flow_pass(const clast_model *m, clast_state *s, clast_work *w, int64_t tile, clast_body_task *then)
{
    for (int32_t run = w->tile_at[tile].reaching; run < w->runs_end[tile]; run++)
        atomic_fetch_sub_explicit(&w->tile_waits[w->runs[run].tile], 1, memory_order_release);
    if (atomic_load_explicit(&w->tile_waits[tile], memory_order_acquire) > 0)
        return;
    clast_tile_join(m, s, w, tile, then);
    atomic_store_explicit(&w->tile_waits[tile], JOINED, memory_order_relaxed);
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
        if (atomic_load_explicit(&job->w->tile_waits[tile], memory_order_relaxed) != JOINED)
            clast_tile_join(job->m, job->s, job->w, tile, flow->then);
}

void clast_flow_end(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *then)
{
    flow_job flow = {{m, s, w}, then};
    clast_pool_for(w->pool, work_tiles(w), 1, join_left, &flow);
}
