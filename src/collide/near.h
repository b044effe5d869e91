/* The two-level neighbour list: bodies whose bounding spheres are near, and below each pair the spheres that may touch
 * before the skin is used up. */
#ifndef CLAST_COLLIDE_NEAR_H
#define CLAST_COLLIDE_NEAR_H

#include "model/work.h"

/* Before every evaluation: notes how far bodies came, and builds the lists anew for the pose of s at w->now where a
 * sphere or a wall has moved by more than half the skin. False: memory is used up. */
bool clast_near_refresh(const clast_model *m, clast_state *s, clast_work *w);
bool clast_near_build(const clast_model *m, clast_state *s, clast_work *w);
/* Writes what the narrow phase wants of each body side by side. */
void clast_near_place(const clast_model *m, clast_state *s, clast_work *w);

/* Where a wall's point is at a time. */
static inline vec3 near_wall_point(const clast_wall *wall, double time)
{
    return v_add_mul(wall->point, time, wall->velocity);
}

#endif
