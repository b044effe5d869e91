/* Writes the grips (model/work.h) of a block of bodies from columns. */
#ifndef CLAST_COLLIDE_GRIPS_H
#define CLAST_COLLIDE_GRIPS_H

#include "base/clones.h"
#include "base/fused.h"
#include "base/rows.h"
#include "collide/near.h"

enum { GRIP_BLOCK = 64 }; /* bodies at most */
enum {
    GRIP_ROW_V,
    GRIP_ROW_WH,
    GRIP_ROW_VS,
    GRIP_ROW_WS,
    GRIP_ROW_X,
    GRIP_ROW_XY,
    GRIP_ROW_Q,
    GRIP_ROW_Q0
}; /* of clast_grip */

/* What contacts want of the bodies of a block besides the state. */
typedef struct grip_columns {
    const double *vs[3], *wh[3], *ws[3], *q0[4];
} grip_columns;

#define GRIP_FROM(a, i)                          \
    {                                            \
        (a)[0] + (i), (a)[1] + (i), (a)[2] + (i) \
    }

/* W = R diag(1/I) R^T, so that the mobility of a contact needs no turning into the body frame. */
typedef struct grip_inertias {
    double xx[GRIP_BLOCK], yy[GRIP_BLOCK], zz[GRIP_BLOCK], xy[GRIP_BLOCK], xz[GRIP_BLOCK], yz[GRIP_BLOCK];
} grip_inertias;

CLAST_INLINE void grips_world_inertia(const clast_state *s, const clast_work *w, int32_t first, int32_t n,
                                      grip_inertias *restrict W)
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
CLAST_INLINE void grips_row(clast_work *w, int row, int32_t first, int32_t n, const double *const from[4])
{
    const size_t width = (size_t)w->grip_width;
    rows_put(from, n, w->grip + (size_t)first * width + 4 * row, width);
}

/* Of bodies i .. i + n - 1, at most GRIP_BLOCK. */
CLAST_INLINE void grips_fill(const clast_state *s, clast_work *w, int32_t i, int32_t n, const grip_columns *from,
                             bool balls)
{
    double *const *v = s->v, *const *x = s->x;
    const double *const *wh = from->wh, *const *vs = from->vs, *const *ws = from->ws;
    grip_inertias W;
    const double *xx = w->inverse_inertia[0] + i, *size = s->size[0] + i, *last = W.zz;
    if (balls)
        size = last = w->radius + i;
    else {
        grips_world_inertia(s, w, i, n, &W);
        xx = W.xx;
    }
    grips_row(w, GRIP_ROW_V, i, n, (const double *const[]){v[0] + i, v[1] + i, v[2] + i, w->inverse_mass + i});
    grips_row(w, GRIP_ROW_WH, i, n, (const double *const[]){wh[0], wh[1], wh[2], xx});
    grips_row(w, GRIP_ROW_VS, i, n, (const double *const[]){vs[0], vs[1], vs[2], xx});
    grips_row(w, GRIP_ROW_WS, i, n, (const double *const[]){ws[0], ws[1], ws[2], last});
    grips_row(w, GRIP_ROW_X, i, n, (const double *const[]){x[0] + i, x[1] + i, x[2] + i, size});
    if (balls)
        return;
    grips_row(w, GRIP_ROW_XY, i, n, (const double *const[]){W.xy, W.xz, W.yz, W.yy});
    grips_row(w, GRIP_ROW_Q, i, n, (const double *const[]){s->q[0] + i, s->q[1] + i, s->q[2] + i, s->q[3] + i});
    grips_row(w, GRIP_ROW_Q0, i, n, from->q0);
}

#endif
