/* Large arrays that are read at random want large pages: otherwise every access misses the address cache too, which is
 * dear in a virtual machine. */
#ifndef CLAST_BASE_PAGES_H
#define CLAST_BASE_PAGES_H

#include <stddef.h>

/* Like realloc for a block of old bytes, whose contents are kept; to be given back with free. Large blocks begin at the
 * border of a large page, and the system is asked for such pages: a wish, nothing happens where it is not heard. */
void *clast_pages_resize(void *block, size_t old, size_t bytes);

#endif
