#include "step/balls.h"

#include "base/rows.h"
#include "collide/near.h"
#include "motion/drift.h"
#include "motion/sts.h"

enum { BLOCK = 64 }; /* bodies at a time */

bool clast_balls_fit(const clast_model *m, const clast_work *w)
{
    return w->even_balls && m->integrator == CLAST_VERLET && !model_has_body_terms(m);
}

typedef struct range {
    const clast_model *m;
    clast_state *s;
    clast_work *w;
    int32_t first, n;
} range;

/* What contacts want of the bodies of a block besides the state. */
typedef struct ahead {
    double vs[3][BLOCK], wh[3][BLOCK], ws[3][BLOCK];
} ahead;

#define AT(a)                                                \
    {                                                        \
        (a)[0] + r.first, (a)[1] + r.first, (a)[2] + r.first \
    }

/* Returns the furthest way of a ball; not a number counts as very far. */
CLAST_INLINE double move(range r, ahead *restrict to)
{
    double *const x[3] = AT(r.s->x), *const v[3] = AT(r.s->v), *const x0[3] = AT(r.w->x0), *const f[3] = AT(r.s->f);
    double *const way = r.w->way + r.first, *const inverse_mass = r.w->inverse_mass + r.first, dt = r.m->dt, most = 0;
#pragma omp simd reduction(max : most)
    for (int32_t k = 0; k < r.n; k++) {
        const drift_body now = drift_begin(SPIN_GET(x, k), SPIN_GET(v, k), SPIN_GET(f, k), inverse_mass[k], dt);
        const vec3 from = SPIN_GET(x, k), e = v_sub(now.x, from);
        const double step = sqrt(v_dot(e, e)) * (1 + 1e-9), sum = way[k] + step;
        most = step > most ? step : most;
        way[k] = step < 1e300 ? sum : 1e300;
        SPIN_PUT(x0, k, from);
        SPIN_PUT(x, k, now.x);
        SPIN_PUT(v, k, now.v);
        SPIN_PUT(to->vs, k, now.vs);
    }
    return most;
}

/* L += h/2 T. True: some turn too far for trig_sinc_near. */
CLAST_INLINE bool kick(range r)
{
    double *const L[3] = AT(r.s->L), *const t[3] = AT(r.s->t), *const inverse = r.w->inverse_inertia[2] + r.first;
    const double half = 0.5 * r.m->dt, scale = half * half / TRIG_NEAR;
    double far = 0;
#pragma omp simd reduction(max : far)
    for (int32_t k = 0; k < r.n; k++) {
        const vec3 now = v_add(SPIN_GET(L, k), v_mul(half, SPIN_GET(t, k)));
        const double z = scale * inverse[k] * inverse[k] * v_dot(now, now), far_or_none = z < 0.99 ? 0 : 1;
        far = far_or_none > far ? far_or_none : far;
        SPIN_PUT(L, k, now);
    }
    return far != 0;
}

CLAST_INLINE void turn(range r, ahead *restrict to, sts_sinc *sinc_of)
{
    double *const L[3] = AT(r.s->L), *const t[3] = AT(r.s->t), *const inverses = r.w->inverse_inertia[2] + r.first;
    double *const q[4] = {r.s->q[0] + r.first, r.s->q[1] + r.first, r.s->q[2] + r.first, r.s->q[3] + r.first};
    const double h = r.m->dt;
#pragma omp simd
    for (int32_t k = 0; k < r.n; k++) {
        const double inverse = inverses[k];
        const vec3 now = SPIN_GET(L, k), more = v_mul(0.5 * h, SPIN_GET(t, k));
        SPIN_PUT_Q(q, k, sts_turn_ball(SPIN_GET_Q(q, k), now, inverse, h, sinc_of));
        SPIN_PUT(to->wh, k, sts_spin_ball(inverse, now));
        SPIN_PUT(to->ws, k, sts_spin_ball(inverse, v_add(now, more)));
    }
}

CLAST_INLINE void put_grips(range r, const ahead *from)
{
    const size_t width = (size_t)r.w->grip_width;
    const int32_t i = r.first;
    double *const *v = r.s->v, *const *x = r.s->x, *const grip = r.w->grip + (size_t)i * width;
    const double *const inverse = r.w->inverse_inertia[2] + i;
    const double *const rows[5][4] = {{v[0] + i, v[1] + i, v[2] + i, r.w->inverse_mass + i},
                                      {from->wh[0], from->wh[1], from->wh[2], inverse},
                                      {from->vs[0], from->vs[1], from->vs[2], inverse},
                                      {from->ws[0], from->ws[1], from->ws[2], r.w->radius + i},
                                      {x[0] + i, x[1] + i, x[2] + i, r.w->radius + i}};
    for (int32_t k = 0; k < r.n; k += 4) /* a few grips as a whole, since they lie side by side */
        for (int row = 0; row < 5; row++) {
            const double *const at[4] = {rows[row][0] + k, rows[row][1] + k, rows[row][2] + k, rows[row][3] + k};
            rows_put(at, r.n - k < 4 ? r.n - k : 4, grip + (size_t)k * width + 4 * row, width);
        }
}

CLAST_INLINE void begin_all(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    double most = 0;
    for (int32_t i = first; i < last; i += BLOCK) {
        const range r = {m, s, w, i, last - i < BLOCK ? last - i : BLOCK};
        ahead block;
        near_prefetch_grips(w, i + BLOCK, last - i < 2 * BLOCK ? last : i + 2 * BLOCK);
        const double way = move(r, &block);
        most = way > most ? way : most;
        if (kick(r))
            turn(r, &block, trig_sinc);
        else
            turn(r, &block, trig_sinc_near);
        put_grips(r, &block);
    }
    w->chunk_way[first / w->body_chunk] = most;
}

CLAST_INLINE void end_all(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    const range r = {m, s, w, first, last - first};
    double *const v[3] = AT(s->v), *const f[3] = AT(s->f), *const L[3] = AT(s->L), *const t[3] = AT(s->t),
                  *const spin[3] = AT(s->w);
    const double *const inverse_mass = w->inverse_mass + first, *const inverse = w->inverse_inertia[2] + first;
    const double dt = m->dt;
    double sum = 0; /* not finite as soon as one term is not */
#pragma omp simd reduction(+ : sum)
    for (int32_t k = 0; k < r.n; k++) {
        const vec3 v1 = drift_end(SPIN_GET(v, k), SPIN_GET(f, k), inverse_mass[k], dt);
        const vec3 L1 = v_add_mul(SPIN_GET(L, k), 0.5 * dt, SPIN_GET(t, k)), w1 = sts_spin_ball(inverse[k], L1);
        SPIN_PUT(v, k, v1);
        SPIN_PUT(L, k, L1);
        SPIN_PUT(spin, k, w1);
        sum += 1e-30 * (v1.x + v1.y + v1.z) + 1e-30 * (w1.x + w1.y + w1.z);
    }
    w->chunk_sum[first / w->body_chunk] = sum;
}

SPIN_HALF(begin, begin_all(m, s, w, first, last))
SPIN_HALF(end, end_all(m, s, w, first, last))

void clast_balls_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    begin(m, s, w, first, last);
}

void clast_balls_end(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    end(m, s, w, first, last);
}
