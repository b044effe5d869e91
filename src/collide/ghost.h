/* Copies of grips for other threads.
 *
 * Contacts that reach from one thread's tiles into another's would read grips that the other thread writes anew in every
 * step. A line that two cores want wanders between their caches: to read what another has written, and to write what
 * another has read, takes ten times as long as a line of one's own, and even one's own lines that another has read take three
 * times as long to read again (docs/performance.md). So whoever moves a body that other threads reach for leaves a copy of
 * its grip behind the grips of all bodies, and the others take that one. Only in beds that stay in the caches; in others
 * the lines come from further away than another core. */
#ifndef CLAST_COLLIDE_GHOST_H
#define CLAST_COLLIDE_GHOST_H

#include "model/work.h"

/* Bodies that get copies: when the lists of contacts, and with them the shares of the threads, are made anew. Grips are as
 * they will be read. False: memory is used up. */
bool clast_ghosts_assign(clast_work *w);

/* Whose grip who has body a reads for body b: b itself, or its copy. */
int32_t clast_ghost_row(const clast_work *w, int32_t a, int32_t b);

/* Copies those of the tile that begins with body `first`; their grips have just been written. */
void clast_ghosts_copy(clast_work *w, int32_t first);

#endif
