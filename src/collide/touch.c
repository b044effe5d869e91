#include "collide/touch.h"

#include <string.h>

#include "base/array.h"
#include "base/clones.h"
#include "collide/keep.h"
#include "collide/near.h"

enum { CHUNK = 256 };

static bool touches(const clast_model *m, const clast_work *w, const clast_near *near, const clast_candidate *c)
{
    const clast_ball a = w->ball[c->slot_a];
    if (near->b < 0)
        return near_wall_height(&m->walls[-1 - near->b], a.x, w->now) < a.r;
    const clast_ball b = w->ball[c->slot_b];
    const vec3 e = v_sub(b.x, a.x);
    const double sum = a.r + b.r;
    return v_dot(e, e) < sum * sum;
}

static void count_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    clast_work *w = job->w;
    for (int64_t p = first; p < last; p++) {
        int32_t n = 0;
        const int32_t begin = w->near[p].first, end = near_skipped(w, &w->near[p]) ? begin : w->near[p + 1].first;
        for (int32_t c = begin; c < end; c++) {
            w->touching[c] = touches(job->m, w, &w->near[p], &w->candidates[c]);
            n += w->touching[c];
        }
        w->near_contact[p] = n;
    }
}

static void count(clast_job *job)
{
    clast_work *w = job->w;
    clast_pool_for(w->pool, (int64_t)w->n_near, CHUNK, count_chunk, job);
    if (job->m->keeps)
        clast_keep_mark(job);
    int32_t total = 0;
    for (size_t p = 0; p < w->n_near; p++) {
        int32_t n = w->near_contact[p];
        w->near_contact[p] = total;
        total += n;
    }
    w->near_contact[w->n_near] = total;
    w->trial.n = total;
}

/* Keys ascend in both lists, so the old contact is found by walking along. */
static void fill_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    const clast_state *s = job->s;
    clast_work *w = job->w;
    const bool keeps = job->m->keeps;
    int32_t old = -1;
    for (int64_t p = first; p < last; p++) {
        int32_t k = w->near_contact[p];
        if (k == w->near_contact[p + 1])
            continue;
        for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++) {
            if (!w->touching[c])
                continue;
            clast_key key = keep_key(&w->near[p], &w->candidates[c]);
            if (old < 0)
                old = clast_keep_lower_bound(&s->contacts, key);
            while (old < s->contacts.n && key_less(s->contacts.key[old], key))
                old++;
            bool goes_on = old < s->contacts.n && key_equal(s->contacts.key[old], key);
            w->trial.key[k] = key;
            w->contact_near[k] = (int32_t)p;
            w->contact_candidate[k] = c;
            if (keeps)
                w->contact_old[k] = clast_keep_inherit(job, c, k, goes_on ? old : -1);
            else {
                if (goes_on)
                    w->kept[old] = 1;
                w->contact_old[k] = goes_on ? old : -1;
            }
            k++;
        }
    }
}

/* Bodies with bodies and bodies with walls go through different lanes; contacts kept over a gap are for themselves. */
CLAST_INLINE int32_t group_of(const clast_work *w, int32_t k, bool keeps)
{
    const clast_near *near = &w->near[w->contact_near[k]];
    const int32_t pair = keeps ? near->pair * CLAST_KINDS + w->extra.kind[k] : near->pair;
    return 2 * pair + (near->b < 0);
}

/* Counts, then places. keeps is a constant of the caller, so that plain models pay for no kinds. */
CLAST_INLINE void sort_groups(clast_work *w, int32_t n_groups, bool keeps)
{
    int32_t *const first = w->group_first, *const order = w->contact_order;
    const int32_t n = w->trial.n;
    for (int32_t k = 0; k < n; k++)
        first[group_of(w, k, keeps) + 2]++;
    for (int32_t g = 0; g < n_groups; g++)
        first[g + 2] += first[g + 1];
    for (int32_t k = 0; k < n; k++)
        order[first[group_of(w, k, keeps) + 1]++] = k;
}

/* All contacts of one material pair and kind of partner together, in key order within it. */
static bool order_by_group(const clast_model *m, clast_work *w)
{
    w->group_kinds = m->keeps ? CLAST_KINDS : 1;
    const int32_t n_groups = 2 * w->group_kinds * m->n_materials * m->n_materials;
    if (!ARRAY_RESERVE(w->group_first, w->c_group_first, n_groups + 2))
        return false;
    memset(w->group_first, 0, ((size_t)n_groups + 2) * sizeof *w->group_first);
    if (m->keeps)
        sort_groups(w, n_groups, true);
    else
        sort_groups(w, n_groups, false);
    w->n_groups = n_groups;
    return true;
}

bool clast_touch_find(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_job job = {m, s, w};
    count(&job);
    if (!clast_work_reserve_contacts(w, w->trial.n) || !ARRAY_RESERVE(w->kept, w->c_kept, s->contacts.n + 1))
        return false;
    if (!model_is_plain(m) && !clast_extra_reserve_contacts(&w->extra, w->trial.n))
        return false;
    if (w->trial.n)
        memset(w->trial.kind, CLAST_TOUCHES, (size_t)w->trial.n);
    memset(w->kept, 0, (size_t)s->contacts.n);
    clast_pool_for(w->pool, (int64_t)w->n_near, CHUNK, fill_chunk, &job);
    return order_by_group(m, w);
}
