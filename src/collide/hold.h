/* Where a contact finds its bodies (clast_hold of model/work.h). */
#ifndef CLAST_COLLIDE_HOLD_H
#define CLAST_COLLIDE_HOLD_H

#include "model/work.h"

/* Of b the grip in this row is to be read: its own or a copy (collide/ghost.h). */
static inline void hold_grip_b(clast_work *w, int32_t slot, int32_t row) { w->hold[slot].grip_b = row * w->grip_width; }

/* What acts on b is to be added to this row of load_sum. */
static inline void hold_sum_b(clast_work *w, int32_t slot, int32_t row) { w->hold[slot].sum_b = row * CLAST_LOAD; }

/* As if all bodies were of one tile and of one thread. */
static inline void hold_bodies(clast_work *w, int32_t slot)
{
    const clast_pick pick = w->pick[slot];
    const int32_t a = pick.a, b = pick.b < 0 ? -1 : pick.b;
    w->hold[slot] = (clast_hold){a * w->grip_width, b * w->grip_width, a * CLAST_LOAD, b * CLAST_LOAD};
}

static inline bool hold_at_wall(const clast_hold *hold) { return hold->sum_b < 0; }

#endif
