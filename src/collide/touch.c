#include "collide/touch.h"

#include <string.h>

#include "base/array.h"
#include "collide/flow.h"
#include "collide/hold.h"
#include "collide/keep.h"
#include "collide/list.h"
#include "collide/look.h"
#include "collide/near.h"

/* ---- the set of contacts ---- */

typedef struct lay_job {
    clast_job job;
    const clast_contacts *old;
} lay_job;

/* The contacts get slots in the order of their keys, so that neighbours lie side by side again. */
static void lay_contacts(void *context, int64_t first, int64_t last)
{
    const lay_job *lay = context;
    const clast_contacts *old = lay->old, *laid = &lay->job.w->trial;
    const size_t bytes = (size_t)contact_width(old) * sizeof(double), booked = (size_t)old->n_booked * sizeof(double);
    for (int32_t k = (int32_t)first; k < (int32_t)last; k++) {
        const int32_t slot = old->list[k];
        laid->list[k] = k;
        laid->key[k] = old->key[slot];
        laid->kind[k] = old->kind[slot];
        memcpy(contact_record(laid, k), contact_record(old, slot), bytes);
        if (booked)
            memcpy(contact_booked(laid, k), contact_booked(old, slot), booked);
        lay->job.w->pick[k] = clast_list_pick(lay->job.m, lay->job.s, old->key[slot]);
        hold_bodies(lay->job.w, k);
    }
}

bool clast_touch_bind(const clast_model *m, clast_state *s, clast_work *w)
{
    enum { CHUNK = 256 };
    const size_t n = w->n_candidates, tiles = (size_t)work_tiles(w);
    w->trial.n_history = m->n_history;
    w->trial.geometry = s->contacts.geometry;
    w->trial.n_booked = s->contacts.n_booked;
    if (!clast_contacts_match(&s->contacts, &w->trial, s->contacts.n) ||
        !clast_work_reserve_contacts(w, s->contacts.n, m->ledger) || !ARRAY_RESERVE(w->closed, w->c_closed, n + 1) ||
        (m->keeps && !ARRAY_RESERVE(w->kept, w->c_kept, n + 1)) || !ARRAY_RESERVE(w->changes, w->c_changes, tiles) ||
        !ARRAY_RESERVE(w->tile_n, w->c_tile_n, tiles) || !ARRAY_RESERVE(w->tile_at, w->c_tile_at, tiles + 1) ||
        !ARRAY_RESERVE(w->tile_was, w->c_tile_was, tiles + 1) || !ARRAY_RESERVE(w->runs_end, w->c_runs_end, tiles) ||
        !ARRAY_RESERVE(w->tile_weight, w->c_tile_weight, tiles) ||
        !ARRAY_RESERVE(w->arrives_at, w->c_arrives_at, tiles + 2))
        return false;
    const clast_contacts old = s->contacts;
    lay_job lay = {{m, s, w}, &old};
    clast_pool_for(w->pool, old.n, CHUNK, lay_contacts, &lay);
    w->trial.n = w->trial.slots = old.n;
    if (w->trial.room > old.n)
        memset(w->trial.kind + old.n, CLAST_HOLE, (size_t)(w->trial.room - old.n));
    s->contacts = w->trial;
    w->trial = old;
    w->n_free = 0;
    w->touching = m->keeps ? w->kept : w->closed;
    memset(w->closed, CLAST_HOLE, n);
    w->lists_new = true;
    w->has_looked = false;
    return true;
}

bool clast_touch_find(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_job job = {m, s, w};
    const bool lists_new = w->lists_new;
    if (!w->has_looked)
        clast_look(&job);
    w->lists_new = w->has_looked = false;
    return (!w->changed && !lists_new && !m->keeps) || clast_list_contacts(&job, lists_new);
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
    if (!w->list_behind)
        ARRAY_SWAP(int32_t *, now->list, w->trial.list);
    now->n = w->trial.n;
    for (int32_t k = 0; keeps && k < now->n; k++)
        now->kind[now->list[k]] = w->trial.kind[now->list[k]];
    w->n_begun = w->n_ended = 0;
    w->set_accepted = true;
    return true;
}

bool clast_touch_accept(clast_state *s, clast_work *w)
{
    if (!w->in_place) {
        ARRAY_SWAP(double *, s->contacts.record, w->trial.record);
        ARRAY_SWAP(double *, s->contacts.booked, w->trial.booked);
    }
    return w->set_accepted || accept_set(s, w);
}
