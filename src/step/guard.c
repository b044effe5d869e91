#include "step/guard.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "collide/meet.h"

/* Overlap of an accepted contact as a share of the smaller sphere's radius. */
static double share(const clast_model *m, const clast_state *s, const clast_work *w, int32_t k)
{
    const clast_pick *pick = &w->pick[k];
    const double ra = s->size[0][pick->a] * m->spheres[4 * pick->sphere_a + 3];
    const double rb = pick->b < 0 ? ra : s->size[0][pick->b] * m->spheres[4 * pick->sphere_b + 3];
    return meet_at(m, s, pick, s->x, s->q, s->time).d / fmin(ra, rb);
}

static clast_status not_finite(const clast_model *m, clast_state *s, clast_work *w, clast_error *error)
{
    clast_near_read_all_back(m, s, w);
    for (int32_t i = 0; i < s->n; i++)
        for (int c = 0; c < 3; c++)
            if (!isfinite(s->v[c][i]) || !isfinite(s->w[c][i]) || !isfinite(s->L[c][i]) || !isfinite(s->x[c][i]))
                return clast_fail(
                    error, CLAST_UNSTABLE,
                    "body %lld has a velocity that is not a number at step %lld, t = %g s, near (%g, %g, %g); "
                    "the time step is too large: try half of it",
                    (long long)s->id[0][i], (long long)s->step, s->time, s->x[0][i], s->x[1][i], s->x[2][i]);
    return CLAST_OK;
}

static clast_status driven_through(const clast_model *m, const clast_state *s, const clast_work *w, int32_t k,
                                   clast_error *error)
{
    const clast_pick *near = &w->pick[k];
    char partner[96];
    if (near->b < 0)
        snprintf(partner, sizeof partner, "wall '%s'", m->walls[-1 - near->b].name);
    else
        snprintf(partner, sizeof partner, "body %lld", (long long)s->id[0][near->b]);
    return clast_fail(
        error, CLAST_UNSTABLE,
        "body %lld is driven into %s by %.0f %% of a sphere's radius at step %lld, t = %g s, near (%g, %g, "
        "%g); use a stiffer material or a smaller step",
        (long long)s->id[0][near->a], partner, 100 * share(m, s, w, k), (long long)s->step, s->time, s->x[0][near->a],
        s->x[1][near->a], s->x[2][near->a]);
}

void clast_guard_look(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (void)m;
    double sum = 0; /* not finite as soon as one term is not */
    const double *const v0 = s->v[0], *const v1 = s->v[1], *const v2 = s->v[2];
    const double *const w0 = s->w[0], *const w1 = s->w[1], *const w2 = s->w[2];
#pragma omp simd reduction(+ : sum)
    for (int32_t i = first; i < last; i++)
        sum += ((v0[i] + v1[i]) + (v2[i] + w0[i]) + (w1[i] + w2[i])) * 1e-30;
    w->chunk_sum[first / w->body_chunk] = sum;
}

/* The first contact by its key that is driven through, or -1. By slots, since the list of contacts may be left behind. */
static int32_t find_through(const clast_model *m, const clast_state *s, const clast_work *w)
{
    const clast_contacts *const c = &s->contacts;
    int32_t first = -1;
    for (int32_t slot = 0; slot < c->slots; slot++)
        if (c->kind[slot] != CLAST_HOLE && share(m, s, w, slot) > 1 &&
            (first < 0 || key_less(c->key[slot], c->key[first])))
            first = slot;
    return first;
}

/* Whoever looked at candidates saw it, maybe before the contact is one. */
static clast_status check_overlaps(const clast_model *m, clast_state *s, clast_work *w, clast_error *error)
{
    enum { STEPS = 2 };
    for (int32_t tile = 0; tile < work_tiles(w); tile++)
        if (w->changes[tile].through)
            w->through = STEPS;
    if (w->through == 0)
        return CLAST_OK;
    w->through--;
    clast_near_read_all_back(m, s, w);
    const int32_t slot = find_through(m, s, w);
    return slot < 0 ? CLAST_OK : driven_through(m, s, w, slot, error);
}

clast_status clast_guard_check(const clast_model *m, clast_state *s, clast_work *w, clast_error *error)
{
    for (int32_t c = 0; c * w->body_chunk < s->n; c++)
        if (!isfinite(w->chunk_sum[c]))
            return not_finite(m, s, w, error);
    return check_overlaps(m, s, w, error);
}

int32_t clast_guard_spin(const clast_model *m, const clast_state *s)
{
    const double most = CLAST_GUARD_TURN / m->dt, limit = most * most;
    for (int32_t i = 0; i < s->n; i++)
        if (s->w[0][i] * s->w[0][i] + s->w[1][i] * s->w[1][i] + s->w[2][i] * s->w[2][i] > limit)
            return i;
    return -1;
}

clast_status clast_guard_start(const clast_model *m, const clast_state *s, const clast_work *w,
                               const clast_body *bodies, clast_error *error)
{
    for (int32_t k = 0; k < s->contacts.n; k++) {
        const int32_t slot = s->contacts.list[k];
        const double overlap = share(m, s, w, slot);
        if (overlap <= CLAST_GUARD_START_OVERLAP)
            continue;
        const clast_pick *near = &w->pick[slot];
        if (near->b < 0)
            return clast_fail_at(
                error, bodies[near->a].place,
                "body %lld stands inside wall '%s' by %.2g of its sphere's radius; allowed is %g: move it, "
                "or the wall",
                (long long)s->id[0][near->a], m->walls[-1 - near->b].name, overlap, CLAST_GUARD_START_OVERLAP);
        return clast_fail_at(
            error, bodies[near->b].place,
            "body %lld overlaps body %lld by %.2g of the smaller sphere's radius; allowed at the start is "
            "%g: move one of them",
            (long long)s->id[0][near->b], (long long)s->id[0][near->a], overlap, CLAST_GUARD_START_OVERLAP);
    }
    return CLAST_OK;
}
