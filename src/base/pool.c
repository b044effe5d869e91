#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined(__x86_64__) || defined(__i386__)
#define RELAX() __builtin_ia32_pause()
#else
#define RELAX() ((void)0)
#endif

enum { SPINS = 4000 }; /* some tens of microseconds: longer than the gap between two loops of a step */

/* The job's number in the upper half, the chunks left to take in the lower: one word, so that a helper who comes late
 * cannot take a chunk of the wrong job. The fields of a job change only while no chunk is left. */
struct clast_pool {
    _Atomic uint64_t ticket;
    _Atomic int64_t n, chunk;
    _Atomic(clast_pool_task *) task;
    _Atomic(void *) context;
    _Atomic uint32_t done;
    _Atomic int sleepers;
    _Atomic bool ending;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    int helpers;
    pthread_t *thread;
};

/* Takes one chunk of the current job and does it; false when there is none left. */
static bool work_on(clast_pool *pool)
{
    uint64_t ticket = atomic_load(&pool->ticket);
    for (;;) {
        uint32_t left = (uint32_t)ticket;
        if (left == 0)
            return false;
        int64_t n = atomic_load_explicit(&pool->n, memory_order_relaxed);
        int64_t chunk = atomic_load_explicit(&pool->chunk, memory_order_relaxed);
        clast_pool_task *task = atomic_load_explicit(&pool->task, memory_order_relaxed);
        void *context = atomic_load_explicit(&pool->context, memory_order_relaxed);
        /* success says that the job is still the one whose fields were read: it cannot end with this chunk undone */
        if (!atomic_compare_exchange_weak(&pool->ticket, &ticket, ticket - 1))
            continue;
        int64_t first = (int64_t)(left - 1) * chunk, last = first + chunk < n ? first + chunk : n;
        task(context, first, last);
        atomic_fetch_add(&pool->done, 1);
        return true;
    }
}

static void sleep_until_work(clast_pool *pool, uint64_t job)
{
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add(&pool->sleepers, 1);
    while (atomic_load(&pool->ticket) >> 32 == job && !atomic_load(&pool->ending))
        pthread_cond_wait(&pool->wake, &pool->lock);
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->lock);
}

static void *help(void *argument)
{
    clast_pool *pool = argument;
    while (!atomic_load(&pool->ending)) {
        uint64_t job = atomic_load(&pool->ticket) >> 32;
        while (work_on(pool))
            ;
        int spins = 0;
        while (atomic_load_explicit(&pool->ticket, memory_order_relaxed) >> 32 == job && spins++ < SPINS)
            RELAX();
        if (spins > SPINS)
            sleep_until_work(pool, job);
    }
    return NULL;
}

clast_pool *clast_pool_create(int threads)
{
    clast_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->thread = calloc(threads > 1 ? (size_t)threads : 1, sizeof *pool->thread);
    for (; pool->thread && pool->helpers < threads - 1; pool->helpers++)
        if (pthread_create(&pool->thread[pool->helpers], NULL, help, pool) != 0)
            break;
    if (!pool->thread || pool->helpers < threads - 1) {
        clast_pool_free(pool);
        return NULL;
    }
    return pool;
}

void clast_pool_free(clast_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->ending, true);
    atomic_fetch_add(&pool->ticket, UINT64_C(1) << 32); /* lets spinning helpers look up */
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int k = 0; k < pool->helpers; k++)
        pthread_join(pool->thread[k], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->wake);
    free(pool->thread);
    free(pool);
}

int clast_pool_threads(const clast_pool *pool) { return pool ? pool->helpers + 1 : 1; }

static void publish(clast_pool *pool, int64_t n, int64_t chunk, uint32_t chunks, clast_pool_task *task, void *context)
{
    atomic_store_explicit(&pool->n, n, memory_order_relaxed);
    atomic_store_explicit(&pool->chunk, chunk, memory_order_relaxed);
    atomic_store_explicit(&pool->task, task, memory_order_relaxed);
    atomic_store_explicit(&pool->context, context, memory_order_relaxed);
    atomic_store_explicit(&pool->done, 0, memory_order_relaxed);
    uint64_t job = (atomic_load(&pool->ticket) >> 32) + 1;
    atomic_store(&pool->ticket, job << 32 | chunks);
    if (atomic_load(&pool->sleepers) > 0) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->lock);
    }
}

void clast_pool_for(clast_pool *pool, int64_t n, int64_t chunk, clast_pool_task *task, void *context)
{
    if (!pool || pool->helpers == 0 || n <= chunk) {
        for (int64_t first = 0; first < n; first += chunk)
            task(context, first, first + chunk < n ? first + chunk : n);
        return;
    }
    uint32_t chunks = (uint32_t)((n + chunk - 1) / chunk);
    publish(pool, n, chunk, chunks, task, context);
    while (work_on(pool))
        ;
    for (int spins = 0; atomic_load(&pool->done) < chunks; spins++) {
        if (spins < SPINS)
            RELAX();
        else
            sched_yield(); /* the helper that holds the last chunk may be waiting for this core */
    }
}
