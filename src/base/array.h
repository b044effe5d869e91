/* The one growable array: a pointer, a count and a capacity, and one macro that makes room. */
#ifndef CLAST_BASE_ARRAY_H
#define CLAST_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/pages.h"

/* Makes room for n elements of `size` bytes in *data; false when memory is used up (the old array stays). */
static inline bool array_reserve(void **data, size_t *capacity, size_t n, size_t size)
{
    if (n <= *capacity)
        return true;
    size_t grown = *capacity + *capacity / 2 > n ? *capacity + *capacity / 2 : n;
    void *moved = clast_pages_resize(*data, *capacity * size, grown * size);
    if (!moved)
        return false;
    *data = moved;
    *capacity = grown;
    return true;
}

#define ARRAY_RESERVE(pointer, capacity, n) \
    array_reserve((void **)(void *)&(pointer), &(capacity), (size_t)(n), sizeof *(pointer))

/* Room for what is made anew each time and never kept: given back and asked for again, large blocks cost more than they
 * are worth, since the system hands them out cleared. To be given back with free(room.block). */
typedef struct clast_room {
    char *block;
    size_t bytes;
} clast_room;

/* Exchanges two variables of a type. */
#define ARRAY_SWAP(type, a, b)   \
    do {                         \
        type const swap_a = (a); \
        a = b;                   \
        b = swap_a;              \
    } while (0)

#endif
