/* Campello's generalised trapezoidal rule, eqs 42 and 45, for bodies of any form:
 *
 *   v1 = v0 + h/m (phi f + (1 - phi) f0)        x1 = x0 + h (phi v1 + (1 - phi) v0)
 *   L1 = L0 + h (phi t + (1 - phi) t0)          q1 = Q(a) q0,   a of the mean spin phi w1 + (1 - phi) w0 over h
 *
 * f, t are those of the last iterate. Euler's equations are in L: w1 = R1 I^-1 R1^T L1 with the last iterate's attitude,
 * which for spheres is the paper's w1 = w0 + h/j (...). */
#include "motion/trapezoid.h"

#include <string.h>

#include "motion/rodrigues.h"
#include "motion/slice.h"
#include "motion/spin.h"

static void copy(double *const to[], double *const from[], int width, int32_t n)
{
    for (int c = 0; c < width; c++)
        memcpy(to[c], from[c], (size_t)n * sizeof(double));
}

bool clast_trapezoid_begin(clast_state *s, clast_work *w)
{
    clast_iterate *it = &w->iterate;
    if (!clast_iterate_reserve(it, s->n))
        return false;
    copy(w->x0, s->x, 3, s->n);
    copy(w->q0, s->q, 4, s->n);
    copy(it->v0, s->v, 3, s->n);
    copy(it->w0, s->w, 3, s->n);
    copy(it->L0, s->L, 3, s->n);
    copy(it->f0, s->f, 3, s->n);
    copy(it->t0, s->t, 3, s->n);
    copy(w->vs, s->v, 3, s->n);
    copy(w->ws, s->w, 3, s->n);
    for (int c = 0; c < 3; c++)
        memset(w->wh[c], 0, (size_t)s->n * sizeof(double));
    return true;
}

void clast_trapezoid_end(clast_state *s, clast_work *w)
{
    copy(s->v, w->vs, 3, s->n);
    copy(s->w, w->ws, 3, s->n);
}

void clast_trapezoid_back(clast_state *s, clast_work *w)
{
    clast_iterate *it = &w->iterate;
    copy(s->x, w->x0, 3, s->n);
    copy(s->q, w->q0, 4, s->n);
    copy(s->v, it->v0, 3, s->n);
    copy(s->w, it->w0, 3, s->n);
    copy(s->L, it->L0, 3, s->n);
    copy(s->f, it->f0, 3, s->n);
    copy(s->t, it->t0, 3, s->n);
}

CLAST_INLINE vec3 blend(double phi, vec3 end, vec3 start) { return v_add_mul(v_mul(phi, end), 1 - phi, start); }

CLAST_INLINE void note(const clast_iterate *it, int k, int32_t i, vec3 now, vec3 before, vec3 start)
{
    it->change[k][i] = v_length(v_sub(now, before));
    it->moved[k][i] = v_length(v_sub(now, start));
    it->size[k][i] = v_length(now);
}

CLAST_INLINE void move_body(double phi, double h, clast_state *s, clast_work *w, int32_t i)
{
    const clast_iterate *it = &w->iterate;
    const vec3 inverse = SPIN_GET(w->inverse_inertia, i), v0 = SPIN_GET(it->v0, i), w0 = SPIN_GET(it->w0, i);
    const vec3 force = blend(phi, SPIN_GET(s->f, i), SPIN_GET(it->f0, i));
    const vec3 torque = blend(phi, SPIN_GET(s->t, i), SPIN_GET(it->t0, i));
    const double turns = inverse.x > 0 ? 1 : 0; /* or rotations are switched off */
    const vec3 v1 = v_add_mul(v0, h * w->inverse_mass[i], force), v = blend(phi, v1, v0);
    const vec3 L1 = v_mul(turns, v_add_mul(SPIN_GET(it->L0, i), h, torque));
    const vec3 w1 = spin_of_momentum(SPIN_GET_Q(s->q, i), inverse, L1), wh = blend(phi, w1, w0);
    const vec3 x1 = v_add_mul(SPIN_GET(w->x0, i), h, v);
    const quat q1 = spin_normalise(q_mul(rodrigues_quat(rodrigues_of_spin(wh, h)), SPIN_GET_Q(w->q0, i)));
    const vec3 none = {0, 0, 0};
    note(it, CLAST_CHANGE_X, i, x1, SPIN_GET(s->x, i), SPIN_GET(w->x0, i));
    note(it, CLAST_CHANGE_V, i, v1, SPIN_GET(w->vs, i), v0);
    note(it, CLAST_CHANGE_W, i, w1, SPIN_GET(w->ws, i), w0);
    note(it, CLAST_CHANGE_A, i, v_mul(h, wh), v_mul(h, SPIN_GET(w->wh, i)), none);
    SPIN_PUT(s->x, i, x1);
    SPIN_PUT_Q(s->q, i, q1);
    SPIN_PUT(s->L, i, L1);
    SPIN_PUT(s->v, i, v);
    SPIN_PUT(w->wh, i, wh);
    SPIN_PUT(w->vs, i, v1);
    SPIN_PUT(w->ws, i, w1);
}

CLAST_INLINE void move_span(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    const double phi = m->trapezoid.phi, h = m->dt;
#pragma omp simd
    for (int32_t i = first; i < last; i++)
        move_body(phi, h, s, w, i);
}

SPIN_HALF(move_lanes, move_span(m, s, w, first, last))

static void move_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    const int32_t from = (int32_t)first, to = (int32_t)last;
    if (!job->w->only)
        move_lanes(job->m, job->s, job->w, from, to);
    else
        for (int32_t i = from; i < to; i++)
            if (job->w->only[i])
                move_body(job->m->trapezoid.phi, job->m->dt, job->s, job->w, i);
    if (job->m->slice)
        clast_slice_hold(job->m, job->s, job->w, from, to);
}

void clast_trapezoid_move(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_job job = {m, s, w};
    clast_pool_for(w->pool, s->n, CLAST_CHANGE_CHUNK, move_chunk, &job);
}

/* ---- eqs 48 and 49 ---- */

static void sum_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    const clast_work *w = job->w;
    const clast_iterate *it = &w->iterate;
    const double h = job->m->dt, fall = h * v_length(job->m->gravity);
    clast_change sum[CLAST_CHANGES] = {{0}};
    double bounds = 0;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++) {
        for (int k = 0; k < CLAST_CHANGES; k++) {
            sum[k].change += it->change[k][i];
            sum[k].moved += it->moved[k][i];
            sum[k].size += it->size[k][i];
        }
        bounds += 1 / w->bound[i];
    }
    sum[CLAST_CHANGE_V].weight = fall * (double)(last - first);
    sum[CLAST_CHANGE_X].weight = h * sum[CLAST_CHANGE_V].weight;
    sum[CLAST_CHANGE_W].weight = fall * bounds;
    sum[CLAST_CHANGE_A].weight = h * sum[CLAST_CHANGE_W].weight;
    memcpy(it->partial[first / CLAST_CHANGE_CHUNK], sum, sizeof sum);
}

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

double clast_trapezoid_error(const clast_model *m, clast_state *s, clast_work *w, int *measure)
{
    clast_change total[CLAST_CHANGES] = {{0}};
    clast_job job = {m, s, w};
    clast_pool_for(w->pool, s->n, CLAST_CHANGE_CHUNK, sum_chunk, &job);
    for (int32_t chunk = 0; chunk * CLAST_CHANGE_CHUNK < s->n; chunk++)
        for (int k = 0; k < CLAST_CHANGES; k++) {
            total[k].change += w->iterate.partial[chunk][k].change;
            total[k].moved += w->iterate.partial[chunk][k].moved;
            total[k].size += w->iterate.partial[chunk][k].size;
            total[k].weight += w->iterate.partial[chunk][k].weight;
        }
    double most = 0;
    *measure = 0;
    for (int k = 0; k < CLAST_CHANGES; k++) {
        const double error = relative(total[k]);
        if (!(error <= most)) { /* what is not a number counts as the worst */
            most = error;
            *measure = k;
        }
    }
    return most;
}

int32_t clast_trapezoid_worst(const clast_state *s, const clast_work *w, int measure)
{
    int32_t worst = 0;
    for (int32_t i = 1; i < s->n; i++)
        if (w->iterate.change[measure][i] > w->iterate.change[measure][worst])
            worst = i;
    return worst;
}
