#include "collide/lanes.h"

#include "base/clones.h"
#include "base/trig.h"
#include "base/vec.h"

#define GET(a, k) ((vec3){(a)[0][k], (a)[1][k], (a)[2][k]})
#define PUT(a, k, v)                                                   \
    do {                                                               \
        const vec3 put_v = (v);                                        \
        (a)[0][k] = put_v.x, (a)[1][k] = put_v.y, (a)[2][k] = put_v.z; \
    } while (0)

typedef struct geometry {
    vec3 n, la, lb;
    double d;
} geometry;

CLAST_INLINE geometry between_spheres(vec3 xa, vec3 la, double ra, vec3 xb, vec3 lb, double rb)
{
    const vec3 e = v_sub(xb, xa);
    const double distance = v_length(e), d = ra + rb - distance;
    const double inverse = 1 / (distance > 0 ? distance : 1);
    const vec3 n = {e.x * inverse, e.y * inverse, distance > 0 ? e.z * inverse : 1};
    return (geometry){n, v_add_mul(la, ra - 0.5 * d, n), v_add_mul(lb, -(rb - 0.5 * d), n), d};
}

/* beyond: by what share of the overlap the arm reaches behind the wall. */
CLAST_INLINE geometry at_wall(vec3 xa, vec3 la, double ra, vec3 point, vec3 normal, double beyond)
{
    const double height = v_dot(v_sub(xa, point), normal), d = ra - height;
    return (geometry){v_mul(-1, normal), v_add_mul(la, -(height + beyond * d), normal), {0, 0, 0}, d};
}

CLAST_INLINE vec3 tangential(vec3 v, vec3 n) { return v_add_mul(v, -v_dot(v, n), n); }

/* The least rotation that takes n0 to n1, applied to a vector in the plane of n0. */
CLAST_INLINE vec3 turn_with_normal(vec3 f, vec3 n0, vec3 n1)
{
    const double c = 1 + v_dot(n0, n1), along = v_dot(f, n1);
    const double share = c > 1e-6 ? along / c : 0;
    return tangential(v_add_mul(f, -share, v_add(n0, n1)), n1);
}

/* (l x u) . I^-1 (l x u) + 1/m: velocity along u at l per impulse along u. */
CLAST_INLINE double mobility(const clast_side *a, int k, vec3 l, vec3 u)
{
    const vec3 c = v_cross(l, u);
    return a->inverse_mass[k] + a->inertia[0][k] * c.x * c.x + a->inertia[1][k] * c.y * c.y +
           a->inertia[2][k] * c.z * c.z +
           2 * (a->inertia[3][k] * c.x * c.y + a->inertia[4][k] * c.x * c.z + a->inertia[5][k] * c.y * c.z);
}

/* moved: 0 in the very first evaluation, before any step. */
CLAST_INLINE void motion(clast_lanes *in, clast_touch *t, int k, double moved, geometry now, geometry before)
{
    const clast_side *a = &in->a, *b = &in->b;
    const vec3 n_mid = v_unit(v_add(now.n, before.n));
    const vec3 va = v_add(GET(a->v, k), v_cross(GET(a->wh, k), v_mean(now.la, before.la)));
    const vec3 vb = v_add(GET(b->v, k), v_cross(GET(b->wh, k), v_mean(now.lb, before.lb)));
    const vec3 c = v_sub(va, vb);
    const double travel = v_dot(c, n_mid) * t->dt;
    /* touching was decided by squares, which may differ from the root in the last place */
    const double d = now.d > 0 ? now.d : 1e-300;
    const double closed = travel > d ? d / travel : 1, part = t->fresh[k] != 0 ? closed : 1;
    const vec3 slip = turn_with_normal(v_mul(t->dt, tangential(c, n_mid)), n_mid, now.n);
    const vec3 end_a = v_add(GET(a->vs, k), v_cross(GET(a->ws, k), now.la));
    const vec3 end_b = v_add(GET(b->vs, k), v_cross(GET(b->ws, k), now.lb));
    const vec3 end = v_sub(end_a, end_b), vt = tangential(end, now.n);
    const double speed = v_length(vt), inverse_speed = 1 / (speed > 0 ? speed : 1);
    const double mobility_n = mobility(a, k, now.la, now.n) + mobility(b, k, now.lb, now.n);
    const vec3 u = v_mul(inverse_speed, vt);
    const double mobility_u = mobility(a, k, now.la, u) + mobility(b, k, now.lb, u);
    t->d[k] = d;
    t->part[k] = part;
    PUT(t->n_dir, k, now.n);
    PUT(t->slip, k, v_mul(moved * part, slip));
    PUT(t->vt, k, vt);
    t->vn[k] = v_dot(end, now.n);
    t->mobility_n[k] = mobility_n;
    t->mobility_t[k] = speed > 0 ? mobility_u : mobility_n;
    t->mass[k] = 1 / mobility_n;
    PUT(in->la, k, now.la);
    PUT(in->lb, k, now.lb);
}

CLAST_INLINE void bodies(clast_lanes *restrict in, clast_touch *restrict t)
{
    const double moved = t->first ? 0 : 1;
#pragma omp simd
    for (int k = 0; k < t->n; k++) {
        const clast_side *a = &in->a, *b = &in->b;
        const double ra = a->r[k], rb = b->r[k];
        const geometry now = between_spheres(GET(a->x, k), GET(a->l, k), ra, GET(b->x, k), GET(b->l, k), rb);
        const geometry before = between_spheres(GET(a->x0, k), GET(a->l0, k), ra, GET(b->x0, k), GET(b->l0, k), rb);
        t->radius[k] = ra * rb / (ra + rb);
        motion(in, t, k, moved, now, before);
    }
}

CLAST_INLINE void walls(clast_lanes *restrict in, clast_touch *restrict t)
{
    const double moved = t->first ? 0 : 1;
#pragma omp simd
    for (int k = 0; k < t->n; k++) {
        const clast_side *a = &in->a, *b = &in->b;
        const vec3 normal = GET(in->normal, k), normal0 = GET(in->normal0, k);
        const double r = a->r[k], beyond = in->beyond[k];
        const geometry now = at_wall(GET(a->x, k), GET(a->l, k), r, GET(b->x, k), normal, beyond);
        const geometry before = at_wall(GET(a->x0, k), GET(a->l0, k), r, GET(b->x0, k), normal0, beyond);
        t->radius[k] = a->r[k];
        motion(in, t, k, moved, now, before);
    }
}

CLAST_INLINE void turn_columns(const clast_lanes *restrict in, clast_touch *restrict t, clast_lane *restrict column)
{
#pragma omp simd
    for (int k = 0; k < t->n; k++) {
        const vec3 n = GET(t->n_dir, k), f = turn_with_normal(GET(column, k), GET(in->n_old, k), n);
        const double angle = 0.5 * t->dt * (v_dot(GET(in->a.wh, k), n) + v_dot(GET(in->b.wh, k), n));
        double sine, cosine;
        trig_sincos(angle, &sine, &cosine);
        PUT(column, k, v_add_mul(v_mul(cosine, f), sine, v_cross(n, f)));
    }
}

CLAST_CLONES(bodies_lanes, (clast_lanes * in, clast_touch *t), (in, t), bodies(in, t))
CLAST_CLONES(walls_lanes, (clast_lanes * in, clast_touch *t), (in, t), walls(in, t))
CLAST_CLONES(turn_lanes, (const clast_lanes *in, clast_touch *t, clast_lane *column), (in, t, column),
             turn_columns(in, t, column))

void clast_lanes_bodies(clast_lanes *in, clast_touch *t) { bodies_lanes(in, t); }

void clast_lanes_walls(clast_lanes *in, clast_touch *t) { walls_lanes(in, t); }

void clast_lanes_history(const clast_lanes *in, const char *letters, int n_history, clast_touch *t)
{
    turn_lanes(in, t, t->ft0);
    for (int c = 0; c < n_history; c++)
        if (letters[c] == 'v')
            turn_lanes(in, t, &t->old[c]);
}
