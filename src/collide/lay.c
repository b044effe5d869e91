/* A sum of a body waits for the one before it, since contacts of a body follow each other: that takes longer than the
 * instructions. So in the blocks that come by the thousands records are stored, and what comes soon is fetched, in the same
 * loop. */
#include "collide/lay.h"

#include "base/rows.h"
#include "collide/tile.h"
#include "collide/touch.h"

enum { USUAL = CONTACT_HISTORY + 4 }; /* doubles of forces and history with a spring and nothing else */

/* Full, between bodies; of records forces and history alone. */
static bool is_usual(const clast_work *w, const clast_contacts *to, const int32_t *list, const clast_touch *t)
{
    return t->n == CLAST_BLOCK && w->row_b[list[0]] >= 0 && contact_forces(to->n_history) == USUAL && !to->geometry &&
           (!to->n_booked || to->n_booked == CLAST_BOOKED_LATE) && !w->forces_only && !t->book;
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

CLAST_INLINE void keep_in_slots(const target to, const int32_t *list, const clast_touch *t, int k, bool ledger)
{
    const size_t slot[4] = {(size_t)list[k], (size_t)list[k + 1], (size_t)list[k + 2], (size_t)list[k + 3]};
    double *const record[4] = {to.record + slot[0] * USUAL, to.record + slot[1] * USUAL, to.record + slot[2] * USUAL,
                               to.record + slot[3] * USUAL};
    rows_scatter(&t->ft[0][k], CLAST_BLOCK, USUAL / 4, record);
    if (!ledger)
        return;
    enum { BOOKED = CLAST_BOOKED_LATE };
    double *const booked[4] = {to.booked + slot[0] * BOOKED, to.booked + slot[1] * BOOKED, to.booked + slot[2] * BOOKED,
                               to.booked + slot[3] * BOOKED};
    rows_scatter_two(t->fel + k, t->cn + k, booked);
}

CLAST_INLINE void lay_four(const target to, const int32_t *list, const int32_t *soon, const clast_touch *t, int k,
                           bool ledger)
{
    rows_four f[4], ta[4], tb[4];
    rows_four_of(t->f[0] + k, CLAST_BLOCK, f);
    rows_four_of(t->ta[0] + k, CLAST_BLOCK, ta);
    rows_four_of(t->tb[0] + k, CLAST_BLOCK, tb);
    for (int j = 0; j < 4; j++) {
        const int32_t slot = list[k + j], a = to.pick[slot].a, b = to.row_b[slot];
        to.sum[a].f += f[j], to.sum[a].t += ta[j];
        to.sum[b].f -= f[j], to.sum[b].t += tb[j];
        if (soon) {
            const char *const grip = to.grip + (size_t)to.pick[soon[k + j]].b * to.grip_bytes;
            __builtin_prefetch(to.next_record + (size_t)soon[k + j] * USUAL * sizeof(double));
            __builtin_prefetch(grip); /* that of a follows from contact to contact; b jumps */
            __builtin_prefetch(grip + 64);
            __builtin_prefetch(grip + 128);
        }
    }
    keep_in_slots(to, list, t, k, ledger);
}

CLAST_INLINE void lay_block(const target to, const int32_t *list, const int32_t *soon, const clast_touch *t,
                            bool ledger)
{
    for (int k = 0; k < CLAST_BLOCK; k += 4)
        lay_four(to, list, soon, t, k, ledger);
}

CLAST_INLINE void lay(const target to, const int32_t *list, const int32_t *soon, const clast_touch *t)
{
    if (to.booked && soon)
        lay_block(to, list, soon, t, true);
    else if (to.booked)
        lay_block(to, list, NULL, t, true);
    else if (soon)
        lay_block(to, list, soon, t, false);
    else
        lay_block(to, list, NULL, t, false);
}

CLAST_CLONES_BY(t->clone, lay_any, (const target *to, const int32_t *list, const int32_t *soon, const clast_touch *t),
                (to, list, soon, t), lay(*to, list, soon, t))

void clast_lay(const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *block, const int32_t *soon)
{
    const clast_contacts *const to = w->in_place ? &s->contacts : &w->trial;
    if (is_usual(w, to, list, block)) {
        lay_any(&(target){.sum = (load_sum *)(void *)w->load_sum,
                          .record = to->record,
                          .booked = to->n_booked ? to->booked : NULL,
                          .pick = w->pick,
                          .row_b = w->row_b,
                          .grip = (const char *)w->grip,
                          .next_record = (const char *)s->contacts.record,
                          .grip_bytes = (size_t)w->grip_width * sizeof(double)},
                list, soon, block);
        return;
    }
    if (soon)
        clast_touch_prefetch(s, w, soon, CLAST_BLOCK);
    clast_tile_add(w, list, block);
    clast_touch_store(s, w, list, block);
}
