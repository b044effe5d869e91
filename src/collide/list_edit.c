#include "collide/list_edit.h"

#include <string.h>

#include "base/array.h"
#include "collide/list.h"
#include "collide/reach.h"

void clast_list_count(clast_work *w, int64_t tile)
{
    const clast_list_range own = {work_tile_begin(w, tile), work_tile_begin(w, tile + 1)};
    clast_tile_list *const n = &w->tile_n[tile];
    n->begun = n->ended = 0;
    for (int32_t k = 0; k < w->changes[tile].n; k++) {
        const int32_t c = w->changes[tile].at[k].candidate;
        const clast_near *near = &w->near[w->changes[tile].at[k].near];
        const bool closes = w->slot[c] < 0;
        const int32_t more = closes ? 1 : -1;
        *(closes ? &n->begun : &n->ended) += 1;
        n->contacts += more;
        n->reaching += list_reaches(near, own) ? more : 0;
        w->group_n[tile * w->n_groups + list_group(w, near, c)] += more;
    }
}

/* A contact that is put into lists, or taken out of them. */
typedef struct change {
    clast_key key;
    clast_reach contact;
    int32_t group, begun;  /* its number among those that begin */
    clast_list_range into; /* the tile of b */
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
    const clast_list_range own = {work_tile_begin(w, tile), work_tile_begin(w, tile + 1)};
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
            clast_list_begin(job, near, c, slot);
        } else
            w->ended[at.ended++] = c;
        const int32_t into = near->b < 0 ? 0 : near->b / w->body_chunk;
        out[k] = (change){keep_key(near, &w->candidates[c]),
                          {slot, near->b},
                          list_group(w, near, c),
                          number,
                          {work_tile_begin(w, into), work_tile_begin(w, into + 1)},
                          begins,
                          list_reaches(near, own)};
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

void clast_list_edit(const clast_job *job, int64_t tile)
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

bool clast_list_count_in_place(clast_work *w, clast_tile_list *sum)
{
    bool fits = true;
    for (int64_t tile = 0; tile < work_tiles(w); tile++)
        if (w->changes[tile].n > CLAST_FEW_CHANGES)
            return false;
    for (int64_t tile = 0; tile < work_tiles(w); tile++) {
        clast_tile_list *const at = &w->tile_at[tile], *const n = &w->tile_n[tile];
        clast_list_count(w, tile);
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

void clast_list_edit_in_place(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    for (int64_t tile = first; tile < last; tile++)
        if (job->w->changes[tile].n > 0)
            edit_tile_in_place(job, tile);
}
