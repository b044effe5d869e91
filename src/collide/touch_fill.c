/* Gathers a block of contacts from the records of bodies, spheres and history into lanes, and puts back what the laws
 * made of it. The arithmetic between is in lanes.c and in the laws. */
#include <string.h>

#include "base/rows.h"
#include "collide/lanes.h"
#include "collide/meet.h"
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

static const double nothing[CONTACT_HISTORY + CLAST_HISTORY_MOST + CLAST_GEOMETRY + CLAST_BOOKED] = {0};

CLAST_INLINE void gather_row(const double *const records[4], int at, double *lanes)
{
    const double *const row[4] = {records[0] + at, records[1] + at, records[2] + at, records[3] + at};
    rows_gather(row, 1, lanes, CLAST_BLOCK);
}

CLAST_INLINE void gather_records(const source *from, int k, clast_touch *t)
{
    const double *old[4];
    const int forces = contact_forces(from->old->n_history), booked = contact_booked(from->old);
    for (int j = 0; j < 4; j++) {
        const int32_t slot = slot_of(from, k + j);
        const bool goes_on = from->settled || contact_goes_on(from->old->kind[slot]);
        old[j] = goes_on ? contact_record(from->old, slot) : nothing;
    }
    rows_gather(old, forces / 4, ROW(t->ft0[0]) + k, CLAST_BLOCK);
    if (from->old->geometry)
        gather_row(old, forces, ROW(t->n0[0]) + k);
    if (from->booked)
        gather_row(old, booked, ROW(t->fel0) + k);
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

static void put(clast_lane a[3], int k, vec3 v) { a[0][k] = v.x, a[1][k] = v.y, a[2][k] = v.z; }

/* The foot on a plane does not ask where the sphere is. */
static near_foot foot_of(const clast_model *m, const clast_state *s, const clast_pick *p, double *const x[3],
                         double *const q[4], double time)
{
    const clast_wall *wall = &m->walls[-1 - p->b];
    return near_wall_foot(wall, wall->plate ? clast_meet_centre(m, s, x, q, p->a, p->sphere_a) : (vec3){0, 0, 0}, time);
}

static void gather_walls(const clast_model *m, const clast_state *s, const clast_work *w, const source *from,
                         bool first, clast_lanes *in)
{
    memset(&in->b, 0, sizeof in->b);
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const clast_pick *p = &from->pick[slot_of(from, k)];
        const near_foot foot = foot_of(m, s, p, s->x, s->q, w->now);
        const near_foot foot0 = foot_of(m, s, p, w->x0, w->q0, first ? w->now : w->now - m->dt);
        put(in->b.x, k, foot.point);
        put(in->normal, k, foot.normal);
        put(in->foot0, k, foot0.point);
        put(in->normal0, k, foot0.normal);
        put(in->b.v, k, m->walls[-1 - p->b].velocity);
        put(in->b.vs, k, m->walls[-1 - p->b].velocity);
    }
}

/* Contacts that closed in this step; where normal and overlap of its start are in records, theirs are not. */
static void mark_fresh(const clast_model *m, const clast_state *s, const clast_work *w, const source *from,
                       clast_touch *t)
{
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const int32_t slot = slot_of(from, k);
        if (!work_begins(s, slot))
            continue;
        t->fresh[k] = 1;
        t->n_fresh += k < t->n;
        if (!s->contacts.geometry)
            continue;
        const clast_meeting start = clast_meet(m, s, &w->pick[slot], w->x0, w->q0, w->now - m->dt);
        put(t->n0, k, start.n);
        t->d0[k] = start.d;
    }
}

/* Brings near what the next block will gather, while this one is worked on. */
void clast_touch_prefetch(const clast_state *s, const clast_work *w, const int32_t *list, int n)
{
    const size_t width = (size_t)w->grip_width * sizeof(double);
    const size_t record = (size_t)contact_width(&s->contacts) * sizeof(double);
    for (int k = 0; k < n; k++) {
        const int32_t b = w->pick[list[k]].b;
        const char *before = (const char *)contact_record(&s->contacts, list[k]);
        __builtin_prefetch(before);
        if (record > 64)
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
                      const int32_t *list, int n, bool first, bool begins, clast_lanes *in, clast_touch *t)
{
    const source from = {.list = list,
                         .n = n,
                         .settled = !begins,
                         .pick = w->pick,
                         .old = &s->contacts,
                         .grip = w->grip,
                         .spheres = m->spheres,
                         .grip_width = (size_t)w->grip_width,
                         .spin_at = model_books_late(m) ? (size_t)w->spin_at : 0,
                         .booked = model_books_late(m)};
    const bool walls = w->pick[list[0]].b < 0;
    t->n = n;
    t->n_fresh = 0;
    t->dt = m->dt;
    t->first = first;
    t->ahead = first || m->integrator == CLAST_TRAPEZOID ? 0 : 0.5 * m->dt;
    t->ledger = m->ledger;
    t->book = w->books;
    t->stiff = w->stiff;
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
        gather_walls(m, s, w, &from, first, in);
    if (begins)
        mark_fresh(m, s, w, &from, t);
    in->beyond = pair->wall_arm;
    in->spins = from.spin_at != 0;
    in->starts = s->contacts.geometry;
    clast_lanes_motion(in, walls, m->balls, t);
}

void clast_touch_turn(const clast_model *m, const clast_state *s, const clast_pair *pair, const int32_t *list,
                      const clast_lanes *in, clast_touch *t)
{
    clast_lanes_history(in, m->history, m->n_history, t);
    if (pair->needs || t->kind != CLAST_TOUCHES)
        clast_touch_more(m, s, pair, list, in, t);
}

CLAST_INLINE void scatter_row(const double *lanes, double *const records[4], int at)
{
    double *const row[4] = {records[0] + at, records[1] + at, records[2] + at, records[3] + at};
    rows_scatter(lanes, CLAST_BLOCK, 1, row);
}

CLAST_INLINE void store(const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t)
{
    const int forces = contact_forces(s->contacts.n_history), booked = contact_booked(&s->contacts);
    for (int k = 0; k < t->n; k += 4) {
        _Alignas(32) double spill[4 * CLAST_BOOK]; /* where the lanes behind the last contact go */
        double *record[4], *book[4];
        for (int j = 0; j < 4; j++) {
            const bool real = k + j < t->n;
            const int32_t id = list[real ? k + j : t->n - 1];
            record[j] = real ? work_record(s, w, id) : spill;
            book[j] = real && t->book ? w->contact_book[id].la : spill;
        }
        if (!w->forces_only)
            rows_scatter(ROW(t->ft[0]) + k, CLAST_BLOCK, forces / 4, record);
        if (s->contacts.geometry && !w->forces_only)
            scatter_row(ROW(t->n_dir[0]) + k, record, forces);
        if (t->ledger && !w->forces_only)
            scatter_row(ROW(t->fel) + k, record, booked);
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
