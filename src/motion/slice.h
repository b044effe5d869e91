/* Plane problems: what round-off, or a tilted axis, would let out of the plane is taken away again. */
#ifndef CLAST_MOTION_SLICE_H
#define CLAST_MOTION_SLICE_H

#include "model/work.h"

/* The axis (0, 1, 2) that stands on the plane. */
static inline int slice_normal(clast_slice slice)
{
    return slice == CLAST_SLICE_XY ? 2 : slice == CLAST_SLICE_XZ ? 1 : 0;
}

/* After either half of a step, for bodies first .. last: velocities across the plane and spins in it are exactly 0 and
 * the turn since the start of the step is one about the plane's normal. */
void clast_slice_hold(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last);

#endif
