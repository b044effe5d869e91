/* Sums of forces and torques over the contacts of a tile of bodies (model/work.h), while these are evaluated.
 *
 * A contact adds to its first body, and to its second if that is of the same tile; else the load on the second gets a row
 * of its own behind the bodies' sums, and when all tiles are through, each adds what arrives from others. Which row it is
 * stands in w->row_b: asked for each contact anew, the processor would guess wrong at one in seven. So a body's sum is its
 * weight, then contacts of its tile in the order of w->contact_order, then those of other tiles in that order, whatever
 * thread does it. */
#ifndef CLAST_COLLIDE_TILE_H
#define CLAST_COLLIDE_TILE_H

#include "model/work.h"

/* Its sums begin with the weights, those that it lays down for others with nothing. */
void clast_tile_open(const clast_model *m, clast_work *w, int64_t number);
/* Fetches what the motion of its bodies will ask for when its contacts are through. */
void clast_tile_fetch(const clast_state *s, const clast_work *w, int64_t number);
/* Adds the contacts of a block, which are the first ones of list. */
void clast_tile_add(clast_work *w, const int32_t *list, const clast_touch *block);

/* Adds what arrives from other tiles, and writes force and torque of all bodies, and w->stiffness where it is wanted. What
 * else is to be done for bodies whose forces are known (NULL: nothing) is done tile by tile. */
void clast_tiles_join(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *then);
/* The same for one tile. */
void clast_tile_join(const clast_model *m, clast_state *s, clast_work *w, int64_t number, clast_body_task *then);

#endif
