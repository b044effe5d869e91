#include "collide/touch.h"

#include <string.h>

#include "base/array.h"
#include "collide/keep.h"
#include "collide/list.h"
#include "collide/look.h"
#include "collide/near.h"

#define SWAP(type, a, b)         \
    do {                         \
        type const swap_a = (a); \
        a = b;                   \
        b = swap_a;              \
    } while (0)

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

bool clast_touch_bind(const clast_model *m, clast_state *s, clast_work *w)
{
    const size_t n = w->n_candidates, tiles = (size_t)work_tiles(w);
    w->trial.n_history = m->n_history;
    w->trial.geometry = model_remembers_geometry(m);
    w->trial.ledger = m->ledger;
    if (!clast_contacts_match(&s->contacts, &w->trial, s->contacts.n) ||
        !clast_work_reserve_contacts(w, s->contacts.n, m->ledger) || !ARRAY_RESERVE(w->slot, w->c_slot, n + 1) ||
        !ARRAY_RESERVE(w->closed, w->c_closed, n + 1) || (m->keeps && !ARRAY_RESERVE(w->kept, w->c_kept, n + 1)) ||
        !ARRAY_RESERVE(w->changes, w->c_changes, tiles) || !ARRAY_RESERVE(w->tile_n, w->c_tile_n, tiles) ||
        !ARRAY_RESERVE(w->tile_at, w->c_tile_at, tiles + 1) || !ARRAY_RESERVE(w->tile_was, w->c_tile_was, tiles + 1) ||
        !ARRAY_RESERVE(w->runs_end, w->c_runs_end, tiles) || !ARRAY_RESERVE(w->arrives_at, w->c_arrives_at, tiles + 2))
        return false;
    lay_contacts(&s->contacts, w, &w->trial);
    const clast_contacts old = s->contacts;
    s->contacts = w->trial;
    w->trial = old;
    w->n_free = 0;
    for (size_t p = 0; p < w->n_near; p++)
        for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++)
            if (w->slot[c] >= 0)
                w->pick[w->slot[c]] = clast_list_pick(m, s, &w->near[p], &w->candidates[c]);
    w->touching = m->keeps ? w->kept : w->closed;
    memset(w->closed, CLAST_HOLE, n);
    w->lists_new = true;
    return true;
}

bool clast_touch_find(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_job job = {m, s, w};
    const bool changed = clast_look(&job), lists_new = w->lists_new;
    w->lists_new = false;
    return (!changed && !lists_new && !m->keeps) || clast_list_contacts(&job, lists_new);
}

/* Contacts that begin get their slots for good; those that ended leave theirs. */
static bool accept_set(clast_state *s, clast_work *w)
{
    clast_contacts *const now = &s->contacts;
    const bool keeps = w->touching != w->closed;
    for (int32_t k = 0; k < w->n_begun; k++) {
        const int32_t slot = clast_list_new_slot(s, w, k);
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
