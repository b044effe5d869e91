#include "collide/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clones.h"
#include "collide/keep.h"
#include "collide/near.h"

enum { CHUNK = 64, LANES = 4 };

typedef struct hit {
    clast_candidate is;
    float wake; /* when it is to be looked at first (work.h) */
} hit;

typedef struct found {
    hit *list;
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

/* Room for the spheres of one pair of bodies. */
typedef struct bench {
    double *up, *low;           /* how far spheres of a reach towards b, and those of b towards a */
    int32_t *index_a, *index_b; /* in the shape, of those that reach the other */
    double *x, *y, *z, *r;      /* of b's */
    double *beyond;             /* of b's, from one of a's: square of the distance less that of the reach */
} bench;

static void add(found *out, int32_t sphere_a, int32_t sphere_b, float wake)
{
    if (!ARRAY_RESERVE(out->list, out->room, out->n + 1))
        out->failed = true;
    else
        out->list[out->n++] = (hit){{sphere_a, sphere_b}, wake};
}

enum { AT_ONCE = -1 };

/* Spheres with this gap are surely open until the bodies have come that far. The narrow phase finds their centres by
 * other operations; this share of their coordinates is far beyond what that changes. */
CLAST_INLINE float wake_of(double gap, double x, double y, double z, double bound)
{
    const double wake = 0.999 * gap - 1e-13 * (fabs(x) + fabs(y) + fabs(z) + bound);
    return wake > 0 ? (float)wake : AT_ONCE;
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

/* The spheres of a body along the line n that begins at `from`: their reach, side +1 upwards or -1 downwards. The
 * furthest of them. */
CLAST_INLINE double project(const placed *all, int32_t body, vec3 from, vec3 n, double side, double *restrict reach)
{
    const int32_t first = all->first[body], count = all->first[body + 1] - first;
    const double *const x = all->x + first, *const y = all->y + first, *const z = all->z + first,
                        *const r = all->r + first;
    double most = -INFINITY;
#pragma omp simd reduction(max : most)
    for (int32_t k = 0; k < count; k++) {
        const double at = (x[k] - from.x) * n.x + (y[k] - from.y) * n.y + (z[k] - from.z) * n.z;
        const double up = side * at + r[k];
        reach[k] = up;
        most = up > most ? up : most;
    }
    return most;
}

/* Those that reach beyond a point of the line. */
CLAST_INLINE int32_t choose(const double *reach, int32_t count, double beyond, int32_t *index)
{
    int32_t n = 0;
    for (int32_t k = 0; k < count; k++) {
        index[n] = k;
        n += reach[k] > beyond;
    }
    return n;
}

typedef struct couple {
    int32_t a, b;
    vec3 from, along; /* centre of a, unit vector to that of b */
    double skin, bound;
} couple;

/* Two spheres that come within the skin do so along any line too. So on the line through the two bodies' centres most
 * pairs, and most spheres of the others, are seen to be apart; what is left is tested one by one. */
CLAST_INLINE void find_spheres(const placed *all, const couple *c, const bench *on, found *out)
{
    const int32_t a = c->a, b = c->b, first_a = all->first[a], first_b = all->first[b];
    const double skin = c->skin;
    const double up = project(all, a, c->from, c->along, 1, on->up);
    const double low = project(all, b, c->from, c->along, -1, on->low);
    if (up + low + skin < 0)
        return;
    const int32_t n_a = choose(on->up, all->first[a + 1] - first_a, -low - skin, on->index_a);
    const int32_t n_b = choose(on->low, all->first[b + 1] - first_b, -up - skin, on->index_b);
    for (int32_t k = 0; k < n_b; k++) {
        const int32_t q = first_b + on->index_b[k];
        on->x[k] = all->x[q], on->y[k] = all->y[q], on->z[k] = all->z[q], on->r[k] = all->r[q];
    }
    const int32_t whole = (n_b + LANES - 1) / LANES * LANES; /* no rest that would be gone through one by one */
    for (int32_t k = n_b; k < whole; k++)
        on->x[k] = on->y[k] = on->z[k] = on->r[k] = 0;
    double *restrict const beyond = on->beyond;
    for (int32_t i = 0; i < n_a; i++) {
        const int32_t p = first_a + on->index_a[i];
        const double x = all->x[p], y = all->y[p], z = all->z[p], r = all->r[p] + skin;
#pragma omp simd
        for (int32_t k = 0; k < whole; k++) {
            const double dx = on->x[k] - x, dy = on->y[k] - y, dz = on->z[k] - z, sum = on->r[k] + r;
            beyond[k] = dx * dx + dy * dy + dz * dz - sum * sum;
        }
        for (int32_t k = 0; k < n_b; k++)
            if (beyond[k] < 0) {
                const double sum = on->r[k] + r, gap = sqrt(beyond[k] + sum * sum) - (sum - skin);
                add(out, on->index_a[i], on->index_b[k], wake_of(gap, x, y, z, c->bound));
            }
    }
}

CLAST_CLONES(find_in_lanes, (const placed *all, const couple *c, const bench *on, found *out), (all, c, on, out),
             find_spheres(all, c, on, out))

/* Bodies of one sphere each. */
static void find_balls(const placed *all, const clast_work *w, const clast_near *pair, double skin, found *out)
{
    const int32_t p = all->first[pair->a], q = all->first[pair->b];
    const double x = all->x[p], y = all->y[p], z = all->z[p], sum = all->r[p] + all->r[q];
    const double dx = all->x[q] - x, dy = all->y[q] - y, dz = all->z[q] - z;
    const double gap = sqrt(dx * dx + dy * dy + dz * dz) - sum;
    if (gap < skin)
        add(out, 0, 0, wake_of(gap, x, y, z, w->bound[pair->a]));
}

static void find_pair(const clast_job *job, const placed *all, const clast_near *pair, double skin, const bench *on,
                      found *out)
{
    const int32_t a = pair->a, b = pair->b;
    if (is_empty(common(all->around[a], all->around[b], skin)))
        return;
    const vec3 from = v_at(job->s->x, a), between = v_sub(v_at(job->s->x, b), from);
    const double length = v_length(between);
    const vec3 along = length > 0 ? v_mul(1 / length, between) : (vec3){1, 0, 0};
    find_in_lanes(all, &(couple){a, b, from, along, skin, job->w->bound[a]}, on, out);
}

static void find_wall(const clast_wall *wall, const placed *all, const clast_work *w, int32_t a, double skin,
                      found *out)
{
    for (int32_t k = all->first[a]; k < all->first[a + 1]; k++) {
        const double x = all->x[k], y = all->y[k], z = all->z[k];
        const double gap = near_wall_height(wall, (vec3){x, y, z}, w->now) - all->r[k];
        if (gap < skin)
            add(out, k - all->first[a], 0, wake_of(gap, x, y, z, w->bound[a]));
    }
}

static bool comes_before(clast_candidate l, clast_candidate r)
{
    return l.sphere_a < r.sphere_a || (l.sphere_a == r.sphere_a && l.sphere_b < r.sphere_b);
}

/* What was in contact stays a candidate (keep.h); the list of a pair is sorted. */
static void add_kept(const clast_state *s, const int32_t *first_of, const clast_near *pair, size_t from, found *out)
{
    int32_t k, last;
    for (clast_keep_range(&s->contacts, first_of, pair->a, pair->b, &k, &last); k < last; k++) {
        const uint64_t spheres = s->contacts.key[s->contacts.list[k]].spheres;
        const clast_candidate kept = {(int32_t)(spheres >> 32), (int32_t)(spheres & 0xFFFFFFFF)};
        size_t at = from;
        while (at < out->n && comes_before(out->list[at].is, kept))
            at++;
        if (at < out->n && !comes_before(kept, out->list[at].is))
            continue;
        add(out, kept.sphere_a, kept.sphere_b, AT_ONCE);
        if (out->failed)
            return;
        memmove(out->list + at + 1, out->list + at, (out->n - 1 - at) * sizeof *out->list);
        out->list[at] = (hit){kept, AT_ONCE};
    }
}

typedef struct find_job {
    clast_job job;
    const int32_t *first_of; /* where bodies begin in the list of contacts */
    placed all;
    size_t most; /* spheres of one body */
    found *chunks;
} find_job;

static void place_chunk(void *context, int64_t first, int64_t last)
{
    const find_job *job = context;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++)
        place_body(job->job.m, job->job.s, &job->all, i);
}

/* One block, which begins with on->up. */
static bool make_bench(bench *on, size_t most)
{
    const size_t each = most + LANES;
    double *at = malloc(each * (7 * sizeof *at + 2 * sizeof(int32_t)));
    double **const list[] = {&on->up, &on->low, &on->x, &on->y, &on->z, &on->r, &on->beyond};
    *on = (bench){0};
    if (!at)
        return false;
    for (size_t k = 0; k < sizeof list / sizeof *list; k++, at += each)
        *list[k] = at;
    on->index_a = (int32_t *)at;
    on->index_b = on->index_a + each;
    return true;
}

static void find_chunk(void *context, int64_t first, int64_t last)
{
    const find_job *job = context;
    const clast_model *m = job->job.m;
    clast_work *w = job->job.w;
    found *out = &job->chunks[first / CHUNK];
    const double skin = w->skin * (1 + 1e-6); /* for rounding */
    bench on;
    out->failed = !make_bench(&on, job->most);
    for (int64_t p = first; p < last && !out->failed; p++) {
        clast_near *pair = &w->near[p];
        pair->first = (int32_t)out->n; /* within the chunk for now */
        if (pair->b >= 0 && m->balls)
            find_balls(&job->all, w, pair, skin, out);
        else if (pair->b >= 0)
            find_pair(&job->job, &job->all, pair, skin, &on, out);
        else
            find_wall(&m->walls[-1 - pair->b], &job->all, w, pair->a, skin, out);
        add_kept(job->job.s, job->first_of, pair, (size_t)pair->first, out);
    }
    free(on.up);
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
        !ARRAY_RESERVE(w->wake, w->c_wake, total + 1) || !ARRAY_RESERVE(w->near, w->c_near, w->n_near + 1))
        return false;
    w->n_candidates = 0;
    for (size_t c = 0; c < n_chunks; c++) {
        size_t last = (c + 1) * CHUNK < w->n_near ? (c + 1) * CHUNK : w->n_near;
        for (size_t p = c * CHUNK; p < last; p++)
            w->near[p].first += (int32_t)w->n_candidates;
        for (size_t k = 0; k < chunks[c].n; k++, w->n_candidates++) {
            w->candidates[w->n_candidates] = chunks[c].list[k].is;
            w->wake[w->n_candidates] = chunks[c].list[k].wake;
        }
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

bool clast_candidates_find(const clast_model *m, clast_state *s, clast_work *w, const int32_t *first_of)
{
    const size_t n_chunks = (w->n_near + CHUNK - 1) / CHUNK;
    find_job job = {
        .job = {m, s, w}, .first_of = first_of, .most = 1, .chunks = calloc(n_chunks + 1, sizeof *job.chunks)};
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
