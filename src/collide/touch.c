#include "collide/touch.h"

#include <string.h>

#include "base/array.h"
#include "collide/keep.h"
#include "collide/look.h"
#include "collide/near.h"

enum { CHUNK = CLAST_NEAR_CHUNK };

/* ---- the set of contacts ---- */

/* The contacts get slots in the order of their keys, so that neighbours lie side by side again; candidates that are
 * contacts learn their slot. Keys ascend in both lists, and every contact is a candidate (keep.h). */
static void lay_contacts(const clast_contacts *old, clast_work *w, clast_contacts *laid)
{
    const size_t bytes = (size_t)contact_width(old) * sizeof(double);
    int32_t k = 0;
    for (size_t p = 0; p < w->n_near; p++)
        for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++) {
            const bool known =
                k < old->n && key_equal(old->key[old->list[k]], keep_key(&w->near[p], &w->candidates[c]));
            w->slot[c] = known ? k : -1;
            if (!known)
                continue;
            const int32_t slot = old->list[k];
            laid->list[k] = k;
            laid->key[k] = old->key[slot];
            laid->kind[k] = old->kind[slot];
            memcpy(contact_record(laid, k), contact_record(old, slot), bytes);
            k++;
        }
    laid->n = laid->slots = k;
    if (k < laid->room)
        memset(laid->kind + k, CLAST_HOLE, (size_t)(laid->room - k));
}

static clast_pick pick_of(const clast_model *m, const clast_state *s, const clast_near *near, const clast_candidate *c)
{
    const int32_t rows_a = m->sphere_first[s->shape[0][near->a]];
    const int32_t rows_b = near->b < 0 ? 0 : m->sphere_first[s->shape[0][near->b]];
    return (clast_pick){near->a, near->b, rows_a + c->sphere_a, rows_b + c->sphere_b};
}

bool clast_touch_bind(const clast_model *m, clast_state *s, clast_work *w)
{
    const size_t n = w->n_candidates, n_chunks = w->n_near / CHUNK + 1;
    w->trial.n_history = m->n_history;
    w->trial.geometry = s->contacts.geometry;
    w->trial.ledger = m->ledger;
    if (!clast_contacts_match(&s->contacts, &w->trial, s->contacts.n) ||
        !clast_work_reserve_contacts(w, s->contacts.n, m->ledger) || !ARRAY_RESERVE(w->slot, w->c_slot, n + 1) ||
        !ARRAY_RESERVE(w->closed, w->c_closed, n + 1) || (m->keeps && !ARRAY_RESERVE(w->kept, w->c_kept, n + 1)) ||
        !ARRAY_RESERVE(w->near_wake, w->c_near_wake, w->n_near + 1) ||
        !ARRAY_RESERVE(w->near_contact, w->c_near_contact, w->n_near + 1) ||
        !ARRAY_RESERVE(w->changed, w->c_changed, n_chunks) || !ARRAY_RESERVE(w->chunk_n, w->c_chunk_n, n_chunks) ||
        !ARRAY_RESERVE(w->chunk_at, w->c_chunk_at, n_chunks) || !ARRAY_RESERVE(w->chunk_was, w->c_chunk_was, n_chunks))
        return false;
    lay_contacts(&s->contacts, w, &w->trial);
    const clast_contacts old = s->contacts;
    s->contacts = w->trial;
    w->trial = old;
    w->n_free = 0;
    for (size_t p = 0; p < w->n_near; p++) {
        w->near_wake[p] = -1;
        for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++) {
            if (w->slot[c] >= 0)
                w->pick[w->slot[c]] = pick_of(m, s, &w->near[p], &w->candidates[c]);
        }
    }
    w->touching = m->keeps ? w->kept : w->closed;
    memset(w->closed, CLAST_HOLE, n);
    w->lists_new = true;
    return true;
}

/* Bodies with bodies and bodies with walls go through different lanes; contacts kept over a gap are for themselves. */
static int32_t group_of(const clast_work *w, const clast_near *near, int32_t c)
{
    const int32_t pair = w->group_kinds > 1 ? near->pair * CLAST_KINDS + keep_kind(w, c) : near->pair;
    return 2 * pair + (near->b < 0);
}

/* Nothing closed or opened in the chunk since the last accepted step, for which the old lists are. */
static bool stays(const clast_work *w, int64_t first) { return w->quick && !w->changed[first / CHUNK]; }

static void count_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    clast_work *w = job->w;
    clast_chunk_list n = {0};
    if (stays(w, first)) {
        w->chunk_n[first / CHUNK].begun = w->chunk_n[first / CHUNK].ended = 0;
        return;
    }
    int32_t *const group = w->group_n + first / CHUNK * w->n_groups;
    memset(group, 0, (size_t)w->n_groups * sizeof *group);
    for (int64_t p = first; p < last; p++) {
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
    }
    w->chunk_n[first / CHUNK] = n;
}

/* The slot of the k-th contact that begins. */
static int32_t new_slot(const clast_state *s, const clast_work *w, int32_t k)
{
    return k < w->n_free ? w->free_slots[w->n_free - 1 - k] : s->contacts.slots + (k - w->n_free);
}

static void begin_contact(const clast_job *job, const clast_near *near, int32_t c, int32_t slot)
{
    clast_work *w = job->w;
    job->s->contacts.key[slot] = keep_key(near, &w->candidates[c]);
    w->pick[slot] = pick_of(job->m, job->s, near, &w->candidates[c]);
}

/* The contacts of a chunk that stays, to their new places in the lists. */
static void copy_chunk(const clast_job *job, int64_t first, int64_t last)
{
    clast_work *w = job->w;
    const int64_t chunk = first / CHUNK;
    const int32_t to = w->chunk_at[chunk].contacts, from = w->chunk_was[chunk].contacts;
    const size_t each = sizeof(int32_t);
    for (int64_t p = first; p < last; p++)
        w->near_contact[p] += to - from;
    memcpy(w->trial.list + to, job->s->contacts.list + from, (size_t)w->chunk_n[chunk].contacts * each);
    for (int64_t g = chunk * w->n_groups; g < (chunk + 1) * w->n_groups; g++)
        memcpy(w->contact_order + w->group_at[g], w->order_was + w->group_was[g], (size_t)w->group_n[g] * each);
}

static void fill_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    clast_work *w = job->w;
    if (stays(w, first)) {
        copy_chunk(job, first, last);
        return;
    }
    clast_chunk_list to = w->chunk_at[first / CHUNK];
    int32_t *const group = w->group_at + first / CHUNK * w->n_groups;
    for (int64_t p = first; p < last; p++) {
        const clast_near *near = &w->near[p];
        w->near_contact[p] = to.contacts;
        for (int32_t c = near->first; c < w->near[p + 1].first; c++) {
            int32_t slot = w->slot[c];
            if (!w->touching[c]) {
                if (slot >= 0)
                    w->ended[to.ended++] = c;
                continue;
            }
            if (slot < 0) {
                slot = new_slot(job->s, w, to.begun);
                w->begun[to.begun++] = c;
                begin_contact(job, near, c, slot);
            }
            w->trial.list[to.contacts++] = slot;
            if (w->group_kinds > 1)
                w->trial.kind[slot] = keep_kind(w, c);
            w->contact_order[group[group_of(w, near, c)]++] = slot;
        }
    }
    for (int32_t g = 0; g < w->n_groups; g++) /* back to where they begin */
        group[g] -= w->group_n[first / CHUNK * w->n_groups + g];
}

#define SWAP(type, a, b)         \
    do {                         \
        type const swap_a = (a); \
        a = b;                   \
        b = swap_a;              \
    } while (0)

/* From counts to places; the places of before are laid aside. Returns the sums. */
static clast_chunk_list place_chunks(clast_work *w, int64_t n_chunks)
{
    clast_chunk_list sum = {0};
    SWAP(clast_chunk_list *, w->chunk_at, w->chunk_was);
    SWAP(int32_t *, w->group_at, w->group_was);
    SWAP(int32_t *, w->contact_order, w->order_was);
    for (int64_t k = 0; k < n_chunks; k++) {
        const clast_chunk_list n = w->chunk_n[k];
        w->chunk_at[k] = sum;
        sum.contacts += n.contacts, sum.begun += n.begun, sum.ended += n.ended;
    }
    int32_t total = 0;
    for (int32_t g = 0; g < w->n_groups; g++) {
        w->group_first[g] = total;
        for (int64_t k = 0; k < n_chunks; k++) {
            w->group_at[k * w->n_groups + g] = total;
            total += w->group_n[k * w->n_groups + g];
        }
    }
    w->group_first[w->n_groups] = total;
    return sum;
}

/* Lists the contacts by key, and all of one material pair and kind of partner together, by key within it. */
static bool list_contacts(clast_job *job, bool lists_new)
{
    const clast_model *m = job->m;
    clast_state *s = job->s;
    clast_work *w = job->w;
    const int64_t n_near = (int64_t)w->n_near, n_chunks = (n_near + CHUNK - 1) / CHUNK;
    w->group_kinds = m->keeps ? CLAST_KINDS : 1;
    w->n_groups = 2 * w->group_kinds * m->n_materials * m->n_materials;
    if (!ARRAY_RESERVE(w->group_first, w->c_group_first, w->n_groups + 1) ||
        !ARRAY_RESERVE(w->group_n, w->c_group_n, n_chunks * w->n_groups + 1) ||
        !ARRAY_RESERVE(w->group_at, w->c_group_at, n_chunks * w->n_groups + 1) ||
        !ARRAY_RESERVE(w->group_was, w->c_group_was, n_chunks * w->n_groups + 1))
        return false;
    w->quick = w->set_accepted && !lists_new && !m->keeps;
    if (m->keeps)
        clast_keep_mark(job);
    clast_pool_for(w->pool, n_near, CHUNK, count_chunk, job);
    const clast_chunk_list sum = place_chunks(w, n_chunks);
    const int32_t more = sum.begun > w->n_free ? sum.begun - w->n_free : 0;
    if (!clast_contacts_match(&s->contacts, &w->trial, s->contacts.slots + more) ||
        !clast_work_reserve_contacts(w, s->contacts.slots + more, m->ledger) ||
        (!model_is_plain(m) && !clast_extra_reserve_contacts(&w->extra, s->contacts.slots + more)) ||
        !ARRAY_RESERVE(w->begun, w->c_begun, sum.begun + 1) || !ARRAY_RESERVE(w->ended, w->c_ended, sum.ended + 1))
        return false;
    clast_pool_for(w->pool, n_near, CHUNK, fill_chunk, job);
    w->near_contact[n_near] = w->trial.n = sum.contacts;
    w->n_begun = sum.begun, w->n_ended = sum.ended;
    w->set_accepted = false;
    return true;
}

bool clast_touch_find(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_job job = {m, s, w};
    const bool changed = clast_look(&job), lists_new = w->lists_new;
    w->lists_new = false;
    return (!changed && !lists_new && !m->keeps) || list_contacts(&job, lists_new);
}

/* Contacts that begin get their slots for good; those that ended leave theirs. */
static bool accept_set(clast_state *s, clast_work *w)
{
    clast_contacts *const now = &s->contacts;
    const bool keeps = w->touching != w->closed;
    for (int32_t k = 0; k < w->n_begun; k++) {
        const int32_t slot = new_slot(s, w, k);
        w->slot[w->begun[k]] = slot;
        now->kind[slot] = CLAST_TOUCHES;
    }
    now->slots += w->n_begun > w->n_free ? w->n_begun - w->n_free : 0;
    w->n_free -= w->n_begun < w->n_free ? w->n_begun : w->n_free;
    if (!ARRAY_RESERVE(w->free_slots, w->c_free_slots, w->n_free + w->n_ended + 1))
        return false;
    for (int32_t k = 0; k < w->n_ended; k++) {
        int32_t *const slot = &w->slot[w->ended[k]];
        now->kind[*slot] = CLAST_HOLE;
        w->free_slots[w->n_free++] = *slot;
        *slot = -1;
    }
    SWAP(int32_t *, now->list, w->trial.list);
    now->n = w->trial.n;
    for (int32_t k = 0; keeps && k < now->n; k++)
        now->kind[now->list[k]] = w->trial.kind[now->list[k]];
    w->n_begun = w->n_ended = 0;
    w->set_accepted = true;
    return true;
}

bool clast_touch_accept(clast_state *s, clast_work *w)
{
    if (!w->in_place)
        SWAP(double *, s->contacts.record, w->trial.record);
    return w->set_accepted || accept_set(s, w);
}
