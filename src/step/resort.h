/* Bodies that wander away from those beside them in memory are sorted into boxes again (model/boxes.h). When, and how, follows
 * from the number of the step and from where the bodies are, so the bits are the same on any number of threads, with any lists,
 * and when everything derived was thrown away. */
#ifndef CLAST_STEP_RESORT_H
#define CLAST_STEP_RESORT_H

#include "model/work.h"

enum { CLAST_SORT_EVERY = 4096 }; /* unless the scene says otherwise */

/* Whether bodies of these shapes, so many, are sorted at all: so that few contacts reach from tile to tile; a tile or two are
 * near each other in memory anyway. Those that turn by the same scheme should stay together. */
bool clast_resort_is_worth(const clast_model *m, size_t n);

/* Whether to look after the step that was made, or will be made, as number `step`. */
static inline bool clast_resort_is_due(const clast_model *m, int64_t step) { return step % m->sort_every == 0; }

/* Looks, and sorts where that makes the boxes around tiles of bodies much smaller than they are. The accounts must be settled;
 * if it sorts, what is derived is thrown away. *sorted: whether it did. */
clast_status clast_resort(const clast_model *m, clast_state *s, clast_work *w, bool *sorted, clast_error *error);

#endif
