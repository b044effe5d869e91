/* Campello's generalised trapezoidal rule, eqs 42 and 45, for bodies of any form:
 *
 *   v1 = v0 + h/m (phi f + (1 - phi) f0)        x1 = x0 + h (phi v1 + (1 - phi) v0)
 *   L1 = L0 + h (phi t + (1 - phi) t0)          q1 = Q(a) q0,   a of the mean spin phi w1 + (1 - phi) w0 over h
 *
 * f, t are those of the last iterate. Euler's equations are in L: w1 = R1 I^-1 R1^T L1 with the last iterate's attitude,
 * which for spheres is the paper's w1 = w0 + h/j (...). */
#include "motion/trapezoid.h"

#include <string.h>

#include "motion/slice.h"
#include "motion/sts.h"

static void copy(double *const to[], double *const from[], int width, int64_t first, int64_t last)
{
    for (int c = 0; c < width; c++)
        memcpy(to[c] + first, from[c] + first, (size_t)(last - first) * sizeof(double));
}

/* ---- sums over the bodies of a chunk ---- */

/* In eight lanes whatever the vectors' width, so that the order, and with it the bits, is always the same. */
CLAST_INLINE double sum_up(const double *values, int32_t n)
{
    enum { LANES = 8 };
    double lane[LANES] = {0}, rest = 0;
    int32_t i = 0;
    for (; i + LANES <= n; i += LANES)
#pragma omp simd
        for (int k = 0; k < LANES; k++)
            lane[k] += values[i + k];
    for (; i < n; i++)
        rest += values[i];
    for (int k = 0; k < LANES; k++)
        rest += lane[k];
    return rest;
}

/* Of the start of the step: |x|, |v|, |w| and what gravity alone does in the step. They stand for all passes, since (49)
 * asks for the size of a quantity only where it hardly differs from the start's. */
CLAST_INLINE void weigh_span(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    const double h = m->dt, fall = h * v_length(m->gravity);
    clast_iterate *it = &w->iterate;
    double x[CLAST_CHANGE_CHUNK], v[CLAST_CHANGE_CHUNK], spin[CLAST_CHANGE_CHUNK], rim[CLAST_CHANGE_CHUNK];
#pragma omp simd
    for (int32_t i = first; i < last; i++) {
        x[i - first] = v_length(SPIN_GET(s->x, i));
        v[i - first] = v_length(SPIN_GET(s->v, i));
        spin[i - first] = v_length(SPIN_GET(s->w, i));
        rim[i - first] = 1 / w->bound[i];
    }
    const int32_t n = last - first;
    const double falls = fall * n, turns = fall * sum_up(rim, n);
    clast_change *sum = it->partial[first / CLAST_CHANGE_CHUNK];
    sum[CLAST_CHANGE_X] = (clast_change){.size = sum_up(x, n), .weight = h * falls};
    sum[CLAST_CHANGE_V] = (clast_change){.size = sum_up(v, n), .weight = falls};
    sum[CLAST_CHANGE_W] = (clast_change){.size = sum_up(spin, n), .weight = turns};
    sum[CLAST_CHANGE_A] = (clast_change){.weight = h * turns};
}

SPIN_HALF(weigh_lanes, weigh_span(m, s, w, first, last))

/* Of the last pass: how far it went from the one before, and from the start. */
CLAST_INLINE void sum_span(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (void)m, (void)s;
    const clast_iterate *it = &w->iterate;
    clast_change *sum = it->partial[first / CLAST_CHANGE_CHUNK];
    for (int k = 0; k < CLAST_CHANGES; k++)
        sum[k].moved = sum_up(it->moved[k] + first, last - first);
    sum[CLAST_CHANGE_V].change = sum_up(it->change[0] + first, last - first);
    sum[CLAST_CHANGE_W].change = sum_up(it->change[1] + first, last - first);
}

SPIN_HALF(sum_lanes, sum_span(m, s, w, first, last))

static void sum_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    sum_lanes(job->m, job->s, job->w, (int32_t)first, (int32_t)last);
}

void clast_trapezoid_sum(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_job job = {m, s, w};
    clast_pool_for(w->pool, s->n, CLAST_CHANGE_CHUNK, sum_chunk, &job);
}

/* ---- the step's start and end ---- */

static void begin_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    const clast_state *s = job->s;
    const clast_iterate *it = &job->w->iterate;
    copy(job->w->x0, s->x, 3, first, last);
    copy(job->w->q0, s->q, 4, first, last);
    copy(it->v0, s->v, 3, first, last);
    copy(it->w0, s->w, 3, first, last);
    copy(it->L0, s->L, 3, first, last);
    copy(it->f0, s->f, 3, first, last);
    copy(it->t0, s->t, 3, first, last);
    weigh_lanes(job->m, job->s, job->w, (int32_t)first, (int32_t)last);
}

bool clast_trapezoid_begin(const clast_model *m, clast_state *s, clast_work *w)
{
    if (!clast_iterate_reserve(&w->iterate, s->n))
        return false;
    clast_job job = {m, s, w};
    clast_pool_for(w->pool, s->n, CLAST_CHANGE_CHUNK, begin_chunk, &job);
    return true;
}

void clast_trapezoid_end(clast_state *s, clast_work *w)
{
    copy(s->v, w->vs, 3, 0, s->n);
    copy(s->w, w->ws, 3, 0, s->n);
}

void clast_trapezoid_back(clast_state *s, clast_work *w)
{
    clast_iterate *it = &w->iterate;
    copy(s->x, w->x0, 3, 0, s->n);
    copy(s->q, w->q0, 4, 0, s->n);
    copy(s->v, it->v0, 3, 0, s->n);
    copy(s->w, it->w0, 3, 0, s->n);
    copy(s->L, it->L0, 3, 0, s->n);
    copy(s->f, it->f0, 3, 0, s->n);
    copy(s->t, it->t0, 3, 0, s->n);
}

CLAST_INLINE vec3 blend(double phi, vec3 end, vec3 start) { return v_add_mul(v_mul(phi, end), 1 - phi, start); }

CLAST_INLINE double apart(vec3 a, vec3 b) { return v_length(v_sub(a, b)); }

/* Loops over few bodies each time, since one loop would be a single long chain of operations on more arrays than the
 * innermost cache holds. */
enum { BLOCK = 64 };

typedef struct span {
    const clast_model *m;
    clast_state *s;
    clast_work *w;
    int32_t first, last;
} span;

/* (42) */
CLAST_INLINE void move_centres(span r)
{
    const double phi = r.m->trapezoid.phi, h = r.m->dt;
    const clast_work *w = r.w;
    const clast_iterate *it = &w->iterate;
#pragma omp simd
    for (int32_t i = r.first; i < r.last; i++) {
        const vec3 force = blend(phi, SPIN_GET(r.s->f, i), SPIN_GET(it->f0, i));
        const vec3 v0 = SPIN_GET(it->v0, i), v1 = v_add_mul(v0, h * w->inverse_mass[i], force), v = blend(phi, v1, v0);
        const vec3 x0 = SPIN_GET(w->x0, i), x1 = v_add_mul(x0, h, v);
        it->change[0][i] = apart(v1, SPIN_GET(w->vs, i));
        it->moved[CLAST_CHANGE_X][i] = apart(x1, x0);
        it->moved[CLAST_CHANGE_V][i] = apart(v1, v0);
        SPIN_PUT(r.s->x, i, x1);
        SPIN_PUT(r.s->v, i, v);
        SPIN_PUT(w->vs, i, v1);
    }
}

/* The spins of (45), of spheres or of bodies with unequal moments. */
CLAST_INLINE void move_spins(span r, bool uneven)
{
    const double phi = r.m->trapezoid.phi, h = r.m->dt;
    const clast_work *w = r.w;
    const clast_iterate *it = &w->iterate;
#pragma omp simd
    for (int32_t i = r.first; i < r.last; i++) {
        const vec3 inverse = SPIN_GET(w->inverse_inertia, i), w0 = SPIN_GET(it->w0, i), none = {0, 0, 0};
        const vec3 torque = blend(phi, SPIN_GET(r.s->t, i), SPIN_GET(it->t0, i));
        const double turns = inverse.x > 0 ? 1 : 0; /* or rotations are switched off */
        const vec3 L1 = v_mul(turns, v_add_mul(SPIN_GET(it->L0, i), h, torque));
        const vec3 w1 = uneven ? spin_of_momentum(SPIN_GET_Q(r.s->q, i), inverse, L1)
                               : v_add(v_mul(inverse.z, L1), none); /* the same bits, for a sphere */
        const vec3 wh = blend(phi, w1, w0);
        it->change[1][i] = apart(w1, SPIN_GET(w->ws, i));
        it->moved[CLAST_CHANGE_W][i] = apart(w1, w0);
        it->moved[CLAST_CHANGE_A][i] = h * v_length(wh);
        SPIN_PUT(r.s->L, i, L1);
        SPIN_PUT(w->wh, i, wh);
        SPIN_PUT(w->ws, i, w1);
    }
}

/* The turn of (45). [1, a/2] of the Rodrigues vector a = 2 tan(angle/2) e, made a unit, is [cos, e sin] of half the angle:
 * with sinc = sin(x)/x no tangent, root or division is needed. */
CLAST_INLINE void turn_bodies(span r, sts_sinc *sinc_of)
{
    const double h = r.m->dt;
    const clast_work *w = r.w;
#pragma omp simd
    for (int32_t i = r.first; i < r.last; i++) {
        const vec3 half = v_mul(0.5 * h, SPIN_GET(w->wh, i));
        double sinc, less;
        sinc_of(v_dot(half, half), &sinc, &less);
        const quat turn = {1 + less, sinc * half.x, sinc * half.y, sinc * half.z};
        SPIN_PUT_Q(r.s->q, i, spin_normalise(q_mul(turn, SPIN_GET_Q(w->q0, i))));
    }
}

/* Whether it has bodies with unequal moments, or such that turn too far for trig_sinc_near: a high power, so that the
 * largest counts. A span may be told so without need: the bits are the same. */
CLAST_INLINE bool is_uneven(span r)
{
    double *const *const inverse = r.w->inverse_inertia;
    const double *const d0 = inverse[0], *const d1 = inverse[1], *const d2 = inverse[2];
    double uneven = 0;
#pragma omp simd reduction(+ : uneven)
    for (int32_t i = r.first; i < r.last; i++)
        uneven += fabs(d0[i] - d2[i]) + fabs(d1[i] - d2[i]);
    return uneven != 0;
}

CLAST_INLINE bool turns_far(span r)
{
    const double *const angle = r.w->iterate.moved[CLAST_CHANGE_A];
    double far = 0;
#pragma omp simd reduction(+ : far)
    for (int32_t i = r.first; i < r.last; i++) {
        const double z = 0.25 / TRIG_NEAR * angle[i] * angle[i], zz = z * z;
        far += zz * zz;
    }
    return !(far < 0.99);
}

CLAST_INLINE void move_block(span r)
{
    move_centres(r);
    if (is_uneven(r))
        move_spins(r, true);
    else
        move_spins(r, false);
    if (turns_far(r))
        turn_bodies(r, trig_sinc);
    else
        turn_bodies(r, trig_sinc_near);
}

CLAST_INLINE void move_span(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    for (int32_t from = first; from < last; from += BLOCK)
        move_block((span){m, s, w, from, last - from < BLOCK ? last : from + BLOCK});
}

SPIN_HALF(move_lanes, move_span(m, s, w, first, last))

/* One body of a sweep. */
static void move_one(const clast_model *m, clast_state *s, clast_work *w, int32_t i)
{
    move_block((span){m, s, w, i, i + 1});
}

typedef struct move_job {
    clast_job job;
    clast_body_task *then;
} move_job;

static int32_t lower(int32_t a, int32_t b) { return a < b ? a : b; }

static void move_chunk(void *context, int64_t first, int64_t last)
{
    const move_job *move = context;
    const clast_model *m = move->job.m;
    clast_state *s = move->job.s;
    clast_work *w = move->job.w;
    const int32_t from = (int32_t)first, to = (int32_t)last;
    for (int32_t i = from; !w->only && i < to; i += CLAST_CHANGE_CHUNK) {
        move_lanes(m, s, w, i, lower(i + CLAST_CHANGE_CHUNK, to));
        sum_lanes(m, s, w, i, lower(i + CLAST_CHANGE_CHUNK, to));
    }
    for (int32_t i = from; w->only && i < to; i++)
        if (w->only[i])
            move_one(m, s, w, i);
    if (m->slice)
        clast_slice_hold(m, s, w, from, to);
    for (int32_t i = from; move->then && i < to; i += w->body_chunk)
        move->then(m, s, w, i, lower(i + w->body_chunk, to));
}

void clast_trapezoid_move(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *then)
{
    move_job move = {{m, s, w}, then};
    const int32_t chunk = w->body_chunk > CLAST_CHANGE_CHUNK ? w->body_chunk : CLAST_CHANGE_CHUNK;
    clast_pool_for(w->pool, s->n, chunk, move_chunk, &move);
}

/* ---- eqs 48 and 49 ---- */

/* (48), relative to the motion of the step; where that is next to nothing (49), relative to the quantity itself. At rest
 * both are round-off over round-off, so a change that is small against what gravity does in the step counts as none: the
 * force at an overlap d is known to ulp(x)/d, some 1e-10. */
static double relative(clast_change sum)
{
    const double nothing = 1e-10, unseen = 1e-9;
    if (sum.change <= unseen * sum.weight)
        return 0;
    return sum.change / (sum.moved > nothing * sum.size ? sum.moved : sum.size);
}

static void add_up(const clast_work *w, int32_t n, clast_change total[CLAST_CHANGES])
{
    for (int32_t chunk = 0; chunk * CLAST_CHANGE_CHUNK < n; chunk++)
        for (int k = 0; k < CLAST_CHANGES; k++) {
            total[k].change += w->iterate.partial[chunk][k].change;
            total[k].moved += w->iterate.partial[chunk][k].moved;
            total[k].size += w->iterate.partial[chunk][k].size;
            total[k].weight += w->iterate.partial[chunk][k].weight;
        }
}

/* Before the first pass is the start, with an increment a of zero. Later x and a follow from v and w: the start cancels
 * in their changes, and h phi of the others' is left. */
double clast_trapezoid_error(const clast_model *m, const clast_state *s, const clast_work *w, bool first, int *measure)
{
    clast_change total[CLAST_CHANGES] = {{0}};
    add_up(w, s->n, total);
    total[CLAST_CHANGE_X].change = m->dt * m->trapezoid.phi * total[CLAST_CHANGE_V].change;
    total[CLAST_CHANGE_A].change = m->dt * m->trapezoid.phi * total[CLAST_CHANGE_W].change;
    double most = 0;
    *measure = 0;
    for (int k = 0; k < CLAST_CHANGES; k++) {
        if (first)
            total[k].change = total[k].moved;
        const double error = relative(total[k]);
        if (!(error <= most)) { /* what is not a number counts as the worst */
            most = error;
            *measure = k;
        }
    }
    return most;
}

int32_t clast_trapezoid_worst(const clast_state *s, const clast_work *w, bool first, int measure)
{
    const bool turning = measure == CLAST_CHANGE_W || measure == CLAST_CHANGE_A;
    const double *change = first ? w->iterate.moved[measure] : w->iterate.change[turning];
    int32_t worst = 0;
    for (int32_t i = 1; i < s->n; i++)
        if (change[i] > change[worst])
            worst = i;
    return worst;
}
