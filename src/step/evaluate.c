#include "step/evaluate.h"

#include "base/clock.h"
#include "base/error.h"
#include "collide/gather.h"
#include "collide/near.h"
#include "collide/touch.h"
#include "collide/touch_more.h"
#include "step/apply.h"
#include "step/body_terms.h"

typedef struct group { /* contacts of one material pair */
    clast_job job;
    const int32_t *list;
    const clast_pair *pair;
    bool first;
} group;

/* Blocks are independent: each contact writes its own slot. */
static void evaluate_chunk(void *context, int64_t first, int64_t last)
{
    const group *g = context;
    for (int64_t at = first; at < last; at += CLAST_BLOCK) {
        clast_touch block;
        int n = last - at < CLAST_BLOCK ? (int)(last - at) : CLAST_BLOCK;
        if (at + 2 * CLAST_BLOCK <= last)
            clast_touch_prefetch(g->job.s, g->job.w, g->list + at + CLAST_BLOCK, CLAST_BLOCK);
        clast_touch_fill(g->job.m, g->job.s, g->job.w, g->list + at, n, g->first, &block);
        clast_apply_laws(g->job.m, g->pair, &block);
        clast_touch_store(g->job.w, g->list + at, &block);
        if (!model_is_plain(g->job.m))
            clast_touch_store_more(g->job.w, g->list + at, &block);
    }
}

static void evaluate_contacts(const clast_model *m, clast_state *s, clast_work *w, bool first)
{
    for (int32_t k = 0; k < w->n_groups; k++) {
        const int32_t from = w->group_first[k], to = w->group_first[k + 1];
        group g = {{m, s, w}, w->contact_order + from, &m->pairs[k / (2 * w->group_kinds)], first};
        clast_pool_for(w->pool, to - from, 8 * CLAST_BLOCK, evaluate_chunk, &g);
    }
}

/* Adds the time since *mark to a stage and moves the mark. */
static void tick(clast_work *w, int stage, double *mark)
{
    double now = clock_seconds();
    w->stage_seconds[stage] += now - *mark;
    *mark = now;
}

clast_status clast_evaluate(const clast_model *m, clast_state *s, clast_work *w, bool first, clast_error *error)
{
    double mark = clock_seconds();
    if (!w->only) /* who evaluates some bodies alone places what has moved (sweep.c) */
        clast_near_place(m, s, w);
    tick(w, CLAST_STAGE_PLACE, &mark);
    if (!clast_touch_find(m, s, w))
        return clast_fail_memory(error);
    tick(w, CLAST_STAGE_TOUCH, &mark);
    evaluate_contacts(m, s, w, first);
    tick(w, CLAST_STAGE_LAWS, &mark);
    clast_gather(m, s, w);
    clast_status status = model_has_body_terms(m) ? clast_body_terms(m, s, w, first, error) : CLAST_OK;
    tick(w, CLAST_STAGE_GATHER, &mark);
    return status;
}
