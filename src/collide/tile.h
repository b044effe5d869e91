/* Sums of forces and torques over the contacts of a tile of bodies (model/work.h), while these are evaluated.
 *
 * A contact adds to its first body, and to its second if that is of the same tile; else the load on the second is laid
 * down in the contact's slot, and when all tiles are through, each adds what arrives from others. So a body's sum is its
 * weight, then contacts of its tile in the order of w->contact_order, then those of other tiles in that order, whatever
 * thread does it. */
#ifndef CLAST_COLLIDE_TILE_H
#define CLAST_COLLIDE_TILE_H

#include "base/rows.h"
#include "model/work.h"

/* Three numbers in a row of four; the last one of the torques is the body's term of the stability number. */
typedef struct clast_load_sum {
    rows_four f, t;
} clast_load_sum;

typedef struct clast_tile {
    int32_t first, last; /* bodies */
    clast_load_sum sum[CLAST_TILE_MOST];
} clast_tile;

/* Begins with the weights. */
void clast_tile_open(const clast_model *m, const clast_work *w, int64_t number, clast_tile *tile);
/* Adds the contacts of a block, which are the first ones of list. */
void clast_tile_add(clast_work *w, const int32_t *list, const clast_touch *block, clast_tile *tile);
/* Writes force and torque of its bodies, and with `stiff` their terms of the stability number. */
void clast_tile_close(clast_state *s, clast_work *w, const clast_tile *tile, bool stiff);

/* Adds what arrives from other tiles. What else is to be done for bodies whose forces are known (NULL: nothing) is done
 * tile by tile. */
void clast_tiles_join(const clast_model *m, clast_state *s, clast_work *w, bool stiff, clast_body_task *then);

#endif
