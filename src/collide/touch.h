/* The narrow phase: which candidates touch, what they remember, and the block of contacts that the laws see. */
#ifndef CLAST_COLLIDE_TOUCH_H
#define CLAST_COLLIDE_TOUCH_H

#include "collide/lanes.h"
#include "model/work.h"

/* After the lists are built: the contacts stay what they are, but get other slots, those that the candidates know already.
 * False: memory is used up. */
bool clast_touch_bind(const clast_model *m, clast_state *s, clast_work *w);

/* Finds out which candidates touch, and lists them. False: memory is used up. */
bool clast_touch_find(const clast_model *m, clast_state *s, clast_work *w);

/* The contacts of this evaluation and their records become the state's. False: memory is used up. */
bool clast_touch_accept(clast_state *s, clast_work *w);

/* Where the walls are now; before any block is filled. False: memory is used up. */
bool clast_touch_walls(const clast_model *m, clast_work *w);

/* Fills lanes 0..n-1 of a block with the n contacts (slots) in list, all of one group (material pair, kind, and
 * kind of partner). begins: some may begin with this step. */
void clast_touch_fill(const clast_model *m, const clast_state *s, clast_work *w, const clast_pair *pair,
                      const int32_t *list, int n, bool first, bool begins, clast_lanes *in, clast_touch *t);
/* Turns their history, and fills what the laws want besides. */
void clast_touch_turn(const clast_model *m, const clast_state *s, const clast_pair *pair, const int32_t *list,
                      const clast_lanes *in, clast_touch *t);

void clast_touch_prefetch(const clast_state *s, const clast_work *w, const int32_t *list, int n);

/* Writes what the laws made of the block into the contacts' slots. */
void clast_touch_store(const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t);

#endif
