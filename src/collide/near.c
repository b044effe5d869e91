#include "collide/near.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/clones.h"
#include "base/rows.h"
#include "collide/candidates.h"
#include "collide/grid.h"
#include "collide/keep.h"
#include "collide/touch.h"

/* A pose by component. Taken into locals, since compilers do not see that stores leave the pointers alone. */
typedef struct pose {
    double *x, *y, *z, *qw, *qx, *qy, *qz;
} pose;

static pose pose_of(double *const x[3], double *const q[4]) { return (pose){x[0], x[1], x[2], q[0], q[1], q[2], q[3]}; }

/* How far a sphere's centre comes at most: a turn by theta moves it by at most 2 sin(theta/2) swing <= 2 |dq| swing. */
CLAST_INLINE double moved(pose now, pose then, double swing, int32_t i, bool balls)
{
    const double a = now.x[i] - then.x[i], b = now.y[i] - then.y[i], c = now.z[i] - then.z[i];
    const double way = sqrt(a * a + b * b + c * c);
    if (balls)
        return way;
    const double d = now.qw[i] - then.qw[i], e = now.qx[i] - then.qx[i], f = now.qy[i] - then.qy[i],
                 g = now.qz[i] - then.qz[i];
    return way + 2 * swing * sqrt(d * d + e * e + f * f + g * g);
}

typedef struct moved_job {
    const clast_state *s;
    clast_work *w;
    double most;
} moved_job;

/* Since the lists were built. */
CLAST_INLINE double most_moved(const clast_state *s, const clast_work *w, bool balls)
{
    const pose now = pose_of(s->x, s->q), then = pose_of(w->list_x, w->list_q);
    const double *const swing = w->swing;
    const int32_t n = s->n;
    double most = 0;
#pragma omp simd reduction(max : most)
    for (int32_t i = 0; i < n; i++) {
        const double way = moved(now, then, swing[i], i, balls);
        most = way > most ? way : most;
    }
    return most;
}

/* Since the last evaluation, whose pose becomes this one; not a number counts as very far. */
CLAST_INLINE double add_ways(const clast_state *s, clast_work *w, bool balls)
{
    const pose now = pose_of(s->x, s->q), seen = pose_of(w->seen_x, w->seen_q);
    double *const way = w->way;
    const double *const swing = w->swing;
    const int32_t n = s->n;
    double most = 0;
#pragma omp simd reduction(max : most)
    for (int32_t i = 0; i < n; i++) {
        const double step = moved(now, seen, swing[i], i, balls) * (1 + 1e-9), sum = way[i] + step;
        most = step > most ? step : most;
        way[i] = step < 1e300 ? sum : 1e300;
        seen.x[i] = now.x[i], seen.y[i] = now.y[i], seen.z[i] = now.z[i];
        if (!balls)
            seen.qw[i] = now.qw[i], seen.qx[i] = now.qx[i], seen.qy[i] = now.qy[i], seen.qz[i] = now.qz[i];
    }
    return most;
}

CLAST_CLONES(find_moved_bodies, (moved_job * j), (j), j->most = most_moved(j->s, j->w, false))
CLAST_CLONES(find_moved_balls, (moved_job * j), (j), j->most = most_moved(j->s, j->w, true))
CLAST_CLONES(add_ways_bodies, (moved_job * j), (j), j->most = add_ways(j->s, j->w, false))
CLAST_CLONES(add_ways_balls, (moved_job * j), (j), j->most = add_ways(j->s, j->w, true))

/* How fast a wall can come nearer. */
static double wall_speed(const clast_model *m)
{
    double most = 0;
    for (int32_t k = 0; k < m->n_walls; k++)
        most = fmax(most, m->walls[k].plate ? v_length(m->walls[k].velocity)
                                            : fabs(v_dot(m->walls[k].velocity, m->walls[k].normal)));
    return most;
}

static void advance_travel(const clast_model *m, const clast_state *s, clast_work *w)
{
    moved_job job = {s, w, 0};
    if (m->balls)
        add_ways_balls(&job);
    else
        add_ways_bodies(&job);
    const double wall = wall_speed(m) * fabs(w->now - w->seen_time) * (1 + 1e-9);
    w->seen_time = w->now;
    w->wall_way += wall;
    w->travel += fmax(job.most, wall);
}

/* Has a sphere or a wall moved by more than half the skin? */
static bool stale(const clast_model *m, const clast_state *s, clast_work *w)
{
    const double allowed = 0.5 * w->list_skin;
    if (w->list_builds == 0)
        return true;
    if (w->travel < w->travel_next)
        return false;
    moved_job job = {s, w, 0};
    if (m->balls)
        find_moved_balls(&job);
    else
        find_moved_bodies(&job);
    const double most = fmax(job.most, wall_speed(m) * fabs(w->now - w->list_time));
    w->travel_next = w->travel + (allowed - most);
    return !(most <= allowed);
}

/* A wide skin makes long candidate lists, a narrow one frequent rebuilds. The two costs are measured and kept within a
 * factor of each other; this may depend on the clock since no bit of the result depends on the skin. */
static void adapt_skin(const clast_model *m, const clast_state *s, clast_work *w)
{
    double smallest = INFINITY;
    for (int32_t i = 0; i < s->n; i++)
        smallest = fmin(smallest, m->shapes[s->shape[0][i]].smallest * s->size[0][i]);
    const double walked = w->stage_seconds[CLAST_STAGE_TOUCH];
    if (w->skin <= 0)
        w->skin = 0.1 * smallest;
    else if (w->list_builds > 0 && !w->skin_fixed) {
        const double use = walked - w->list_walked;
        const double factor = w->list_seconds > 0.6 * use ? 1.25 : w->list_seconds < 0.15 * use ? 0.85 : 1;
        w->skin = fmax(0.02 * smallest, fmin(3 * smallest, factor * w->skin));
    }
    w->list_walked = walked;
}

static void remember_pose(const clast_state *s, clast_work *w)
{
    for (int c = 0; c < 3; c++)
        memcpy(w->list_x[c], s->x[c], (size_t)s->n * sizeof(double));
    for (int c = 0; c < 4; c++)
        memcpy(w->list_q[c], s->q[c], (size_t)s->n * sizeof(double));
    w->list_time = w->now;
    w->list_step = s->step;
    w->list_builds++;
}

static bool kept_at_wall(const clast_state *s, const int32_t *first_of, int32_t a, int32_t wall)
{
    const clast_contacts *c = &s->contacts;
    int32_t k = first_of[a + 1], last;
    if (k == first_of[a] || !(c->key[c->list[k - 1]].bodies & CLAST_WALL)) /* walls come last */
        return false;
    clast_keep_range(c, first_of, a, -1 - wall, &k, &last);
    return k < last;
}

/* Near pairs in key order: each body's partners by index, then its walls. */
static bool merge_walls(const clast_model *m, const clast_state *s, clast_work *w, const clast_grid_pair *pairs,
                        size_t n_pairs, const int32_t *first_of)
{
    size_t at = 0;
    w->n_near = 0;
    for (int32_t a = 0; a < s->n; a++) {
        const int32_t material = s->material[0][a];
        for (; at < n_pairs && pairs[at].a == a; at++) {
            int32_t b = pairs[at].b;
            if (!ARRAY_RESERVE(w->near, w->c_near, w->n_near + 1))
                return false;
            w->near[w->n_near++] = (clast_near){a, b, 0, material * m->n_materials + s->material[0][b]};
        }
        for (int32_t k = 0; k < m->n_walls; k++) {
            const clast_wall *wall = &m->walls[k];
            double height = near_wall_height(wall, v_at(s->x, a), w->now);
            if (height > w->bound[a] + w->skin && !kept_at_wall(s, first_of, a, k))
                continue;
            if (!ARRAY_RESERVE(w->near, w->c_near, w->n_near + 1))
                return false;
            w->near[w->n_near++] = (clast_near){a, -1 - k, 0, material * m->n_materials + wall->material};
        }
    }
    return true;
}

/* For the gather: the near pairs in which a body stands second, in order of the first. */
static bool index_partners(const clast_state *s, clast_work *w)
{
    if (!ARRAY_RESERVE(w->near_of, w->c_near_of, w->n_near + 1))
        return false;
    memset(w->partner_first, 0, ((size_t)s->n + 1) * sizeof *w->partner_first);
    for (size_t p = 0; p < w->n_near; p++)
        if (w->near[p].b >= 0)
            w->partner_first[w->near[p].b + 1]++;
    for (int32_t i = 0; i < s->n; i++)
        w->partner_first[i + 1] += w->partner_first[i];
    for (size_t p = 0; p < w->n_near; p++)
        if (w->near[p].b >= 0)
            w->near_of[w->partner_first[w->near[p].b]++] = (int32_t)p;
    memmove(w->partner_first + 1, w->partner_first, (size_t)s->n * sizeof *w->partner_first);
    w->partner_first[0] = 0;
    return true;
}

bool clast_near_build(const clast_model *m, clast_state *s, clast_work *w)
{
    const double start = clock_seconds();
    adapt_skin(m, s, w);
    remember_pose(s, w);
    clast_grid_pair *pairs = NULL;
    size_t n_pairs = 0;
    bool ok = clast_grid_pairs(s->n, s->x, w->bound, w->skin, w->pool, &pairs, &n_pairs);
    int32_t *const first_of = clast_keep_index(&s->contacts, s->n);
    ok = ok && first_of && clast_keep_pairs(s, &pairs, &n_pairs) && merge_walls(m, s, w, pairs, n_pairs, first_of);
    free(pairs);
    ok = ok && clast_candidates_find(m, s, w, first_of) && index_partners(s, w) && clast_touch_bind(m, s, w);
    free(first_of);
    w->travel = w->wall_way = 0;
    memset(w->way, 0, (size_t)s->n * sizeof *w->way);
    w->seen_time = w->now;
    for (int c = 0; c < 3; c++)
        memcpy(w->seen_x[c], s->x[c], (size_t)s->n * sizeof(double));
    for (int c = 0; c < 4; c++)
        memcpy(w->seen_q[c], s->q[c], (size_t)s->n * sizeof(double));
    w->travel_next = 0.5 * w->skin;
    w->list_skin = w->skin;
    w->list_seconds = clock_seconds() - start;
    return ok;
}

bool clast_near_refresh(const clast_model *m, clast_state *s, clast_work *w)
{
    if (w->list_builds > 0)
        advance_travel(m, s, w);
    return !stale(m, s, w) || clast_near_build(m, s, w);
}

enum { CHUNK = 64 };

/* W = R diag(1/I) R^T, so that the mobility of a contact needs no turning into the body frame. */
typedef struct inertias {
    double xx[CHUNK], yy[CHUNK], zz[CHUNK], xy[CHUNK], xz[CHUNK], yz[CHUNK];
} inertias;

CLAST_INLINE void world_inertia(const clast_state *s, const clast_work *w, int32_t first, int32_t n,
                                inertias *restrict W)
{
    const pose p = pose_of(s->x, s->q);
    const double *const I0 = w->inverse_inertia[0], *const I1 = w->inverse_inertia[1],
                        *const I2 = w->inverse_inertia[2];
#pragma omp simd
    for (int32_t k = 0; k < n; k++) {
        const int32_t i = first + k;
        const mat3 R = q_matrix((quat){p.qw[i], p.qx[i], p.qy[i], p.qz[i]});
        const vec3 d = {I0[i], I1[i], I2[i]}, a = R.r[0], b = R.r[1], c = R.r[2];
        const vec3 x = {a.x * d.x, a.y * d.y, a.z * d.z}, y = {b.x * d.x, b.y * d.y, b.z * d.z};
        const vec3 z = {c.x * d.x, c.y * d.y, c.z * d.z};
        W->xx[k] = v_dot(x, a), W->yy[k] = v_dot(y, b), W->zz[k] = v_dot(z, c);
        W->xy[k] = v_dot(x, b), W->xz[k] = v_dot(x, c), W->yz[k] = v_dot(y, c);
    }
}

/* A row of the grips of n bodies from four arrays that begin with body `first`. */
CLAST_INLINE void put_row(clast_work *w, int row, int32_t first, int32_t n, const double *const from[4])
{
    const size_t width = (size_t)w->grip_width;
    rows_put(from, n, w->grip + (size_t)first * width + 4 * row, width);
}

CLAST_INLINE void fill_grips(const clast_model *m, const clast_state *s, clast_work *w, int32_t i, int32_t n)
{
    double *const *v = s->v, *const *wh = w->wh, *const *vs = w->vs, *const *ws = w->ws, *const *x = s->x;
    inertias W;
    double radius[CHUNK];
    const double *xx = w->inverse_inertia[0] + i, *yy = xx, *zz = xx, *size = s->size[0] + i;
    if (m->balls) {
        for (int32_t k = 0; k < n; k++)
            radius[k] = size[k] * m->shapes[s->shape[0][i + k]].sr[0];
        size = radius;
    } else {
        world_inertia(s, w, i, n, &W);
        xx = W.xx, yy = W.yy, zz = W.zz;
    }
    put_row(w, 0, i, n, (const double *const[]){v[0] + i, v[1] + i, v[2] + i, w->inverse_mass + i});
    put_row(w, 1, i, n, (const double *const[]){wh[0] + i, wh[1] + i, wh[2] + i, xx});
    put_row(w, 2, i, n, (const double *const[]){vs[0] + i, vs[1] + i, vs[2] + i, yy});
    put_row(w, 3, i, n, (const double *const[]){ws[0] + i, ws[1] + i, ws[2] + i, zz});
    put_row(w, 4, i, n, (const double *const[]){x[0] + i, x[1] + i, x[2] + i, size});
    if (m->balls)
        return;
    put_row(w, 5, i, n, (const double *const[]){W.xy, W.xz, W.yz, W.yz});
    put_row(w, 6, i, n, (const double *const[]){s->q[0] + i, s->q[1] + i, s->q[2] + i, s->q[3] + i});
    put_row(w, 7, i, n, (const double *const[]){w->q0[0] + i, w->q0[1] + i, w->q0[2] + i, w->q0[3] + i});
}

CLAST_CLONES(grip_chunk, (const clast_job *job, int32_t first, int32_t last), (job, first, last),
             fill_grips(job->m, job->s, job->w, first, last - first))

static void place_chunk(void *context, int64_t first, int64_t last)
{
    grip_chunk(context, (int32_t)first, (int32_t)last);
}

void clast_near_place(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_job job = {m, s, w};
    clast_pool_for(w->pool, s->n, CHUNK, place_chunk, &job);
}
