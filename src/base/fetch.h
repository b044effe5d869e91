/* Fetches a line ahead of its use, into the second-level cache alone. From memory at random that is twice as fast as into the
 * first-level one (docs/performance.md), and from there it is near enough. (Macros, since gcc drops calls of functions that
 * do nothing else.) */
#ifndef CLAST_BASE_FETCH_H
#define CLAST_BASE_FETCH_H

#define CLAST_FETCH(address) __builtin_prefetch((address), 0, 2)

/* To be written, while another core may have it. (Told to do so, gcc fetches it to be read, which is of no use then.) */
#if defined __x86_64__ && defined __GNUC__
#define CLAST_FETCH_TO_WRITE(address) __asm__ volatile("prefetchw %0" : : "m"(*(const char *)(address)))
#else
#define CLAST_FETCH_TO_WRITE(address) __builtin_prefetch((address), 1)
#endif

#endif
