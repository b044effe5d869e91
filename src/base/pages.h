/* Large arrays that are read at random want large pages: otherwise every access misses the address cache too. */
#ifndef CLAST_BASE_PAGES_H
#define CLAST_BASE_PAGES_H

#include <stddef.h>

/* Asks the system for large pages where a block is large enough. A wish: nothing happens where it is not heard. */
void clast_pages_wish(void *block, size_t bytes);

#endif
