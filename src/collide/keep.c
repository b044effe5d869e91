#include "collide/keep.h"

#include <stdlib.h>

static int32_t lower_bound(const clast_contacts *old, int32_t low, int32_t high, clast_key key)
{
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (key_less(old->key[old->list[middle]], key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void clast_keep_range(const clast_contacts *old, const int32_t *first_of, int32_t a, int32_t b, int32_t *first,
                      int32_t *last)
{
    const uint64_t bodies = keep_bodies(a, b);
    *first = lower_bound(old, first_of[a], first_of[a + 1], (clast_key){bodies, 0});
    *last = *first;
    while (*last < first_of[a + 1] && old->key[old->list[*last]].bodies == bodies)
        (*last)++;
}

int32_t *clast_keep_index(const clast_contacts *old, int32_t n_body)
{
    int32_t *first_of = malloc(((size_t)n_body + 1) * sizeof *first_of);
    int32_t k = 0;
    for (int32_t i = 0; first_of && i <= n_body; i++) {
        while (k < old->n && old->key[old->list[k]].bodies >> 32 < (uint64_t)i)
            k++;
        first_of[i] = k;
    }
    return first_of;
}

static void mark_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    clast_work *w = job->w;
    for (int64_t p = first; p < last; p++) {
        const bool lingers = job->m->pairs[w->near[p].pair].needs & CLAST_NEED_GAP;
        for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++) {
            const uint8_t was = w->slot[c] >= 0 ? job->s->contacts.kind[w->slot[c]] : CLAST_HOLE;
            const bool open = !w->closed[c];
            w->kept[c] = was == CLAST_BONDED                       ? CLAST_BONDED | (open ? KEEP_OVER_A_GAP : 0)
                         : open && lingers && was == CLAST_TOUCHES ? CLAST_OPENED
                                                                   : w->closed[c];
        }
    }
}

void clast_keep_mark(clast_job *job)
{
    enum { CHUNK = 256 };
    clast_pool_for(job->w->pool, (int64_t)job->w->n_near, CHUNK, mark_chunk, job);
}

bool clast_keep_lives(const clast_model *m, const clast_state *s, const clast_work *w, int32_t c)
{
    const uint8_t now = w->touching[c], was = s->contacts.kind[w->slot[c]];
    if (!contact_goes_on(was) || !contact_goes_on(keep_kind(w, c)))
        return false;
    /* below a parallel bond the contact itself ends where a gap opens */
    return !(now & KEEP_OVER_A_GAP) ||
           !m->glue[(int)contact_record(&s->contacts, w->slot[c])[CONTACT_HISTORY + m->glue_at] - 1].parallel;
}

bool clast_keep_pairs(const clast_state *s, clast_grid_pair **pairs, size_t *n_pairs)
{
    const clast_contacts *old = &s->contacts;
    clast_grid_pair *merged = malloc((*n_pairs + (size_t)old->n + 1) * sizeof *merged);
    if (!merged)
        return false;
    size_t n = 0, from = 0;
    uint64_t last = UINT64_MAX;
    for (int32_t k = 0; k < old->n; k++) {
        const uint64_t here = old->key[old->list[k]].bodies;
        if (here & CLAST_WALL || here == last)
            continue;
        last = here;
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
