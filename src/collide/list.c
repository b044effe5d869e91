#include "collide/list.h"

#include <assert.h>
#include <string.h>

#include "base/array.h"
#include "collide/keep.h"
#include "collide/reach.h"

clast_pick clast_list_pick(const clast_model *m, const clast_state *s, clast_key key)
{
    const int32_t a = (int32_t)(key.bodies >> 32), partner = (int32_t)(key.bodies & (CLAST_WALL - 1));
    const int32_t b = key.bodies & CLAST_WALL ? -1 - partner : partner;
    const int32_t rows_a = m->sphere_first[s->shape[0][a]], rows_b = b < 0 ? 0 : m->sphere_first[s->shape[0][b]];
    return (clast_pick){a, b, rows_a + (int32_t)(key.spheres >> 32), rows_b + (int32_t)(key.spheres & 0xFFFFFFFF)};
}

/* Bodies with bodies and bodies with walls go through different lanes; contacts kept over a gap are for themselves. */
static int32_t group_of(const clast_work *w, const clast_near *near, int32_t c)
{
    const int32_t pair = w->group_kinds > 1 ? near->pair * CLAST_KINDS + keep_kind(w, c) : near->pair;
    return 2 * pair + (near->b < 0);
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

/* Bodies first .. last - 1. */
typedef struct range {
    int32_t first, last;
} range;

static bool reaches(const clast_near *near, range tile)
{
    return near->b >= tile.last || (near->b >= 0 && near->b < tile.first);
}

/* ---- a tile in which little changed ---- */

static void begin_contact(const clast_job *job, const clast_near *near, int32_t c, int32_t slot)
{
    clast_work *w = job->w;
    const clast_key key = keep_key(near, &w->candidates[c]);
    job->s->contacts.key[slot] = key;
    w->pick[slot] = clast_list_pick(job->m, job->s, key);
    w->row_b[slot] = w->pick[slot].b;
}

static void count_changes(clast_work *w, int64_t tile)
{
    const range own = {work_tile_begin(w, tile), work_tile_begin(w, tile + 1)};
    clast_tile_list *const n = &w->tile_n[tile];
    n->begun = n->ended = 0;
    for (int32_t k = 0; k < w->changes[tile].n; k++) {
        const int32_t c = w->changes[tile].at[k].candidate;
        const clast_near *near = &w->near[w->changes[tile].at[k].near];
        const bool closes = w->slot[c] < 0;
        const int32_t more = closes ? 1 : -1;
        *(closes ? &n->begun : &n->ended) += 1;
        n->contacts += more;
        n->reaching += reaches(near, own) ? more : 0;
        w->group_n[tile * w->n_groups + group_of(w, near, c)] += more;
    }
}

/* A contact that is put into lists, or taken out of them. */
typedef struct change {
    clast_key key;
    clast_reach contact;
    int32_t group, begun; /* its number among those that begin */
    range into;           /* the tile of b */
    bool begins, reaches;
} change;

/* In the order of candidates, which is that of the keys. */
static void sort_changes(clast_changes *changes)
{
    for (int32_t k = 1; k < changes->n; k++)
        for (int32_t j = k; j > 0 && changes->at[j].candidate < changes->at[j - 1].candidate; j--) {
            const int32_t candidate = changes->at[j].candidate, near = changes->at[j].near;
            changes->at[j] = changes->at[j - 1];
            changes->at[j - 1].candidate = candidate, changes->at[j - 1].near = near;
        }
}

/* Gives those that begin their slots. */
static int32_t read_changes(const clast_job *job, int64_t tile, change out[CLAST_FEW_CHANGES])
{
    clast_work *w = job->w;
    const range own = {work_tile_begin(w, tile), work_tile_begin(w, tile + 1)};
    clast_tile_list at = w->tile_at[tile];
    clast_changes *const changes = &w->changes[tile];
    sort_changes(changes);
    for (int32_t k = 0; k < changes->n; k++) {
        const int32_t c = changes->at[k].candidate;
        const clast_near *near = &w->near[changes->at[k].near];
        const bool begins = w->slot[c] < 0;
        const int32_t slot = begins ? clast_list_new_slot(job->s, w, at.begun) : w->slot[c];
        const int32_t number = at.begun;
        if (begins) {
            w->begun[at.begun++] = c;
            begin_contact(job, near, c, slot);
        } else
            w->ended[at.ended++] = c;
        const int32_t into = near->b < 0 ? 0 : near->b / w->body_chunk;
        out[k] = (change){keep_key(near, &w->candidates[c]),
                          {slot, near->b},
                          group_of(w, near, c),
                          number,
                          {work_tile_begin(w, into), work_tile_begin(w, into + 1)},
                          begins,
                          reaches(near, own)};
    }
    return changes->n;
}

/* A list of slots, or of clast_reach, in which one thing is put in or left out at a time. */
enum { SLOT = 1, REACH = 2 }; /* so many numbers */
typedef struct copying {
    const clast_key *key;
    const int32_t *from;
    int32_t n, at; /* things there, and copied */
    int32_t *to;
    int stride;
} copying;

static bool comes_before(const copying *c, int32_t k, const change *one)
{
    const int32_t *const thing = c->from + (size_t)k * (size_t)c->stride;
    if (c->stride == REACH && (thing[1] < one->into.first || thing[1] >= one->into.last))
        return thing[1] < one->into.first;
    return key_less(c->key[thing[0]], one->key);
}

/* How many come before it. */
static int32_t place_of(const copying *c, const change *one)
{
    int32_t low = c->at, high = c->n;
    while (high > low) {
        const int32_t middle = low + (high - low) / 2;
        if (comes_before(c, middle, one))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void copy_up_to(copying *c, int32_t end)
{
    const size_t numbers = (size_t)(end - c->at) * (size_t)c->stride;
    memcpy(c->to, c->from + (size_t)c->at * (size_t)c->stride, numbers * sizeof *c->to);
    c->to += numbers;
    c->at = end;
}

static void copy_changed(copying *c, const change *one)
{
    copy_up_to(c, place_of(c, one));
    if (!one->begins) {
        c->at++;
        return;
    }
    memcpy(c->to, &one->contact, (size_t)c->stride * sizeof *c->to);
    c->to += c->stride;
}

/* By the tile of b. */
static void sort_by_tile(change *changes, int32_t n)
{
    for (int32_t k = 1; k < n; k++)
        for (int32_t j = k; j > 0 && changes[j].into.first < changes[j - 1].into.first; j--)
            ARRAY_SWAP(change, changes[j], changes[j - 1]);
}

/* By how many a group has grown. */
static int32_t growth(const change *changes, int32_t n, int32_t group)
{
    int32_t more = 0;
    for (int32_t k = 0; k < n; k++)
        more += changes[k].group != group ? 0 : changes[k].begins ? 1 : -1;
    return more;
}

static int32_t growth_of_reach(const change *changes, int32_t n)
{
    int32_t more = 0;
    for (int32_t k = 0; k < n; k++)
        more += !changes[k].reaches ? 0 : changes[k].begins ? 1 : -1;
    return more;
}

/* From order_was, where its groups were at `was`. */
static void edit_order(const clast_job *job, int64_t tile, const int32_t *was, const change *changes, int32_t n)
{
    clast_work *w = job->w;
    for (int32_t g = 0; g < w->n_groups; g++) {
        const int64_t at = tile * w->n_groups + g;
        copying order = {job->s->contacts.key,
                         w->order_was + was[at],
                         w->group_n[at] - growth(changes, n, g),
                         0,
                         w->contact_order + w->group_at[at],
                         SLOT};
        for (int32_t k = 0; k < n; k++)
            if (changes[k].group == g) {
                copy_changed(&order, &changes[k]);
                if (changes[k].begins)
                    w->begun_at[changes[k].begun] = (int32_t)(order.to - w->contact_order) - 1;
            }
        copy_up_to(&order, order.n);
    }
}

/* From reach_was, where it began at `was`. */
static void edit_reach(const clast_job *job, int64_t tile, int32_t was, change *changes, int32_t n)
{
    clast_work *w = job->w;
    copying reach = {job->s->contacts.key,
                     &w->reach_was[was].slot,
                     w->tile_n[tile].reaching - growth_of_reach(changes, n),
                     0,
                     &w->reach[w->tile_at[tile].reaching].slot,
                     REACH};
    sort_by_tile(changes, n);
    for (int32_t k = 0; k < n; k++)
        if (changes[k].reaches)
            copy_changed(&reach, &changes[k]);
    copy_up_to(&reach, reach.n);
}

/* From lists that lie elsewhere. */
static void edit_tile(const clast_job *job, int64_t tile)
{
    clast_work *w = job->w;
    change changes[CLAST_FEW_CHANGES] = {0};
    const int32_t n = read_changes(job, tile, changes), was = w->tile_was[tile].contacts;
    copying list = {job->s->contacts.key,
                    job->s->contacts.list + was,
                    w->tile_was[tile + 1].contacts - was,
                    0,
                    w->trial.list + w->tile_at[tile].contacts,
                    SLOT};
    for (int32_t k = 0; k < n; k++)
        copy_changed(&list, &changes[k]);
    copy_up_to(&list, list.n);
    edit_order(job, tile, w->group_was, changes, n);
    edit_reach(job, tile, w->tile_was[tile].reaching, changes, n);
}

/* ---- lists that stay where they are ---- */

/* Counts the changes of all tiles and places what begins and ends. False: some have no room, or many changes. */
static bool count_in_place(clast_work *w, clast_tile_list *sum)
{
    bool fits = true;
    for (int64_t tile = 0; tile < work_tiles(w); tile++)
        if (w->changes[tile].n > CLAST_FEW_CHANGES)
            return false;
    for (int64_t tile = 0; tile < work_tiles(w); tile++) {
        clast_tile_list *const at = &w->tile_at[tile], *const n = &w->tile_n[tile];
        count_changes(w, tile);
        at->contacts = sum->contacts, at->begun = sum->begun, at->ended = sum->ended;
        sum->contacts += n->contacts, sum->begun += n->begun, sum->ended += n->ended;
        if (w->changes[tile].n == 0)
            continue;
        for (int64_t g = tile * w->n_groups; g < (tile + 1) * w->n_groups; g++)
            fits = fits && w->group_n[g] <= w->group_at[g + 1] - w->group_at[g];
        fits = fits && n->reaching <= at[1].reaching - at->reaching;
    }
    w->tile_at[work_tiles(w)].contacts = sum->contacts;
    return fits;
}

/* What it had is laid aside first. */
static void edit_tile_in_place(const clast_job *job, int64_t tile)
{
    clast_work *w = job->w;
    const int32_t groups = (int32_t)tile * w->n_groups, reaching = w->tile_at[tile].reaching;
    const int32_t first = w->group_at[groups], room = w->group_at[groups + w->n_groups] - first;
    const int32_t reach_room = w->tile_at[tile + 1].reaching - reaching;
    change changes[CLAST_FEW_CHANGES] = {0};
    const int32_t n = read_changes(job, tile, changes);
    memcpy(w->order_was + first, w->contact_order + first, (size_t)room * sizeof *w->order_was);
    edit_order(job, tile, w->group_at, changes, n);
    bool reach = false;
    for (int32_t k = 0; k < n; k++)
        reach = reach || changes[k].reaches;
    if (!reach)
        return;
    memcpy(w->reach_was + reaching, w->reach + reaching, (size_t)reach_room * sizeof *w->reach_was);
    edit_reach(job, tile, reaching, changes, n);
    clast_reach_runs(w, tile);
}

static void edit_tiles(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    for (int64_t tile = first; tile < last; tile++)
        if (job->w->changes[tile].n > 0)
            edit_tile_in_place(job, tile);
}

/* ---- any tile ---- */

static void count_tile(const clast_job *job, int64_t tile)
{
    clast_work *w = job->w;
    clast_tile_list n = {0};
    if (few_changed(w, tile)) {
        count_changes(w, tile);
        return;
    }
    const range own = {work_tile_begin(w, tile), work_tile_begin(w, tile + 1)};
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
                group[group_of(w, &w->near[p], c)]++;
        }
        if (w->group_kinds == 1)
            group[group_of(w, &w->near[p], 0)] += n.contacts - before;
        if (reaches(&w->near[p], own))
            n.reaching += n.contacts - before;
    }
    w->tile_n[tile] = n;
}

static void fill_tile(const clast_job *job, int64_t tile)
{
    clast_work *w = job->w;
    clast_reach *const reach = clast_reach_found(w);
    const range own = {work_tile_begin(w, tile), work_tile_begin(w, tile + 1)};
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
                w->begun_at[to.begun] = group[group_of(w, near, c)];
                w->begun[to.begun++] = c;
                begin_contact(job, near, c, slot);
            }
            w->trial.list[to.contacts++] = slot;
            if (w->group_kinds > 1)
                w->trial.kind[slot] = keep_kind(w, c);
            w->contact_order[group[group_of(w, near, c)]++] = slot;
            if (reaches(near, own))
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
        (few_changed(job->w, tile) ? edit_tile : fill_tile)(job, tile);
        clast_reach_runs(job->w, tile);
    }
}

/* From counts to places; the places of before are laid aside. Returns the sums. */
static clast_tile_list place_tiles(const clast_model *m, clast_work *w)
{
    enum { CONTACT = 3, BODY = 2 }; /* what they cost in a step, roughly */
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

/* For contacts that begin; of lists that are placed anew. */
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

static bool reserve_lists(clast_work *w, clast_tile_list sum)
{
    const int32_t order = w->group_at[work_tiles(w) * w->n_groups], reaching = sum.reaching + 1;
    return ARRAY_RESERVE(w->contact_order, w->c_order, order + 1) &&
           ARRAY_RESERVE(w->order_was, w->c_order_was, order + 1) &&
           ARRAY_RESERVE(w->contact_chosen, w->c_chosen, order + 1) && ARRAY_RESERVE(w->reach, w->c_reach, reaching) &&
           ARRAY_RESERVE(w->reach_was, w->c_reach_was, reaching) &&
           ARRAY_RESERVE(w->reach_found, w->c_reach_found, reaching) &&
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
    if (!reserve_slots(job, sum) || !reserve_lists(w, sum))
        return false;
    clast_pool_for(w->pool, tiles, 1, fill_tiles, job);
    clast_reach_arrive(w);
    return listed(w, sum, false);
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
        if (count_in_place(w, &sum)) {
            if (!reserve_slots(job, sum))
                return false;
            if (sum.begun + sum.ended < MANY)
                edit_tiles(job, 0, tiles);
            else
                clast_pool_for(w->pool, tiles, 1, edit_tiles, job);
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
