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

typedef struct block_list { /* whole rows of four; the last contact is repeated */
    clast_pick pick[CLAST_BLOCK];
    int32_t id[CLAST_BLOCK];
    const double *old[CLAST_BLOCK];
    const double *grip, *spheres;
    int grip_width, record_width;
} block_list;

CLAST_INLINE void gather_grips(const block_list *list, int32_t body[4], int rows, clast_side *side, int k)
{
    const double *grip[4];
    for (int j = 0; j < 4; j++)
        grip[j] = list->grip + (size_t)body[j] * (size_t)list->grip_width;
    rows_gather(grip, rows, ROW(side->v[0]) + k, CLAST_BLOCK);
}

CLAST_INLINE void gather_spheres(const block_list *list, int32_t sphere[4], clast_side *side, int k)
{
    const double *row[4];
    for (int j = 0; j < 4; j++)
        row[j] = list->spheres + (size_t)sphere[j] * 4;
    rows_gather(row, 1, ROW(side->s[0]) + k, CLAST_BLOCK);
}

CLAST_INLINE void gather_sides(const block_list *list, bool walls, bool balls, clast_lanes *in, clast_touch *t)
{
    const int rows = (balls ? CLAST_GRIP_WIDTH_BALL : CLAST_GRIP_WIDTH) / 4;
    for (int k = 0; k < CLAST_BLOCK; k += 4) {
        const clast_pick *p = list->pick + k;
        gather_grips(list, (int32_t[]){p[0].a, p[1].a, p[2].a, p[3].a}, rows, &in->a, k);
        if (!balls)
            gather_spheres(list, (int32_t[]){p[0].sphere_a, p[1].sphere_a, p[2].sphere_a, p[3].sphere_a}, &in->a, k);
        if (!walls)
            gather_grips(list, (int32_t[]){p[0].b, p[1].b, p[2].b, p[3].b}, rows, &in->b, k);
        if (!walls && !balls)
            gather_spheres(list, (int32_t[]){p[0].sphere_b, p[1].sphere_b, p[2].sphere_b, p[3].sphere_b}, &in->b, k);
        rows_gather(list->old + k, list->record_width / 4, ROW(t->n0[0]) + k, CLAST_BLOCK);
    }
}

CLAST_CLONES(gather_bodies, (const block_list *list, clast_lanes *in, clast_touch *t), (list, in, t),
             gather_sides(list, false, false, in, t))
CLAST_CLONES(gather_balls, (const block_list *list, clast_lanes *in, clast_touch *t), (list, in, t),
             gather_sides(list, false, true, in, t))
CLAST_CLONES(gather_at_walls, (const block_list *list, clast_lanes *in, clast_touch *t), (list, in, t),
             gather_sides(list, true, false, in, t))
CLAST_CLONES(gather_balls_at_walls, (const block_list *list, clast_lanes *in, clast_touch *t), (list, in, t),
             gather_sides(list, true, true, in, t))

/* Centre of a sphere, in a pose. */
static vec3 centre_at(const clast_model *m, const clast_state *s, double *const x[3], double *const q[4], int32_t i,
                      int32_t sphere)
{
    const int32_t shape = s->shape[0][i];
    return near_centre(&m->shapes[shape], s->size[0][i], v_at(x, i), q_at(q, i), sphere - m->sphere_first[shape]);
}

static void gather_walls(const clast_model *m, const clast_state *s, const clast_work *w, const block_list *list,
                         clast_lanes *in)
{
    memset(&in->b, 0, sizeof in->b);
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const clast_pick *p = &list->pick[k];
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

static void list_block(const clast_model *m, const clast_state *s, const clast_work *w, const int32_t *list, int n,
                       block_list *out, clast_touch *t)
{
    static const double nothing[CONTACT_HISTORY + CLAST_HISTORY_MOST + 2] = {0};
    out->grip = w->grip;
    out->spheres = m->spheres;
    out->grip_width = w->grip_width;
    out->record_width = contact_width(&s->contacts);
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const int32_t id = list[k < n ? k : n - 1];
        out->id[k] = id;
        out->pick[k] = w->pick[id];
        out->old[k] = work_begins(s, id) ? nothing : contact_record(&s->contacts, id);
        t->fresh[k] = 0;
    }
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
                      const int32_t *list, int n, bool first, clast_touch *t)
{
    clast_lanes in;
    block_list block;
    t->n = n;
    t->n_fresh = 0;
    t->dt = m->dt;
    t->first = first;
    t->ahead = first || m->integrator == CLAST_TRAPEZOID ? 0 : 0.5 * m->dt;
    t->ledger = m->ledger;
    t->kind = m->keeps ? w->trial.kind[list[0]] : CLAST_TOUCHES;
    list_block(m, s, w, list, n, &block, t);
    const bool walls = block.pick[0].b < 0;
    if (walls && m->balls)
        gather_balls_at_walls(&block, &in, t);
    else if (walls)
        gather_at_walls(&block, &in, t);
    else if (m->balls)
        gather_balls(&block, &in, t);
    else
        gather_bodies(&block, &in, t);
    if (walls)
        gather_walls(m, s, w, &block, &in);
    for (int k = 0; !w->set_accepted && k < CLAST_BLOCK; k++)
        if (work_begins(s, block.id[k]))
            start_of_fresh(m, s, w, &block.pick[k], t, k);
    in.beyond = pair->wall_arm;
    clast_lanes_motion(&in, walls, m->balls, t);
    clast_lanes_history(&in, m->history, m->n_history, t);
    if (pair->needs || t->kind != CLAST_TOUCHES)
        clast_touch_more(m, s, pair, list, &in, t);
}

CLAST_INLINE void store(const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t)
{
    const int rows = contact_width(&s->contacts) / 4;
    for (int k = 0; k < t->n; k += 4) {
        _Alignas(32) double spill[4 * CLAST_BOOK]; /* where the lanes behind the last contact go */
        double *record[4], *load[4], *book[4];
        for (int j = 0; j < 4; j++) {
            const bool real = k + j < t->n;
            const int32_t id = list[real ? k + j : t->n - 1];
            record[j] = real ? work_record(s, w, id) : spill;
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

CLAST_CLONES(store_lanes, (const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t),
             (s, w, list, t), store(s, w, list, t))

void clast_touch_store(const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t)
{
    store_lanes(s, w, list, t);
}
