#include "collide/near.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "collide/candidates.h"
#include "collide/grid.h"
#include "collide/keep.h"

bool clast_near_stale(const clast_model *m, const clast_state *s, const clast_work *w)
{
    if (w->list_builds == 0)
        return true;
    const double allowed = 0.5 * w->skin;
    for (int32_t k = 0; k < m->n_walls; k++) {
        const clast_wall *wall = &m->walls[k];
        const double speed = wall->plate ? v_length(wall->velocity) : fabs(v_dot(wall->velocity, wall->normal));
        if (speed * fabs(w->now - w->list_time) > allowed)
            return true;
    }
    bool stale = false;
    for (int32_t i = 0; i < s->n; i++) {
        double dx = 0, dq = 0;
        for (int c = 0; c < 3; c++)
            dx += (s->x[c][i] - w->list_x[c][i]) * (s->x[c][i] - w->list_x[c][i]);
        for (int c = 0; c < 4; c++)
            dq += (s->q[c][i] - w->list_q[c][i]) * (s->q[c][i] - w->list_q[c][i]);
        /* a turn by theta moves a point by at most 2 sin(theta/2) bound <= 2 |q - q_list| bound */
        stale |= sqrt(dx) + 2 * w->bound[i] * sqrt(dq) > allowed;
    }
    return stale;
}

/* A wide skin makes long candidate lists, a narrow one frequent rebuilds. The two costs are measured and kept within a
 * factor of each other; this may depend on the clock since no bit of the result depends on the skin. */
static void adapt_skin(const clast_model *m, const clast_state *s, clast_work *w)
{
    double smallest = INFINITY;
    for (int32_t i = 0; i < s->n; i++)
        smallest = fmin(smallest, m->shapes[s->shape[0][i]].smallest * s->size[0][i]);
    const double walked = w->stage_seconds[CLAST_STAGE_PLACE] + w->stage_seconds[CLAST_STAGE_TOUCH];
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

static bool kept_at_wall(const clast_state *s, int32_t a, int32_t wall)
{
    int32_t first, last;
    clast_keep_range(&s->contacts, a, -1 - wall, &first, &last);
    return first < last;
}

/* Near pairs in key order: each body's partners by index, then its walls. */
static bool merge_walls(const clast_model *m, const clast_state *s, clast_work *w, const clast_grid_pair *pairs,
                        size_t n_pairs)
{
    size_t at = 0;
    w->n_near = 0;
    for (int32_t a = 0; a < s->n; a++) {
        w->near_first[a] = (int32_t)w->n_near;
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
            if (height > w->bound[a] + w->skin && !(m->keeps && kept_at_wall(s, a, k)))
                continue;
            if (!ARRAY_RESERVE(w->near, w->c_near, w->n_near + 1))
                return false;
            w->near[w->n_near++] = (clast_near){a, -1 - k, 0, material * m->n_materials + wall->material};
        }
    }
    w->near_first[s->n] = (int32_t)w->n_near;
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
    if (m->keeps)
        ok = ok && clast_keep_pairs(s, &pairs, &n_pairs);
    ok = ok && merge_walls(m, s, w, pairs, n_pairs);
    free(pairs);
    ok = ok && clast_candidates_find(m, s, w) && clast_candidates_assign_slots(m, s, w) && index_partners(s, w);
    w->list_seconds = clock_seconds() - start;
    return ok;
}

static void fill_grip(const clast_state *s, clast_work *w, int32_t i)
{
    clast_grip *g = &w->grip[i];
    for (int c = 0; c < 3; c++) {
        g->v[c] = s->v[c][i];
        g->wh[c] = w->wh[c][i];
        g->vs[c] = w->vs[c][i];
        g->ws[c] = w->ws[c][i];
        g->x0[c] = w->x0[c][i];
    }
    g->inverse_mass = w->inverse_mass[i];
}

/* W = R diag(1/I) R^T, so that the mobility of a contact needs no turning into the body frame. */
static void world_inertia(clast_work *w, int32_t i, mat3 R)
{
    double *W = w->grip[i].inertia;
    const vec3 d = v_at(w->inverse_inertia, i);
    const vec3 x = {R.r[0].x * d.x, R.r[0].y * d.y, R.r[0].z * d.z},
               y = {R.r[1].x * d.x, R.r[1].y * d.y, R.r[1].z * d.z};
    const vec3 z = {R.r[2].x * d.x, R.r[2].y * d.y, R.r[2].z * d.z};
    W[0] = v_dot(x, R.r[0]), W[1] = v_dot(y, R.r[1]), W[2] = v_dot(z, R.r[2]);
    W[3] = v_dot(x, R.r[1]), W[4] = v_dot(x, R.r[2]), W[5] = v_dot(y, R.r[2]);
}

static void place_body(const clast_form *form, const clast_state *s, clast_work *w, int32_t i)
{
    const double size = s->size[0][i];
    const mat3 R = q_matrix(q_at(s->q, i));
    const mat3 R0 = q_matrix(q_at(w->q0, i));
    const vec3 x = v_at(s->x, i);
    world_inertia(w, i, R);
    for (int32_t slot = w->slot_first[i]; slot < w->slot_first[i + 1]; slot++) {
        const int32_t k = w->slot_sphere[slot];
        const vec3 c = {size * form->sx[k], size * form->sy[k], size * form->sz[k]}, l = m_mul(R, c);
        v_put(w->arm[slot].now, l);
        v_put(w->arm[slot].before, m_mul(R0, c));
        w->ball[slot].x = v_add(x, l);
    }
}

/* A sphere about its centre of mass: nothing to turn. */
static void place_ball(const clast_state *s, clast_work *w, int32_t i)
{
    const double inverse = w->inverse_inertia[0][i];
    w->ball[w->slot_first[i]].x = v_at(s->x, i);
    w->arm[w->slot_first[i]] = (clast_arm){0};
    memcpy(w->grip[i].inertia, (double[6]){inverse, inverse, inverse, 0, 0, 0}, sizeof w->grip[i].inertia);
}

static void place_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++) {
        if (job->w->slot_first[i] == job->w->slot_first[i + 1] || (job->w->only && !job->w->only[i]))
            continue;
        const clast_form *form = &job->m->shapes[job->s->shape[0][i]];
        fill_grip(job->s, job->w, i);
        if (form->ball)
            place_ball(job->s, job->w, i);
        else
            place_body(form, job->s, job->w, i);
    }
}

void clast_near_place(const clast_model *m, clast_state *s, clast_work *w)
{
    enum { CHUNK = 128 };
    clast_job job = {m, s, w};
    clast_pool_for(w->pool, s->n, CHUNK, place_chunk, &job);
}
