#include "collide/touch.h"

#include <string.h>

#include "base/array.h"
#include "base/clones.h"
#include "collide/keep.h"
#include "collide/near.h"

enum { CHUNK = 128 };

/* ---- which candidates are closed ----
 *
 * Two spheres with a gap g (an overlap -g) cannot meet (part) before they have come |g| further together. So each
 * candidate sleeps until the ways of its two bodies (w->way) are beyond that; most sleep for many steps. */

static vec3 sphere_centre(const clast_model *m, const clast_state *s, int32_t i, int32_t k, double *r)
{
    const clast_form *form = &m->shapes[s->shape[0][i]];
    const double size = s->size[0][i];
    *r = size * form->sr[k];
    return near_centre(form, size, v_at(s->x, i), q_at(s->q, i), k);
}

/* And its rounding error at most. */
static double gap_of(const clast_model *m, const clast_state *s, const clast_work *w, const clast_near *near,
                     const clast_candidate *c, double *blur)
{
    double ra, rb;
    const vec3 a = sphere_centre(m, s, near->a, c->sphere_a, &ra);
    *blur = 4e-15 * (fabs(a.x) + fabs(a.y) + fabs(a.z) + w->bound[near->a]);
    if (near->b < 0)
        return near_wall_height(&m->walls[-1 - near->b], a, w->now) - ra;
    const vec3 e = v_sub(sphere_centre(m, s, near->b, c->sphere_b, &rb), a);
    return sqrt(v_dot(e, e)) - (ra + rb);
}

/* True: it closed or opened. way: of both sides together. */
static bool look_at(const clast_job *job, const clast_near *near, int32_t c, double way)
{
    clast_work *w = job->w;
    double blur;
    const double gap = gap_of(job->m, job->s, w, near, &w->candidates[c], &blur);
    const uint8_t closed = gap < 0;
    const bool changed = closed != w->closed[c];
    w->closed[c] = closed;
    /* a little earlier, for rounding: of the gap, and into a float */
    w->wake[c] = (float)((way + 0.9999 * fabs(gap)) * (1 - 1e-6) - blur);
    return changed;
}

static void look_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    clast_work *w = job->w;
    bool changed = false;
    for (int64_t p = first; p < last; p++) {
        const clast_near *near = &w->near[p];
        const double way = w->way[near->a] + (near->b < 0 ? w->wall_way : w->way[near->b]);
        const float now = (float)(way * (1 + 1e-6));
        if (w->near_wake[p] > now)
            continue;
        float next = INFINITY;
        for (int32_t c = near->first; c < w->near[p + 1].first; c++) {
            if (w->wake[c] <= now)
                changed |= look_at(job, near, c, way);
            next = w->wake[c] < next ? w->wake[c] : next;
        }
        w->near_wake[p] = next;
    }
    w->changed[first / CHUNK] = changed;
}

/* True: some candidate closed or opened. */
static bool look(clast_job *job)
{
    clast_work *w = job->w;
    clast_pool_for(w->pool, (int64_t)w->n_near, CHUNK, look_chunk, job);
    bool changed = false;
    for (size_t k = 0; k * CHUNK < w->n_near; k++)
        changed |= w->changed[k];
    return changed;
}

/* ---- the set of contacts ---- */

bool clast_touch_bind(const clast_state *s, clast_work *w)
{
    const size_t n = w->n_candidates;
    if (!ARRAY_RESERVE(w->closed, w->c_closed, n + 1) || !ARRAY_RESERVE(w->touching, w->c_touching, n + 1) ||
        !ARRAY_RESERVE(w->was, w->c_was, n + 1) || !ARRAY_RESERVE(w->accepted, w->c_accepted, n + 1) ||
        !ARRAY_RESERVE(w->near_wake, w->c_near_wake, w->n_near + 1) ||
        !ARRAY_RESERVE(w->near_contact, w->c_near_contact, w->n_near + 1) ||
        !ARRAY_RESERVE(w->old_near_contact, w->c_old_near_contact, w->n_near + 1) ||
        !ARRAY_RESERVE(w->changed, w->c_changed, w->n_near / CHUNK + 1))
        return false;
    memset(w->closed, 0, n);
    int32_t old = 0; /* keys ascend in both lists */
    for (size_t p = 0; p < w->n_near; p++) {
        w->near_wake[p] = -1;
        for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++) {
            const clast_key key = keep_key(&w->near[p], &w->candidates[c]);
            while (old < s->contacts.n && key_less(s->contacts.key[old], key))
                old++;
            w->accepted[c] = old < s->contacts.n && key_equal(s->contacts.key[old], key) ? old : -1;
        }
    }
    w->lists_new = w->by_key = true;
    return true;
}

/* A chunk of near pairs in which nothing closed or opened since the last accepted step. */
typedef struct list_job {
    clast_job job;
    bool quick; /* there may be such */
} list_job;

static bool stays(const list_job *list, int64_t first) { return list->quick && !list->job.w->changed[first / CHUNK]; }

static void count_chunk(void *context, int64_t first, int64_t last)
{
    const list_job *list = context;
    clast_work *w = list->job.w;
    if (stays(list, first)) {
        for (int64_t p = first; p < last; p++)
            w->near_contact[p] = w->old_near_contact[p + 1] - w->old_near_contact[p];
        return;
    }
    for (int64_t p = first; p < last; p++) {
        int32_t n = 0;
        for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++)
            n += w->touching[c] = w->closed[c];
        w->near_contact[p] = n;
    }
}

static void count(list_job *list)
{
    clast_work *w = list->job.w;
    clast_pool_for(w->pool, (int64_t)w->n_near, CHUNK, count_chunk, list);
    if (list->job.m->keeps)
        clast_keep_mark(&list->job);
    int32_t total = 0;
    for (size_t p = 0; p < w->n_near; p++) {
        int32_t n = w->near_contact[p];
        w->near_contact[p] = total;
        total += n;
    }
    w->near_contact[w->n_near] = total;
    w->trial.n = total;
}

/* Bodies with bodies and bodies with walls go through different lanes; contacts kept over a gap are for themselves. */
static int32_t group_of(const clast_work *w, const clast_near *near, int32_t k, bool keeps)
{
    const int32_t pair = keeps ? near->pair * CLAST_KINDS + w->extra.kind[k] : near->pair;
    return 2 * pair + (near->b < 0);
}

/* The contacts of near pair p. */
static void fill_pair(const clast_job *job, int64_t p)
{
    const clast_model *m = job->m;
    const clast_state *s = job->s;
    clast_work *w = job->w;
    const clast_near *near = &w->near[p];
    int32_t k = w->near_contact[p], rank = w->by_key ? 0 : w->old_near_contact[p];
    const int32_t rows_a = m->sphere_first[s->shape[0][near->a]];
    const int32_t rows_b = near->b < 0 ? 0 : m->sphere_first[s->shape[0][near->b]];
    for (int32_t c = near->first; c < w->near[p + 1].first; c++) {
        const int32_t old = w->by_key ? w->accepted[c] : w->was[c] ? rank++ : -1;
        if (!w->touching[c])
            continue;
        w->trial.key[k] = keep_key(near, &w->candidates[c]);
        w->contact_pick[k] =
            (clast_pick){near->a, near->b, rows_a + w->candidates[c].sphere_a, rows_b + w->candidates[c].sphere_b};
        if (m->keeps)
            w->contact_old[k] = clast_keep_inherit(job, c, k, old);
        else {
            if (old >= 0)
                w->kept[old] = 1;
            w->contact_old[k] = old;
        }
        w->contact_group[k] = group_of(w, near, k, m->keeps);
        k++;
    }
}

static void fill_chunk(void *context, int64_t first, int64_t last)
{
    const list_job *list = context;
    const clast_job *job = &list->job;
    clast_work *w = job->w;
    if (!stays(list, first)) {
        for (int64_t p = first; p < last; p++)
            if (w->near_contact[p] < w->near_contact[p + 1])
                fill_pair(job, p);
        return;
    }
    const int32_t to = w->near_contact[first], from = w->old_near_contact[first];
    const size_t n = (size_t)(w->near_contact[last] - to);
    if (n == 0) /* and perhaps no array yet */
        return;
    memcpy(w->trial.key + to, job->s->contacts.key + from, n * sizeof *w->trial.key);
    memcpy(w->contact_pick + to, w->old_pick + from, n * sizeof *w->contact_pick);
    memcpy(w->contact_group + to, w->old_group + from, n * sizeof *w->contact_group);
    memset(w->kept + from, 1, n);
    for (int32_t k = 0; k < (int32_t)n; k++)
        w->contact_old[to + k] = from + k;
}

/* All contacts of one material pair and kind of partner together, in key order within it: counted, then placed. */
static bool order_by_group(const clast_model *m, clast_work *w)
{
    w->group_kinds = m->keeps ? CLAST_KINDS : 1;
    w->n_groups = 2 * w->group_kinds * m->n_materials * m->n_materials;
    if (!ARRAY_RESERVE(w->group_first, w->c_group_first, w->n_groups + 2))
        return false;
    int32_t *const first = w->group_first;
    memset(first, 0, ((size_t)w->n_groups + 2) * sizeof *first);
    for (int32_t k = 0; k < w->trial.n; k++)
        first[w->contact_group[k] + 2]++;
    for (int32_t g = 0; g < w->n_groups; g++)
        first[g + 2] += first[g + 1];
    for (int32_t k = 0; k < w->trial.n; k++)
        w->contact_order[first[w->contact_group[k] + 1]++] = k;
    return true;
}

#define SWAP(type, a, b)         \
    do {                         \
        type const swap_a = (a); \
        a = b;                   \
        b = swap_a;              \
    } while (0)

/* What describes the accepted contacts is laid aside, and the room of those before them is used anew. */
static void lay_aside(clast_work *w)
{
    SWAP(int32_t *, w->near_contact, w->old_near_contact);
    SWAP(size_t, w->c_near_contact, w->c_old_near_contact);
    SWAP(clast_pick *, w->contact_pick, w->old_pick);
    SWAP(size_t, w->c_pick, w->c_old_pick);
    SWAP(int32_t *, w->contact_group, w->old_group);
    SWAP(size_t, w->c_group, w->c_old_group);
}

static bool list_contacts(const clast_model *m, clast_state *s, clast_work *w, clast_job *job)
{
    list_job list = {*job, w->set_accepted && !w->by_key && !m->keeps};
    if (w->set_accepted)
        lay_aside(w);
    count(&list);
    if (!clast_work_reserve_contacts(w, w->trial.n, m->ledger) || !ARRAY_RESERVE(w->kept, w->c_kept, s->contacts.n + 1))
        return false;
    if (!model_is_plain(m) && !clast_extra_reserve_contacts(&w->extra, w->trial.n))
        return false;
    if (w->trial.n)
        memset(w->trial.kind, CLAST_TOUCHES, (size_t)w->trial.n);
    memset(w->kept, 0, (size_t)s->contacts.n);
    clast_pool_for(w->pool, (int64_t)w->n_near, CHUNK, fill_chunk, &list);
    w->set_accepted = false;
    return order_by_group(m, w);
}

bool clast_touch_find(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_job job = {m, s, w};
    const bool changed = look(&job);
    if (changed || w->lists_new || m->keeps) {
        w->lists_new = false;
        return list_contacts(m, s, w, &job);
    }
    /* the same contacts as at the last evaluation; only the room for their records may be missing */
    return clast_work_reserve_contacts(w, w->trial.n, m->ledger);
}

void clast_touch_accept(clast_state *s, clast_work *w)
{
    const clast_contacts old = s->contacts;
    s->contacts = w->trial;
    w->trial = old;
    w->trial.n = s->contacts.n;
    w->by_key = false;
    if (w->set_accepted) { /* keys and kinds are those of before */
        w->trial.key = s->contacts.key, w->trial.kind = s->contacts.kind, w->trial.room = s->contacts.room;
        s->contacts.key = old.key, s->contacts.kind = old.kind, s->contacts.room = old.room;
        return;
    }
    memcpy(w->was, w->touching, w->n_candidates);
    w->set_accepted = true;
}
