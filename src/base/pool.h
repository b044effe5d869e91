/* Threads that share a loop in fixed chunks. Which thread takes which chunk is left to chance, so a task may only write
 * what belongs to its chunk; then no bit depends on the number of threads.
 *
 * The caller works too, and waits only for chunks that a helper has begun: on a busy machine a helper that is not
 * running costs nothing. (OpenMP's barrier waits for every thread in every loop; with one core taken by another program
 * a small scene ran 20 times slower that way.) */
#ifndef CLAST_BASE_POOL_H
#define CLAST_BASE_POOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct clast_pool clast_pool;
typedef void clast_pool_task(void *context, int64_t first, int64_t last);

clast_pool *clast_pool_create(int threads); /* NULL: memory or threads are used up */
void clast_pool_free(clast_pool *pool);
int clast_pool_threads(const clast_pool *pool); /* 1 for NULL */

/* Loops of just so many chunks are shared out in runs of about the same weight from now on; others by number. NULL: no
 * effect. */
void clast_pool_weigh(clast_pool *pool, int32_t chunks, const int32_t *weight);

/* Calls task for [0, chunk), [chunk, 2 chunk), ... up to n and returns when all are done. NULL: in this thread. */
void clast_pool_for(clast_pool *pool, int64_t n, int64_t chunk, clast_pool_task *task, void *context);

/* Behind the last of the chunks that thread k is given in a loop of so many; the caller is thread 0. NULL: all of them. */
int32_t clast_pool_share_end(const clast_pool *pool, int32_t chunks, int32_t k);

/* In a loop that waits for another thread, for the spins-th time. */
void clast_pool_wait(const clast_pool *pool, int spins);

#endif
