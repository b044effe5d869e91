#include "step/stones.h"

#include "collide/ghost.h"
#include "collide/grips.h"
#include "collide/near.h"
#include "motion/drift.h"
#include "motion/sts_begin.h"

enum { BLOCK = 64 }; /* bodies at a time: what a step touches of them stays in the innermost cache, nearly */

_Static_assert((int)BLOCK <= (int)GRIP_BLOCK && (int)BLOCK <= (int)STS_BLOCK, "blocks within blocks");

bool clast_stones_fit(const clast_model *m, const clast_work *w)
{
    return m->integrator == CLAST_VERLET && model_is_plain(m) && !model_has_body_terms(m) && !m->slice && !m->balls &&
           w->n_spans == 1 && w->spans[0].scheme->even_kicks;
}

/* Bodies of a block, and from the first on what acts on them. */
typedef struct range {
    const clast_model *m;
    clast_state *s;
    clast_work *w;
    int32_t first, n;
    const double *f[3], *t[3];
} range;

/* The same as the sums have it. */
typedef struct loads {
    double f[4][BLOCK], t[4][BLOCK];
} loads;

/* What contacts want of the bodies of a block, and the pose at the start. */
typedef struct ahead {
    double vs[3][BLOCK], wh[3][BLOCK], ws[3][BLOCK], x0[3][BLOCK], q0[4][BLOCK];
} ahead;

#define AT(a)                                                \
    {                                                        \
        (a)[0] + r.first, (a)[1] + r.first, (a)[2] + r.first \
    }

CLAST_INLINE void drift(range r, ahead *restrict to)
{
    double *const x[3] = AT(r.s->x), *const v[3] = AT(r.s->v);
    const double *const inverse_mass = r.w->inverse_mass + r.first, dt = r.m->dt;
#pragma omp simd
    for (int32_t k = 0; k < r.n; k++) {
        const vec3 from = SPIN_GET(x, k);
        const drift_body now = drift_begin(from, SPIN_GET(v, k), SPIN_GET(r.f, k), inverse_mass[k], dt);
        SPIN_PUT(to->x0, k, from);
        SPIN_PUT(x, k, now.x);
        SPIN_PUT(v, k, now.v);
        SPIN_PUT(to->vs, k, now.vs);
    }
}

CLAST_INLINE void turn(range r, ahead *to)
{
    sts_begin_block((sts_range){r.m, r.s, r.w, r.first, r.first + r.n, .t = {r.t[0], r.t[1], r.t[2]},
                                .q0 = {to->q0[0], to->q0[1], to->q0[2], to->q0[3]},
                                .wh = {to->wh[0], to->wh[1], to->wh[2]}, .ws = {to->ws[0], to->ws[1], to->ws[2]}});
}

/* Returns the furthest way of a body; not a number counts as very far. */
CLAST_INLINE double note_ways(range r, const ahead *from)
{
    const pose now = near_pose(r.s->x, r.s->q, r.first);
    const pose then = {from->x0[0], from->x0[1], from->x0[2], from->q0[0], from->q0[1], from->q0[2], from->q0[3]};
    const double *const swing = r.w->swing + r.first;
    double *const way = r.w->way + r.first, most = 0;
#pragma omp simd reduction(max : most)
    for (int32_t k = 0; k < r.n; k++) {
        const double step = near_moved(now, then, swing[k], k, false) * (1 + 1e-9), sum = way[k] + step;
        most = step > most ? step : most;
        way[k] = step < 1e300 ? sum : 1e300;
    }
    return most;
}

CLAST_INLINE void put_grips(range r, const ahead *from)
{
    const grip_columns columns = {.vs = GRIP_FROM(from->vs, 0),
                                  .wh = GRIP_FROM(from->wh, 0),
                                  .ws = GRIP_FROM(from->ws, 0),
                                  .q0 = {from->q0[0], from->q0[1], from->q0[2], from->q0[3]}};
    grips_fill(r.s, r.w, r.first, r.n, &columns, false);
}

/* Plates ask for it in every step, records that remember geometry where contacts begin. */
CLAST_INLINE void keep_start(range r, const ahead *from)
{
    const size_t bytes = (size_t)r.n * sizeof(double);
    for (int c = 0; c < 3; c++)
        memcpy(r.w->x0[c] + r.first, from->x0[c], bytes);
    for (int c = 0; c < 4; c++)
        memcpy(r.w->q0[c] + r.first, from->q0[c], bytes);
}

CLAST_INLINE double begin_block(range r)
{
    ahead block;
    drift(r, &block);
    turn(r, &block);
    const double way = note_ways(r, &block);
    put_grips(r, &block);
    if (r.m->plates || r.s->contacts.geometry)
        keep_start(r, &block);
    return way;
}

/* Returns what is not finite as soon as one number is not. spins: they are wanted. */
CLAST_INLINE double end_block(range r, bool spins)
{
    double *const v[3] = AT(r.s->v), *const L[3] = AT(r.s->L);
    double *const q[4] = {r.s->q[0] + r.first, r.s->q[1] + r.first, r.s->q[2] + r.first, r.s->q[3] + r.first};
    double *const spin[3] = AT(r.s->w), *const inverse[3] = AT(r.w->inverse_inertia);
    const double *const inverse_mass = r.w->inverse_mass + r.first, dt = r.m->dt;
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int32_t k = 0; k < r.n; k++) {
        const vec3 v1 = drift_end(SPIN_GET(v, k), SPIN_GET(r.f, k), inverse_mass[k], dt);
        const vec3 L1 = v_add_mul(SPIN_GET(L, k), 0.5 * dt, SPIN_GET(r.t, k));
        SPIN_PUT(v, k, v1);
        SPIN_PUT(L, k, L1);
        if (spins)
            SPIN_PUT(spin, k, spin_of_momentum(SPIN_GET_Q(q, k), SPIN_GET(inverse, k), L1));
        sum += 1e-30 * (v1.x + v1.y + v1.z) + 1e-30 * (L1.x + L1.y + L1.z);
    }
    return sum;
}

CLAST_INLINE void get_loads(range *r, loads *of)
{
    const double *const sums = r->w->load_sum + (size_t)r->first * CLAST_LOAD;
    rows_get(sums, CLAST_LOAD, r->n, (double *const[]){of->f[0], of->f[1], of->f[2], of->f[3]});
    rows_get(sums + 4, CLAST_LOAD, r->n, (double *const[]){of->t[0], of->t[1], of->t[2], of->t[3]});
    for (int c = 0; c < 3; c++)
        r->f[c] = of->f[c], r->t[c] = of->t[c];
}

/* One that does both halves takes forces and torques from the sums, and leaves them out of the state. */
CLAST_INLINE void all(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last, bool ends,
                      bool begins)
{
    double sum = 0, most = 0;
    for (int32_t i = first; i < last; i += BLOCK) {
        range r = {m,
                   s,
                   w,
                   i,
                   last - i < BLOCK ? last - i : BLOCK,
                   {s->f[0] + i, s->f[1] + i, s->f[2] + i},
                   {s->t[0] + i, s->t[1] + i, s->t[2] + i}};
        loads both;
        if (ends && begins)
            get_loads(&r, &both);
        if (begins)
            near_prefetch_grips(w, i + BLOCK, last - i < 2 * BLOCK ? last : i + 2 * BLOCK);
        if (ends)
            sum += end_block(r, !begins);
        const double way = begins ? begin_block(r) : 0;
        most = way > most ? way : most;
    }
    if (ends)
        w->chunk_sum[first / w->body_chunk] = sum;
    if (begins)
        w->chunk_way[first / w->body_chunk] = most;
}

SPIN_HALF(begin, all(m, s, w, first, last, false, true))
SPIN_HALF(end, all(m, s, w, first, last, true, false))
SPIN_HALF(go_on, all(m, s, w, first, last, true, true))

void clast_stones_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    begin(m, s, w, first, last);
    clast_ghosts_copy(w, first);
}

void clast_stones_end(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    end(m, s, w, first, last);
}

void clast_stones_go_on(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    go_on(m, s, w, first, last);
    clast_ghosts_copy(w, first);
}
