/* The loop of flow.h for beds that stay in the caches: each thread keeps its own tiles, unless it does not even begin. */
#ifndef CLAST_COLLIDE_FLOW_SHARES_H
#define CLAST_COLLIDE_FLOW_SHARES_H

#include "collide/flow.h"

/* All that thread k does. */
void clast_flow_share(clast_tile_flow *flow, int32_t k);

#endif
