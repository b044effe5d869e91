#include "collide/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clones.h"
#include "base/rows.h"
#include "collide/keep.h"
#include "collide/near.h"

enum { CHUNK = 32, LANES = 4 }; /* bodies whose partners are found at a time */

typedef struct hit {
    clast_candidate is;
    float wake; /* when it is to be looked at first (work.h) */
    int32_t
        slot; /* of the contact that it is, once the contacts are laid out anew (touch.c): its place in their list; -1 */
} hit;

/* By the bodies of a chunk: near pairs that have candidates, and these. */
typedef struct found {
    clast_near *near; /* first: within the chunk for now */
    size_t n_near, c_near;
    hit *list;
    size_t n, room;
    size_t near_at, at; /* where they go in the lists of all */
    bool failed;
} found;

typedef struct box {
    vec3 low, high;
} box;

/* All spheres where they are, made for one build; not of balls. */
typedef struct placed {
    int32_t *first; /* per body, and the end: whole lanes, the last sphere is repeated */
    double *x, *y, *z, *r;
    box *around; /* per body */
} placed;

/* Room for the spheres of one pair of bodies. */
typedef struct bench {
    double *up, *low;           /* how far spheres of a reach towards b, and those of b towards a */
    int32_t *index_a, *index_b; /* in the shape, of those that reach the other */
    double *x, *y, *z, *r;      /* of b's */
    double *beyond;             /* of b's, from one of a's: square of the distance less that of the reach */
    int32_t *close;             /* of b's, those within reach of one of a's */
} bench;

static void add(found *out, int32_t sphere_a, int32_t sphere_b, float wake)
{
    if (!ARRAY_RESERVE(out->list, out->room, out->n + 1))
        out->failed = true;
    else
        out->list[out->n++] = (hit){{sphere_a, sphere_b}, wake, -1};
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
    const int32_t last = all->first[i] + form->n_spheres - 1;
    for (int32_t at = last + 1; at < all->first[i + 1]; at++)
        all->x[at] = all->x[last], all->y[at] = all->y[last], all->z[at] = all->z[last], all->r[at] = all->r[last];
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
    int32_t a, b, n_a, n_b; /* bodies, and how many spheres they have */
    vec3 from, to;          /* their centres */
    double skin, bound;
} couple;

/* Spheres of b; behind the last one there are some to fill its lanes. */
typedef struct others {
    const double *x, *y, *z, *r;
    const int32_t *index; /* in the shape; NULL: all of them */
    int32_t n;
} others;

typedef long long four_flags __attribute__((vector_size(32)));

/* Squares of the distances from a sphere less those of the reach, r: its radius and the skin. Is one below zero? */
CLAST_INLINE bool measure(others b, double x, double y, double z, double r, double *beyond)
{
    four_flags any = {0};
    for (int32_t k = 0; k < b.n; k += LANES) {
        rows_four dx, dy, dz, sum;
        memcpy(&dx, b.x + k, sizeof dx), memcpy(&dy, b.y + k, sizeof dy);
        memcpy(&dz, b.z + k, sizeof dz), memcpy(&sum, b.r + k, sizeof sum);
        dx -= x, dy -= y, dz -= z, sum += r;
        const rows_four far = dx * dx + dy * dy + dz * dz - sum * sum;
        memcpy(beyond + k, &far, sizeof far);
        any |= far < 0;
    }
    return any[0] | any[1] | any[2] | any[3];
}

/* Of these the ones within the skin of sphere `index` of a, which is `at` among those that were placed. */
CLAST_INLINE void find_close(const placed *all, const couple *c, int32_t index, int32_t at, others b, const bench *on,
                             found *out)
{
    const double x = all->x[at], y = all->y[at], z = all->z[at], r = all->r[at] + c->skin;
    const double *const beyond = on->beyond;
    if (!measure(b, x, y, z, r, on->beyond))
        return;
    int32_t n = 0;
    for (int32_t k = 0; k < b.n; k++) {
        on->close[n] = k;
        n += beyond[k] < 0;
    }
    for (int32_t j = 0; j < n; j++) {
        const int32_t k = on->close[j];
        const double sum = b.r[k] + r, gap = sqrt(beyond[k] + sum * sum) - (sum - c->skin);
        add(out, index, b.index ? b.index[k] : k, wake_of(gap, x, y, z, c->bound));
    }
}

/* Two spheres that come within the skin do so along any line too. So on the line through the two bodies' centres most
 * pairs, and most spheres of the others, are seen to be apart; what is left is tested one by one. */
CLAST_INLINE void find_along(const placed *all, const couple *c, const bench *on, found *out)
{
    const int32_t first_a = all->first[c->a], first_b = all->first[c->b];
    const double skin = c->skin;
    const vec3 between = v_sub(c->to, c->from);
    const double length = v_length(between);
    const vec3 along = length > 0 ? v_mul(1 / length, between) : (vec3){1, 0, 0};
    const double up = project(all, c->a, c->from, along, 1, on->up);
    const double low = project(all, c->b, c->from, along, -1, on->low);
    if (up + low + skin < 0)
        return;
    const int32_t n_a = choose(on->up, c->n_a, -low - skin, on->index_a);
    const int32_t n_b = choose(on->low, c->n_b, -up - skin, on->index_b);
    for (int32_t k = 0; k < n_b; k++) {
        const int32_t q = first_b + on->index_b[k];
        on->x[k] = all->x[q], on->y[k] = all->y[q], on->z[k] = all->z[q], on->r[k] = all->r[q];
    }
    for (int32_t k = n_b; k < n_b + LANES; k++)
        on->x[k] = on->y[k] = on->z[k] = on->r[k] = 0;
    for (int32_t i = 0; i < n_a; i++)
        find_close(all, c, on->index_a[i], first_a + on->index_a[i],
                   (others){on->x, on->y, on->z, on->r, on->index_b, n_b}, on, out);
}

/* Few spheres: all with all. */
CLAST_INLINE void find_all(const placed *all, const couple *c, const bench *on, found *out)
{
    const int32_t first_a = all->first[c->a], first_b = all->first[c->b];
    for (int32_t i = 0; i < c->n_a; i++)
        find_close(all, c, i, first_a + i,
                   (others){all->x + first_b, all->y + first_b, all->z + first_b, all->r + first_b, NULL, c->n_b}, on,
                   out);
}

CLAST_CLONES(find_many, (const placed *all, const couple *c, const bench *on, found *out), (all, c, on, out),
             find_along(all, c, on, out))
CLAST_CLONES(find_few, (const placed *all, const couple *c, const bench *on, found *out), (all, c, on, out),
             find_all(all, c, on, out))

typedef struct find_job {
    clast_job job;
    const clast_grid_pair *pairs;
    size_t n_pairs;
    const int32_t *first_of; /* where bodies begin in the list of contacts */
    double skin;
    placed all;
    size_t most; /* spheres of one body */
    found *chunks;
} find_job;

/* Bodies of one sphere each. */
static void find_balls(const find_job *job, int32_t a, int32_t b, found *out)
{
    const clast_work *w = job->job.w;
    const vec3 x = v_at(job->job.s->x, a), e = v_sub(v_at(job->job.s->x, b), x);
    const double gap = v_length(e) - (w->radius[a] + w->radius[b]);
    if (gap < job->skin)
        add(out, 0, 0, wake_of(gap, x.x, x.y, x.z, w->bound[a]));
}

static void find_bodies(const find_job *job, int32_t a, int32_t b, const bench *on, found *out)
{
    enum { FEW = 64 }; /* pairs of spheres */
    const clast_state *s = job->job.s;
    const clast_form *const shapes = job->job.m->shapes;
    if (is_empty(common(job->all.around[a], job->all.around[b], job->skin)))
        return;
    const int32_t n_a = shapes[s->shape[0][a]].n_spheres, n_b = shapes[s->shape[0][b]].n_spheres;
    const couple c = {a, b, n_a, n_b, v_at(s->x, a), v_at(s->x, b), job->skin, job->job.w->bound[a]};
    (n_b <= FEW / n_a ? find_few : find_many)(&job->all, &c, on, out);
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
        if (gap < job->skin)
            add(out, k, 0, wake_of(gap, x.x, x.y, x.z, w->bound[a]));
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
        add(out, kept.sphere_a, kept.sphere_b, AT_ONCE);
        if (out->failed)
            return at;
        memmove(out->list + at + 1, out->list + at, (out->n - 1 - at) * sizeof *out->list);
        out->list[at] = (hit){kept, AT_ONCE, -1};
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
            find_bodies(job, a, b, on, out);
        close_pair(old, (clast_near){.a = a, .b = b, .pair = materials + s->material[0][b]}, from, &contacts, out);
    }
    for (int32_t k = 0; k < m->n_walls && !out->failed; k++) {
        const clast_wall *wall = &m->walls[k];
        const size_t from = out->n;
        if (near_wall_height(wall, v_at(s->x, a), w->now) <= w->bound[a] + job->skin)
            find_at_wall(job, a, wall, out);
        close_pair(old, (clast_near){.a = a, .b = -1 - k, .pair = materials + wall->material}, from, &contacts, out);
    }
}

/* One block, which begins with on->up. */
static bool make_bench(bench *on, size_t most)
{
    const size_t each = most + 2 * LANES;
    double *at = malloc(each * (7 * sizeof *at + 3 * sizeof(int32_t)));
    double **const list[] = {&on->up, &on->low, &on->x, &on->y, &on->z, &on->r, &on->beyond};
    *on = (bench){0};
    if (!at)
        return false;
    for (size_t k = 0; k < sizeof list / sizeof *list; k++, at += each)
        *list[k] = at;
    on->index_a = (int32_t *)at;
    on->index_b = on->index_a + each;
    on->close = on->index_b + each;
    return true;
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
    out->failed = !make_bench(&on, job->most) || !ARRAY_RESERVE(out->near, out->c_near, most + 1) ||
                  !ARRAY_RESERVE(out->list, out->room, most + 1);
    for (int32_t a = (int32_t)first; a < (int32_t)last && !out->failed; a++) {
        size_t n = 0;
        while (at + n < end && job->pairs[at + n].a == a)
            n++;
        find_of_body(job, a, job->pairs + at, n, &on, out);
        at += n;
    }
    free(on.up);
}

static void place_chunk(void *context, int64_t first, int64_t last)
{
    const find_job *job = context;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++)
        place_body(job->job.m, job->job.s, &job->all, i);
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

static bool make_placed(const clast_model *m, const clast_state *s, clast_room *room, placed *all)
{
    const size_t bodies = (size_t)s->n;
    size_t n = 0;
    for (size_t i = 0; i < bodies; i++)
        n += (size_t)(m->shapes[s->shape[0][i]].n_spheres + LANES - 1) / LANES * LANES;
    if (n > INT32_MAX ||
        !ARRAY_RESERVE(room->block, room->bytes,
                       4 * n * sizeof *all->x + bodies * sizeof *all->around + (bodies + 1) * sizeof *all->first))
        return false;
    all->x = (double *)(void *)room->block;
    all->y = all->x + n, all->z = all->y + n, all->r = all->z + n;
    all->around = (box *)(void *)(all->r + n);
    all->first = (int32_t *)(void *)(all->around + bodies);
    all->first[0] = 0;
    for (size_t i = 0; i < bodies; i++)
        all->first[i + 1] = all->first[i] + (m->shapes[s->shape[0][i]].n_spheres + LANES - 1) / LANES * LANES;
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
                    .skin = w->skin * (1 + 1e-6), /* for rounding */
                    .most = 1,
                    .chunks = calloc(n_chunks + 1, sizeof *job.chunks)};
    for (int32_t k = 0; k < m->n_shapes; k++)
        job.most = (size_t)m->shapes[k].n_spheres > job.most ? (size_t)m->shapes[k].n_spheres : job.most;
    bool ok = job.chunks && (m->balls || make_placed(m, s, &w->sphere_room, &job.all));
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
