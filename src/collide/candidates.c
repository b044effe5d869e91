#include "collide/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "collide/keep.h"
#include "collide/near.h"

enum { CHUNK = 64 };

typedef struct found {
    clast_candidate *list;
    size_t n, room;
    bool failed;
} found;

typedef struct box {
    vec3 low, high;
} box;

/* All spheres where they are, made for one build. */
typedef struct placed {
    int32_t *first; /* per body, and the end */
    double *x, *y, *z, *r;
    box *around; /* per body */
} placed;

typedef struct chosen { /* spheres of one body that stand where it may meet the other */
    int32_t n;
    int32_t *index; /* in the shape */
} chosen;

static void add(found *out, int32_t sphere_a, int32_t sphere_b)
{
    if (!ARRAY_RESERVE(out->list, out->room, out->n + 1))
        out->failed = true;
    else
        out->list[out->n++] = (clast_candidate){sphere_a, sphere_b};
}

static double lower(double a, double b) { return a < b ? a : b; } /* fmin is a call */
static double higher(double a, double b) { return a > b ? a : b; }

static void place_body(const clast_model *m, const clast_state *s, const placed *all, int32_t i)
{
    const clast_form *form = &m->shapes[s->shape[0][i]];
    const double size = s->size[0][i];
    const mat3 R = q_matrix(q_at(s->q, i));
    const vec3 centre = v_at(s->x, i);
    box around = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t k = 0, at = all->first[i]; k < form->n_spheres; k++, at++) {
        const vec3 l = m_mul(R, (vec3){form->sx[k], form->sy[k], form->sz[k]}), x = v_add_mul(centre, size, l);
        const double r = size * form->sr[k];
        all->x[at] = x.x, all->y[at] = x.y, all->z[at] = x.z, all->r[at] = r;
        around.low = (vec3){lower(around.low.x, x.x - r), lower(around.low.y, x.y - r), lower(around.low.z, x.z - r)};
        around.high =
            (vec3){higher(around.high.x, x.x + r), higher(around.high.y, x.y + r), higher(around.high.z, x.z + r)};
    }
    all->around[i] = around;
}

/* Where two boxes meet, the first one wider by the skin. */
static box common(box a, box b, double skin)
{
    return (box){
        {higher(a.low.x - skin, b.low.x), higher(a.low.y - skin, b.low.y), higher(a.low.z - skin, b.low.z)},
        {lower(a.high.x + skin, b.high.x), lower(a.high.y + skin, b.high.y), lower(a.high.z + skin, b.high.z)}};
}

static bool is_empty(box b) { return b.low.x > b.high.x || b.low.y > b.high.y || b.low.z > b.high.z; }

/* The spheres of a body, wider by the skin, that reach the box. */
static void choose(const placed *all, int32_t i, double skin, box b, chosen *out)
{
    out->n = 0;
    for (int32_t k = all->first[i]; k < all->first[i + 1]; k++) {
        const double x = all->x[k], y = all->y[k], z = all->z[k], r = all->r[k] + skin;
        out->index[out->n] = k - all->first[i];
        out->n += (x + r > b.low.x) & (x - r < b.high.x) & (y + r > b.low.y) & (y - r < b.high.y) & (z + r > b.low.z) &
                  (z - r < b.high.z);
    }
}

/* Only spheres that stand where the boxes around the two bodies meet are tested one by one. */
static void find_pair(const placed *all, int32_t a, int32_t b, double skin, chosen near[2], found *out)
{
    const box meet = common(all->around[a], all->around[b], skin);
    if (is_empty(meet))
        return;
    choose(all, a, skin, meet, &near[0]);
    choose(all, b, 0, meet, &near[1]);
    for (int32_t i = 0; i < near[0].n; i++) {
        const int32_t p = all->first[a] + near[0].index[i];
        const double x = all->x[p], y = all->y[p], z = all->z[p], r = all->r[p] + skin;
        for (int32_t k = 0; k < near[1].n; k++) {
            const int32_t q = all->first[b] + near[1].index[k];
            const double dx = all->x[q] - x, dy = all->y[q] - y, dz = all->z[q] - z, sum = all->r[q] + r;
            if (dx * dx + dy * dy + dz * dz < sum * sum)
                add(out, near[0].index[i], near[1].index[k]);
        }
    }
}

static void find_wall(const clast_model *m, const clast_state *s, const clast_work *w, int32_t a, int32_t k, found *out)
{
    const clast_form *form = &m->shapes[s->shape[0][a]];
    const clast_wall *wall = &m->walls[k];
    const double size = s->size[0][a];
    const quat q = q_at(s->q, a);
    for (int32_t i = 0; i < form->n_spheres; i++) {
        const vec3 centre = v_add_mul(v_at(s->x, a), size, q_turn(q, (vec3){form->sx[i], form->sy[i], form->sz[i]}));
        if (near_wall_height(wall, centre, w->now) < size * form->sr[i] + w->skin)
            add(out, i, 0);
    }
}

/* What was in contact stays a candidate (keep.h); the list of a pair is sorted. */
static void add_kept(const clast_state *s, const int32_t *first_of, const clast_near *pair, size_t from, found *out)
{
    int32_t k, last;
    for (clast_keep_range(&s->contacts, first_of, pair->a, pair->b, &k, &last); k < last; k++) {
        const uint64_t spheres = s->contacts.key[s->contacts.list[k]].spheres;
        const clast_candidate kept = {(int32_t)(spheres >> 32), (int32_t)(spheres & 0xFFFFFFFF)};
        size_t at = from;
        while (at < out->n && (out->list[at].sphere_a < kept.sphere_a ||
                               (out->list[at].sphere_a == kept.sphere_a && out->list[at].sphere_b < kept.sphere_b)))
            at++;
        if (at < out->n && out->list[at].sphere_a == kept.sphere_a && out->list[at].sphere_b == kept.sphere_b)
            continue;
        add(out, kept.sphere_a, kept.sphere_b);
        if (out->failed)
            return;
        memmove(out->list + at + 1, out->list + at, (out->n - 1 - at) * sizeof *out->list);
        out->list[at] = kept;
    }
}

typedef struct find_job {
    const clast_model *m;
    const clast_state *s;
    clast_work *w;
    const int32_t *first_of; /* where bodies begin in the list of contacts */
    placed all;
    size_t most; /* spheres of one body */
    found *chunks;
} find_job;

static void place_chunk(void *context, int64_t first, int64_t last)
{
    const find_job *job = context;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++)
        place_body(job->m, job->s, &job->all, i);
}

static void find_chunk(void *context, int64_t first, int64_t last)
{
    const find_job *job = context;
    const clast_model *m = job->m;
    const clast_state *s = job->s;
    clast_work *w = job->w;
    found *out = &job->chunks[first / CHUNK];
    const double skin = w->skin * (1 + 1e-6); /* for rounding */
    int32_t *index = calloc(2 * (job->most + 1), sizeof *index);
    chosen near[2] = {{0, index}, {0, index ? index + job->most + 1 : NULL}};
    out->failed = !index;
    for (int64_t p = first; p < last && !out->failed; p++) {
        clast_near *pair = &w->near[p];
        pair->first = (int32_t)out->n; /* within the chunk for now */
        if (pair->b >= 0)
            find_pair(&job->all, pair->a, pair->b, skin, near, out);
        else
            find_wall(m, s, w, pair->a, -1 - pair->b, out);
        add_kept(s, job->first_of, pair, (size_t)pair->first, out);
    }
    free(index);
}

/* One after the other, whatever thread found them. */
static bool join_chunks(clast_work *w, const found *chunks, size_t n_chunks)
{
    size_t total = 0;
    for (size_t c = 0; c < n_chunks; c++) {
        if (chunks[c].failed)
            return false;
        total += chunks[c].n;
    }
    if (total > INT32_MAX || !ARRAY_RESERVE(w->candidates, w->c_candidates, total + 1) ||
        !ARRAY_RESERVE(w->near, w->c_near, w->n_near + 1))
        return false;
    w->n_candidates = 0;
    for (size_t c = 0; c < n_chunks; c++) {
        size_t last = (c + 1) * CHUNK < w->n_near ? (c + 1) * CHUNK : w->n_near;
        for (size_t p = c * CHUNK; p < last; p++)
            w->near[p].first += (int32_t)w->n_candidates;
        if (chunks[c].n)
            memcpy(w->candidates + w->n_candidates, chunks[c].list, chunks[c].n * sizeof *w->candidates);
        w->n_candidates += chunks[c].n;
    }
    return true;
}

/* Near pairs none of whose spheres may touch are dropped: the steps until the next rebuild need not know them. */
static void drop_empty(const clast_state *s, clast_work *w)
{
    size_t n = 0;
    int32_t a = 0;
    for (size_t p = 0; p < w->n_near; p++) {
        const int32_t end = p + 1 < w->n_near ? w->near[p + 1].first : (int32_t)w->n_candidates;
        if (w->near[p].first == end)
            continue;
        for (; a <= w->near[p].a; a++)
            w->near_first[a] = (int32_t)n;
        w->near[n++] = w->near[p];
    }
    for (; a <= s->n; a++)
        w->near_first[a] = (int32_t)n;
    w->n_near = n;
    w->near[n] = (clast_near){.first = (int32_t)w->n_candidates}; /* the end mark */
}

static bool make_placed(const clast_model *m, const clast_state *s, placed *all)
{
    const size_t bodies = (size_t)s->n;
    all->first = malloc((bodies + 1) * sizeof *all->first);
    all->around = malloc((bodies + 1) * sizeof *all->around);
    if (!all->first || !all->around)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < bodies; i++) {
        all->first[i] = (int32_t)n;
        n += (size_t)m->shapes[s->shape[0][i]].n_spheres;
    }
    if (n > INT32_MAX)
        return false;
    all->first[bodies] = (int32_t)n;
    all->x = malloc(4 * (n + 1) * sizeof *all->x);
    all->y = all->x ? all->x + n : NULL;
    all->z = all->x ? all->x + 2 * n : NULL;
    all->r = all->x ? all->x + 3 * n : NULL;
    return all->x != NULL;
}

bool clast_candidates_find(const clast_model *m, const clast_state *s, clast_work *w, const int32_t *first_of)
{
    const size_t n_chunks = (w->n_near + CHUNK - 1) / CHUNK;
    find_job job = {
        .m = m, .s = s, .w = w, .first_of = first_of, .most = 1, .chunks = calloc(n_chunks + 1, sizeof *job.chunks)};
    for (int32_t k = 0; k < m->n_shapes; k++)
        job.most = (size_t)m->shapes[k].n_spheres > job.most ? (size_t)m->shapes[k].n_spheres : job.most;
    bool ok = make_placed(m, s, &job.all) && job.chunks;
    if (ok) {
        clast_pool_for(w->pool, s->n, CHUNK, place_chunk, &job);
        clast_pool_for(w->pool, (int64_t)w->n_near, CHUNK, find_chunk, &job);
        ok = join_chunks(w, job.chunks, n_chunks);
    }
    if (ok)
        drop_empty(s, w);
    for (size_t c = 0; job.chunks && c < n_chunks; c++)
        free(job.chunks[c].list);
    free(job.chunks);
    free(job.all.first);
    free(job.all.around);
    free(job.all.x);
    return ok;
}
