#include "collide/touch.h"

#include <string.h>

#include "base/array.h"
#include "collide/near.h"

enum { CHUNK = 256 };

static bool touches(const clast_model *m, const clast_work *w, const clast_near *near, const clast_candidate *c)
{
    const clast_ball a = w->ball[c->slot_a];
    if (near->b < 0) {
        const clast_wall *wall = &m->walls[-1 - near->b];
        return v_dot(v_sub(a.x, near_wall_point(wall, w->now)), wall->normal) < a.r;
    }
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
        for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++) {
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
    int32_t total = 0;
    for (size_t p = 0; p < w->n_near; p++) {
        int32_t n = w->near_contact[p];
        w->near_contact[p] = total;
        total += n;
    }
    w->near_contact[w->n_near] = total;
    w->trial.n = total;
}

static clast_key key_of(const clast_near *near, const clast_candidate *c)
{
    uint64_t b = near->b >= 0 ? (uint64_t)near->b : CLAST_WALL | (uint64_t)(-1 - near->b);
    return (clast_key){(uint64_t)near->a << 32 | b, (uint64_t)c->sphere_a << 32 | (uint64_t)c->sphere_b};
}

/* The first old contact whose key is not below. */
static int32_t lower_bound(const clast_contacts *old, clast_key key)
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

/* Keys ascend in both lists, so the old contact is found by walking along. */
static void fill_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    const clast_state *s = job->s;
    clast_work *w = job->w;
    int32_t old = -1;
    for (int64_t p = first; p < last; p++) {
        int32_t k = w->near_contact[p];
        if (k == w->near_contact[p + 1])
            continue;
        for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++) {
            if (!w->touching[c])
                continue;
            clast_key key = key_of(&w->near[p], &w->candidates[c]);
            if (old < 0)
                old = lower_bound(&s->contacts, key);
            while (old < s->contacts.n && key_less(s->contacts.key[old], key))
                old++;
            bool goes_on = old < s->contacts.n && key_equal(s->contacts.key[old], key);
            if (goes_on)
                w->kept[old] = 1;
            w->trial.key[k] = key;
            w->contact_near[k] = (int32_t)p;
            w->contact_candidate[k] = c;
            w->contact_old[k++] = goes_on ? old : -1;
        }
    }
}

/* Bodies with bodies and bodies with walls go through different lanes. */
static int32_t group_of(const clast_near *near) { return 2 * near->pair + (near->b < 0); }

/* All contacts of one material pair and kind of partner together, in key order within it. */
static bool order_by_group(const clast_model *m, clast_work *w)
{
    const int32_t n_groups = 2 * m->n_materials * m->n_materials;
    if (!ARRAY_RESERVE(w->group_first, w->c_group_first, n_groups + 2))
        return false;
    memset(w->group_first, 0, ((size_t)n_groups + 2) * sizeof *w->group_first);
    for (int32_t k = 0; k < w->trial.n; k++)
        w->group_first[group_of(&w->near[w->contact_near[k]]) + 2]++;
    for (int32_t g = 0; g < n_groups; g++)
        w->group_first[g + 2] += w->group_first[g + 1];
    for (int32_t k = 0; k < w->trial.n; k++)
        w->contact_order[w->group_first[group_of(&w->near[w->contact_near[k]]) + 1]++] = k;
    w->n_groups = n_groups;
    return true;
}

bool clast_touch_find(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_job job = {m, s, w};
    count(&job);
    if (!clast_work_reserve_contacts(w, w->trial.n) || !ARRAY_RESERVE(w->kept, w->c_kept, s->contacts.n + 1))
        return false;
    memset(w->kept, 0, (size_t)s->contacts.n);
    clast_pool_for(w->pool, (int64_t)w->n_near, CHUNK, fill_chunk, &job);
    return order_by_group(m, w);
}
