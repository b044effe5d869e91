#include "collide/keep.h"

#include <stdlib.h>

typedef struct index_job {
    const clast_contacts *old;
    int32_t *first_of;
} index_job;

/* The first body of contact k; -1 before the first one. */
static int32_t body_of(const clast_contacts *old, int64_t k)
{
    return k < 0 ? -1 : (int32_t)(old->key[old->list[k]].bodies >> 32);
}

static void index_chunk(void *context, int64_t first, int64_t last)
{
    const index_job *job = context;
    int32_t before = body_of(job->old, first - 1);
    for (int64_t k = first; k < last; k++) {
        const int32_t body = body_of(job->old, k);
        while (before < body)
            job->first_of[++before] = (int32_t)k;
    }
}

int32_t *clast_keep_index(const clast_contacts *old, int32_t n_body, clast_pool *pool)
{
    enum { CHUNK = 1024 };
    index_job job = {old, malloc(((size_t)n_body + 1) * sizeof *job.first_of)};
    if (!job.first_of)
        return NULL;
    clast_pool_for(pool, old->n, CHUNK, index_chunk, &job);
    for (int32_t i = body_of(old, old->n - 1) + 1; i <= n_body; i++)
        job.first_of[i] = old->n;
    return job.first_of;
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
