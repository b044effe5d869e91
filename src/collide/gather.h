/* Sums contact forces per body, in key order, whatever thread does it. */
#ifndef CLAST_COLLIDE_GATHER_H
#define CLAST_COLLIDE_GATHER_H

#include "model/work.h"

/* Writes force and torque of every body: gravity, then its contacts in the order of their keys. What else is to be done for
 * bodies whose forces are known (NULL: nothing) is done a chunk at a time. */
void clast_gather(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *then);

#endif
