#include "collide/look.h"

#include "base/array.h"
#include "base/rows.h"
#include "collide/near.h"

enum { GRIP_X = offsetof(clast_grip, x) / sizeof(double), GRIP_Q = offsetof(clast_grip, q) / sizeof(double) };

/* What was seen of a candidate. way: of both sides together. */
static void note(clast_work *w, const clast_near *near, int32_t c, double way, double gap, double blur,
                 clast_changes *changes)
{
    const uint8_t closed = gap < 0 ? CLAST_TOUCHES : CLAST_HOLE;
    if (closed != w->closed[c]) {
        w->closed[c] = closed;
        if (changes->n < CLAST_FEW_CHANGES) {
            changes->at[changes->n].candidate = c;
            changes->at[changes->n].near = (int32_t)(near - w->near);
        }
        changes->n += changes->n <= CLAST_FEW_CHANGES;
    }
    /* a little earlier, for rounding: of the gap, and into a float */
    w->wake[c] = (float)((way + 0.9999 * fabs(gap)) * (1 - 1e-6) - blur);
}

/* ---- one by one ---- */

static vec3 sphere_centre(const clast_model *m, const clast_state *s, int32_t i, int32_t k, double *r)
{
    const clast_form *form = &m->shapes[s->shape[0][i]];
    const double size = s->size[0][i];
    *r = size * form->sr[k];
    return near_centre(form, size, v_at(s->x, i), q_at(s->q, i), k);
}

/* The rounding error of a gap at most. */
CLAST_INLINE double blur_of(vec3 a, double bound) { return 4e-15 * (fabs(a.x) + fabs(a.y) + fabs(a.z) + bound); }

static void look_at(const clast_job *job, const clast_near *near, int32_t c, double way, clast_changes *changes)
{
    const clast_model *m = job->m;
    const clast_state *s = job->s;
    const clast_work *w = job->w;
    double ra, rb, gap;
    const vec3 a = sphere_centre(m, s, near->a, w->candidates[c].sphere_a, &ra);
    if (near->b < 0)
        gap = near_wall_height(&m->walls[-1 - near->b], a, w->now) - ra;
    else {
        const vec3 e = v_sub(sphere_centre(m, s, near->b, w->candidates[c].sphere_b, &rb), a);
        gap = sqrt(v_dot(e, e)) - (ra + rb);
    }
    note(job->w, near, c, way, gap, blur_of(a, w->bound[near->a]), changes);
}

/* ---- pairs of bodies in vector lanes, with the same bits ---- */

enum { LANES = 16, FEW = 6 }; /* so few are looked at one by one */

typedef struct batch {
    int n;
    int32_t candidate[LANES];
    const clast_near *near[LANES];
    double way[LANES];
} batch;

/* Rows of clast_grip and of model->spheres. */
typedef struct look_side {
    _Alignas(64) double x[3][LANES], size[LANES], q[4][LANES], s[3][LANES], sr[LANES];
} look_side;

typedef struct seen {
    _Alignas(64) double gap[LANES], blur[LANES], bound[LANES];
} seen;

CLAST_INLINE void gather_side(const clast_job *job, const batch *from, bool second, look_side *side, bool balls)
{
    const clast_model *m = job->m;
    const clast_work *w = job->w;
    for (int k = 0; k < LANES; k += 4) {
        const double *x[4], *q[4], *sphere[4];
        for (int j = 0; j < 4; j++) {
            const int lane = k + j < from->n ? k + j : from->n - 1;
            const int32_t i = second ? from->near[lane]->b : from->near[lane]->a;
            const double *const grip = w->grip + (size_t)i * (size_t)w->grip_width;
            const clast_candidate *c = &w->candidates[from->candidate[lane]];
            x[j] = grip + GRIP_X;
            q[j] = balls ? NULL : grip + GRIP_Q;
            sphere[j] = balls ? NULL
                              : m->spheres + 4 * (size_t)(m->sphere_first[job->s->shape[0][i]] +
                                                          (second ? c->sphere_b : c->sphere_a));
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
        out->blur[k] = blur_of(centre, out->bound[k]);
    }
}

CLAST_INLINE void look_through(const clast_job *job, const batch *from, seen *out, bool balls)
{
    look_side a, b;
    gather_side(job, from, false, &a, balls);
    gather_side(job, from, true, &b, balls);
    for (int k = 0; k < LANES; k++)
        out->bound[k] = job->w->bound[from->near[k < from->n ? k : from->n - 1]->a];
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
            note(job->w, b->near[k], b->candidate[k], b->way[k], out.gap[k], out.blur[k], changes);
        else
            look_at(job, b->near[k], b->candidate[k], b->way[k], changes);
    b->n = 0;
}

/* ---- all of them ---- */

static float earliest(const float *wake, int32_t first, int32_t last)
{
    float next = wake[first];
    if (last == first + 1) /* balls, and most others */
        return next;
#pragma omp simd reduction(min : next)
    for (int32_t c = first; c < last; c++)
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
    }
}

bool clast_look_begin(clast_work *w)
{
    enum { CHUNK = 1024 };
    const size_t n = w->n_near;
    if (!ARRAY_RESERVE(w->near_wake, w->c_near_wake, n + 1) ||
        !ARRAY_RESERVE(w->near_way[0], w->c_near_way[0], n + 1) ||
        !ARRAY_RESERVE(w->near_way[1], w->c_near_way[1], n + 1))
        return false;
    clast_pool_for(w->pool, (int64_t)n, CHUNK, begin_chunk, w);
    return true;
}

/* How much further the two of each near pair may come together before it is awake. */
CLAST_INLINE void find_slack(const clast_work *w, int64_t first, int64_t n, float *restrict slack)
{
    const int32_t *const a = w->near_way[0] + first, *const b = w->near_way[1] + first;
    const float *const wake = w->near_wake + first;
    const double *const way = w->way;
#pragma omp simd
    for (int64_t k = 0; k < n; k++)
        slack[k] = wake[k] - (float)((way[a[k]] + way[b[k]]) * (1 + 1e-6));
}

CLAST_CLONES(slack_lanes, (const clast_work *w, int64_t first, int64_t n, float *slack), (w, first, n, slack),
             find_slack(w, first, n, slack))

enum { RUN = 1024 }; /* near pairs that are gone through at a time */

enum { FEW_SLEEP = 8 }; /* most of the time all of so many sleep; a number of vector lanes */

static bool all_sleep(const float *slack)
{
    float awake = 0;
    for (int k = 0; k < FEW_SLEEP; k++)
        awake += slack[k] > 0 ? 0.0F : 1.0F;
    return awake == 0;
}

static int list_awake(const clast_work *w, int64_t first, int64_t last, int32_t awake[RUN])
{
    float slack[RUN];
    slack_lanes(w, first, last - first, slack);
    const int32_t count = (int32_t)(last - first);
    int n = 0;
    for (int32_t k = count; k % FEW_SLEEP != 0; k++)
        slack[k] = 1;
    for (int32_t k = 0; k < count; k += FEW_SLEEP) {
        if (all_sleep(slack + k))
            continue;
        for (int32_t j = k; j < k + FEW_SLEEP; j++) { /* without a branch, since nobody can foresee it */
            awake[n] = (int32_t)first + j;
            n += !(slack[j] > 0);
        }
    }
    return n;
}

/* What will be looked at lies anywhere. */
static void prefetch(const clast_work *w, const int32_t *awake, int n)
{
    const double *const x = w->grip + GRIP_X;
    const size_t width = (size_t)w->grip_width;
    for (int k = 0; k < n; k++) {
        const int32_t p = awake[k], b = w->near_way[1][p];
        __builtin_prefetch(&w->near[p]);
        __builtin_prefetch(x + (size_t)w->near_way[0][p] * width);
        if (b < w->n_body)
            __builtin_prefetch(x + (size_t)b * width);
    }
}

/* At most RUN of them. */
static void look_run(const clast_job *job, int64_t first, int64_t last, clast_changes *changes)
{
    clast_work *w = job->w;
    int32_t awake[RUN];
    const int n = list_awake(w, first, last, awake);
    prefetch(w, awake, n);
    batch b;
    b.n = 0;
    for (int k = 0; k < n; k++) {
        const clast_near *near = &w->near[awake[k]];
        const double way = w->way[near->a] + w->way[w->near_way[1][awake[k]]];
        const float now = (float)(way * (1 + 1e-6));
        const bool alone = near[1].first == near->first + 1;
        for (int32_t c = near->first; c < near[1].first; c++) {
            if (!alone && w->wake[c] > now)
                continue;
            if (near->b < 0) {
                look_at(job, near, c, way, changes);
                continue;
            }
            b.candidate[b.n] = c, b.near[b.n] = near, b.way[b.n] = way;
            if (++b.n == LANES)
                look_batch(job, &b, changes);
        }
    }
    if (b.n)
        look_batch(job, &b, changes);
    for (int k = 0; k < n; k++)
        w->near_wake[awake[k]] = earliest(w->wake, w->near[awake[k]].first, w->near[awake[k] + 1].first);
}

static void look_tiles(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    clast_work *w = job->w;
    for (int64_t tile = first; tile < last; tile++) {
        const int32_t end = work_tile_near(w, tile + 1);
        w->changes[tile].n = 0;
        for (int32_t p = work_tile_near(w, tile); p < end; p += RUN)
            look_run(job, p, end - p < RUN ? end : p + RUN, &w->changes[tile]);
    }
}

bool clast_look(clast_job *job)
{
    clast_work *w = job->w;
    clast_pool_for(w->pool, work_tiles(w), 1, look_tiles, job);
    bool changed = false;
    for (int32_t tile = 0; tile < work_tiles(w); tile++)
        changed |= w->changes[tile].n > 0;
    return changed;
}
