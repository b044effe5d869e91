/* Contacts whose second body is of another tile. Each tile has its own sorted by the tile into which they reach, so what
 * arrives in a tile is a few runs of the others', and no thread need sort the contacts of all (tile.c adds them). */
#ifndef CLAST_COLLIDE_REACH_H
#define CLAST_COLLIDE_REACH_H

#include "model/work.h"

/* Where a tile puts those it finds, in the order of keys; clast_reach_sort brings them to w->reach, in that of tiles. */
clast_reach *clast_reach_found(const clast_work *w);
void clast_reach_sort(clast_work *w, int64_t tile);

/* Finds the runs of a tile in w->reach. */
void clast_reach_runs(clast_work *w, int64_t tile);

/* With the runs of all tiles: lists for each tile those that arrive, in the order of theirs. */
void clast_reach_arrive(clast_work *w);

#endif
