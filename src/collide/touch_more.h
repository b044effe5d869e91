/* What only laws out of the ordinary want to know of a block of contacts, and what they leave. */
#ifndef CLAST_COLLIDE_TOUCH_MORE_H
#define CLAST_COLLIDE_TOUCH_MORE_H

#include "collide/lanes.h"
#include "model/work.h"

/* For pairs with needs, and for blocks of contacts that need not touch. */
void clast_touch_more(const clast_model *m, const clast_state *s, const clast_pair *pair, const int32_t *list,
                      const clast_lanes *in, clast_touch *t);
/* For blocks in which such laws wrote: their forces, into t->f. */
void clast_touch_extra_forces(clast_touch *t);
/* Adds their torques to those of the contact's force. */
void clast_touch_extra_torques(clast_touch *t);
/* For models that are not plain: after clast_touch_store, also for blocks without such laws. */
void clast_touch_store_more(clast_work *w, const int32_t *list, const clast_touch *t);

#endif
