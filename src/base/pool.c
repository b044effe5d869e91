#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#define RELAX() __builtin_ia32_pause()
#else
#define RELAX() ((void)0)
#endif

enum { SPINS = 4000 }; /* some tens of microseconds: longer than the gap between two loops of a step */

enum { LINE = 64 }; /* what two threads write should not lie in one line of the cache */

/* The chunks of a job are shared out, each thread its own run of them, so that it meets the same bodies again in every
 * loop and finds them in its own cache. Whoever is through with his takes from the others.
 * The job's number in the upper half, the chunks left to take in the lower: one word, so that a helper who comes late
 * cannot take a chunk of the wrong job. The fields of a job change only while no chunk is left. */
typedef struct share {
    _Alignas(LINE) _Atomic uint64_t left;
} share;

typedef struct helper {
    clast_pool *pool;
    pthread_t thread;
    uint32_t number;
} helper;

struct clast_pool {
    _Alignas(LINE) _Atomic uint32_t job; /* written when all is ready for it */
    _Alignas(LINE) _Atomic uint32_t done;
    _Alignas(LINE) _Atomic int64_t n;
    _Atomic int64_t chunk;
    _Atomic uint32_t chunks;
    _Atomic(clast_pool_task *) task;
    _Atomic(void *) context;
    _Alignas(LINE) _Atomic int sleepers;
    _Atomic bool ending;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    uint32_t helpers, shares;
    helper *helper;
    share *share; /* the caller's, then the helpers' */
};

/* Behind the last chunk of a share. */
static uint32_t share_end(uint32_t chunks, uint32_t shares, uint32_t k)
{
    return (uint32_t)((uint64_t)chunks * (k + 1) / shares);
}

/* Takes one chunk of a share and does it; false when there is none left. */
static bool take(clast_pool *pool, uint32_t k)
{
    _Atomic uint64_t *left = &pool->share[k].left;
    uint64_t word = atomic_load_explicit(left, memory_order_acquire);
    while ((uint32_t)word > 0) {
        int64_t n = atomic_load_explicit(&pool->n, memory_order_relaxed);
        int64_t chunk = atomic_load_explicit(&pool->chunk, memory_order_relaxed);
        uint32_t chunks = atomic_load_explicit(&pool->chunks, memory_order_relaxed);
        clast_pool_task *task = atomic_load_explicit(&pool->task, memory_order_relaxed);
        void *context = atomic_load_explicit(&pool->context, memory_order_relaxed);
        /* success says that the job is still the one whose fields were read: it cannot end with this chunk undone */
        if (!atomic_compare_exchange_weak(left, &word, word - 1))
            continue;
        int64_t first = (int64_t)(share_end(chunks, pool->shares, k) - (uint32_t)word) * chunk;
        task(context, first, first + chunk < n ? first + chunk : n);
        return true;
    }
    return false;
}

/* One's own share first. */
static void work(clast_pool *pool, uint32_t self)
{
    uint32_t mine = 0;
    for (uint32_t k = 0; k < pool->shares; k++)
        while (take(pool, (self + k) % pool->shares))
            mine++;
    if (mine > 0)
        atomic_fetch_add(&pool->done, mine);
}

static void sleep_until_work(clast_pool *pool, uint32_t job)
{
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add(&pool->sleepers, 1);
    while (atomic_load(&pool->job) == job && !atomic_load(&pool->ending))
        pthread_cond_wait(&pool->wake, &pool->lock);
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->lock);
}

static void *help(void *argument)
{
    const helper *self = argument;
    clast_pool *pool = self->pool;
    while (!atomic_load(&pool->ending)) {
        uint32_t job = atomic_load(&pool->job);
        work(pool, self->number);
        int spins = 0;
        while (atomic_load_explicit(&pool->job, memory_order_relaxed) == job && spins++ < SPINS)
            RELAX();
        if (spins > SPINS)
            sleep_until_work(pool, job);
    }
    return NULL;
}

static void *lines(size_t bytes)
{
    void *p = aligned_alloc(LINE, bytes);
    return p ? memset(p, 0, bytes) : NULL;
}

clast_pool *clast_pool_create(int threads)
{
    clast_pool *pool = lines(sizeof *pool);
    if (!pool)
        return NULL;
    const uint32_t helpers = threads > 1 ? (uint32_t)threads - 1 : 0;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->shares = helpers + 1;
    pool->share = lines(pool->shares * sizeof *pool->share);
    pool->helper = calloc(pool->shares, sizeof *pool->helper);
    for (; pool->share && pool->helper && pool->helpers < helpers; pool->helpers++) {
        helper *self = &pool->helper[pool->helpers];
        *self = (helper){.pool = pool, .number = pool->helpers + 1};
        if (pthread_create(&self->thread, NULL, help, self) != 0)
            break;
    }
    if (!pool->share || !pool->helper || pool->helpers < helpers) {
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
    atomic_fetch_add(&pool->job, 1); /* lets spinning helpers look up */
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t k = 0; k < pool->helpers; k++)
        pthread_join(pool->helper[k].thread, NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->wake);
    free(pool->helper);
    free(pool->share);
    free(pool);
}

int clast_pool_threads(const clast_pool *pool) { return pool ? (int)pool->helpers + 1 : 1; }

static void publish(clast_pool *pool, int64_t n, int64_t chunk, uint32_t chunks, clast_pool_task *task, void *context)
{
    atomic_store_explicit(&pool->n, n, memory_order_relaxed);
    atomic_store_explicit(&pool->chunk, chunk, memory_order_relaxed);
    atomic_store_explicit(&pool->chunks, chunks, memory_order_relaxed);
    atomic_store_explicit(&pool->task, task, memory_order_relaxed);
    atomic_store_explicit(&pool->context, context, memory_order_relaxed);
    atomic_store_explicit(&pool->done, 0, memory_order_relaxed);
    const uint32_t job = atomic_load_explicit(&pool->job, memory_order_relaxed) + 1;
    for (uint32_t k = 0, first = 0; k < pool->shares; k++) {
        const uint32_t end = share_end(chunks, pool->shares, k);
        atomic_store_explicit(&pool->share[k].left, (uint64_t)job << 32 | (end - first), memory_order_release);
        first = end;
    }
    atomic_store(&pool->job, job);
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
    work(pool, 0);
    for (int spins = 0; atomic_load(&pool->done) < chunks; spins++) {
        if (spins < SPINS)
            RELAX();
        else
            sched_yield(); /* the helper that holds the last chunk may be waiting for this core */
    }
}
