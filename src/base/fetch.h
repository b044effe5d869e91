/* Fetches a line ahead of its use, into the second-level cache alone. From memory at random that is twice as fast as into the
 * first-level one (docs/performance.md), and from there it is near enough. (A macro, since gcc drops calls of functions that
 * do nothing else.) */
#ifndef CLAST_BASE_FETCH_H
#define CLAST_BASE_FETCH_H

#define CLAST_FETCH(address) __builtin_prefetch((address), 0, 2)

#endif
