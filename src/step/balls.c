#include "step/balls.h"

#include "base/rows.h"
#include "collide/grips.h"
#include "motion/drift.h"
#include "motion/sts.h"

enum { FOUR = 4 }; /* bodies at a time */

bool clast_balls_fit(const clast_model *m, const clast_work *w)
{
    return w->even_balls && m->integrator == CLAST_VERLET && !model_has_body_terms(m);
}

/* Which halves of steps a loop does: the second of one, the first of the next. One that does both takes forces and torques
 * from w->load_sum, places and velocities from the grips, where contacts found them, and leaves out of the state what only
 * those want who look between steps: f, t, w; and x and v, which the grips have (w->in_grips). */
typedef struct halves {
    bool ends, begins;
} halves;

/* The arrays. Loops take a copy, since compilers do not see that stores leave it alone. */
typedef struct bed {
    double *x[3], *v[3], *L[3], *q[4], *f[3], *t[3], *w[3], *way, *grip;
    double *x0[3]; /* NULL: nobody asks where balls were at the start of the step */
    const double *inverse_mass, *inverse, *radius, *sums;
    double dt;
} bed;

#define THREE(a)               \
    {                          \
        (a)[0], (a)[1], (a)[2] \
    }

CLAST_INLINE bed bed_of(const clast_model *m, const clast_state *s, const clast_work *w)
{
    const bool starts = m->plates || s->contacts.geometry;
    return (bed){.x = THREE(s->x),
                 .v = THREE(s->v),
                 .L = THREE(s->L),
                 .q = {s->q[0], s->q[1], s->q[2], s->q[3]},
                 .f = THREE(s->f),
                 .t = THREE(s->t),
                 .w = THREE(s->w),
                 .way = w->way,
                 .grip = w->grip,
                 .x0 = {starts ? w->x0[0] : NULL, w->x0[1], w->x0[2]},
                 .inverse_mass = w->inverse_mass,
                 .inverse = w->inverse_inertia[2],
                 .radius = w->radius,
                 .sums = w->load_sum,
                 .dt = m->dt};
}

/* Of the bodies so far, lane by lane: the furthest way; a sum that is not finite as soon as one term is not. */
typedef struct seen {
    double most[FOUR], sum[FOUR];
} seen;

typedef double lanes[4][FOUR];

/* Forces or torques of n bodies, from i on. */
CLAST_INLINE void get_loads(const bed b, int32_t i, int n, int at, lanes to)
{
    rows_get(b.sums + (size_t)i * CLAST_LOAD + at, CLAST_LOAD, n, (double *const[]){to[0], to[1], to[2], to[3]});
}

CLAST_INLINE double *grip_row(const bed b, int32_t i, int row)
{
    return b.grip + (size_t)i * CLAST_GRIP_WIDTH_BALL + 4 * row;
}

/* last: from body i on. */
CLAST_INLINE void put_grip(const bed b, int32_t i, int n, int row, const lanes from, const double *last)
{
    const double *const columns[4] = {from[0], from[1], from[2], last};
    rows_put(columns, n, grip_row(b, i, row), CLAST_GRIP_WIDTH_BALL);
}

CLAST_INLINE void get_grip(const bed b, int32_t i, int n, int row, lanes to)
{
    rows_get(grip_row(b, i, row), CLAST_GRIP_WIDTH_BALL, n, (double *const[]){to[0], to[1], to[2], to[3]});
}

CLAST_INLINE void copy_lanes(double *const to[3], int32_t i, int n, const lanes from)
{
    for (int c = 0; c < 3; c++)
        memcpy(to[c] + i, from[c], (size_t)n * sizeof *to[c]);
}

CLAST_INLINE void move(const bed b, int32_t i, int n, halves which, seen *all)
{
    const bool both = which.ends && which.begins;
    lanes f, half, ahead, x, x_before, v_before; /* beside the last two: radius, inverse mass */
    const double *const inverse_masses = both ? v_before[3] : b.inverse_mass + i;
    if (both) {
        get_loads(b, i, n, 0, f);
        get_grip(b, i, n, GRIP_ROW_X, x_before);
        get_grip(b, i, n, GRIP_ROW_V, v_before);
    }
    if (which.begins && b.x0[0])
        for (int c = 0; c < 3; c++)
            memcpy(b.x0[c] + i, b.x[c] + i, (size_t)n * sizeof *b.x[c]);
#pragma omp simd
    for (int k = 0; k < n; k++) {
        const vec3 force = both ? SPIN_GET(f, k) : SPIN_GET(b.f, i + k);
        const vec3 before = both ? SPIN_GET(v_before, k) : SPIN_GET(b.v, i + k);
        const double inverse_mass = inverse_masses[k];
        const vec3 v = which.ends ? drift_end(before, force, inverse_mass, b.dt) : before;
        if (which.ends)
            all->sum[k] += 1e-30 * (v.x + v.y + v.z);
        if (!which.begins)
            SPIN_PUT(b.v, i + k, v);
        else {
            const vec3 from = both ? SPIN_GET(x_before, k) : SPIN_GET(b.x, i + k);
            const drift_body now = drift_begin(from, v, force, inverse_mass, b.dt);
            const vec3 e = v_sub(now.x, from);
            const double step = sqrt(v_dot(e, e)) * (1 + 1e-9), sum = b.way[i + k] + step;
            all->most[k] = step > all->most[k] ? step : all->most[k];
            b.way[i + k] = step < 1e300 ? sum : 1e300; /* not a number counts as very far */
            SPIN_PUT(x, k, now.x);
            SPIN_PUT(half, k, now.v);
            SPIN_PUT(ahead, k, now.vs);
        }
    }
    if (!which.begins)
        return;
    put_grip(b, i, n, GRIP_ROW_V, half, inverse_masses);
    put_grip(b, i, n, GRIP_ROW_VS, ahead, b.inverse + i);
    put_grip(b, i, n, GRIP_ROW_X, x, both ? x_before[3] : b.radius + i);
    if (!both || b.x0[0]) {
        copy_lanes(b.x, i, n, x);
        copy_lanes(b.v, i, n, half);
    }
}

/* By the momenta L. */
CLAST_INLINE void turn(const bed b, int32_t i, int n, const lanes L, sts_sinc *sinc_of)
{
#pragma omp simd
    for (int k = 0; k < n; k++)
        SPIN_PUT_Q(b.q, i + k, sts_turn_ball(SPIN_GET_Q(b.q, i + k), SPIN_GET(L, k), b.inverse[i + k], b.dt, sinc_of));
}

CLAST_INLINE void spin(const bed b, int32_t i, int n, halves which, seen *all)
{
    const bool both = which.ends && which.begins;
    const double half_dt = 0.5 * b.dt, scale = half_dt * half_dt / TRIG_NEAR;
    double far = 0; /* some turn too far for trig_sinc_near */
    lanes t, L, half, ahead;
    if (both)
        get_loads(b, i, n, 4, t);
#pragma omp simd reduction(+ : far)
    for (int k = 0; k < n; k++) {
        const vec3 torque = both ? SPIN_GET(t, k) : SPIN_GET(b.t, i + k), kick = v_mul(half_dt, torque);
        const vec3 before = SPIN_GET(b.L, i + k), end = which.ends ? v_add(before, kick) : before;
        const double inverse = b.inverse[i + k];
        if (which.ends)
            all->sum[k] += 1e-30 * (end.x + end.y + end.z);
        if (!which.begins) {
            SPIN_PUT(b.L, i + k, end);
            SPIN_PUT(b.w, i + k, sts_spin_ball(inverse, end));
        } else {
            const vec3 now = v_add(end, kick);
            const double z = scale * inverse * inverse * v_dot(now, now);
            far += z < 0.99 ? 0.0 : 1.0;
            SPIN_PUT(b.L, i + k, now);
            SPIN_PUT(L, k, now);
            const vec3 w = sts_spin_ball(inverse, now);
            SPIN_PUT(half, k, w);
            SPIN_PUT(ahead, k, v_add(w, sts_spin_ball(inverse, kick)));
        }
    }
    if (!which.begins)
        return;
    put_grip(b, i, n, GRIP_ROW_WH, half, b.inverse + i);
    put_grip(b, i, n, GRIP_ROW_WS, ahead, b.radius + i);
    if (far != 0)
        turn(b, i, n, L, trig_sinc);
    else
        turn(b, i, n, L, trig_sinc_near);
}

/* Of bodies whose grips are written soon: the processor does not see by itself that they come next. */
CLAST_INLINE void prefetch_grips(const bed b, int32_t i)
{
    enum { LINE = 8 };
    for (int k = 0; k < FOUR * CLAST_GRIP_WIDTH_BALL; k += LINE)
        __builtin_prefetch(b.grip + (size_t)i * CLAST_GRIP_WIDTH_BALL + k, 1);
}

CLAST_INLINE void advance(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last,
                          halves which)
{
    enum { SOON = 64 };
    const bed b = bed_of(m, s, w);
    seen all = {{0}, {0}};
    int32_t i = first;
    for (; i + FOUR <= last; i += FOUR) {
        if (which.begins && i + SOON + FOUR <= last)
            prefetch_grips(b, i + SOON);
        move(b, i, FOUR, which, &all);
        spin(b, i, FOUR, which, &all);
    }
    if (i < last) {
        move(b, i, last - i, which, &all);
        spin(b, i, last - i, which, &all);
    }
    const int64_t chunk = first / w->body_chunk;
    const double *const most = all.most, *const sum = all.sum;
    if (which.begins)
        w->chunk_way[chunk] = fmax(fmax(most[0], most[1]), fmax(most[2], most[3]));
    if (which.ends)
        w->chunk_sum[chunk] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

SPIN_HALF(begin, advance(m, s, w, first, last, (halves){.begins = true}))
SPIN_HALF(end, advance(m, s, w, first, last, (halves){.ends = true}))
SPIN_HALF(go_on, advance(m, s, w, first, last, (halves){.ends = true, .begins = true}))

void clast_balls_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    begin(m, s, w, first, last);
}

void clast_balls_end(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    end(m, s, w, first, last);
}

void clast_balls_go_on(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    go_on(m, s, w, first, last);
}
