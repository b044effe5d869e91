#include "step/evaluate.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "collide/gather.h"
#include "collide/lanes.h"
#include "collide/near.h"
#include "collide/touch.h"
#include "collide/touch_more.h"
#include "energy/late.h"
#include "energy/stability.h"
#include "step/apply.h"
#include "step/body_terms.h"

typedef struct group { /* contacts of one material pair */
    clast_job job;
    const int32_t *list;
    const clast_pair *pair;
    bool first;
    bool far, walls; /* too many contacts for the inner caches; contacts with walls */
    int64_t n;
    clast_late *late; /* the ledger's sums of each chunk; NULL: not wanted here */
} group;

enum { CHUNK = 8 * CLAST_BLOCK };

/* Blocks are independent: each contact writes its own slot. */
static void evaluate_chunk(void *context, int64_t first, int64_t last)
{
    const group *g = context;
    clast_late_lanes sums;
    if (g->late)
        memset(&sums, 0, sizeof sums);
    for (int64_t at = first; at < last; at += CLAST_BLOCK) {
        clast_touch block;
        clast_lanes in;
        int n = last - at < CLAST_BLOCK ? (int)(last - at) : CLAST_BLOCK;
        if (g->far && at + 3 * CLAST_BLOCK <= g->n)
            clast_touch_prefetch(g->job.s, g->job.w, g->list + at + 2 * CLAST_BLOCK, CLAST_BLOCK);
        clast_touch_fill(g->job.m, g->job.s, g->job.w, g->pair, g->list + at, n, g->first, &in, &block);
        if (g->late)
            clast_late_powers(&in, &block, g->pair, g->walls, &sums);
        clast_touch_turn(g->job.m, g->job.s, g->pair, g->list + at, &in, &block);
        clast_apply_laws(g->job.m, g->pair, &block);
        if (g->late)
            clast_late_energies(&block, &sums);
        if (block.wrote)
            clast_touch_extra_forces(&block);
        clast_lanes_loads(&block);
        clast_touch_store(g->job.s, g->job.w, g->list + at, &block);
        if (!model_is_plain(g->job.m))
            clast_touch_store_more(g->job.w, g->list + at, &block);
    }
    if (g->late)
        g->late[first / CHUNK] = clast_late_total(&sums);
}

/* Of the contacts in list those of the bodies that are to be evaluated alone. */
static int32_t choose(const clast_work *w, const int32_t *list, int32_t n, int32_t *chosen)
{
    int32_t count = 0;
    for (int32_t k = 0; k < n; k++) {
        const clast_pick *pick = &w->pick[list[k]];
        if (w->only[pick->a] || (pick->b >= 0 && w->only[pick->b]))
            chosen[count++] = list[k];
    }
    return count;
}

enum { CACHED = 3000 }; /* contacts that stay in the second-level cache with their bodies; measured, roughly */

static void evaluate_contacts(const clast_model *m, clast_state *s, clast_work *w, bool first)
{
    const bool late = model_books_late(m) && w->in_place;
    w->books = m->ledger && !w->forces_only && (!late || clast_stability_is_due(m, s));
    w->n_late = 0;
    for (int32_t k = 0; k < w->n_groups; k++) {
        const int32_t *list = w->contact_order + w->group_first[k];
        int32_t n = w->group_first[k + 1] - w->group_first[k];
        if (w->only) {
            n = choose(w, list, n, w->contact_chosen);
            list = w->contact_chosen;
        }
        group g = {.job = {m, s, w},
                   .list = list,
                   .pair = &m->pairs[k / (2 * w->group_kinds)],
                   .first = first,
                   .far = w->group_first[w->n_groups] > CACHED,
                   .walls = k % 2,
                   .n = n,
                   .late = late ? w->late + w->n_late : NULL};
        clast_pool_for(w->pool, n, CHUNK, evaluate_chunk, &g);
        w->n_late += (n + CHUNK - 1) / CHUNK;
    }
    if (late)
        clast_late_ended(m, s, w);
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
    clast_work_bodies(m, s, w, clast_near_follow);
    tick(w, CLAST_STAGE_LISTS, &mark);
    return clast_evaluate_followed(m, s, w, first, error);
}

clast_status clast_evaluate_followed(const clast_model *m, clast_state *s, clast_work *w, bool first,
                                     clast_error *error)
{
    double mark = clock_seconds();
    if (!clast_near_refresh(m, s, w))
        return clast_fail_memory(error);
    tick(w, CLAST_STAGE_LISTS, &mark);
    if (!clast_touch_find(m, s, w))
        return clast_fail_memory(error);
    tick(w, CLAST_STAGE_TOUCH, &mark);
    if (!clast_late_reserve(m, s, w, w->group_first[w->n_groups] / CHUNK + w->n_groups))
        return clast_fail_memory(error);
    evaluate_contacts(m, s, w, first);
    tick(w, CLAST_STAGE_LAWS, &mark);
    clast_gather(m, s, w);
    clast_status status = model_has_body_terms(m) ? clast_body_terms(m, s, w, first, error) : CLAST_OK;
    tick(w, CLAST_STAGE_GATHER, &mark);
    return status;
}
