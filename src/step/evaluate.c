#include "step/evaluate.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "collide/flow.h"
#include "collide/lanes.h"
#include "collide/lay.h"
#include "collide/near.h"
#include "collide/tile.h"
#include "collide/touch.h"
#include "collide/touch_more.h"
#include "energy/late.h"
#include "energy/stability.h"
#include "step/apply.h"
#include "step/body_terms.h"

/* One evaluation, as the threads see it. */
typedef struct evaluation {
    clast_job job;
    clast_source from;
    clast_laying to;
    bool first, late; /* the very first one; the ledger's sums are made on the way */
    bool far;         /* too many contacts for the inner caches */
    clast_clone clone;
} evaluation;

/* Where the contacts of a tile are worked on. */
typedef struct bench {
    clast_touch block;
    clast_lanes in;
    clast_late_lanes sums;
} bench;

/* The first n contacts of list, all of one material pair and kind. */
static void evaluate_block(const evaluation *e, const clast_pair *pair, bool walls, const int32_t *list, int n,
                           bool begins, const int32_t *soon, bench *b)
{
    const clast_model *m = e->job.m;
    clast_state *s = e->job.s;
    clast_work *w = e->job.w;
    clast_touch_fill(&e->from, pair, walls, list, n, begins, &b->in, &b->block);
    if (e->late && !b->block.turned) /* else they were summed on the way */
        clast_late_powers(&b->in, &b->block, pair, walls);
    clast_touch_turn(m, s, pair, list, &b->in, &b->block);
    clast_apply_laws(m, pair, &b->block);
    if (e->late && (b->block.looks || pair->needs))
        clast_late_energies(&b->block, pair, &b->sums);
    if (w->stiff)
        clast_stability_terms(m, w, list, &b->in, &b->block);
    if (clast_lay_loads(&e->to, list, &b->block, soon))
        return;
    if (b->block.wrote)
        clast_touch_extra_forces(&b->block);
    clast_lanes_loads(&b->block);
    if (b->block.wrote)
        clast_touch_extra_torques(&b->block);
    clast_lay(&e->to, list, &b->block, soon);
    if (!model_is_plain(m))
        clast_touch_store_more(w, list, &b->block);
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

/* Whether a contact among those that stand in a block of w->contact_order may begin with this step. */
static bool some_begin(const evaluation *e, int64_t tile, int32_t first)
{
    const clast_work *w = e->job.w;
    if (e->job.m->keeps || w->only)
        return !w->set_accepted;
    for (int32_t k = 0; !w->set_accepted && k < w->tile_n[tile].begun; k++) {
        const int32_t at = w->begun_at[w->tile_at[tile].begun + k];
        if (at >= first && at < first + CLAST_BLOCK)
            return true;
    }
    return false;
}

static void evaluate_group(const evaluation *e, int64_t tile, int32_t group, bench *b)
{
    clast_work *w = e->job.w;
    const int32_t at = w->group_at[tile * w->n_groups + group];
    const clast_pair *pair = &e->job.m->pairs[group / (2 * w->group_kinds)];
    const int32_t *list = w->contact_order + at;
    int32_t n = w->group_n[tile * w->n_groups + group];
    if (w->only) {
        n = choose(w, list, n, w->contact_chosen + at);
        list = w->contact_chosen + at;
    }
    if (e->far)
        clast_touch_prefetch(e->job.s, w, list, n < 2 * CLAST_BLOCK ? n : 2 * CLAST_BLOCK);
    for (int32_t k = 0; k < n; k += CLAST_BLOCK) {
        const bool fetches = e->far && k + 3 * CLAST_BLOCK <= n;
        evaluate_block(e, pair, group % 2, list + k, n - k < CLAST_BLOCK ? n - k : CLAST_BLOCK,
                       some_begin(e, tile, at + k), fetches ? list + k + 2 * CLAST_BLOCK : NULL, b);
    }
}

/* Each contact writes its own slot, each tile the sums of its own bodies. */
static void evaluate_tile(void *context, int64_t tile)
{
    const evaluation *e = context;
    clast_work *w = e->job.w;
    bench b;
    b.block.clone = e->clone;
    clast_touch_open(&e->from, e->first, &b.in, &b.block);
    if (e->late && w->looks)
        memset(&b.sums, 0, sizeof b.sums);
    if (e->to.away)
        clast_tile_fetch(e->job.s, w, tile);
    clast_tile_open(e->job.m, w, tile);
    for (int32_t group = 0; group < w->n_groups; group++)
        evaluate_group(e, tile, group, &b);
    if (e->late)
        clast_late_total(&b.block, &b.sums, &w->late[tile]);
}

static void evaluate_tiles(void *context, int64_t first, int64_t last)
{
    for (int64_t tile = first; tile < last; tile++)
        evaluate_tile(context, tile);
}

enum { CACHED = 24000 }; /* contacts that stay in the caches with their bodies; measured, roughly */

/* Contacts that even the outermost cache holds with their bodies, roughly. With fewer the laws of all tiles and then the
 * motion of all are faster than both by turns, the code of which has no room in the innermost cache. */
enum { HELD = 80000 };

/* Adds the time from *mark to now to a stage and moves the mark. */
static void tick_to(clast_work *w, int stage, double *mark, double now)
{
    w->stage_seconds[stage] += now - *mark;
    *mark = now;
}

static void tick(clast_work *w, int stage, double *mark) { tick_to(w, stage, mark, clock_seconds()); }

/* then: for the bodies of all tiles; NULL: they are joined later. */
static void evaluate_contacts(const clast_model *m, clast_state *s, clast_work *w, bool first, clast_body_task *then,
                              double *mark)
{
    const bool late = model_books_late(m) && w->in_place;
    evaluation e = {.job = {m, s, w},
                    .from = clast_touch_source(m, s, w),
                    .to = clast_lay_open(s, w),
                    .first = first,
                    .late = late,
                    .far = w->n_order > CACHED,
                    .clone = clast_clone_widest()};
    e.to.away = w->n_order > HELD;
    w->books = m->ledger && !w->forces_only && !late;
    w->stiff = !w->forces_only && clast_stability_is_due(m, s);
    if (late)
        clast_late_ended(m, s, w);
    clast_tile_flow flow = {.job = e.job,
                            .evaluate = evaluate_tile,
                            .context = &e,
                            .then = then,
                            .at_once = e.to.away || w->flow_small,
                            .looks = w->has_begun && model_walls_rest(m)};
    if (!then) {
        clast_pool_for(w->pool, work_tiles(w), 1, evaluate_tiles, &e);
        tick(w, CLAST_STAGE_LAWS, mark);
        return;
    }
    clast_flow_run(&flow);
    if (flow.evaluated > 0)
        tick_to(w, CLAST_STAGE_LAWS, mark, flow.evaluated);
    tick_to(w, flow.evaluated > 0 ? CLAST_STAGE_MOVE : CLAST_STAGE_LAWS, mark, flow.joined);
    tick(w, CLAST_STAGE_TOUCH, mark);
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
    if (!clast_late_reserve(m, w) || !clast_touch_walls(m, w))
        return clast_fail_memory(error);
    const bool flows = then && !more && !w->only;
    evaluate_contacts(m, s, w, first, flows ? then : NULL, &mark);
    if (!flows)
        clast_tiles_join(m, s, w, more ? NULL : then);
    clast_status status = more ? clast_body_terms(m, s, w, first, error) : CLAST_OK;
    if (more && then && !status)
        clast_work_bodies(m, s, w, then);
    tick(w, CLAST_STAGE_MOVE, &mark);
    return status;
}
