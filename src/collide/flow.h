/* All tiles are evaluated and joined, and their bodies moved, in one loop of the threads.
 *
 * Who asks for the bodies of a tile are its own contacts and those that reach into it from other tiles; the same ones bring
 * the loads that it wants. So when all of these tiles were evaluated it may go on. Each thread has a run of tiles, the same
 * in every step. It evaluates them, then joins those that may; whoever has nothing left to do takes from the others, first
 * what is still to be evaluated. So threads wait for each other only at the very end.
 * Large beds do not find in the caches at the end what they evaluated at the beginning: there a tile goes on at once, if it
 * may, which it mostly does, since tiles are gone through in order and contacts reach upwards. In small ones the code of both
 * would not stay in the innermost cache.
 * The sums are those of clast_tiles_join, in the same order. */
#ifndef CLAST_COLLIDE_FLOW_H
#define CLAST_COLLIDE_FLOW_H

#include "collide/tile.h"

typedef struct clast_tile_flow {
    clast_job job;
    void (*evaluate)(void *context, int64_t tile);
    void *context;
    clast_body_task *then; /* for the bodies of tiles that were joined */
    bool at_once;
    bool looks; /* then looks at the candidates, which are where the next step finds them */
    double evaluated,
        joined; /* set to when the first thread had evaluated its tiles, unless at_once, and all were joined */
} clast_tile_flow;

/* When the tiles are new. False: memory is used up. */
bool clast_flow_begin(clast_work *w);
void clast_flow_run(clast_tile_flow *flow);

#endif
