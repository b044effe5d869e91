#include "collide/gather.h"

#include <string.h>

#include "base/clones.h"
#include "base/rows.h"

/* Three numbers in a row of four; the last means nothing. */
typedef struct load_sum {
    rows_four f, t;
} load_sum;

#define THREE(name, from) \
    rows_four name;       \
    memcpy(&(name), from, sizeof(name))

/* The loads of contacts in which the body stands first, and in which it stands second. */
CLAST_INLINE void add_first(const double *loads, const int32_t *list, int32_t n, load_sum *sum)
{
    for (int32_t k = 0; k < n; k++) {
        const double *load = loads + (size_t)list[k] * CLAST_LOAD;
        THREE(f, load);
        THREE(t, load + 3);
        sum->f += f, sum->t += t;
    }
}

CLAST_INLINE void add_second(const double *loads, const int32_t *list, int32_t n, load_sum *sum)
{
    for (int32_t k = 0; k < n; k++) {
        const double *load = loads + (size_t)list[k] * CLAST_LOAD;
        THREE(f, load);
        THREE(t, load + 6);
        sum->f -= f, sum->t += t;
    }
}

static void add_torques(const clast_work *w, const int32_t *list, size_t near, double sign, load_sum *sum)
{
    for (int32_t k = w->near_contact[near]; k < w->near_contact[near + 1]; k++)
        for (int c = 0; c < 3; c++)
            sum->t[c] += sign * w->extra.t[c][list[k]];
}

/* Of rolling resistance and bonds. */
static void add_all_torques(const clast_work *w, const int32_t *list, int32_t i, load_sum *sum)
{
    for (int32_t k = w->partner_first[i]; k < w->partner_first[i + 1]; k++)
        add_torques(w, list, (size_t)w->near_of[k], -1, sum);
    for (int32_t p = w->near_first[i]; p < w->near_first[i + 1]; p++)
        add_torques(w, list, (size_t)p, 1, sum);
}

CLAST_INLINE void gather_bodies(const clast_job *job, int32_t from, int32_t to)
{
    const clast_work *w = job->w;
    clast_state *s = job->s;
    const int32_t *const at = w->near_contact, *const near_of = w->near_of, *const near_first = w->near_first;
    const int32_t *const partner_first = w->partner_first, *const list = work_contacts(s, w)->list;
    const double *const loads = w->contact_load;
    const vec3 g = job->m->gravity;
    for (int32_t i = from; i < to; i++) {
        if (w->only && !w->only[i])
            continue;
        const double m = w->mass[i];
        const double weight[4] = {m * g.x, m * g.y, m * g.z, 0}, none[4] = {0};
        load_sum sum;
        memcpy(&sum.f, weight, sizeof sum.f), memcpy(&sum.t, none, sizeof sum.t);
        for (int32_t k = partner_first[i]; k < partner_first[i + 1]; k++) {
            const int32_t first = at[near_of[k]];
            add_second(loads, list + first, at[near_of[k] + 1] - first, &sum);
        }
        /* where it stands first they follow each other */
        const int32_t first = at[near_first[i]];
        add_first(loads, list + first, at[near_first[i + 1]] - first, &sum);
        if (job->m->torques)
            add_all_torques(w, list, i, &sum);
        double f[4], t[4];
        memcpy(f, &sum.f, sizeof f), memcpy(t, &sum.t, sizeof t);
        for (int c = 0; c < 3; c++)
            s->f[c][i] = f[c], s->t[c][i] = t[c];
    }
}

CLAST_CLONES(gather_range, (const clast_job *job, int32_t first, int32_t last), (job, first, last),
             gather_bodies(job, first, last))

typedef struct gather_job {
    clast_job job;
    clast_body_task *then;
} gather_job;

static void gather_chunk(void *context, int64_t first, int64_t last)
{
    const gather_job *gather = context;
    gather_range(&gather->job, (int32_t)first, (int32_t)last);
    if (gather->then)
        gather->then(gather->job.m, gather->job.s, gather->job.w, (int32_t)first, (int32_t)last);
}

void clast_gather(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *then)
{
    gather_job job = {{m, s, w}, then};
    clast_pool_for(w->pool, s->n, w->body_chunk, gather_chunk, &job);
}
