/* Gathers a block of contacts between balls, or of balls at planes, and finds their motion at once. */
#ifndef CLAST_COLLIDE_FILL_BALLS_H
#define CLAST_COLLIDE_FILL_BALLS_H

#include "collide/touch.h"

/* As many slots as there are lanes, of contacts that all go on; their history is turned, too. Nothing else than v and
 * inverse_mass is left in `in`. False: something turned so far in the step that the block has to go the long way. */
bool clast_fill_balls(const clast_source *from, bool walls, const int32_t *slots, clast_lanes *in, clast_touch *t);

#endif
