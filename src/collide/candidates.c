#include "collide/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "collide/keep.h"
#include "collide/near.h"
#include "collide/sphere_pairs.h"

enum { CHUNK = 32 }; /* bodies whose partners are found at a time */

typedef struct find_job {
    clast_job job;
    const clast_grid_pair *pairs;
    size_t n_pairs;
    const int32_t *first_of; /* where bodies begin in the list of contacts */
    placed all;
    size_t most; /* spheres of one body */
    found *chunks;
} find_job;

/* How near two come that may touch before the next build; for rounding a little more. */
static double skin_of(const clast_work *w, int32_t a, int32_t b) { return (w->allow[a] + w->allow[b]) * (1 + 1e-6); }

/* Bodies of one sphere each. */
static void find_balls(const find_job *job, int32_t a, int32_t b, found *out)
{
    const clast_work *w = job->job.w;
    const vec3 x = v_at(job->job.s->x, a), e = v_sub(v_at(job->job.s->x, b), x);
    const double gap = v_length(e) - (w->radius[a] + w->radius[b]);
    if (gap < skin_of(w, a, b))
        hit_add(out, 0, 0, hit_wake(gap, x.x, x.y, x.z, w->bound[a]));
}

static void find_at_wall(const find_job *job, int32_t a, const clast_wall *wall, found *out)
{
    const clast_state *s = job->job.s;
    const clast_work *w = job->job.w;
    const placed *all = &job->all;
    const bool ball = job->job.m->balls;
    const int32_t n = ball ? 1 : job->job.m->shapes[s->shape[0][a]].n_spheres;
    for (int32_t k = 0; k < n; k++) {
        const int32_t at = ball ? 0 : all->first[a] + k;
        const vec3 x = ball ? v_at(s->x, a) : (vec3){all->x[at], all->y[at], all->z[at]};
        const double gap = near_wall_height(wall, x, w->now) - (ball ? w->radius[a] : all->r[at]);
        if (gap < skin_of(w, a, w->n_body))
            hit_add(out, k, 0, hit_wake(gap, x.x, x.y, x.z, w->bound[a]));
    }
}

static bool comes_before(clast_candidate l, clast_candidate r)
{
    return l.sphere_a < r.sphere_a || (l.sphere_a == r.sphere_a && l.sphere_b < r.sphere_b);
}

/* What was in contact stays a candidate (keep.h): contact k of the list goes into the candidates of its pair, which are
 * sorted; `at` is where those of its pair begin that come behind the contacts before. */
static size_t add_kept(const clast_contacts *old, int32_t k, size_t at, found *out)
{
    const uint64_t spheres = old->key[old->list[k]].spheres;
    const clast_candidate kept = {(int32_t)(spheres >> 32), (int32_t)(spheres & 0xFFFFFFFF)};
    while (at < out->n && comes_before(out->list[at].is, kept))
        at++;
    if (at == out->n || comes_before(kept, out->list[at].is)) {
        hit_add(out, kept.sphere_a, kept.sphere_b, HIT_AT_ONCE);
        if (out->failed)
            return at;
        memmove(out->list + at + 1, out->list + at, (out->n - 1 - at) * sizeof *out->list);
        out->list[at] = (hit){kept, HIT_AT_ONCE, -1};
    }
    out->list[at].slot = k;
    return at + 1;
}

/* Contacts of a body, as far as they are not yet among the candidates. */
typedef struct kept {
    int32_t next, end;
} kept;

/* Candidates of a pair were found, from number `from` on; its contacts come next in the list, if there are any. A pair
 * none of whose spheres may touch is dropped: the steps until the next rebuild need not know it. */
static void close_pair(const clast_contacts *old, clast_near pair, size_t from, kept *contacts, found *out)
{
    const uint64_t bodies = keep_bodies(pair.a, pair.b);
    for (size_t at = from;
         contacts->next < contacts->end && !out->failed && old->key[old->list[contacts->next]].bodies == bodies;
         contacts->next++)
        at = add_kept(old, contacts->next, at, out);
    pair.first = (int32_t)from;
    if (out->n > from)
        out->near[out->n_near++] = pair;
}

/* The body with which the next contact is, INT32_MAX where there is none. */
static int32_t kept_body(const clast_contacts *old, const kept *contacts)
{
    if (contacts->next == contacts->end)
        return INT32_MAX;
    const uint64_t bodies = old->key[old->list[contacts->next]].bodies;
    return bodies & CLAST_WALL ? INT32_MAX : (int32_t)(bodies & 0xFFFFFFFF);
}

/* In key order: partners by index, then walls. The body's pairs of the grid are n. */
static void find_of_body(const find_job *job, int32_t a, const clast_grid_pair *pairs, size_t n, const bench *on,
                         found *out)
{
    const clast_model *m = job->job.m;
    const clast_state *s = job->job.s;
    const clast_work *w = job->job.w;
    const clast_contacts *old = &s->contacts;
    const int32_t materials = s->material[0][a] * m->n_materials;
    kept contacts = {job->first_of[a], job->first_of[a + 1]};
    for (size_t k = 0;;) {
        const int32_t found_b = k < n ? pairs[k].b : INT32_MAX, kept_b = kept_body(old, &contacts);
        const int32_t b = found_b < kept_b ? found_b : kept_b;
        const size_t from = out->n;
        if (b == INT32_MAX || out->failed)
            break;
        k += found_b == b;
        if (m->balls)
            find_balls(job, a, b, out);
        else
            clast_sphere_pairs(&job->job, &job->all, a, b, skin_of(w, a, b), on, out);
        close_pair(old, (clast_near){.a = a, .b = b, .pair = materials + s->material[0][b]}, from, &contacts, out);
    }
    for (int32_t k = 0; k < m->n_walls && !out->failed; k++) {
        const clast_wall *wall = &m->walls[k];
        const size_t from = out->n;
        if (near_wall_height(wall, v_at(s->x, a), w->now) <= w->bound[a] + skin_of(w, a, w->n_body))
            find_at_wall(job, a, wall, out);
        close_pair(old, (clast_near){.a = a, .b = -1 - k, .pair = materials + wall->material}, from, &contacts, out);
    }
}

/* Where the pairs of body a begin. */
static size_t first_pair(const find_job *job, int64_t a)
{
    size_t low = 0, high = job->n_pairs;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (job->pairs[middle].a < a)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void find_chunk(void *context, int64_t first, int64_t last)
{
    const find_job *job = context;
    found *out = &job->chunks[first / CHUNK];
    size_t at = first_pair(job, first);
    const size_t end = first_pair(job, last);
    /* no more pairs than these; and mostly candidates */
    const size_t most = end - at + (size_t)(job->first_of[last] - job->first_of[first]) +
                        (size_t)(last - first) * (size_t)job->job.m->n_walls;
    bench on;
    out->failed = !clast_bench_make(&on, job->most) || !ARRAY_RESERVE(out->near, out->c_near, most + 1) ||
                  !ARRAY_RESERVE(out->list, out->room, most + 1);
    for (int32_t a = (int32_t)first; a < (int32_t)last && !out->failed; a++) {
        size_t n = 0;
        while (at + n < end && job->pairs[at + n].a == a)
            n++;
        find_of_body(job, a, job->pairs + at, n, &on, out);
        at += n;
    }
    clast_bench_free(&on);
}

static void place_chunk(void *context, int64_t first, int64_t last)
{
    const find_job *job = context;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++)
        clast_placed_body(job->job.m, job->job.s, &job->all, i);
}

/* ---- one list of all ---- */

/* What a chunk found goes behind that of the chunks before, whatever thread found it. */
static void join_chunk(void *context, int64_t first, int64_t last)
{
    const find_job *job = context;
    clast_work *w = job->job.w;
    const found *from = &job->chunks[first / CHUNK];
    size_t to = from->at;
    int32_t a = (int32_t)first, pair = (int32_t)from->near_at;
    for (size_t p = 0; p < from->n_near; p++, pair++) {
        w->near[pair] = from->near[p];
        w->near[pair].first += (int32_t)to;
        for (; a <= from->near[p].a; a++)
            w->near_first[a] = pair;
    }
    for (; a < (int32_t)last; a++)
        w->near_first[a] = pair;
    for (size_t k = 0; k < from->n; k++, to++) {
        w->candidates[to] = from->list[k].is;
        w->wake[to] = from->list[k].wake;
        w->slot[to] = from->list[k].slot;
    }
}

static bool join_chunks(find_job *job, size_t n_chunks)
{
    clast_work *w = job->job.w;
    w->n_near = w->n_candidates = 0;
    for (size_t c = 0; c < n_chunks; c++) {
        found *chunk = &job->chunks[c];
        if (chunk->failed)
            return false;
        chunk->near_at = w->n_near, chunk->at = w->n_candidates;
        w->n_near += chunk->n_near, w->n_candidates += chunk->n;
    }
    const size_t n = w->n_candidates;
    if (n > INT32_MAX || !ARRAY_RESERVE(w->candidates, w->c_candidates, n + 1) ||
        !ARRAY_RESERVE(w->wake, w->c_wake, n + 1) || !ARRAY_RESERVE(w->slot, w->c_slot, n + 1) ||
        !ARRAY_RESERVE(w->near, w->c_near, w->n_near + 1))
        return false;
    const int32_t bodies = job->job.s->n;
    clast_pool_for(w->pool, bodies, CHUNK, join_chunk, job);
    w->near_first[bodies] = (int32_t)w->n_near;
    w->near[w->n_near] = (clast_near){.first = (int32_t)n}; /* the end mark */
    return true;
}

bool clast_candidates_find(const clast_model *m, clast_state *s, clast_work *w, const clast_grid_pair *pairs,
                           size_t n_pairs, const int32_t *first_of)
{
    const size_t n_chunks = ((size_t)s->n + CHUNK - 1) / CHUNK;
    find_job job = {.job = {m, s, w},
                    .pairs = pairs,
                    .n_pairs = n_pairs,
                    .first_of = first_of,
                    .most = 1,
                    .chunks = calloc(n_chunks + 1, sizeof *job.chunks)};
    for (int32_t k = 0; k < m->n_shapes; k++)
        job.most = (size_t)m->shapes[k].n_spheres > job.most ? (size_t)m->shapes[k].n_spheres : job.most;
    bool ok = job.chunks && (m->balls || clast_placed_make(m, s, &w->sphere_room, &job.all));
    if (ok) {
        if (!m->balls)
            clast_pool_for(w->pool, s->n, CHUNK, place_chunk, &job);
        clast_pool_for(w->pool, s->n, CHUNK, find_chunk, &job);
        ok = join_chunks(&job, n_chunks);
    }
    for (size_t c = 0; job.chunks && c < n_chunks; c++) {
        free(job.chunks[c].near);
        free(job.chunks[c].list);
    }
    free(job.chunks);
    return ok;
}
