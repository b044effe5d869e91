#include "collide/keep.h"

#include <stdlib.h>

enum { OVER_A_GAP = 8 }; /* added to 1 + CLAST_BONDED in w->touching */

int32_t clast_keep_lower_bound(const clast_contacts *old, clast_key key)
{
    int32_t low = 0, high = old->n;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (key_less(old->key[middle], key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void clast_keep_range(const clast_contacts *old, int32_t a, int32_t b, int32_t *first, int32_t *last)
{
    const uint64_t bodies = keep_bodies(a, b);
    *first = clast_keep_lower_bound(old, (clast_key){bodies, 0});
    *last = clast_keep_lower_bound(old, (clast_key){bodies + 1, 0});
}

/* Keys ascend among a pair's candidates and among the old contacts, so one walk finds the partners. */
static void mark_pair(const clast_job *job, size_t p)
{
    clast_work *w = job->w;
    const clast_contacts *old = &job->s->contacts;
    const bool lingers = job->m->pairs[w->near[p].pair].needs & CLAST_NEED_GAP;
    if ((!lingers && !job->m->n_glue) || w->near[p].first == w->near[p + 1].first)
        return;
    int32_t at = clast_keep_lower_bound(old, (clast_key){keep_bodies(w->near[p].a, w->near[p].b), 0});
    for (int32_t c = w->near[p].first; c < w->near[p + 1].first && at < old->n; c++) {
        const clast_key key = keep_key(&w->near[p], &w->candidates[c]);
        while (at < old->n && key_less(old->key[at], key))
            at++;
        if (at == old->n || !key_equal(old->key[at], key))
            continue;
        const bool open = !w->touching[c];
        if (old->kind[at] == CLAST_BONDED)
            w->touching[c] = (uint8_t)((1 + CLAST_BONDED) | (open ? OVER_A_GAP : 0));
        else if (open && lingers && old->kind[at] == CLAST_TOUCHES)
            w->touching[c] = 1 + CLAST_OPENED;
        w->near_contact[p] += open && w->touching[c];
    }
}

static void mark_chunk(void *context, int64_t first, int64_t last)
{
    for (int64_t p = first; p < last; p++)
        mark_pair(context, (size_t)p);
}

void clast_keep_mark(clast_job *job)
{
    enum { CHUNK = 256 };
    clast_pool_for(job->w->pool, (int64_t)job->w->n_near, CHUNK, mark_chunk, job);
}

int32_t clast_keep_inherit(const clast_job *job, int32_t c, int32_t k, int32_t old)
{
    clast_work *w = job->w;
    const clast_contacts *contacts = &job->s->contacts;
    const int kind = (w->touching[c] & ~OVER_A_GAP) - 1;
    w->extra.kind[k] = (uint8_t)kind;
    if (old < 0 || contacts->kind[old] == CLAST_OPENED)
        return -1;
    /* below a parallel bond the contact itself ends where a gap opens */
    const bool ends = w->touching[c] & OVER_A_GAP &&
                      job->m->glue[(int)contact_record(contacts, old)[CONTACT_HISTORY + job->m->glue_at] - 1].parallel;
    w->kept[old] = kind != CLAST_OPENED && !ends;
    return old;
}

bool clast_keep_pairs(const clast_state *s, clast_grid_pair **pairs, size_t *n_pairs)
{
    const clast_contacts *old = &s->contacts;
    clast_grid_pair *merged = malloc((*n_pairs + (size_t)old->n + 1) * sizeof *merged);
    if (!merged)
        return false;
    size_t n = 0, from = 0;
    for (int32_t k = 0; k < old->n; k++) {
        const uint64_t here = old->key[k].bodies;
        if (here & CLAST_WALL || (k > 0 && old->key[k - 1].bodies == here))
            continue;
        while (from < *n_pairs && keep_bodies((*pairs)[from].a, (*pairs)[from].b) < here)
            merged[n++] = (*pairs)[from++];
        merged[n++] = (clast_grid_pair){(int32_t)(here >> 32), (int32_t)(here & 0xFFFFFFFF)};
        from += from < *n_pairs && keep_bodies((*pairs)[from].a, (*pairs)[from].b) == here;
    }
    while (from < *n_pairs)
        merged[n++] = (*pairs)[from++];
    free(*pairs);
    *pairs = merged;
    *n_pairs = n;
    return true;
}
