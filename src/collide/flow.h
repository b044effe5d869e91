/* Tiles that are joined, and their bodies moved, as soon as nobody asks for them any more, while they are in the caches.
 *
 * Who asks for the bodies of a tile are its own contacts and those that reach into it from other tiles; the same ones bring
 * the loads that it wants. So when all of these tiles were evaluated it may go on. Tiles of one thread are gone through in
 * order, and contacts reach upwards: each goes on at once. Those that have to wait for another thread are joined when the
 * thread has no more of its own to evaluate, or at the end. In small beds, where all code would not stay in the innermost
 * cache, no tile goes on before that: then it is for threads that are through earlier than others.
 * The sums are those of clast_tiles_join, in the same order. */
#ifndef CLAST_COLLIDE_FLOW_H
#define CLAST_COLLIDE_FLOW_H

#include "collide/tile.h"

/* Before the first tile is evaluated. */
void clast_flow_begin(clast_work *w);
/* A tile was evaluated. */
void clast_flow_pass(clast_work *w, int64_t tile);
/* It goes on, if it may. */
bool clast_flow_join(const clast_model *m, clast_state *s, clast_work *w, int64_t tile, clast_body_task *then);
/* Those of a thread's own tiles that may; waits for others a little. */
void clast_flow_rest(const clast_model *m, clast_state *s, clast_work *w, int64_t first, int64_t last,
                     clast_body_task *then);
/* All were evaluated: those that are left. */
void clast_flow_end(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *then);

#endif
