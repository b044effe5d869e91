#include "collide/near.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/clones.h"
#include "collide/candidates.h"
#include "collide/grid.h"
#include "collide/keep.h"
#include "collide/list.h"
#include "collide/look.h"
#include "collide/touch.h"

/* ---- how far bodies came ---- */

/* Since the lists were built, beyond what each is allowed: below 0 for none. */
CLAST_INLINE double most_moved(const clast_state *s, const clast_work *w, int32_t first, int32_t last, bool balls)
{
    const pose now = near_pose(s->x, s->q, 0), then = near_pose(w->list_x, w->list_q, 0);
    const double *const swing = w->swing, *const allow = w->allow;
    double most = -INFINITY;
#pragma omp simd reduction(max : most)
    for (int32_t i = first; i < last; i++) {
        const double beyond = near_moved(now, then, swing[i], i, balls) - allow[i];
        most = beyond > most ? beyond : most;
    }
    return most;
}

#define PARAMETERS (const clast_state *s, clast_work *w, int32_t first, int32_t last)
CLAST_CLONES(find_moved_bodies, PARAMETERS, (s, w, first, last),
             w->chunk_way[first / w->body_chunk] = most_moved(s, w, first, last, false))
CLAST_CLONES(find_moved_balls, PARAMETERS, (s, w, first, last),
             w->chunk_way[first / w->body_chunk] = most_moved(s, w, first, last, true))

static void find_moved(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    (m->balls ? find_moved_balls : find_moved_bodies)(s, w, first, last);
}

/* Of all chunks. */
static double furthest(const clast_state *s, const clast_work *w)
{
    double most = w->chunk_way[0];
    for (int32_t c = 1; c * w->body_chunk < s->n; c++)
        most = w->chunk_way[c] > most ? w->chunk_way[c] : most;
    return most;
}

/* How fast a wall can come nearer. */
static double wall_speed(const clast_model *m)
{
    double most = 0;
    for (int32_t k = 0; k < m->n_walls; k++)
        most = fmax(most, m->walls[k].plate ? v_length(m->walls[k].velocity)
                                            : fabs(v_dot(m->walls[k].velocity, m->walls[k].normal)));
    return most;
}

/* By what clast_near_follow noted. */
static void advance_travel(const clast_model *m, const clast_state *s, clast_work *w)
{
    const double wall = wall_speed(m) * fabs(w->now - w->seen_time) * (1 + 1e-9);
    w->seen_time = w->now;
    w->way[s->n] += wall;
    w->travel += fmax(furthest(s, w), wall);
}

/* Has a sphere or a wall moved further than it may? */
static bool stale(const clast_model *m, clast_state *s, clast_work *w)
{
    if (w->list_builds == 0)
        return true;
    if (w->travel < w->travel_next)
        return false;
    clast_near_read_all_back(m, s, w);
    clast_work_bodies(m, s, w, find_moved);
    const double speed = wall_speed(m), wall = speed * fabs(w->now - w->list_time) - w->allow[s->n];
    const double most = fmax(furthest(s, w), speed > 0 ? wall : -INFINITY);
    w->travel_next = w->travel - most;
    return !(most <= 0);
}

/* ---- building ---- */

/* A wide skin makes long candidate lists, a narrow one frequent rebuilds. The two costs are measured and kept within a
 * factor of each other; this may depend on the clock since no bit of the result depends on the skin. */
static void adapt_skin(const clast_model *m, const clast_state *s, clast_work *w)
{
    double smallest = INFINITY;
    for (int32_t i = 0; i < s->n; i++) {
        const double size = m->shapes[s->shape[0][i]].smallest * s->size[0][i];
        smallest = size < smallest ? size : smallest; /* fmin is a call */
    }
    const double walked = w->stage_seconds[CLAST_STAGE_TOUCH];
    if (w->skin <= 0)
        w->skin = 0.1 * smallest;
    else if (w->list_builds > 0 && !w->skin_fixed) {
        const double ratio = w->list_seconds / (walked - w->list_walked); /* goes with 1/skin, more or less */
        const double factor = ratio > 0.6 || ratio < 0.15 ? fmax(0.7, fmin(1.6, ratio / 0.35)) : 1;
        w->skin = fmax(0.02 * smallest, fmin(3 * smallest, factor * w->skin));
    }
    w->list_walked = walked;
}

/* How far each may come: the fast ones further, so that a few of them do not make lists old that serve all others. That
 * is what it comes in the time T if it goes on as it is, and as fast as in the mean at least, since slow ones are hit by
 * fast ones, and if it begins to fall. T is such that the mean is half the skin. */
static void share_skin(const clast_model *m, const clast_state *s, clast_work *w)
{
    const size_t width = (size_t)w->grip_width;
    double *const speed = w->allow;
    double sum = 0;
    for (int32_t i = 0; i < s->n; i++) {
        const clast_grip *const grip = (const clast_grip *)(const void *)(w->grip + (size_t)i * width);
        const double v = v_length(v_of(grip->v)) + w->swing[i] * v_length(v_of(grip->wh));
        speed[i] = v < 1e300 ? v : 0;
        sum += speed[i];
    }
    const double mean = sum / s->n;
    sum = 0;
    for (int32_t i = 0; i < s->n; i++) {
        speed[i] = speed[i] > mean ? speed[i] : mean;
        sum += speed[i];
    }
    const double raised = sum / s->n, g = v_length(m->gravity), root = raised + sqrt(raised * raised + g * w->skin);
    const double T = root > 0 ? w->skin / root : 0, fall = T > 0 ? 0.5 * g * T * T : 0.5 * w->skin;
    for (int32_t i = 0; i < s->n; i++)
        w->allow[i] = speed[i] * T + fall;
    w->allow[s->n] = wall_speed(m) * T + fall;
}

static void share_evenly(const clast_state *s, clast_work *w)
{
    for (int32_t i = 0; i <= s->n; i++)
        w->allow[i] = 0.5 * w->skin;
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

/* By w->allow. */
static bool build(const clast_model *m, clast_state *s, clast_work *w)
{
    double least = INFINITY;
    for (int32_t i = 0; i < s->n; i++) {
        w->grasp[i] = w->bound[i] + w->allow[i];
        least = w->allow[i] < least ? w->allow[i] : least;
    }
    remember_pose(s, w);
    clast_list_catch_up(s, w);
    clast_grid_pair *pairs = NULL;
    size_t n_pairs = 0;
    bool ok = clast_grid_pairs(s->n, s->x, w->grasp, 0, w->pool, &w->grid_room, &pairs, &n_pairs);
    int32_t *const first_of = clast_keep_index(&s->contacts, s->n, w->pool);
    ok = ok && first_of && clast_candidates_find(m, s, w, pairs, n_pairs, first_of);
    free(first_of);
    ok = ok && clast_look_begin(w) && clast_touch_bind(m, s, w);
    w->travel = 0;
    memset(w->way, 0, ((size_t)s->n + 1) * sizeof *w->way);
    w->seen_time = w->now;
    w->travel_next = wall_speed(m) > 0 && w->allow[s->n] < least ? w->allow[s->n] : least;
    return ok;
}

bool clast_near_build(const clast_model *m, clast_state *s, clast_work *w)
{
    share_evenly(s, w);
    return build(m, s, w);
}

bool clast_near_refresh(const clast_model *m, clast_state *s, clast_work *w)
{
    if (w->list_builds > 0)
        advance_travel(m, s, w);
    if (!stale(m, s, w))
        return true;
    const double start = clock_seconds();
    adapt_skin(m, s, w);
    share_skin(m, s, w);
    const bool ok = build(m, s, w);
    w->list_seconds = clock_seconds() - start;
    return ok;
}
