/* Gathers a block of contacts from the arrays of bodies, spheres and history into lanes, and puts back what the laws
 * made of it. The arithmetic between is in lanes.c and in the laws. */
#include "collide/lanes.h"
#include "collide/near.h"
#include "collide/touch.h"
#include "collide/touch_more.h"

static void gather_body(const clast_work *w, int32_t i, int32_t slot, clast_side *a, int k)
{
    const clast_grip *g = &w->grip[i];
    const clast_arm *arm = &w->arm[slot];
    const double x[3] = {w->ball[slot].x.x, w->ball[slot].x.y, w->ball[slot].x.z};
    for (int c = 0; c < 3; c++) {
        a->x[c][k] = x[c];
        a->l[c][k] = arm->now[c];
        a->l0[c][k] = arm->before[c];
        a->x0[c][k] = g->x0[c] + arm->before[c];
        a->v[c][k] = g->v[c];
        a->wh[c][k] = g->wh[c];
        a->vs[c][k] = g->vs[c];
        a->ws[c][k] = g->ws[c];
    }
    for (int c = 0; c < 6; c++)
        a->inertia[c][k] = g->inertia[c];
    a->r[k] = w->ball[slot].r;
    a->inverse_mass[k] = g->inverse_mass;
}

static void gather_wall(const clast_model *m, const clast_work *w, const clast_near *near, clast_lanes *in, int k)
{
    clast_side *b = &in->b;
    const clast_wall *wall = &m->walls[-1 - near->b];
    const vec3 x = {in->a.x[0][k], in->a.x[1][k], in->a.x[2][k]}, x0 = {in->a.x0[0][k], in->a.x0[1][k], in->a.x0[2][k]};
    const near_foot now = near_wall_foot(wall, x, w->now), before = near_wall_foot(wall, x0, w->now - m->dt);
    const double at[5][3] = {{now.point.x, now.point.y, now.point.z},
                             {before.point.x, before.point.y, before.point.z},
                             {wall->velocity.x, wall->velocity.y, wall->velocity.z},
                             {now.normal.x, now.normal.y, now.normal.z},
                             {before.normal.x, before.normal.y, before.normal.z}};
    in->beyond[k] = m->pairs[near->pair].wall_arm;
    for (int c = 0; c < 3; c++) {
        b->x[c][k] = at[0][c], b->x0[c][k] = at[1][c];
        b->v[c][k] = b->vs[c][k] = at[2][c];
        in->normal[c][k] = at[3][c], in->normal0[c][k] = at[4][c];
        b->l[c][k] = b->l0[c][k] = b->wh[c][k] = b->ws[c][k] = 0;
    }
    for (int c = 0; c < 6; c++)
        b->inertia[c][k] = 0;
    b->r[k] = b->inverse_mass[k] = 0;
}

static void gather_history(const clast_model *m, const clast_contacts *old, int32_t at, clast_lanes *in, clast_touch *t,
                           int k)
{
    t->fresh[k] = at < 0;
    t->fel0[k] = at < 0 ? 0 : old->fel[at];
    t->fd0[k] = at < 0 ? 0 : old->fd[at];
    for (int c = 0; c < 3; c++) {
        in->n_old[c][k] = at < 0 ? 0 : old->n_dir[c][at];
        t->ft0[c][k] = at < 0 ? 0 : old->ft[c][at];
    }
    for (int c = 0; c < m->n_history; c++)
        t->old[c][k] = at < 0 ? 0 : old->history[c][at];
}

static void put_arms(clast_work *w, const int32_t *list, const clast_lanes *in, int n)
{
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < n; k++) {
            w->contact_la[c][list[k]] = in->la[c][k];
            w->contact_lb[c][list[k]] = in->lb[c][k];
        }
}

/* Sixteen doubles from index k on: two cache lines. */
static void prefetch_read(const double *column, int32_t k)
{
    __builtin_prefetch(column + k, 0);
    __builtin_prefetch(column + k + 8, 0);
}

static void prefetch_write(double *column, int32_t k)
{
    __builtin_prefetch(column + k, 1);
    __builtin_prefetch(column + k + 8, 1);
}

/* The columns of contacts are too many streams for the machine to follow by itself. */
static void prefetch_columns(const clast_contacts *old, const clast_contacts *trial, const clast_work *w,
                             int32_t before, int32_t now)
{
    for (int c = 0; c < 3; c++) {
        if (before >= 0) {
            prefetch_read(old->n_dir[c], before);
            prefetch_read(old->ft[c], before);
        }
        prefetch_write(trial->n_dir[c], now);
        prefetch_write(trial->ft[c], now);
        prefetch_write(w->contact_la[c], now);
        prefetch_write(w->contact_lb[c], now);
        prefetch_write(w->contact_f[c], now);
        prefetch_write(w->contact_fs[c], now);
    }
    for (int c = 0; c < trial->n_history; c++) {
        if (before >= 0)
            prefetch_read(old->history[c], before);
        prefetch_write(trial->history[c], now);
    }
}

/* Brings near what the next block will gather and store, while this one is worked on. */
void clast_touch_prefetch(const clast_state *s, const clast_work *w, const int32_t *list, int n)
{
    prefetch_columns(&s->contacts, &w->trial, w, w->contact_old[list[0]], list[0]);
    for (int k = 0; k < n; k++) {
        const clast_near *near = &w->near[w->contact_near[list[k]]];
        if (near->b < 0)
            continue;
        /* a follows from contact to contact; b jumps */
        const char *grip = (const char *)&w->grip[near->b];
        const clast_candidate *c = &w->candidates[w->contact_candidate[list[k]]];
        __builtin_prefetch(grip);
        __builtin_prefetch(grip + 64);
        __builtin_prefetch(grip + 128);
        __builtin_prefetch(&w->ball[c->slot_b]);
        __builtin_prefetch(&w->arm[c->slot_b]);
    }
}

void clast_touch_fill(const clast_model *m, const clast_state *s, clast_work *w, const int32_t *list, int n, bool first,
                      clast_touch *t)
{
    clast_lanes in;
    const bool walls = w->near[w->contact_near[list[0]]].b < 0;
    t->n = n;
    t->dt = m->dt;
    t->first = first;
    t->ahead = first || m->integrator == CLAST_TRAPEZOID ? 0 : 0.5 * m->dt;
    t->kind = m->keeps ? w->extra.kind[list[0]] : CLAST_TOUCHES;
    for (int k = 0; k < n; k++) {
        const clast_near *near = &w->near[w->contact_near[list[k]]];
        const clast_candidate *c = &w->candidates[w->contact_candidate[list[k]]];
        gather_body(w, near->a, c->slot_a, &in.a, k);
        if (walls)
            gather_wall(m, w, near, &in, k);
        else
            gather_body(w, near->b, c->slot_b, &in.b, k);
        gather_history(m, &s->contacts, w->contact_old[list[k]], &in, t, k);
    }
    if (walls)
        clast_lanes_walls(&in, t);
    else
        clast_lanes_bodies(&in, t);
    clast_lanes_history(&in, m->history, m->n_history, t);
    put_arms(w, list, &in, n);
    const clast_pair *pair = &m->pairs[w->near[w->contact_near[list[0]]].pair];
    if (pair->needs || t->kind != CLAST_TOUCHES)
        clast_touch_more(m, s, w, pair, list, &in, t);
}

void clast_touch_store(clast_work *w, const int32_t *list, const clast_touch *t)
{
    clast_contacts *trial = &w->trial;
    for (int k = 0; k < t->n; k++) {
        const int32_t id = list[k];
        const double fn = t->fel[k] + t->fd[k];
        trial->fel[id] = t->fel[k];
        trial->fd[id] = t->fd[k];
        for (int c = 0; c < 3; c++) {
            trial->n_dir[c][id] = t->n_dir[c][k];
            trial->ft[c][id] = t->ft[c][k];
            w->contact_f[c][id] = t->ft[c][k] - fn * t->n_dir[c][k];
            w->contact_fs[c][id] = t->fs[c][k];
        }
        for (int c = 0; c < trial->n_history; c++)
            trial->history[c][id] = t->new[c][k];
        w->contact_stored[id] = t->stored[k];
        w->contact_cn[id] = t->cn[k];
        trial->ut[id] = t->ut[k];
        w->contact_slip[id] = t->d_slip[k];
        w->contact_change[id] = t->d_change[k];
        w->contact_kn[id] = t->kn[k];
        w->contact_kt[id] = t->kt[k];
    }
}
