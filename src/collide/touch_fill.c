/* Gathers a block of contacts from the records of bodies, spheres and history into lanes, and puts back what the laws
 * made of it. The arithmetic between is in lanes.c and in the laws. */
#include <stddef.h>
#include <string.h>

#include "base/array.h"
#include "base/fetch.h"
#include "base/rows.h"
#include "collide/fill_balls.h"
#include "collide/fill_stones.h"
#include "collide/lanes.h"
#include "collide/meet.h"
#include "collide/near.h"
#include "collide/touch.h"
#include "collide/touch_more.h"

_Static_assert(sizeof(clast_grip) == CLAST_GRIP_WIDTH * sizeof(double), "rows of a grip");
_Static_assert(sizeof(clast_book) == CLAST_BOOK * sizeof(double), "rows of a book");

#define ROW(lanes) (&(lanes)[0])

/* As many slots as there are lanes: behind the last contact it is repeated. */
static const int32_t *fill_up(const int32_t *list, int n, int32_t slots[CLAST_BLOCK])
{
    if (n == CLAST_BLOCK)
        return list;
    for (int k = 0; k < CLAST_BLOCK; k++)
        slots[k] = list[k < n ? k : n - 1];
    return slots;
}

static const double nothing[CONTACT_HISTORY + CLAST_HISTORY_MOST + CLAST_GEOMETRY] = {0};

CLAST_INLINE void gather_row(const double *const records[4], int at, double *lanes)
{
    const double *const row[4] = {records[0] + at, records[1] + at, records[2] + at, records[3] + at};
    rows_gather(row, 1, lanes, CLAST_BLOCK);
}

CLAST_INLINE void gather_records(const clast_source from, const int32_t *slots, bool settled, int k, clast_touch *t)
{
    const double *old[4];
    for (int j = 0; j < 4; j++) {
        const int32_t slot = slots[k + j];
        const bool goes_on = settled || contact_goes_on(from.kind[slot]);
        old[j] = goes_on ? from.record + (size_t)slot * from.record_width : nothing;
        if (!settled)
            t->fresh[k + j] = goes_on ? 0 : 1;
    }
    rows_gather(old, from.forces / 4, ROW(t->ft0[0]) + k, CLAST_BLOCK);
    if (from.geometry)
        gather_row(old, from.geometry, ROW(t->n0[0]) + k);
}

_Static_assert(offsetof(clast_grip, wh) == ROW_WH * sizeof(double) &&
                   offsetof(clast_grip, vs) == ROW_VS * sizeof(double) &&
                   offsetof(clast_grip, ws) == ROW_WS * sizeof(double) &&
                   offsetof(clast_grip, x) == ROW_X * sizeof(double),
               "rows of a grip");

CLAST_INLINE void gather_over(const double *const a[4], const double *const b[4], int at, bool sum_last, double *lanes)
{
    const double *const one[4] = {a[0] + at, a[1] + at, a[2] + at, a[3] + at};
    const double *const other[4] = {b[0] + at, b[1] + at, b[2] + at, b[3] + at};
    rows_gather_over(one, other, sum_last, lanes, CLAST_BLOCK);
}

/* What is wanted of both together. */
CLAST_INLINE void gather_between(const double *const a[4], const double *const b[4], bool with_x, int k,
                                 clast_lanes *in)
{
    gather_over(a, b, ROW_V, true, ROW(in->v[0]) + k);
    gather_over(a, b, ROW_VS, false, ROW(in->vs[0]) + k);
    if (with_x)
        gather_over(b, a, ROW_X, false, ROW(in->x[0]) + k);
}

/* One side of four contacts, whose bodies and spheres are given. */
CLAST_INLINE void gather_side(const clast_source from, const double *const grip[4], const int32_t sphere[4], bool balls,
                              int k, clast_side *to)
{
    gather_row(grip, ROW_WH, ROW(to->wh[0]) + k);
    gather_row(grip, ROW_WS, ROW(to->ws[0]) + k);
    if (!balls) {
        const double *const rest[4] = {grip[0] + ROW_X, grip[1] + ROW_X, grip[2] + ROW_X, grip[3] + ROW_X};
        rows_gather(rest, (CLAST_GRIP_WIDTH - ROW_X) / 4, ROW(to->x[0]) + k, CLAST_BLOCK);
        const double *sphere_row[4];
        for (int j = 0; j < 4; j++)
            sphere_row[j] = from.spheres + (size_t)sphere[j] * 4;
        rows_gather(sphere_row, 1, ROW(to->s[0]) + k, CLAST_BLOCK);
    }
    if (from.spin_at)
        gather_row(grip, (int)from.spin_at, ROW(to->w0[0]) + k);
}

/* Walls instead of bodies; all taken for planes. */
CLAST_INLINE void gather_walls(const clast_source from, const double *const a[4], const int32_t wall[4], bool balls,
                               int k, clast_lanes *in)
{
    const double *grip[4], *normal[4];
    for (int j = 0; j < 4; j++) {
        grip[j] = from.walls[wall[j]].body.v;
        normal[j] = from.walls[wall[j]].normal;
    }
    gather_between(a, grip, true, k, in);
    gather_row(grip, ROW_V, ROW(in->wall_v[0]) + k);
    gather_row(grip, ROW_WH, ROW(in->b.wh[0]) + k);
    gather_row(grip, ROW_WS, ROW(in->b.ws[0]) + k);
    if (!balls)
        gather_row(grip, ROW_XY, ROW(in->b.xy) + k); /* laws of rolling read it */
    gather_row(normal, 0, ROW(in->normal[0]) + k);
}

/* Where planes were at the start of the step. */
CLAST_INLINE void move_back(clast_lanes *restrict in, double moved)
{
    for (int c = 0; c < 3; c++)
        CLAST_LANES
        {
            in->x0[c][k] = in->x[c][k] + moved * in->v[c][k];
            in->normal0[c][k] = in->normal[c][k];
        }
}

CLAST_INLINE const double *grip_of(const clast_source from, int32_t body)
{
    return from.grip + (size_t)body * from.grip_width;
}

CLAST_INLINE void gather_sides(const clast_source *source_of, const int32_t *slots, bool settled, bool walls,
                               bool balls, clast_lanes *in, clast_touch *t)
{
    const clast_source from = *source_of; /* compilers do not see that stores into lanes leave it alone */
    for (int k = 0; k < CLAST_BLOCK; k += 4) {
        const int32_t *const slot = slots + k;
        const clast_pick p = from.pick[slot[0]], q = from.pick[slot[1]], r = from.pick[slot[2]], s = from.pick[slot[3]];
        const double *const a[4] = {grip_of(from, p.a), grip_of(from, q.a), grip_of(from, r.a), grip_of(from, s.a)};
        gather_side(from, a, (int32_t[]){p.sphere_a, q.sphere_a, r.sphere_a, s.sphere_a}, balls, k, &in->a);
        if (walls)
            gather_walls(from, a, (int32_t[]){-1 - p.b, -1 - q.b, -1 - r.b, -1 - s.b}, balls, k, in);
        else {
            const double *const b[4] = {grip_of(from, p.b), grip_of(from, q.b), grip_of(from, r.b), grip_of(from, s.b)};
            gather_between(a, b, balls, k, in);
            gather_side(from, b, (int32_t[]){p.sphere_b, q.sphere_b, r.sphere_b, s.sphere_b}, balls, k, &in->b);
        }
        gather_records(from, slots, settled, k, t);
    }
    if (walls)
        move_back(in, t->first ? 0 : t->dt);
}

#define PARAMETERS (const clast_source *from, const int32_t *slots, bool settled, clast_lanes *in, clast_touch *t)
#define GATHER(name, walls, balls)                                             \
    CLAST_CLONES_BY(t->clone, name, PARAMETERS, (from, slots, settled, in, t), \
                    gather_sides(from, slots, settled, walls, balls, in, t))
GATHER(gather_bodies, false, false)
GATHER(gather_balls, false, true)
GATHER(gather_at_walls, true, false)
GATHER(gather_balls_at_walls, true, true)

static void put(clast_lane a[3], int k, vec3 v) { a[0][k] = v.x, a[1][k] = v.y, a[2][k] = v.z; }

/* The point of a plate that is next to the sphere, now and at the start of the step. */
static void find_feet(const clast_source *from, const int32_t *slots, bool first, clast_lanes *in)
{
    const clast_model *m = from->m;
    const clast_state *s = from->s;
    const clast_work *w = from->w;
    const double start = first ? w->now : w->now - m->dt;
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const clast_pick *p = &from->pick[slots[k]];
        const clast_wall *wall = &m->walls[-1 - p->b];
        if (!wall->plate)
            continue;
        const near_foot foot = near_wall_foot(wall, meet_centre(m, s, s->x, s->q, p->a, p->sphere_a), w->now);
        const near_foot foot0 = near_wall_foot(wall, meet_centre(m, s, w->x0, w->q0, p->a, p->sphere_a), start);
        put(in->x, k, v_sub(foot.point, v_at(s->x, p->a)));
        put(in->normal, k, foot.normal);
        put(in->x0, k, v_sub(foot0.point, v_at(w->x0, p->a)));
        put(in->normal0, k, foot0.normal);
    }
}

bool clast_touch_walls(const clast_model *m, clast_work *w)
{
    if (!ARRAY_RESERVE(w->wall_grip, w->c_wall_grip, m->n_walls))
        return false;
    for (int32_t k = 0; k < m->n_walls; k++) {
        const clast_wall *wall = &m->walls[k];
        const vec3 v = wall->velocity, x = near_wall_point(wall, w->now), n = wall->normal;
        w->wall_grip[k] = (clast_wall_grip){.body = {.v = {v.x, v.y, v.z}, .vs = {v.x, v.y, v.z}, .x = {x.x, x.y, x.z}},
                                            .normal = {n.x, n.y, n.z}};
    }
    return true;
}

/* Contacts that closed in this step; where normal and overlap of its start are in records, theirs are not. */
static void count_fresh(const clast_source *from, const int32_t *slots, clast_touch *t)
{
    const clast_model *m = from->m;
    const clast_work *w = from->w;
    for (int k = 0; k < t->n; k++)
        t->n_fresh += t->fresh[k] != 0;
    for (int k = 0; from->geometry && k < CLAST_BLOCK; k++) {
        if (t->fresh[k] == 0)
            continue;
        const meet_geometry start = meet_at(m, from->s, &w->pick[slots[k]], w->x0, w->q0, w->now - m->dt);
        put(t->n0, k, start.n);
        t->d0[k] = start.d;
    }
}

/* Brings near what the next block will gather, while this one is worked on. */
void clast_touch_prefetch(const clast_state *s, const clast_work *w, const int32_t *list, int n)
{
    const size_t width = (size_t)w->grip_width * sizeof(double);
    const bool long_record = contact_width(&s->contacts) * (int)sizeof(double) > 64;
    for (int k = 0; k < n; k++) {
        const int32_t b = w->pick[list[k]].b;
        const char *before = (const char *)contact_record(&s->contacts, list[k]);
        CLAST_FETCH(before);
        if (long_record)
            CLAST_FETCH(before + 64);
        if (b < 0)
            continue;
        /* a follows from contact to contact; b jumps */
        const char *grip = (const char *)w->grip + (size_t)b * width;
        CLAST_FETCH(grip);
        CLAST_FETCH(grip + 64);
        CLAST_FETCH(grip + 128);
        if (width > 192)
            CLAST_FETCH(grip + 192);
    }
}

/* Whether blocks between bodies may be filled four contacts at a time: usual records, nothing that asks for more than plain
 * laws. */
static bool fills_at_once(const clast_source *from)
{
    const clast_model *m = from->m;
    return !from->w->long_way && (!m->ledger || from->late) && !from->geometry && !from->spin_at &&
           from->forces == CONTACT_USUAL && m->n_history == 4 && memcmp(m->history, "v..s", 4) == 0;
}

static bool fill_at_once(const clast_source *from, bool walls, const int32_t *slots, clast_lanes *in, clast_touch *t)
{
    if (walls && from->m->plates)
        return false;
    return from->balls ? clast_fill_balls(from, walls, slots, in, t) : clast_fill_stones(from, walls, slots, in, t);
}

clast_source clast_touch_source(const clast_model *m, const clast_state *s, const clast_work *w)
{
    const bool late = model_books_late(m);
    clast_source from = {.m = m,
                         .s = s,
                         .w = w,
                         .pick = w->pick,
                         .hold = w->hold,
                         .kind = s->contacts.kind,
                         .record = s->contacts.record,
                         .grip = w->grip,
                         .spheres = m->spheres,
                         .walls = w->wall_grip,
                         .record_width = (size_t)contact_width(&s->contacts),
                         .grip_width = (size_t)w->grip_width,
                         .spin_at = late ? (size_t)w->spin_at : 0,
                         .forces = contact_forces(m->n_history),
                         .geometry = s->contacts.geometry ? contact_forces(m->n_history) : 0,
                         .late = late,
                         .walls_move = !model_walls_rest(m),
                         .balls = m->balls};
    from.at_once = fills_at_once(&from);
    return from;
}

void clast_touch_open(const clast_source *from, bool first, clast_lanes *in, clast_touch *t)
{
    const clast_model *m = from->m;
    t->dt = m->dt;
    t->first = first;
    t->ahead = first || m->integrator == CLAST_TRAPEZOID ? 0 : 0.5 * m->dt;
    t->ledger = m->ledger;
    t->sums = from->late && !from->w->books;
    t->looks = from->w->looks;
    t->book = from->w->books;
    t->stiff = from->w->stiff;
    t->kind = CLAST_TOUCHES;
    t->lanes = 0;                         /* none is filled yet */
    memset(t->spare, 0, sizeof t->spare); /* beside the forces */
    memset(t->stiff_a, 0, sizeof t->stiff_a);
    memset(t->stiff_b, 0, sizeof t->stiff_b);
    if (t->sums) {
        memset(t->power, 0, sizeof t->power);
        memset(t->taken, 0, sizeof t->taken);
    }
    in->spins = from->spin_at != 0;
    in->starts = from->geometry != 0;
}

#define EIGHT_LANES UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX
static const uint64_t all_and_none[2 * CLAST_BLOCK] = {EIGHT_LANES, EIGHT_LANES, EIGHT_LANES, EIGHT_LANES};
#undef EIGHT_LANES

/* What the ledger wants to know of a block before it is filled. */
static void open_sums(const clast_pair *pair, clast_touch *t)
{
    t->fel_kt = pair->fel_kt;
    t->fel_fixed = pair->fel_fixed;
    t->real = all_and_none + CLAST_BLOCK - t->n;
}

void clast_touch_fill(const clast_source *from, const clast_pair *pair, bool walls, const int32_t *list, int n,
                      bool begins, clast_lanes *in, clast_touch *t)
{
    int32_t room[CLAST_BLOCK];
    const int32_t *const slots = fill_up(list, n, room);
    t->upto = t->lanes ? (n + CLAST_PART - 1) / CLAST_PART * CLAST_PART : CLAST_BLOCK;
    t->lanes = t->lanes ? (n + 3) / 4 * 4 : CLAST_BLOCK;
    t->n = n;
    t->n_fresh = 0;
    if (from->m->keeps)
        t->kind = from->w->trial.kind[list[0]];
    t->balls = from->balls;
    in->beyond = pair->wall_arm;
    if (t->sums)
        open_sums(pair, t);
    t->turned = from->at_once && !begins && !t->book && !pair->needs && (!t->sums || pair_has_elastic(pair)) &&
                fill_at_once(from, walls, slots, in, t);
    if (t->turned)
        return;
    if (walls && from->balls)
        gather_balls_at_walls(from, slots, !begins, in, t);
    else if (walls)
        gather_at_walls(from, slots, !begins, in, t);
    else if (from->balls)
        gather_balls(from, slots, !begins, in, t);
    else
        gather_bodies(from, slots, !begins, in, t);
    if (walls && from->m->plates)
        find_feet(from, slots, t->first, in);
    if (begins)
        count_fresh(from, slots, t);
    else
        memset(t->fresh, 0, sizeof t->fresh);
    clast_lanes_motion(in, walls, from->balls, t);
}

void clast_touch_turn(const clast_model *m, const clast_state *s, const clast_pair *pair, const int32_t *list,
                      const clast_lanes *in, clast_touch *t)
{
    if (t->turned)
        return;
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
    /* compilers do not see that stores leave all this alone */
    const clast_contacts to = w->in_place ? s->contacts : w->trial;
    const int forces = contact_forces(to.n_history), n = t->n;
    const bool records = !w->forces_only, books = t->book;
    const int n_booked = records ? to.n_booked : 0;
    clast_book *const all_books = w->contact_book;
    for (int k = 0; k < n; k += 4) {
        _Alignas(32) double spill[4 * CLAST_BOOK]; /* where the lanes behind the last contact go */
        double *record[4], *booked[4], *book[4];
        for (int j = 0; j < 4; j++) {
            const bool real = k + j < n;
            const int32_t id = list[real ? k + j : n - 1];
            record[j] = real ? contact_record(&to, id) : spill;
            booked[j] = real && n_booked ? contact_booked(&to, id) : spill;
            book[j] = real && books ? &all_books[id].fel : spill;
        }
        if (records)
            rows_scatter(ROW(t->ft[0]) + k, CLAST_BLOCK, forces / 4, record);
        if (to.geometry && records)
            scatter_row(ROW(t->n_dir[0]) + k, record, forces);
        if (n_booked)
            scatter_row(ROW(t->fel) + k, booked, 0);
        if (books)
            rows_scatter(ROW(t->fel) + k, CLAST_BLOCK, CLAST_BOOK / 4, book);
    }
}

CLAST_CLONES_BY(t->clone, store_lanes, (const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t),
                (s, w, list, t), store(s, w, list, t))

void clast_touch_store(const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t)
{
    store_lanes(s, w, list, t);
}
