/* Large arrays that are read at random want large pages: otherwise every access misses the address cache too, which is
 * dear in a virtual machine. All want to begin with a line of the cache, so that no row of four lies in two. */
#ifndef CLAST_BASE_PAGES_H
#define CLAST_BASE_PAGES_H

#include <stddef.h>

/* Like realloc for a block of old bytes, whose contents are kept; to be given back with free. Blocks of half a large page
 * and more begin at the border of one, and the system is asked for such pages: a wish, nothing happens where it is not
 * heard. */
void *clast_pages_resize(void *block, size_t old, size_t bytes);

#endif
