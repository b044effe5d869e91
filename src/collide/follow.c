/* Before every evaluation, for a chunk of bodies: how far each came since the evaluation before, and its grip. */
#include <stddef.h>

#include "base/clones.h"
#include "base/fused.h"
#include "base/rows.h"
#include "collide/near.h"

enum { BLOCK = 64 };           /* bodies at a time, within the chunk */
enum { ROW_X = 4, ROW_Q = 6 }; /* of clast_grip */

_Static_assert(offsetof(clast_grip, x) == ROW_X * 4 * sizeof(double), "rows of a grip");
_Static_assert(offsetof(clast_grip, q) == ROW_Q * 4 * sizeof(double), "rows of a grip");

/* ---- ways ---- */

/* Of n bodies since the last evaluation; not a number counts as very far. */
CLAST_INLINE double add_ways(pose now, pose seen, const double *swing, double *way, int32_t n, bool balls)
{
    double most = 0;
#pragma omp simd reduction(max : most)
    for (int32_t k = 0; k < n; k++) {
        const double step = near_moved(now, seen, swing[k], k, balls) * (1 + 1e-9), sum = way[k] + step;
        most = step > most ? step : most;
        way[k] = step < 1e300 ? sum : 1e300;
    }
    return most;
}

/* A row of the grips of n bodies into columns. */
CLAST_INLINE void get_row(const double *grip, size_t width, int row, int32_t n, double column[4][BLOCK])
{
    double *const to[4] = {column[0], column[1], column[2], column[3]};
    rows_get(grip + 4 * row, width, n, to);
}

/* The grips are still those of the last evaluation. */
CLAST_INLINE double note_ways(const clast_state *s, clast_work *w, int32_t i, int32_t n, bool balls)
{
    const size_t width = (size_t)w->grip_width;
    const double *grip = w->grip + (size_t)i * width;
    double x[4][BLOCK], q[4][BLOCK];
    get_row(grip, width, ROW_X, n, x);
    if (!balls)
        get_row(grip, width, ROW_Q, n, q);
    const pose seen = {x[0], x[1], x[2], q[0], q[1], q[2], q[3]};
    return add_ways(near_pose(s->x, s->q, i), seen, w->swing + i, w->way + i, n, balls);
}

/* ---- grips ---- */

/* W = R diag(1/I) R^T, so that the mobility of a contact needs no turning into the body frame. */
typedef struct inertias {
    double xx[BLOCK], yy[BLOCK], zz[BLOCK], xy[BLOCK], xz[BLOCK], yz[BLOCK];
} inertias;

CLAST_INLINE void world_inertia(const clast_state *s, const clast_work *w, int32_t first, int32_t n,
                                inertias *restrict W)
{
    const pose p = near_pose(s->x, s->q, first);
    const double *const I0 = w->inverse_inertia[0] + first, *const I1 = w->inverse_inertia[1] + first,
                        *const I2 = w->inverse_inertia[2] + first;
#pragma omp simd
    for (int32_t k = 0; k < n; k++) {
        const mat3 R = q_matrix((quat){p.qw[k], p.qx[k], p.qy[k], p.qz[k]});
        const vec3 d = {I0[k], I1[k], I2[k]}, a = R.r[0], b = R.r[1], c = R.r[2];
        const vec3 x = {a.x * d.x, a.y * d.y, a.z * d.z}, y = {b.x * d.x, b.y * d.y, b.z * d.z};
        const vec3 z = {c.x * d.x, c.y * d.y, c.z * d.z};
        W->xx[k] = f_dot(x, a), W->yy[k] = f_dot(y, b), W->zz[k] = f_dot(z, c);
        W->xy[k] = f_dot(x, b), W->xz[k] = f_dot(x, c), W->yz[k] = f_dot(y, c);
    }
}

/* A row of the grips of n bodies from four arrays that begin with body `first`. */
CLAST_INLINE void put_row(clast_work *w, int row, int32_t first, int32_t n, const double *const from[4])
{
    const size_t width = (size_t)w->grip_width;
    rows_put(from, n, w->grip + (size_t)first * width + 4 * row, width);
}

CLAST_INLINE void fill_grips(const clast_state *s, clast_work *w, int32_t i, int32_t n, bool balls)
{
    double *const *v = s->v, *const *wh = w->wh, *const *vs = w->vs, *const *ws = w->ws, *const *x = s->x;
    inertias W;
    const double *xx = w->inverse_inertia[0] + i, *size = s->size[0] + i, *last = W.zz;
    if (balls)
        size = last = w->radius + i;
    else {
        world_inertia(s, w, i, n, &W);
        xx = W.xx;
    }
    put_row(w, 0, i, n, (const double *const[]){v[0] + i, v[1] + i, v[2] + i, w->inverse_mass + i});
    put_row(w, 1, i, n, (const double *const[]){wh[0] + i, wh[1] + i, wh[2] + i, xx});
    put_row(w, 2, i, n, (const double *const[]){vs[0] + i, vs[1] + i, vs[2] + i, xx});
    put_row(w, 3, i, n, (const double *const[]){ws[0] + i, ws[1] + i, ws[2] + i, last});
    put_row(w, ROW_X, i, n, (const double *const[]){x[0] + i, x[1] + i, x[2] + i, size});
    if (balls)
        return;
    put_row(w, 5, i, n, (const double *const[]){W.xy, W.xz, W.yz, W.yy});
    put_row(w, ROW_Q, i, n, (const double *const[]){s->q[0] + i, s->q[1] + i, s->q[2] + i, s->q[3] + i});
    put_row(w, 7, i, n, (const double *const[]){w->q0[0] + i, w->q0[1] + i, w->q0[2] + i, w->q0[3] + i});
}

CLAST_INLINE void follow(const clast_state *s, clast_work *w, int32_t first, int32_t last, bool balls)
{
    double most = 0;
    for (int32_t i = first; i < last; i += BLOCK) {
        const int32_t n = last - i < BLOCK ? last - i : BLOCK;
        if (w->list_builds > 0) {
            const double way = note_ways(s, w, i, n, balls);
            most = way > most ? way : most;
        }
        near_prefetch_grips(w, i + BLOCK, last - i < 2 * BLOCK ? last : i + 2 * BLOCK);
        fill_grips(s, w, i, n, balls);
    }
    w->chunk_way[first / w->body_chunk] = most;
}

#define PARAMETERS (const clast_state *s, clast_work *w, int32_t first, int32_t last)
CLAST_CLONES(follow_bodies, PARAMETERS, (s, w, first, last), follow(s, w, first, last, false))
CLAST_CLONES(follow_balls, PARAMETERS, (s, w, first, last), follow(s, w, first, last, true))

void clast_near_follow(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (m->balls ? follow_balls : follow_bodies)(s, w, first, last);
}
