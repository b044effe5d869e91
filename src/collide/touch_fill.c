/* Gathers a block of contacts from the records of bodies, spheres and history into lanes, and puts back what the laws
 * made of it. The arithmetic between is in lanes.c and in the laws. */
#include <string.h>

#include "base/rows.h"
#include "collide/lanes.h"
#include "collide/near.h"
#include "collide/touch.h"
#include "collide/touch_more.h"

_Static_assert(sizeof(clast_grip) == CLAST_GRIP_WIDTH * sizeof(double), "rows of a grip");
_Static_assert(sizeof(clast_book) == CLAST_BOOK * sizeof(double), "rows of a book");

#define ROW(lanes) (&(lanes)[0])

/* Where a block comes from: n slots, and what belongs to them. */
typedef struct source {
    const int32_t *list;
    int n;
    bool settled; /* none of them begins with this step */
    const clast_pick *pick;
    const clast_contacts *old;
    const double *grip, *spheres;
    size_t grip_width, spin_at; /* where the spins for the ledger are in the grip; 0: not there */
    bool booked;                /* the ledger's row of the record is wanted */
} source;

/* The slot of lane k: behind the last contact it is repeated. */
CLAST_INLINE int32_t slot_of(const source *from, int k) { return from->list[k < from->n ? k : from->n - 1]; }

static const double nothing[CONTACT_HISTORY + CLAST_HISTORY_MOST + CLAST_BOOKED] = {0};

CLAST_INLINE void gather_records(const source *from, int k, clast_touch *t)
{
    const double *old[4];
    const int motion = contact_motion(from->old->n_history);
    for (int j = 0; j < 4; j++) {
        const int32_t slot = slot_of(from, k + j);
        const bool goes_on = from->settled || contact_goes_on(from->old->kind[slot]);
        old[j] = goes_on ? contact_record(from->old, slot) : nothing;
    }
    rows_gather(old, motion / 4, ROW(t->n0[0]) + k, CLAST_BLOCK);
    if (!from->booked)
        return;
    for (int j = 0; j < 4; j++)
        old[j] += motion;
    rows_gather(old, CLAST_BOOKED / 4, ROW(t->fel0) + k, CLAST_BLOCK);
}

CLAST_INLINE void gather_sides(const source *from, bool walls, bool balls, clast_lanes *in, clast_touch *t)
{
    const int rows = (balls ? CLAST_GRIP_WIDTH_BALL : CLAST_GRIP_WIDTH) / 4;
    for (int k = 0; k < CLAST_BLOCK; k += 4) {
        const double *grip_a[4], *grip_b[4], *sphere_a[4], *sphere_b[4];
        for (int j = 0; j < 4; j++) {
            const clast_pick *p = &from->pick[slot_of(from, k + j)];
            grip_a[j] = from->grip + (size_t)p->a * from->grip_width;
            grip_b[j] = from->grip + (size_t)(walls ? 0 : p->b) * from->grip_width;
            sphere_a[j] = from->spheres + (size_t)p->sphere_a * 4;
            sphere_b[j] = from->spheres + (size_t)p->sphere_b * 4;
        }
        rows_gather(grip_a, rows, ROW(in->a.v[0]) + k, CLAST_BLOCK);
        if (!balls)
            rows_gather(sphere_a, 1, ROW(in->a.s[0]) + k, CLAST_BLOCK);
        if (!walls)
            rows_gather(grip_b, rows, ROW(in->b.v[0]) + k, CLAST_BLOCK);
        if (!walls && !balls)
            rows_gather(sphere_b, 1, ROW(in->b.s[0]) + k, CLAST_BLOCK);
        if (from->spin_at) {
            for (int j = 0; j < 4; j++) {
                grip_a[j] += from->spin_at;
                grip_b[j] += walls ? 0 : from->spin_at;
            }
            rows_gather(grip_a, 1, ROW(in->a.w0[0]) + k, CLAST_BLOCK);
            if (!walls)
                rows_gather(grip_b, 1, ROW(in->b.w0[0]) + k, CLAST_BLOCK);
        }
        gather_records(from, k, t);
    }
}

CLAST_CLONES(gather_bodies, (const source *from, clast_lanes *in, clast_touch *t), (from, in, t),
             gather_sides(from, false, false, in, t))
CLAST_CLONES(gather_balls, (const source *from, clast_lanes *in, clast_touch *t), (from, in, t),
             gather_sides(from, false, true, in, t))
CLAST_CLONES(gather_at_walls, (const source *from, clast_lanes *in, clast_touch *t), (from, in, t),
             gather_sides(from, true, false, in, t))
CLAST_CLONES(gather_balls_at_walls, (const source *from, clast_lanes *in, clast_touch *t), (from, in, t),
             gather_sides(from, true, true, in, t))

/* Centre of a sphere, in a pose. */
static vec3 centre_at(const clast_model *m, const clast_state *s, double *const x[3], double *const q[4], int32_t i,
                      int32_t sphere)
{
    const int32_t shape = s->shape[0][i];
    return near_centre(&m->shapes[shape], s->size[0][i], v_at(x, i), q_at(q, i), sphere - m->sphere_first[shape]);
}

static void gather_walls(const clast_model *m, const clast_state *s, const clast_work *w, const source *from,
                         clast_lanes *in)
{
    memset(&in->b, 0, sizeof in->b);
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const clast_pick *p = &from->pick[slot_of(from, k)];
        const clast_wall *wall = &m->walls[-1 - p->b];
        const vec3 x = wall->plate ? centre_at(m, s, s->x, s->q, p->a, p->sphere_a) : (vec3){0, 0, 0};
        const near_foot foot = near_wall_foot(wall, x, w->now);
        in->b.x[0][k] = foot.point.x, in->b.x[1][k] = foot.point.y, in->b.x[2][k] = foot.point.z;
        in->normal[0][k] = foot.normal.x, in->normal[1][k] = foot.normal.y, in->normal[2][k] = foot.normal.z;
        in->b.v[0][k] = in->b.vs[0][k] = wall->velocity.x;
        in->b.v[1][k] = in->b.vs[1][k] = wall->velocity.y;
        in->b.v[2][k] = in->b.vs[2][k] = wall->velocity.z;
    }
}

/* Normal and overlap at the start of the step of a contact that closed in it. */
static void start_of_fresh(const clast_model *m, const clast_state *s, const clast_work *w, const clast_pick *p,
                           clast_touch *t, int k)
{
    const vec3 a = centre_at(m, s, w->x0, w->q0, p->a, p->sphere_a);
    const double ra = s->size[0][p->a] * m->spheres[4 * p->sphere_a + 3];
    vec3 n;
    double d;
    if (p->b < 0) {
        const near_foot foot = near_wall_foot(&m->walls[-1 - p->b], a, w->now - m->dt);
        n = v_mul(-1, foot.normal);
        d = ra + v_dot(v_sub(a, foot.point), n);
    } else {
        const vec3 e = v_sub(centre_at(m, s, w->x0, w->q0, p->b, p->sphere_b), a);
        const double distance = v_length(e);
        n = distance > 0 ? v_mul(1 / distance, e) : (vec3){0, 0, 1};
        d = ra + s->size[0][p->b] * m->spheres[4 * p->sphere_b + 3] - distance;
    }
    t->n0[0][k] = n.x, t->n0[1][k] = n.y, t->n0[2][k] = n.z;
    t->d0[k] = d;
    t->fresh[k] = 1;
    t->n_fresh += k < t->n;
}

/* Brings near what the next block will gather, while this one is worked on. */
void clast_touch_prefetch(const clast_state *s, const clast_work *w, const int32_t *list, int n)
{
    const size_t width = (size_t)w->grip_width * sizeof(double);
    for (int k = 0; k < n; k++) {
        const int32_t b = w->pick[list[k]].b;
        const char *before = (const char *)contact_record(&s->contacts, list[k]);
        __builtin_prefetch(before);
        __builtin_prefetch(before + 64);
        if (b < 0)
            continue;
        /* a follows from contact to contact; b jumps */
        const char *grip = (const char *)w->grip + (size_t)b * width;
        __builtin_prefetch(grip);
        __builtin_prefetch(grip + 64);
        __builtin_prefetch(grip + 128);
        if (width > 192)
            __builtin_prefetch(grip + 192);
    }
}

void clast_touch_fill(const clast_model *m, const clast_state *s, clast_work *w, const clast_pair *pair,
                      const int32_t *list, int n, bool first, clast_lanes *in, clast_touch *t)
{
    const bool late = model_books_late(m);
    const source from = {.list = list,
                         .n = n,
                         .settled = w->set_accepted,
                         .pick = w->pick,
                         .old = &s->contacts,
                         .grip = w->grip,
                         .spheres = m->spheres,
                         .grip_width = (size_t)w->grip_width,
                         .spin_at = late ? (size_t)w->spin_at : 0,
                         .booked = late};
    const bool walls = w->pick[list[0]].b < 0;
    t->n = n;
    t->n_fresh = 0;
    t->dt = m->dt;
    t->first = first;
    t->ahead = first || m->integrator == CLAST_TRAPEZOID ? 0 : 0.5 * m->dt;
    t->ledger = m->ledger;
    t->book = w->books;
    t->kind = m->keeps ? w->trial.kind[list[0]] : CLAST_TOUCHES;
    memset(t->fresh, 0, sizeof t->fresh);
    if (walls && m->balls)
        gather_balls_at_walls(&from, in, t);
    else if (walls)
        gather_at_walls(&from, in, t);
    else if (m->balls)
        gather_balls(&from, in, t);
    else
        gather_bodies(&from, in, t);
    if (walls)
        gather_walls(m, s, w, &from, in);
    for (int k = 0; !w->set_accepted && k < CLAST_BLOCK; k++)
        if (work_begins(s, slot_of(&from, k)))
            start_of_fresh(m, s, w, &w->pick[slot_of(&from, k)], t, k);
    in->beyond = pair->wall_arm;
    in->spins = from.spin_at != 0;
    clast_lanes_motion(in, walls, m->balls, t);
}

void clast_touch_turn(const clast_model *m, const clast_state *s, const clast_pair *pair, const int32_t *list,
                      const clast_lanes *in, clast_touch *t)
{
    clast_lanes_history(in, m->history, m->n_history, t);
    if (pair->needs || t->kind != CLAST_TOUCHES)
        clast_touch_more(m, s, pair, list, in, t);
}

CLAST_INLINE void store(const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t)
{
    const int motion = contact_motion(s->contacts.n_history);
    for (int k = 0; k < t->n; k += 4) {
        _Alignas(32) double spill[4 * CLAST_BOOK]; /* where the lanes behind the last contact go */
        double *record[4], *load[4], *book[4];
        for (int j = 0; j < 4; j++) {
            const bool real = k + j < t->n;
            const int32_t id = list[real ? k + j : t->n - 1];
            record[j] = real ? work_record(s, w, id) : spill;
            load[j] = real ? w->contact_load + (size_t)id * CLAST_LOAD : spill;
            book[j] = real && t->book ? w->contact_book[id].la : spill;
            load[j][8] = t->tb[2][k + j];
        }
        if (!w->forces_only)
            rows_scatter(ROW(t->n_dir[0]) + k, CLAST_BLOCK, motion / 4, record);
        rows_scatter(ROW(t->f[0]) + k, CLAST_BLOCK, 2, load);
        if (t->ledger && !w->forces_only) {
            for (int j = 0; j < 4; j++)
                record[j] += motion;
            rows_scatter(ROW(t->fel) + k, CLAST_BLOCK, CLAST_BOOKED / 4, record);
        }
        if (t->book)
            rows_scatter(ROW(t->la[0]) + k, CLAST_BLOCK, CLAST_BOOK / 4, book);
    }
}

CLAST_CLONES(store_lanes, (const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t),
             (s, w, list, t), store(s, w, list, t))

void clast_touch_store(const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t)
{
    store_lanes(s, w, list, t);
}
