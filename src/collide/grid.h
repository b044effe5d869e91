/* Which bounding spheres are near each other: a grid of cells, one level per doubling of size, hashed. */
#ifndef CLAST_COLLIDE_GRID_H
#define CLAST_COLLIDE_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "base/pool.h"

typedef struct clast_grid_pair {
    int32_t a, b; /* a < b */
} clast_grid_pair;

/* All pairs with |xa - xb| < ra + rb + skin, sorted by (a, b); *pairs lies in the room. False: memory is used up. */
bool clast_grid_pairs(int32_t n, double *const x[3], const double *radius, double skin, clast_pool *pool,
                      clast_room *room, clast_grid_pair **pairs, size_t *n_pairs);

#endif
