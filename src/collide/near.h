/* The two-level neighbour list: bodies whose bounding spheres are near, and below each pair the spheres that may touch
 * before the skin is used up. */
#ifndef CLAST_COLLIDE_NEAR_H
#define CLAST_COLLIDE_NEAR_H

#include "model/work.h"

/* Has a body moved (translation plus rotation times its bounding radius), or a wall, by more than half the skin? */
bool clast_near_stale(const clast_model *m, const clast_state *s, const clast_work *w);
/* Builds the lists for the pose of s at w->now. False: memory is used up. */
bool clast_near_build(const clast_model *m, clast_state *s, clast_work *w);
/* Puts the spheres that stand in a candidate where they are now. */
void clast_near_place(const clast_model *m, clast_state *s, clast_work *w);

/* Where a wall's point is at a time. */
static inline vec3 near_wall_point(const clast_wall *wall, double time)
{
    return v_add_mul(wall->point, time, wall->velocity);
}

#endif
