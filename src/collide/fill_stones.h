/* Gathers a block of contacts between bodies that are no balls and finds their motion at once. */
#ifndef CLAST_COLLIDE_FILL_STONES_H
#define CLAST_COLLIDE_FILL_STONES_H

#include "collide/touch.h"

/* As clast_fill_balls() (fill_balls.h). walls: or between bodies and planes; in->beyond is there. */
bool clast_fill_stones(const clast_source *from, bool walls, const int32_t *slots, clast_lanes *in, clast_touch *t);

#endif
