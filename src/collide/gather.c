#include "collide/gather.h"

#include "base/clones.h"

typedef struct load_sum {
    vec3 f, t;
} load_sum;

/* sign +1: the body stands first in these contacts; -1: second. */
CLAST_INLINE void add_contacts(const clast_work *w, int32_t first, int32_t last, double sign, load_sum *sum)
{
    for (int32_t k = first; k < last; k++) {
        const double *load = w->contact_load + (size_t)k * CLAST_LOAD;
        sum->f = v_add_mul(sum->f, sign, v_of(load));
        sum->t = v_add(sum->t, v_of(load + (sign > 0 ? 3 : 6)));
    }
}

static void add_torques(const clast_work *w, size_t near, double sign, load_sum *sum)
{
    for (int32_t k = w->near_contact[near]; k < w->near_contact[near + 1]; k++)
        sum->t = v_add_mul(sum->t, sign, v_at(w->extra.t, k));
}

/* Of rolling resistance and bonds. */
static void add_all_torques(const clast_work *w, int32_t i, load_sum *sum)
{
    for (int32_t k = w->partner_first[i]; k < w->partner_first[i + 1]; k++)
        add_torques(w, (size_t)w->near_of[k], -1, sum);
    for (int32_t p = w->near_first[i]; p < w->near_first[i + 1]; p++)
        add_torques(w, (size_t)p, 1, sum);
}

static void gather_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    const clast_work *w = job->w;
    clast_state *s = job->s;
    const int32_t *const near_contact = w->near_contact, *const near_of = w->near_of;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++) {
        if (w->only && !w->only[i])
            continue;
        load_sum sum = {v_mul(w->mass[i], job->m->gravity), {0, 0, 0}};
        for (int32_t k = w->partner_first[i]; k < w->partner_first[i + 1]; k++)
            add_contacts(w, near_contact[near_of[k]], near_contact[near_of[k] + 1], -1, &sum);
        /* where it stands first they follow each other */
        add_contacts(w, near_contact[w->near_first[i]], near_contact[w->near_first[i + 1]], 1, &sum);
        if (job->m->torques)
            add_all_torques(w, i, &sum);
        s->f[0][i] = sum.f.x, s->f[1][i] = sum.f.y, s->f[2][i] = sum.f.z;
        s->t[0][i] = sum.t.x, s->t[1][i] = sum.t.y, s->t[2][i] = sum.t.z;
    }
}

void clast_gather(const clast_model *m, clast_state *s, clast_work *w)
{
    enum { CHUNK = 64 };
    clast_job job = {m, s, w};
    clast_pool_for(w->pool, s->n, CHUNK, gather_chunk, &job);
}
