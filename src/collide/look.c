#include "collide/look.h"

#include <stdatomic.h>
#include <string.h>

#include "base/array.h"
#include "base/fetch.h"
#include "base/rows.h"
#include "collide/near.h"

enum { GRIP_X = offsetof(clast_grip, x) / sizeof(double), GRIP_Q = offsetof(clast_grip, q) / sizeof(double) };

/* Each near pair has one candidate, which has its number then. So with balls. */
static bool all_alone(const clast_work *w) { return w->n_candidates == w->n_near; }

/* What was seen of candidate c of near pair p. way: of both sides together; least: radius of the smaller sphere. */
static void note(clast_work *w, int32_t p, int32_t c, double way, double gap, double least, double blur,
                 clast_changes *changes)
{
    const uint8_t closed = gap < 0 ? CLAST_TOUCHES : CLAST_HOLE;
    const double until = fmin(fabs(gap), fabs(gap + least)); /* it changes, or is driven through */
    changes->through |= gap < -least;
    if (closed != w->closed[c]) {
        w->closed[c] = closed;
        if (changes->n < CLAST_FEW_CHANGES) {
            changes->at[changes->n].candidate = c;
            changes->at[changes->n].near = p;
        }
        changes->n += changes->n <= CLAST_FEW_CHANGES;
    }
    /* a little earlier, for rounding: of the gap, and into a float */
    const float wake = (float)((way + 0.9999 * until) * (1 - 1e-6) - blur);
    if (!all_alone(w))
        w->wake[c] = wake;
    w->near_wake[p] = w->near_wake[p] < wake ? w->near_wake[p] : wake;
}

/* ---- one by one ---- */

/* From the grip, which lies in one piece; row: which one. */
static vec3 sphere_centre(const clast_job *job, int32_t i, int32_t row, int32_t k, double *r)
{
    const double *const grip = job->w->grip + (size_t)row * (size_t)job->w->grip_width;
    const vec3 x = v_of(grip + GRIP_X);
    const double size = grip[GRIP_X + 3], *const q = grip + GRIP_Q;
    if (job->m->balls) {
        *r = size;
        return x;
    }
    const clast_form *form = &job->m->shapes[job->s->shape[0][i]];
    *r = size * form->sr[k];
    return near_centre(form, size, x, (quat){q[0], q[1], q[2], q[3]}, k);
}

/* The rounding error of a gap at most. */
CLAST_INLINE double blur_of(vec3 a, double bound) { return 4e-15 * (fabs(a.x) + fabs(a.y) + fabs(a.z) + bound); }

static void look_at(const clast_job *job, int32_t p, int32_t c, double way, clast_changes *changes)
{
    const clast_work *w = job->w;
    const clast_near *near = &w->near[p];
    double ra, rb, gap;
    const vec3 a = sphere_centre(job, near->a, near->a, w->candidates[c].sphere_a, &ra);
    rb = ra;
    if (near->b < 0)
        gap = near_wall_height(&job->m->walls[-1 - near->b], a, w->now) - ra;
    else {
        const vec3 e = v_sub(sphere_centre(job, near->b, w->near_grip[p], w->candidates[c].sphere_b, &rb), a);
        gap = sqrt(v_dot(e, e)) - (ra + rb);
    }
    note(job->w, p, c, way, gap, fmin(ra, rb), blur_of(a, w->bound[near->a]), changes);
}

/* ---- pairs of bodies in vector lanes, with the same bits ---- */

enum { LANES = 16, FEW = 6 }; /* so few are looked at one by one */

typedef struct batch {
    int n;
    int32_t near[LANES], candidate[LANES];
    double way[LANES];
} batch;

/* Rows of clast_grip and of model->spheres. */
typedef struct look_side {
    _Alignas(64) double x[3][LANES], size[LANES], q[4][LANES], s[3][LANES], sr[LANES];
} look_side;

typedef struct seen {
    _Alignas(64) double gap[LANES], least[LANES], blur[LANES], bound[LANES];
} seen;

CLAST_INLINE void gather_side(const clast_job *job, const batch *from, bool second, look_side *side, bool balls)
{
    const clast_model *m = job->m;
    const clast_work *w = job->w;
    for (int k = 0; k < LANES; k += 4) {
        const double *x[4], *q[4], *sphere[4];
        for (int j = 0; j < 4; j++) {
            const int lane = k + j < from->n ? k + j : from->n - 1;
            const int32_t i = w->near_way[second][from->near[lane]];
            const int32_t row = second ? w->near_grip[from->near[lane]] : i;
            const double *const grip = w->grip + (size_t)row * (size_t)w->grip_width;
            x[j] = grip + GRIP_X;
            if (balls)
                continue;
            const clast_candidate *c = &w->candidates[from->candidate[lane]];
            const int32_t sphere_of = second ? c->sphere_b : c->sphere_a;
            q[j] = grip + GRIP_Q;
            sphere[j] = m->spheres + 4 * (size_t)(m->sphere_first[job->s->shape[0][i]] + sphere_of);
        }
        rows_gather(x, 1, &side->x[0][k], LANES);
        if (balls)
            continue;
        rows_gather(q, 1, &side->q[0][k], LANES);
        rows_gather(sphere, 1, &side->s[0][k], LANES);
    }
}

#define GET(a, k) ((vec3){(a)[0][k], (a)[1][k], (a)[2][k]})

CLAST_INLINE vec3 centre_of(const look_side *side, int k, bool balls)
{
    const vec3 x = GET(side->x, k);
    const quat q = {side->q[0][k], side->q[1][k], side->q[2][k], side->q[3][k]};
    return balls ? x : v_add(x, q_turn(q, v_mul(side->size[k], GET(side->s, k))));
}

CLAST_INLINE void find_gaps(const look_side *restrict a, const look_side *restrict b, seen *restrict out, bool balls)
{
#pragma omp simd
    for (int k = 0; k < LANES; k++) {
        const double ra = balls ? a->size[k] : a->size[k] * a->sr[k], rb = balls ? b->size[k] : b->size[k] * b->sr[k];
        const vec3 centre = centre_of(a, k, balls), e = v_sub(centre_of(b, k, balls), centre);
        out->gap[k] = sqrt(v_dot(e, e)) - (ra + rb);
        out->least[k] = ra < rb ? ra : rb;
        out->blur[k] = blur_of(centre, out->bound[k]);
    }
}

CLAST_INLINE void look_through(const clast_job *job, const batch *from, seen *out, bool balls)
{
    look_side a, b;
    gather_side(job, from, false, &a, balls);
    gather_side(job, from, true, &b, balls);
    for (int k = 0; k < LANES; k++)
        out->bound[k] = job->w->bound[job->w->near_way[0][from->near[k < from->n ? k : from->n - 1]]];
    find_gaps(&a, &b, out, balls);
}

#define PARAMETERS (const clast_job *job, const batch *from, seen *out)
CLAST_CLONES(look_at_bodies, PARAMETERS, (job, from, out), look_through(job, from, out, false))
CLAST_CLONES(look_at_balls, PARAMETERS, (job, from, out), look_through(job, from, out, true))

/* The batch is empty then. */
static void look_batch(const clast_job *job, batch *b, clast_changes *changes)
{
    seen out;
    if (b->n > FEW)
        (job->m->balls ? look_at_balls : look_at_bodies)(job, b, &out);
    for (int k = 0; k < b->n; k++)
        if (b->n > FEW)
            note(job->w, b->near[k], b->candidate[k], b->way[k], out.gap[k], out.least[k], out.blur[k], changes);
        else
            look_at(job, b->near[k], b->candidate[k], b->way[k], changes);
    b->n = 0;
}

/* ---- all of them ---- */

static float earliest(const float *wake, int32_t first, int32_t last)
{
    float next = wake[first];
    for (int32_t c = first + 1; c < last; c++)
        next = wake[c] < next ? wake[c] : next;
    return next;
}

static void begin_chunk(void *context, int64_t first, int64_t last)
{
    clast_work *w = context;
    for (int64_t p = first; p < last; p++) {
        const clast_near *near = &w->near[p];
        w->near_wake[p] = earliest(w->wake, near->first, near[1].first);
        w->near_way[0][p] = near->a;
        w->near_way[1][p] = near->b < 0 ? w->n_body : near->b;
        w->near_grip[p] = near->b;
    }
}

bool clast_look_begin(clast_work *w)
{
    enum { CHUNK = 1024 };
    const size_t n = w->n_near;
    if (!ARRAY_RESERVE(w->near_wake, w->c_near_wake, n + 1) ||
        !ARRAY_RESERVE(w->near_way[0], w->c_near_way[0], n + 1) ||
        !ARRAY_RESERVE(w->near_way[1], w->c_near_way[1], n + 1) || !ARRAY_RESERVE(w->near_grip, w->c_near_grip, n + 1))
        return false;
    clast_pool_for(w->pool, (int64_t)n, CHUNK, begin_chunk, w);
    return true;
}

enum { RUN = 2048 };    /* near pairs that are gone through at a time: mostly all of a tile */
enum { FEW_SLEEP = 8 }; /* most of the time all of so many sleep */

/* 1 for each near pair the two of which have come together as far as it sleeps. */
CLAST_INLINE void find_awake(const clast_work *w, int64_t first, int64_t n, bool *restrict is_awake)
{
    const int32_t *const a = w->near_way[0] + first, *const b = w->near_way[1] + first;
    const float *const wake = w->near_wake + first;
    const double *const way = w->way;
    float come[RUN];
#pragma omp simd
    for (int64_t k = 0; k < n; k++)
        come[k] = (float)((way[a[k]] + way[b[k]]) * (1 + 1e-6));
#pragma omp simd
    for (int64_t k = 0; k < n; k++)
        is_awake[k] = !(wake[k] > come[k]);
}

CLAST_CLONES(awake_lanes, (const clast_work *w, int64_t first, int64_t n, bool *is_awake), (w, first, n, is_awake),
             find_awake(w, first, n, is_awake))

static int list_awake(const clast_work *w, int64_t first, int64_t last, int32_t awake[RUN])
{
    bool is_awake[RUN];
    const int32_t count = (int32_t)(last - first);
    int n = 0;
    awake_lanes(w, first, count, is_awake);
    for (int32_t k = count; k % FEW_SLEEP != 0; k++)
        is_awake[k] = false;
    for (int32_t k = 0; k < count; k += FEW_SLEEP) {
        uint64_t any;
        _Static_assert(sizeof any == FEW_SLEEP, "one flag a byte");
        memcpy(&any, is_awake + k, sizeof any);
        if (any == 0)
            continue;
        for (int32_t j = k; j < k + FEW_SLEEP; j++) { /* without a branch, since nobody can foresee it */
            awake[n] = (int32_t)first + j;
            n += is_awake[j];
        }
    }
    return n;
}

/* What will be looked at lies anywhere. (Inlined, since gcc drops calls of functions that do nothing else.) */
CLAST_INLINE void prefetch(const clast_work *w, const int32_t *awake, int n)
{
    enum { TO_Q = GRIP_Q - GRIP_X };
    const size_t width = (size_t)w->grip_width;
    const bool alone = all_alone(w);
    for (int k = 0; k < n; k++) {
        const int32_t p = awake[k], b = w->near_grip[p];
        const double *const x_a = w->grip + (size_t)w->near_way[0][p] * width + GRIP_X;
        const double *const x_b = b >= 0 ? w->grip + (size_t)b * width + GRIP_X : x_a;
        CLAST_FETCH(x_a);
        CLAST_FETCH(x_b);
        if (alone)
            continue;
        CLAST_FETCH(&w->near[p]);
        CLAST_FETCH(x_a + TO_Q);
        CLAST_FETCH(x_b + TO_Q);
    }
}

/* wake, or infinity; by its bits, since compilers make a branch of it otherwise, which nobody can foresee. */
CLAST_INLINE float if_asleep(float wake, bool asleep)
{
    const uint32_t infinite = 0x7F800000, all = 0U - asleep;
    uint32_t bits;
    memcpy(&bits, &wake, sizeof bits);
    bits = (bits & all) | (infinite & ~all);
    memcpy(&wake, &bits, sizeof bits);
    return wake;
}

/* Those candidates of a near pair that are awake are looked at; the pair sleeps as long as the others do, for now. */
static void look_pair(const clast_job *job, int32_t p, batch *b, clast_changes *changes)
{
    clast_work *w = job->w;
    const int32_t first = w->near[p].first, last = w->near[p + 1].first;
    const double way = w->way[w->near_way[0][p]] + w->way[w->near_way[1][p]];
    const float come = (float)(way * (1 + 1e-6)), *const wake = w->wake;
    float next = INFINITY;
    int n = b->n;
    w->near_wake[p] = INFINITY;
    for (int32_t c = first; c < last; c++) {
        const bool asleep = wake[c] > come;
        const float until = if_asleep(wake[c], asleep);
        next = until < next ? until : next;
        b->near[n] = p, b->candidate[n] = c, b->way[n] = way;
        n += !asleep;
        if (n == LANES) {
            b->n = n;
            look_batch(job, b, changes);
            n = 0;
        }
    }
    b->n = n;
    w->near_wake[p] = next < w->near_wake[p] ? next : w->near_wake[p];
}

/* Of the only candidate of a near pair. */
static void look_alone(const clast_job *job, int32_t p, batch *b, clast_changes *changes)
{
    clast_work *w = job->w;
    b->near[b->n] = b->candidate[b->n] = p;
    b->way[b->n] = w->way[w->near_way[0][p]] + w->way[w->near_way[1][p]];
    w->near_wake[p] = INFINITY;
    if (++b->n == LANES)
        look_batch(job, b, changes);
}

/* One by one. (What w->wake says where all are alone is of the build, and passed.) */
static void look_wall(const clast_job *job, int32_t p, clast_changes *changes)
{
    clast_work *w = job->w;
    const double way = w->way[w->near_way[0][p]] + w->way[w->n_body];
    const float come = (float)(way * (1 + 1e-6));
    float next = INFINITY;
    w->near_wake[p] = INFINITY;
    for (int32_t c = w->near[p].first; c < w->near[p + 1].first; c++)
        if (w->wake[c] > come)
            next = w->wake[c] < next ? w->wake[c] : next;
        else
            look_at(job, p, c, way, changes);
    w->near_wake[p] = next < w->near_wake[p] ? next : w->near_wake[p];
}

/* At most RUN of them. */
static void look_run(const clast_job *job, int64_t first, int64_t last, clast_changes *changes)
{
    const clast_work *w = job->w;
    const bool alone = all_alone(w);
    int32_t awake[RUN];
    const int n = list_awake(w, first, last, awake);
    prefetch(w, awake, n);
    batch b;
    b.n = 0;
    for (int k = 0; k < n; k++)
        if (w->near_way[1][awake[k]] == w->n_body)
            look_wall(job, awake[k], changes);
        else if (alone)
            look_alone(job, awake[k], &b, changes);
        else
            look_pair(job, awake[k], &b, changes);
    if (b.n)
        look_batch(job, &b, changes);
}

void clast_look_tile(const clast_job *job, int64_t tile)
{
    clast_work *w = job->w;
    const int32_t end = work_tile_near(w, tile + 1);
    w->changes[tile].n = 0;
    w->changes[tile].through = false;
    for (int32_t p = work_tile_near(w, tile); p < end; p += RUN)
        look_run(job, p, end - p < RUN ? end : p + RUN, &w->changes[tile]);
    if (w->changes[tile].n > 0)
        atomic_store_explicit(&w->changed, true, memory_order_relaxed);
}

static void look_tiles(void *context, int64_t first, int64_t last)
{
    for (int64_t tile = first; tile < last; tile++)
        clast_look_tile(context, tile);
}

void clast_look(clast_job *job)
{
    job->w->changed = false;
    clast_pool_for(job->w->pool, work_tiles(job->w), 1, look_tiles, job);
}
