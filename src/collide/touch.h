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

enum { ROW_V = 0, ROW_WH = 4, ROW_VS = 8, ROW_WS = 12, ROW_X = 16, ROW_XY = 20 }; /* of clast_grip */

/* Where the blocks of one evaluation come from. */
typedef struct clast_source {
    const clast_model *m;
    const clast_state *s;
    const clast_work *w;
    const clast_pick *pick;
    const clast_hold *hold;
    const uint8_t *kind;
    const double *record, *grip, *spheres;
    const clast_wall_grip *walls;
    size_t record_width, grip_width;
    size_t spin_at;       /* where the spins for the ledger are in the grip; 0: not there */
    int forces, geometry; /* of the record: doubles of forces and history; where the geometry begins, 0: not wanted */
    bool late;            /* the ledger sums late (energy/late.h) */
    bool walls_move;      /* some of them */
    bool balls, at_once;  /* blocks may be filled four contacts at a time (fill_wide.h) */
} clast_source;

/* When the contacts of the evaluation are found and the walls are where they are now. */
clast_source clast_touch_source(const clast_model *m, const clast_state *s, const clast_work *w);
/* What blocks of one evaluation have in common. first: the very first one. */
void clast_touch_open(const clast_source *from, bool first, clast_lanes *in, clast_touch *t);
/* Fills lanes 0..n-1 of a block with the n contacts (slots) in list, all of one group (material pair, kind, and
 * kind of partner). begins: some may begin with this step. */
void clast_touch_fill(const clast_source *from, const clast_pair *pair, bool walls, const int32_t *list, int n,
                      bool begins, clast_lanes *in, clast_touch *t);
/* Turns their history, and fills what the laws want besides. */
void clast_touch_turn(const clast_model *m, const clast_state *s, const clast_pair *pair, const int32_t *list,
                      const clast_lanes *in, clast_touch *t);

void clast_touch_prefetch(const clast_state *s, const clast_work *w, const int32_t *list, int n);

/* Writes what the laws made of the block into the contacts' slots. */
void clast_touch_store(const clast_state *s, clast_work *w, const int32_t *list, const clast_touch *t);

#endif
