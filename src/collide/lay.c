/* A sum of a body waits for the one before it, since contacts of a body follow each other: that takes longer than the
 * instructions. So in the blocks that come by the thousands records are stored, and what comes soon is fetched, in the same
 * loop; and the loads are worked out there. */
#include "collide/lay.h"

#include "base/fetch.h"
#include "base/rows.h"
#include "collide/hold.h"
#include "collide/lane_bodies.h"
#include "collide/tile.h"
#include "collide/touch.h"

typedef struct load_sum {
    rows_four f, t;
} load_sum;

/* The loads are there; or are still to be found. */
typedef enum load_kind { FOUND, OF_BALLS, OF_BODIES } load_kind;

/* The kinds of loops. */
typedef struct laid {
    bool fetches; /* with `soon` */
    load_kind loads;
    partner with;
    bool stiff; /* the terms of the stability number go along */
} laid;

enum { LATER = 128 }; /* contacts; neighbours mostly have slots side by side */

CLAST_INLINE void fetch_grip(const double *grip, laid how)
{
    enum { LINE = 8 };
    CLAST_FETCH(grip);
    CLAST_FETCH(grip + LINE);
    CLAST_FETCH(grip + 2 * LINE);
    if (how.loads != OF_BALLS) /* harmless where balls have no more */
        CLAST_FETCH(grip + 3 * LINE);
}

/* Of grips that of b, which jumps. That of a follows from contact to contact, which the machine sees by itself; but from memory
 * it does not bring them early enough. */
CLAST_INLINE void fetch(const clast_laying to, int32_t slot, laid how)
{
    CLAST_FETCH(to.next_record + (size_t)slot * CONTACT_USUAL);
    fetch_grip(to.grip + to.hold[slot].grip_b, how);
    if (to.away)
        fetch_grip(to.grip + to.hold[slot].grip_a, how);
}

/* Of contacts k to k + count - 1, at most four. */
CLAST_INLINE void store_four(const clast_laying to, const int32_t *list, const double *forces, int stride,
                             const clast_touch *t, int k, int count)
{
    _Alignas(32) double spill[CONTACT_USUAL]; /* where lanes behind the last contact go */
    double *record[4], *history[4];
    for (int j = 0; j < 4; j++) {
        const size_t slot = (size_t)list[j < count ? k + j : k];
        record[j] = j < count ? to.record + slot * CONTACT_USUAL : spill;
        history[j] = record[j] + 4;
    }
    rows_scatter(forces, stride, 1, record);
    rows_scatter(t->new[0] + k, CLAST_BLOCK, CONTACT_USUAL / 4 - 1, history);
}

CLAST_INLINE void lay_four(const clast_laying to, const int32_t *list, const int32_t *soon, const clast_touch *t, int k,
                           int count, laid how)
{
    rows_four f[4], ta[4], tb[4];
    if (how.loads != FOUND) {
        double force[4][4], on_a[4][4], on_b[4][4], forces[4][4];
#pragma omp simd
        for (int j = 0; j < 4; j++) {
            const lane_loads of =
                how.loads == OF_BALLS ? lane_balls_loads(t, k + j, false) : lane_bodies_loads(t, k + j, false);
            PUT(force, j, of.f);
            PUT(on_a, j, of.ta);
            PUT(on_b, j, of.tb);
            PUT(forces, j, GET(t->ft, k + j));
            force[3][j] = 0, forces[3][j] = of.fn;
            on_a[3][j] = how.stiff ? t->stiff_a[k + j] : 0, on_b[3][j] = how.stiff ? t->stiff_b[k + j] : 0;
        }
        store_four(to, list, forces[0], 4, t, k, count);
        rows_four_of(force[0], 4, f);
        rows_four_of(on_a[0], 4, ta);
        rows_four_of(on_b[0], 4, tb);
    } else {
        rows_four_of(t->f[0] + k, CLAST_BLOCK, f);
        rows_four_of(t->ta[0] + k, CLAST_BLOCK, ta);
        rows_four_of(t->tb[0] + k, CLAST_BLOCK, tb);
    }
    for (int j = 0; j < count; j++) {
        const clast_hold *const hold = &to.hold[list[k + j]];
        load_sum *const a = (load_sum *)(void *)(to.sum + hold->sum_a);
        a->f += f[j], a->t += ta[j];
        if (how.with == BODY) {
            load_sum *const b = (load_sum *)(void *)(to.sum + hold->sum_b);
            b->f -= f[j], b->t += tb[j];
        }
        if (how.fetches)
            fetch(to, soon[k + j], how);
        if (how.fetches && j == 0) /* four in a line; in some time, before that is asked whose grip is to be fetched */
            CLAST_FETCH(&to.hold[soon[k]] + LATER);
    }
    if (how.loads == FOUND)
        store_four(to, list, t->ft[0] + k, CLAST_BLOCK, t, k, count);
}

CLAST_INLINE void lay_block(const clast_laying to, const int32_t *list, const int32_t *soon, const clast_touch *t,
                            laid how)
{
    const int n = t->n;
    int k = 0;
    for (; k + 4 <= n; k += 4)
        lay_four(to, list, soon, t, k, 4, how);
    if (k < n)
        lay_four(to, list, soon, t, k, n - k, how);
    for (k = n; how.fetches && k < CLAST_BLOCK; k++)
        fetch(to, soon[k], how);
}

CLAST_INLINE void lay(const clast_laying to, const int32_t *list, const int32_t *soon, const clast_touch *t,
                      load_kind loads, partner with, bool stiff)
{
    if (soon && with == BODY)
        lay_block(to, list, soon, t, (laid){true, loads, with, stiff});
    else
        lay_block(to, list, NULL, t, (laid){false, loads, with, stiff});
}

typedef void lay_loop(const clast_laying *to, const int32_t *list, const int32_t *soon, const clast_touch *t);
#define LAY(name, loads, with, stiff)                                                                         \
    CLAST_CLONES_BY(t->clone, name,                                                                           \
                    (const clast_laying *to, const int32_t *list, const int32_t *soon, const clast_touch *t), \
                    (to, list, soon, t), lay(*to, list, soon, t, loads, with, stiff))
LAY(lay_any, FOUND, BODY, false)
LAY(lay_balls, OF_BALLS, BODY, false)
LAY(lay_bodies, OF_BODIES, BODY, false)
LAY(lay_balls_at_walls, OF_BALLS, WALL, false)
LAY(lay_bodies_at_walls, OF_BODIES, WALL, false)
LAY(lay_stiff_balls, OF_BALLS, BODY, true)
LAY(lay_stiff_bodies, OF_BODIES, BODY, true)
LAY(lay_stiff_balls_at_walls, OF_BALLS, WALL, true)
LAY(lay_stiff_bodies_at_walls, OF_BODIES, WALL, true)

clast_laying clast_lay_open(const clast_state *s, clast_work *w)
{
    const clast_contacts *const now = &s->contacts, *const to = w->in_place ? now : &w->trial;
    return (clast_laying){.s = s,
                          .w = w,
                          .sum = w->load_sum,
                          .record = to->record,
                          .hold = w->hold,
                          .grip = w->grip,
                          .next_record = now->record,
                          .usual = contact_forces(now->n_history) == CONTACT_USUAL && !now->geometry &&
                                   !w->forces_only && now->n_booked == 0};
}

bool clast_lay_loads(const clast_laying *to, const int32_t *list, const clast_touch *block, const int32_t *soon)
{
    static lay_loop *const loops[2][2][2] = {
        {{lay_bodies, lay_bodies_at_walls}, {lay_balls, lay_balls_at_walls}},
        {{lay_stiff_bodies, lay_stiff_bodies_at_walls}, {lay_stiff_balls, lay_stiff_balls_at_walls}}};
    const bool walls = hold_at_wall(&to->hold[list[0]]);
    if (!to->usual || block->book || block->wrote)
        return false;
    if (walls && soon)
        clast_touch_prefetch(to->s, to->w, soon, CLAST_BLOCK);
    loops[block->stiff][block->balls][walls](to, list, soon, block);
    return true;
}

void clast_lay(const clast_laying *to, const int32_t *list, const clast_touch *block, const int32_t *soon)
{
    if (to->usual && !block->book && !hold_at_wall(&to->hold[list[0]])) {
        lay_any(to, list, soon, block);
        return;
    }
    if (soon)
        clast_touch_prefetch(to->s, to->w, soon, CLAST_BLOCK);
    clast_tile_add(to->w, list, block);
    clast_touch_store(to->s, to->w, list, block);
}
