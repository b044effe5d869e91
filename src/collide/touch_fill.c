/* Gathers a block of contacts from the records of bodies, spheres and history into lanes, and puts back what the laws
 * made of it. The arithmetic between is in lanes.c and in the laws. */
#include <string.h>

#include "base/rows.h"
#include "collide/lanes.h"
#include "collide/near.h"
#include "collide/touch.h"
#include "collide/touch_more.h"

_Static_assert(sizeof(clast_grip) == 4 * CLAST_GRIP_ROWS * sizeof(double), "rows of a grip");
_Static_assert(sizeof(clast_book) == CLAST_BOOK * sizeof(double), "rows of a book");
_Static_assert(sizeof(clast_arm) == 4 * CLAST_ARM_ROWS * sizeof(double), "rows of an arm");

#define ROW(lanes) (&(lanes)[0])

/* One side of four contacts. */
CLAST_INLINE void gather_four(const clast_work *w, const int32_t body[4], const int32_t slot[4], bool balls,
                              clast_side *side, int k)
{
    const double *grip[4], *ball[4], *arm[4];
    for (int j = 0; j < 4; j++) {
        grip[j] = w->grip[body[j]].v;
        ball[j] = &w->ball[slot[j]].x.x;
        arm[j] = w->arm[slot[j]].now;
    }
    rows_gather(grip, balls ? CLAST_GRIP_ROWS - 1 : CLAST_GRIP_ROWS, ROW(side->v[0]) + k, CLAST_BLOCK);
    rows_gather(ball, 1, ROW(side->x[0]) + k, CLAST_BLOCK);
    if (!balls)
        rows_gather(arm, CLAST_ARM_ROWS, ROW(side->l[0]) + k, CLAST_BLOCK);
}

typedef struct block_list { /* whole rows of four; the last contact is repeated */
    int32_t id[CLAST_BLOCK];
    int32_t a[CLAST_BLOCK], slot_a[CLAST_BLOCK], b[CLAST_BLOCK], slot_b[CLAST_BLOCK];
    const double *old[CLAST_BLOCK];
} block_list;

CLAST_INLINE void gather_bodies(const clast_work *w, const block_list *list, bool walls, bool balls, clast_lanes *in)
{
    for (int k = 0; k < CLAST_BLOCK; k += 4) {
        gather_four(w, list->a + k, list->slot_a + k, balls, &in->a, k);
        if (!walls)
            gather_four(w, list->b + k, list->slot_b + k, balls, &in->b, k);
    }
}

CLAST_INLINE void gather_records(const block_list *list, int width, clast_touch *t)
{
    for (int k = 0; k < CLAST_BLOCK; k += 4)
        rows_gather(list->old + k, width / 4, ROW(t->n0[0]) + k, CLAST_BLOCK);
}

CLAST_CLONES(gather_body_lanes, (const clast_work *w, const block_list *list, clast_lanes *in), (w, list, in),
             gather_bodies(w, list, false, false, in))
CLAST_CLONES(gather_ball_lanes, (const clast_work *w, const block_list *list, clast_lanes *in), (w, list, in),
             gather_bodies(w, list, false, true, in))
CLAST_CLONES(gather_wall_lanes, (const clast_work *w, const block_list *list, clast_lanes *in), (w, list, in),
             gather_bodies(w, list, true, false, in))
CLAST_CLONES(gather_record_lanes, (const block_list *list, int width, clast_touch *t), (list, width, t),
             gather_records(list, width, t))

static void gather_walls(const clast_model *m, const clast_work *w, const block_list *list, clast_lanes *in)
{
    memset(&in->b, 0, sizeof in->b);
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const clast_wall *wall = &m->walls[-1 - list->b[k]];
        const vec3 point = near_wall_point(wall, w->now);
        in->b.x[0][k] = point.x, in->b.x[1][k] = point.y, in->b.x[2][k] = point.z;
        in->normal[0][k] = wall->normal.x, in->normal[1][k] = wall->normal.y, in->normal[2][k] = wall->normal.z;
        in->b.v[0][k] = in->b.vs[0][k] = wall->velocity.x;
        in->b.v[1][k] = in->b.vs[1][k] = wall->velocity.y;
        in->b.v[2][k] = in->b.vs[2][k] = wall->velocity.z;
    }
}

/* Normal and overlap at the start of the step of a contact that closed in it. */
static void start_of_fresh(const clast_model *m, const clast_work *w, const block_list *list, const clast_lanes *in,
                           clast_touch *t, int k)
{
    const vec3 a = v_add(v_at(w->x0, list->a[k]), v_of(w->arm[list->slot_a[k]].before));
    vec3 n;
    double d;
    if (list->b[k] < 0) {
        const clast_wall *wall = &m->walls[-1 - list->b[k]];
        n = v_mul(-1, wall->normal);
        d = in->a.r[k] + v_dot(v_sub(a, near_wall_point(wall, w->now - m->dt)), n);
    } else {
        const vec3 e = v_sub(v_add(v_at(w->x0, list->b[k]), v_of(w->arm[list->slot_b[k]].before)), a);
        const double distance = v_length(e);
        n = distance > 0 ? v_mul(1 / distance, e) : (vec3){0, 0, 1};
        d = in->a.r[k] + in->b.r[k] - distance;
    }
    t->n0[0][k] = n.x, t->n0[1][k] = n.y, t->n0[2][k] = n.z;
    t->d0[k] = d;
    t->fresh[k] = 1;
    t->n_fresh += k < t->n;
}

static void list_block(const clast_state *s, const clast_work *w, const int32_t *list, int n, block_list *out)
{
    static const double nothing[CONTACT_HISTORY + CLAST_HISTORY_MOST + 2] = {0};
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const int32_t id = list[k < n ? k : n - 1], old = w->contact_old[id];
        const clast_near *near = &w->near[w->contact_near[id]];
        const clast_candidate *c = &w->candidates[w->contact_candidate[id]];
        out->id[k] = id;
        out->a[k] = near->a, out->slot_a[k] = c->slot_a;
        out->b[k] = near->b, out->slot_b[k] = c->slot_b;
        out->old[k] = old < 0 ? nothing : contact_record(&s->contacts, old);
    }
}

/* Brings near what the next block will gather and store, while this one is worked on. */
void clast_touch_prefetch(const clast_state *s, const clast_work *w, const int32_t *list, int n)
{
    const int32_t old = w->contact_old[list[0]];
    const char *before = (const char *)contact_record(&s->contacts, old < 0 ? 0 : old);
    for (int k = 0; k < n; k++) {
        const clast_near *near = &w->near[w->contact_near[list[k]]];
        if (old >= 0) {
            __builtin_prefetch(before + 128 * k);
            __builtin_prefetch(before + 128 * k + 64);
        }
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
    block_list block;
    list_block(s, w, list, n, &block);
    const bool walls = block.b[0] < 0;
    t->n = n;
    t->n_fresh = 0;
    t->dt = m->dt;
    t->first = first;
    t->ledger = m->ledger;
    t->kind = m->keeps ? w->extra.kind[list[0]] : CLAST_TOUCHES;
    gather_record_lanes(&block, contact_width(&w->trial), t);
    if (walls) {
        gather_wall_lanes(w, &block, &in);
        gather_walls(m, w, &block, &in);
    } else if (m->balls)
        gather_ball_lanes(w, &block, &in);
    else
        gather_body_lanes(w, &block, &in);
    for (int k = 0; k < CLAST_BLOCK; k++) {
        t->fresh[k] = 0;
        if (w->contact_old[block.id[k]] < 0)
            start_of_fresh(m, w, &block, &in, t, k);
    }
    if (walls)
        clast_lanes_walls(&in, t);
    else if (m->balls)
        clast_lanes_balls(&in, t);
    else
        clast_lanes_bodies(&in, t);
    clast_lanes_history(&in, m->history, m->n_history, t);
    const clast_pair *pair = &m->pairs[w->near[w->contact_near[list[0]]].pair];
    if (pair->needs || t->kind != CLAST_TOUCHES)
        clast_touch_more(m, s, w, pair, list, &in, t);
}

CLAST_INLINE void store(clast_work *w, const int32_t *list, const clast_touch *t)
{
    clast_contacts *trial = &w->trial;
    const int rows = contact_width(trial) / 4;
    for (int k = 0; k < t->n; k += 4) {
        _Alignas(32) double spill[4 * CLAST_BOOK]; /* where the lanes behind the last contact go */
        double *record[4], *load[4], *book[4];
        for (int j = 0; j < 4; j++) {
            const bool real = k + j < t->n;
            const int32_t id = list[real ? k + j : t->n - 1];
            record[j] = real ? contact_record(trial, id) : spill;
            load[j] = real ? w->contact_load + (size_t)id * CLAST_LOAD : spill;
            book[j] = real && t->ledger ? w->contact_book[id].la : spill;
            load[j][8] = t->tb[2][k + j];
        }
        rows_scatter(ROW(t->n_dir[0]) + k, CLAST_BLOCK, rows, record);
        rows_scatter(ROW(t->f[0]) + k, CLAST_BLOCK, 2, load);
        if (t->ledger)
            rows_scatter(ROW(t->la[0]) + k, CLAST_BLOCK, CLAST_BOOK / 4, book);
    }
}

CLAST_CLONES(store_lanes, (clast_work * w, const int32_t *list, const clast_touch *t), (w, list, t), store(w, list, t))

void clast_touch_store(clast_work *w, const int32_t *list, const clast_touch *t) { store_lanes(w, list, t); }
