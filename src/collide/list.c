#include "collide/list.h"

#include <assert.h>
#include <string.h>

#include "base/array.h"
#include "collide/flow.h"
#include "collide/ghost.h"
#include "collide/hold.h"
#include "collide/list_edit.h"
#include "collide/reach.h"

clast_pick clast_list_pick(const clast_model *m, const clast_state *s, clast_key key)
{
    const int32_t a = (int32_t)(key.bodies >> 32), partner = (int32_t)(key.bodies & (CLAST_WALL - 1));
    const int32_t b = key.bodies & CLAST_WALL ? -1 - partner : partner;
    const int32_t rows_a = m->sphere_first[s->shape[0][a]], rows_b = b < 0 ? 0 : m->sphere_first[s->shape[0][b]];
    return (clast_pick){a, b, rows_a + (int32_t)(key.spheres >> 32), rows_b + (int32_t)(key.spheres & 0xFFFFFFFF)};
}

void clast_list_begin(const clast_job *job, const clast_near *near, int32_t c, int32_t slot)
{
    clast_work *w = job->w;
    const clast_key key = keep_key(near, &w->candidates[c]);
    job->s->contacts.key[slot] = key;
    w->pick[slot] = clast_list_pick(job->m, job->s, key);
    hold_bodies(w, slot);
    hold_grip_b(w, slot, clast_ghost_row(w, w->pick[slot].a, w->pick[slot].b));
}

/* Lists may be changed in place where the evaluation is going to be accepted and nobody goes through all contacts in every
 * step. They have some room to grow then. */
static bool may_edit_in_place(const clast_model *m)
{
    return !m->keeps && m->integrator == CLAST_VERLET && (!m->ledger || model_books_late(m));
}

static int32_t room_for(const clast_model *m, int32_t n) { return may_edit_in_place(m) ? n + n / 8 + 8 : n; }

/* The old lists are those of the last accepted step, and what closed or opened in the tile since then is known. */
static bool few_changed(const clast_work *w, int64_t tile)
{
    return w->quick && w->changes[tile].n <= CLAST_FEW_CHANGES;
}

static void count_tile(const clast_job *job, int64_t tile)
{
    clast_work *w = job->w;
    clast_tile_list n = {0};
    if (few_changed(w, tile)) {
        clast_list_count(w, tile);
        return;
    }
    const clast_list_range own = {work_tile_begin(w, tile), work_tile_begin(w, tile + 1)};
    int32_t *const group = w->group_n + tile * w->n_groups;
    memset(group, 0, (size_t)w->n_groups * sizeof *group);
    for (int32_t p = work_tile_near(w, tile); p < work_tile_near(w, tile + 1); p++) {
        const int32_t before = n.contacts;
        for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++) {
            const bool now = w->touching[c] != CLAST_HOLE, was = w->slot[c] >= 0;
            n.contacts += now;
            n.begun += now && !was;
            n.ended += was && !now;
            if (w->group_kinds > 1 && now)
                group[list_group(w, &w->near[p], c)]++;
        }
        if (w->group_kinds == 1)
            group[list_group(w, &w->near[p], 0)] += n.contacts - before;
        if (list_reaches(&w->near[p], own))
            n.reaching += n.contacts - before;
    }
    w->tile_n[tile] = n;
}

static void fill_tile(const clast_job *job, int64_t tile)
{
    clast_work *w = job->w;
    clast_reach *const reach = clast_reach_found(w);
    const clast_list_range own = {work_tile_begin(w, tile), work_tile_begin(w, tile + 1)};
    clast_tile_list to = w->tile_at[tile];
    int32_t *const group = w->group_at + tile * w->n_groups;
    for (int32_t p = work_tile_near(w, tile); p < work_tile_near(w, tile + 1); p++) {
        const clast_near *near = &w->near[p];
        for (int32_t c = near->first; c < w->near[p + 1].first; c++) {
            int32_t slot = w->slot[c];
            if (!w->touching[c]) {
                if (slot >= 0)
                    w->ended[to.ended++] = c;
                continue;
            }
            if (slot < 0) {
                slot = clast_list_new_slot(job->s, w, to.begun);
                w->begun_at[to.begun] = group[list_group(w, near, c)];
                w->begun[to.begun++] = c;
                clast_list_begin(job, near, c, slot);
            }
            w->trial.list[to.contacts++] = slot;
            if (w->group_kinds > 1)
                w->trial.kind[slot] = keep_kind(w, c);
            w->contact_order[group[list_group(w, near, c)]++] = slot;
            if (list_reaches(near, own))
                reach[to.reaching++] = (clast_reach){slot, near->b};
        }
    }
    for (int32_t g = 0; g < w->n_groups; g++) /* back to where they begin */
        group[g] -= w->group_n[tile * w->n_groups + g];
    clast_reach_sort(w, tile);
}

static void count_tiles(void *context, int64_t first, int64_t last)
{
    for (int64_t tile = first; tile < last; tile++)
        count_tile(context, tile);
}

static void fill_tiles(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    for (int64_t tile = first; tile < last; tile++) {
        (few_changed(job->w, tile) ? clast_list_edit : fill_tile)(job, tile);
        clast_reach_runs(job->w, tile);
    }
}

/* From counts to places; the places of before are laid aside. Returns the sums. */
static clast_tile_list place_tiles(const clast_model *m, clast_work *w)
{
    enum { CONTACT = 3, BODY = 6 }; /* what they cost in a step, roughly; of a body the look at its candidates, too */
    clast_tile_list sum = {0};
    ARRAY_SWAP(clast_tile_list *, w->tile_at, w->tile_was);
    ARRAY_SWAP(int32_t *, w->group_at, w->group_was);
    ARRAY_SWAP(int32_t *, w->contact_order, w->order_was);
    ARRAY_SWAP(size_t, w->c_order, w->c_order_was);
    ARRAY_SWAP(clast_reach *, w->reach, w->reach_was);
    ARRAY_SWAP(size_t, w->c_reach, w->c_reach_was);
    int32_t order = 0;
    for (int32_t k = 0; k < work_tiles(w); k++) {
        const clast_tile_list n = w->tile_n[k];
        for (int32_t g = k * w->n_groups; g < (k + 1) * w->n_groups; g++) {
            w->group_at[g] = order;
            order += room_for(m, w->group_n[g]);
        }
        w->tile_at[k] = sum;
        w->tile_weight[k] = CONTACT * n.contacts + BODY * (work_tile_begin(w, k + 1) - work_tile_begin(w, k));
        sum.contacts += n.contacts, sum.begun += n.begun, sum.ended += n.ended;
        sum.reaching += room_for(m, n.reaching);
    }
    w->tile_at[work_tiles(w)] = sum;
    w->group_at[work_tiles(w) * w->n_groups] = order;
    clast_pool_weigh(w->pool, work_tiles(w), w->tile_weight);
    return sum;
}

/* For contacts that begin. */
static bool reserve_slots(const clast_job *job, clast_tile_list sum)
{
    const clast_model *m = job->m;
    clast_work *w = job->w;
    const int32_t slots = job->s->contacts.slots + (sum.begun > w->n_free ? sum.begun - w->n_free : 0);
    return clast_contacts_match(&job->s->contacts, &w->trial, slots) &&
           clast_work_reserve_contacts(w, slots, m->ledger) &&
           (model_is_plain(m) || clast_extra_reserve_contacts(&w->extra, slots)) &&
           ARRAY_RESERVE(w->begun, w->c_begun, sum.begun + 1) &&
           ARRAY_RESERVE(w->begun_at, w->c_begun_at, sum.begun + 1) &&
           ARRAY_RESERVE(w->ended, w->c_ended, sum.ended + 1);
}

/* For lists that are placed anew. */
static bool reserve_lists(clast_work *w, clast_tile_list sum)
{
    const int32_t order = w->group_at[work_tiles(w) * w->n_groups], reaching = sum.reaching + 1;
    return ARRAY_RESERVE(w->contact_order, w->c_order, order + 1) &&
           ARRAY_RESERVE(w->order_was, w->c_order_was, order + 1) &&
           ARRAY_RESERVE(w->contact_chosen, w->c_chosen, order + 1) && ARRAY_RESERVE(w->reach, w->c_reach, reaching) &&
           ARRAY_RESERVE(w->reach_was, w->c_reach_was, reaching) &&
           ARRAY_RESERVE(w->reach_found, w->c_reach_found, reaching) &&
           ARRAY_RESERVE(w->reach_body, w->c_reach_body, reaching) &&
           ARRAY_RESERVE(w->load_sum, w->c_load_sum, ((size_t)w->n_body + (size_t)reaching) * CLAST_LOAD) &&
           ARRAY_RESERVE(w->runs, w->c_runs, reaching) && ARRAY_RESERVE(w->arrives, w->c_arrives, reaching);
}

/* They are those of this evaluation. */
static bool listed(clast_work *w, clast_tile_list sum, bool behind)
{
    w->trial.n = w->n_order = sum.contacts;
    w->n_begun = sum.begun, w->n_ended = sum.ended;
    w->list_behind = behind;
    w->set_accepted = false;
    return true;
}

/* Lists the contacts by key; and those of a tile, of one material pair and kind of partner together, by key within it. */
static bool list_anew(clast_job *job)
{
    const int32_t tiles = work_tiles(job->w);
    clast_work *w = job->w;
    clast_pool_for(w->pool, tiles, 1, count_tiles, job);
    const clast_tile_list sum = place_tiles(job->m, w);
    if (!reserve_slots(job, sum) || !reserve_lists(w, sum) || !clast_flow_begin(w))
        return false;
    clast_pool_for(w->pool, tiles, 1, fill_tiles, job);
    clast_reach_arrive(w);
    return listed(w, sum, false) && clast_ghosts_assign(w);
}

bool clast_list_contacts(clast_job *job, bool lists_new)
{
    enum { MANY = 64 }; /* changes: threads are called for them */
    const clast_model *m = job->m;
    clast_work *w = job->w;
    const int32_t tiles = work_tiles(w);
    w->group_kinds = m->keeps ? CLAST_KINDS : 1;
    w->n_groups = 2 * w->group_kinds * m->n_materials * m->n_materials;
    const size_t groups = (size_t)tiles * (size_t)w->n_groups + 1;
    if (!ARRAY_RESERVE(w->group_n, w->c_group_n, groups) || !ARRAY_RESERVE(w->group_at, w->c_group_at, groups) ||
        !ARRAY_RESERVE(w->group_was, w->c_group_was, groups))
        return false;
    clast_tile_list sum = {0};
    w->quick = w->set_accepted && !lists_new && !m->keeps;
    if (w->quick && w->in_place && may_edit_in_place(m)) {
        if (clast_list_count_in_place(w, &sum)) {
            if (!reserve_slots(job, sum))
                return false;
            if (sum.begun + sum.ended < MANY)
                clast_list_edit_in_place(job, 0, tiles);
            else
                clast_pool_for(w->pool, tiles, 1, clast_list_edit_in_place, job);
            clast_reach_arrive(w);
            return listed(w, sum, true);
        }
        w->quick = false; /* all is counted anew */
    }
    assert(!w->quick || !w->list_behind); /* whoever does not edit in place finds the list made */
    if (m->keeps)
        clast_keep_mark(job);
    return list_anew(job);
}

void clast_list_catch_up(clast_state *s, clast_work *w)
{
    int32_t *to = s->contacts.list;
    for (size_t c = 0; w->list_behind && c < w->n_candidates; c++)
        if (w->slot[c] >= 0)
            *to++ = w->slot[c];
    w->list_behind = false;
}
