#include "collide/keep.h"

#include <stdlib.h>

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
