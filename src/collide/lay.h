/* Lays down what the laws made of a block of contacts: loads on the sums of bodies (tile.h), records in their slots. */
#ifndef CLAST_COLLIDE_LAY_H
#define CLAST_COLLIDE_LAY_H

#include "model/work.h"

/* Where everything goes in one evaluation. */
typedef struct clast_laying {
    const clast_state *s;
    clast_work *w;
    double *sum, *record;
    const clast_hold *hold;
    const double *grip, *next_record;
    bool away;  /* so many contacts that no cache holds their bodies */
    bool usual; /* of records forces and history of a spring alone; they are stored */
} clast_laying;

/* When the contacts of the evaluation are found. */
clast_laying clast_lay_open(const clast_state *s, clast_work *w);
/* Of a block whose contacts are the first ones of list. soon: as many contacts that are gathered soon and may have to come
 * from far; NULL: none. */
void clast_lay(const clast_laying *to, const int32_t *list, const clast_touch *block, const int32_t *soon);
/* The same, with clast_lanes_loads() (lanes.h) on the way. False: it is not a block of which that can be done; nothing was. */
bool clast_lay_loads(const clast_laying *to, const int32_t *list, const clast_touch *block, const int32_t *soon);

#endif
