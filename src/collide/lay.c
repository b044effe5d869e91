/* A sum of a body waits for the one before it, since contacts of a body follow each other: that takes longer than the
 * instructions. So in the blocks that come by the thousands records are stored, and what comes soon is fetched, in the same
 * loop; and of balls without a ledger the loads are worked out there. */
#include "collide/lay.h"

#include "base/rows.h"
#include "collide/lane.h"
#include "collide/tile.h"
#include "collide/touch.h"

enum { USUAL = CONTACT_HISTORY + 4 }; /* doubles of forces and history with a spring and nothing else */

/* Full, between bodies; of records forces and history alone. */
static bool is_usual(const clast_state *s, const clast_work *w, const int32_t *list, const clast_touch *t)
{
    return t->n == CLAST_BLOCK && w->row_b[list[0]] >= 0 && contact_forces(s->contacts.n_history) == USUAL &&
           !s->contacts.geometry && (!s->contacts.n_booked || s->contacts.n_booked == CLAST_BOOKED_LATE) &&
           !w->forces_only && !t->book;
}

typedef struct load_sum {
    rows_four f, t;
} load_sum;

/* Where everything goes; a copy, since compilers do not see that stores leave it alone. */
typedef struct target {
    load_sum *sum;
    double *record, *booked; /* booked: NULL without the ledger */
    const clast_pick *pick;
    const int32_t *row_b;
    const char *grip, *next_record;
    size_t grip_bytes;
} target;

/* The kinds of loops. */
typedef struct laid {
    bool ledger, fetches; /* the ledger keeps something, too; with `soon` */
    bool loads;           /* of balls, the loads are still to be found */
} laid;

/* Of bodies b's grip: that of a follows from contact to contact; b jumps. (Of a wall's number comes an address of nothing,
 * which may be asked for all the same.) */
CLAST_INLINE void fetch(const target to, int32_t slot, laid how)
{
    const uintptr_t grip = (uintptr_t)to.grip + (uintptr_t)to.pick[slot].b * to.grip_bytes;
    __builtin_prefetch(to.next_record + (size_t)slot * USUAL * sizeof(double));
    __builtin_prefetch((const void *)grip);
    __builtin_prefetch((const void *)(grip + 64));
    __builtin_prefetch((const void *)(grip + 128));
    if (!how.loads && to.grip_bytes > 192)
        __builtin_prefetch((const void *)(grip + 192));
}

CLAST_INLINE void store_four(const target to, const int32_t *list, const double *forces, int stride,
                             const clast_touch *t, int k, bool ledger)
{
    enum { BOOKED = CLAST_BOOKED_LATE };
    const size_t slot[4] = {(size_t)list[k], (size_t)list[k + 1], (size_t)list[k + 2], (size_t)list[k + 3]};
    double *const record[4] = {to.record + slot[0] * USUAL, to.record + slot[1] * USUAL, to.record + slot[2] * USUAL,
                               to.record + slot[3] * USUAL};
    rows_scatter(forces, stride, 1, record);
    double *const history[4] = {record[0] + 4, record[1] + 4, record[2] + 4, record[3] + 4};
    rows_scatter(t->new[0] + k, CLAST_BLOCK, USUAL / 4 - 1, history);
    if (ledger)
        rows_scatter_two(t->fel + k, t->cn + k,
                         (double *const[4]){to.booked + slot[0] * BOOKED, to.booked + slot[1] * BOOKED,
                                            to.booked + slot[2] * BOOKED, to.booked + slot[3] * BOOKED});
}

CLAST_INLINE void lay_four(const target to, const int32_t *list, const int32_t *soon, const clast_touch *t, int k,
                           laid how)
{
    rows_four f[4], ta[4], tb[4];
    if (how.loads) {
        double force[4][4], on_a[4][4], on_b[4][4], forces[4][4];
#pragma omp simd
        for (int j = 0; j < 4; j++) {
            const ball_loads of = lane_balls_loads(t, k + j, false);
            PUT(force, j, of.f);
            PUT(on_a, j, of.ta);
            PUT(on_b, j, of.tb);
            PUT(forces, j, GET(t->ft, k + j));
            force[3][j] = on_a[3][j] = on_b[3][j] = 0, forces[3][j] = of.fn;
        }
        store_four(to, list, forces[0], 4, t, k, how.ledger);
        rows_four_of(force[0], 4, f);
        rows_four_of(on_a[0], 4, ta);
        rows_four_of(on_b[0], 4, tb);
    } else {
        rows_four_of(t->f[0] + k, CLAST_BLOCK, f);
        rows_four_of(t->ta[0] + k, CLAST_BLOCK, ta);
        rows_four_of(t->tb[0] + k, CLAST_BLOCK, tb);
    }
    for (int j = 0; j < 4; j++) {
        const int32_t slot = list[k + j], a = to.pick[slot].a, b = to.row_b[slot];
        to.sum[a].f += f[j], to.sum[a].t += ta[j];
        to.sum[b].f -= f[j], to.sum[b].t += tb[j];
        if (how.fetches)
            fetch(to, soon[k + j], how);
        if (how.fetches && how.ledger && j == 0)
            __builtin_prefetch(to.booked + (size_t)soon[k] * CLAST_BOOKED_LATE);
    }
    if (!how.loads)
        store_four(to, list, t->ft[0] + k, CLAST_BLOCK, t, k, how.ledger);
}

CLAST_INLINE void lay_block(const target to, const int32_t *list, const int32_t *soon, const clast_touch *t, laid how)
{
    for (int k = 0; k < CLAST_BLOCK; k += 4)
        lay_four(to, list, soon, t, k, how);
}

CLAST_INLINE void lay(const target to, const int32_t *list, const int32_t *soon, const clast_touch *t)
{
    if (to.booked && soon)
        lay_block(to, list, soon, t, (laid){true, true, false});
    else if (to.booked)
        lay_block(to, list, NULL, t, (laid){true, false, false});
    else if (soon)
        lay_block(to, list, soon, t, (laid){false, true, false});
    else
        lay_block(to, list, NULL, t, (laid){false, false, false});
}

CLAST_INLINE void lay_balls(const target to, const int32_t *list, const int32_t *soon, const clast_touch *t)
{
    if (to.booked && soon)
        lay_block(to, list, soon, t, (laid){true, true, true});
    else if (to.booked)
        lay_block(to, list, NULL, t, (laid){true, false, true});
    else if (soon)
        lay_block(to, list, soon, t, (laid){false, true, true});
    else
        lay_block(to, list, NULL, t, (laid){false, false, true});
}

#define PARAMETERS (const target *to, const int32_t *list, const int32_t *soon, const clast_touch *t)
CLAST_CLONES_BY(t->clone, lay_any, PARAMETERS, (to, list, soon, t), lay(*to, list, soon, t))
CLAST_CLONES_BY(t->clone, lay_balls_any, PARAMETERS, (to, list, soon, t), lay_balls(*to, list, soon, t))

static target target_of(const clast_state *s, const clast_work *w)
{
    const clast_contacts *const to = w->in_place ? &s->contacts : &w->trial;
    return (target){.sum = (load_sum *)(void *)w->load_sum,
                    .record = to->record,
                    .booked = to->n_booked ? to->booked : NULL,
                    .pick = w->pick,
                    .row_b = w->row_b,
                    .grip = (const char *)w->grip,
                    .next_record = (const char *)s->contacts.record,
                    .grip_bytes = (size_t)w->grip_width * sizeof(double)};
}

bool clast_lay_balls(const clast_state *s, const clast_work *w, const int32_t *list, const clast_touch *block,
                     const int32_t *soon)
{
    if (!block->balls || block->wrote || block->stiff || !is_usual(s, w, list, block))
        return false;
    const target to = target_of(s, w);
    lay_balls_any(&to, list, soon, block);
    return true;
}

void clast_lay(const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *block, const int32_t *soon)
{
    if (is_usual(s, w, list, block)) {
        const target to = target_of(s, w);
        lay_any(&to, list, soon, block);
        return;
    }
    if (soon)
        clast_touch_prefetch(s, w, soon, CLAST_BLOCK);
    clast_tile_add(w, list, block);
    clast_touch_store(s, w, list, block);
}
