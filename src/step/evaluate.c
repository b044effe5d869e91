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
        clast_late_total(&sums, &g->late[first / CHUNK]);
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

static int64_t chunks_of(int64_t n) { return (n + CHUNK - 1) / CHUNK; }

/* The contacts of group k; `late`: where the ledger's sums of its first chunk go. */
static group group_of(const clast_model *m, clast_state *s, clast_work *w, int32_t k, bool first)
{
    return (group){.job = {m, s, w},
                   .list = w->contact_order + w->group_first[k],
                   .n = w->group_first[k + 1] - w->group_first[k],
                   .pair = &m->pairs[k / (2 * w->group_kinds)],
                   .first = first,
                   .far = w->group_first[w->n_groups] > CACHED,
                   .walls = k % 2};
}

/* Chunks of all groups one after the other, so that threads meet once and not once for each group. */
typedef struct all_groups {
    clast_job job;
    bool first, late;
} all_groups;

static void evaluate_any(void *context, int64_t first, int64_t last)
{
    const all_groups *all = context;
    clast_work *w = all->job.w;
    int64_t before = 0; /* chunks of the groups passed by */
    for (int32_t k = 0; k < w->n_groups && before < last; k++) {
        group g = group_of(all->job.m, all->job.s, w, k, all->first);
        const int64_t n = chunks_of(g.n);
        g.late = all->late ? w->late + before : NULL;
        for (int64_t c = first > before ? first - before : 0; c < n && before + c < last; c++)
            evaluate_chunk(&g, c * CHUNK, (c + 1) * CHUNK < g.n ? (c + 1) * CHUNK : g.n);
        before += n;
    }
}

static void evaluate_chosen(const clast_model *m, clast_state *s, clast_work *w)
{
    for (int32_t k = 0; k < w->n_groups; k++) {
        group g = group_of(m, s, w, k, false);
        g.n = choose(w, g.list, (int32_t)g.n, w->contact_chosen);
        g.list = w->contact_chosen;
        clast_pool_for(w->pool, g.n, CHUNK, evaluate_chunk, &g);
    }
}

static void evaluate_contacts(const clast_model *m, clast_state *s, clast_work *w, bool first)
{
    const bool late = model_books_late(m) && w->in_place;
    w->books = m->ledger && !w->forces_only && (!late || clast_stability_is_due(m, s));
    if (w->only) {
        evaluate_chosen(m, s, w);
        return;
    }
    all_groups all = {{m, s, w}, first, late};
    w->n_late = 0;
    for (int32_t k = 0; k < w->n_groups; k++)
        w->n_late += chunks_of(w->group_first[k + 1] - w->group_first[k]);
    clast_pool_for(w->pool, w->n_late, 1, evaluate_any, &all);
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
    return clast_evaluate_followed(m, s, w, first, NULL, error);
}

clast_status clast_evaluate_followed(const clast_model *m, clast_state *s, clast_work *w, bool first,
                                     clast_body_task *then, clast_error *error)
{
    const bool more = model_has_body_terms(m);
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
    clast_gather(m, s, w, more ? NULL : then);
    clast_status status = more ? clast_body_terms(m, s, w, first, error) : CLAST_OK;
    if (more && then && !status)
        clast_work_bodies(m, s, w, then);
    tick(w, CLAST_STAGE_GATHER, &mark);
    return status;
}
