/* The narrow phase: which candidates touch, what they remember, and the block of contacts that the laws see. */
#ifndef CLAST_COLLIDE_TOUCH_H
#define CLAST_COLLIDE_TOUCH_H

#include "model/work.h"

/* After the lists are built: which candidate is which contact of the state. False: memory is used up. */
bool clast_touch_bind(const clast_state *s, clast_work *w);

/* Fills the trial contacts (keys, old history). False: memory is used up. */
bool clast_touch_find(const clast_model *m, clast_state *s, clast_work *w);

/* The trial history becomes the state's; the old arrays are kept as room for the next trial. */
void clast_touch_accept(clast_state *s, clast_work *w);

/* Fills lanes 0..n-1 of a block with the n contacts in list, all of one group (material pair and kind of partner). */
void clast_touch_fill(const clast_model *m, const clast_state *s, clast_work *w, const int32_t *list, int n, bool first,
                      clast_touch *t);

void clast_touch_prefetch(const clast_state *s, const clast_work *w, const int32_t *list, int n);

/* Writes what the laws made of the block into the contacts' slots. */
void clast_touch_store(clast_work *w, const int32_t *list, const clast_touch *t);

#endif
