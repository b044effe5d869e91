#define _GNU_SOURCE /* sched_getcpu is no POSIX */
#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SPINS = 4000 };  /* some tens of microseconds: longer than the gap between two loops of a step */
enum { LOOKS = 64 };    /* whether the thread that is waited for stands behind this one */
enum { PATIENCE = 20 }; /* half a microsecond: what another thread has in its cache is not fetched for less */

enum { LINE = 64 }; /* what two threads write should not lie in one line of the cache */

/* The chunks of a job are shared out, each thread its own run of them, so that it meets the same bodies again in every
 * loop and finds them in its own cache. Whoever is through with his and sees no end for some time takes from the others.
 * All that a thread must know to begin lies in one line of the cache.
 * The job's number in the upper half, the chunks left to take in the lower: one word, so that a helper who comes late
 * cannot take a chunk of the wrong job. The fields change only while no chunk of the share is left. */
typedef struct share {
    _Alignas(LINE) _Atomic uint64_t left;
    _Atomic int64_t n, chunk;
    _Atomic(clast_pool_task *) task;
    _Atomic(void *) context;
    _Atomic uint32_t end; /* behind its last chunk */
} share;

_Static_assert(sizeof(share) == LINE, "one line of the cache");

/* Where a thread was when its last job began. */
typedef struct place {
    _Alignas(LINE) _Atomic int core;
} place;

typedef struct helper {
    clast_pool *pool;
    pthread_t thread;
    uint32_t number;
} helper;

struct clast_pool {
    uint32_t helpers, shares;
    helper *helper;
    share *share; /* the caller's, then the helpers' */
    place *place; /* of the same */

    /* written by the caller alone, between loops */
    uint32_t *ends;         /* per share */
    uint32_t weighed;       /* the ends are for loops of so many chunks */
    uint32_t job, expected; /* number of the last one; done at its end */
    bool helped;            /* in the last one */

    _Atomic bool ending;
    _Atomic int sleepers;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    _Alignas(LINE) _Atomic uint32_t done; /* chunks that the helpers did, in all loops */
    char rest[LINE - sizeof(uint32_t)];   /* of its line */
};

static uint32_t job_of(const share *own)
{
    return (uint32_t)(atomic_load_explicit(&own->left, memory_order_relaxed) >> 32);
}

/* Takes one chunk of a share and does it; false when there is none left. */
static bool take(share *from)
{
    uint64_t word = atomic_load_explicit(&from->left, memory_order_acquire);
    while ((uint32_t)word > 0) {
        const int64_t n = atomic_load_explicit(&from->n, memory_order_relaxed);
        const int64_t chunk = atomic_load_explicit(&from->chunk, memory_order_relaxed);
        const uint32_t end = atomic_load_explicit(&from->end, memory_order_relaxed);
        clast_pool_task *task = atomic_load_explicit(&from->task, memory_order_relaxed);
        void *context = atomic_load_explicit(&from->context, memory_order_relaxed);
        /* success says that the job is still the one whose fields were read: it cannot end with this chunk undone */
        if (!atomic_compare_exchange_weak(&from->left, &word, word - 1))
            continue;
        const int64_t first = (int64_t)(end - (uint32_t)word) * chunk;
        task(context, first, first + chunk < n ? first + chunk : n);
        return true;
    }
    return false;
}

/* Of the shares from first up to last; returns how many chunks were done. */
static uint32_t work(clast_pool *pool, uint32_t first, uint32_t last)
{
    uint32_t mine = 0;
    for (uint32_t k = first; k < last; k++)
        while (take(&pool->share[k % pool->shares]))
            mine++;
    return mine;
}

static int core(void)
{
#ifdef __linux__
    return sched_getcpu();
#else
    return -1;
#endif
}

static void note_core(place *own)
{
    const int now = core();
    if (atomic_load_explicit(&own->core, memory_order_relaxed) != now)
        atomic_store_explicit(&own->core, now, memory_order_relaxed);
}

/* Another thread was on this core last. */
static bool shares_core(const clast_pool *pool)
{
    const int here = core();
    uint32_t n = 0;
    for (uint32_t k = 0; here >= 0 && k < pool->shares; k++)
        n += atomic_load_explicit(&pool->place[k].core, memory_order_relaxed) == here;
    return n > 1;
}

void clast_pool_wait(const clast_pool *pool, int spins)
{
    if (spins >= SPINS || (spins % LOOKS == LOOKS - 1 && shares_core(pool)))
        sched_yield(); /* the one that is waited for may be waiting for this core */
    else {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }
}

static void help_out(clast_pool *pool, uint32_t first, uint32_t last)
{
    const uint32_t mine = work(pool, first, last);
    if (mine > 0)
        atomic_fetch_add(&pool->done, mine);
}

static void sleep_until_work(clast_pool *pool, const share *own, uint32_t job)
{
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add(&pool->sleepers, 1);
    while (job_of(own) == job && !atomic_load(&pool->ending))
        pthread_cond_wait(&pool->wake, &pool->lock);
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->lock);
}

static void *help(void *argument)
{
    const helper *self = argument;
    clast_pool *pool = self->pool;
    const share *own = &pool->share[self->number];
    uint32_t job = 0;
    while (!atomic_load(&pool->ending)) {
        for (int spins = 0; job_of(own) == job; spins++)
            if (spins == PATIENCE)
                help_out(pool, self->number + 1, self->number + pool->shares);
            else if (spins < SPINS)
                clast_pool_wait(pool, spins);
            else
                sleep_until_work(pool, own, job);
        job = job_of(own);
        note_core(&pool->place[self->number]);
        help_out(pool, self->number, self->number + 1);
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
    pool->place = lines(pool->shares * sizeof *pool->place);
    pool->helper = calloc(pool->shares, sizeof *pool->helper);
    pool->ends = calloc(pool->shares, sizeof *pool->ends);
    const bool room = pool->share && pool->place && pool->helper && pool->ends;
    for (; room && pool->helpers < helpers; pool->helpers++) {
        helper *self = &pool->helper[pool->helpers];
        *self = (helper){.pool = pool, .number = pool->helpers + 1};
        if (pthread_create(&self->thread, NULL, help, self) != 0)
            break;
    }
    if (!room || pool->helpers < helpers) {
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
    for (uint32_t k = 1; k <= pool->helpers; k++) /* lets those that spin look up */
        atomic_store(&pool->share[k].left, (uint64_t)(pool->job + 1) << 32);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t k = 0; k < pool->helpers; k++)
        pthread_join(pool->helper[k].thread, NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->wake);
    free(pool->ends);
    free(pool->helper);
    free(pool->place);
    free(pool->share);
    free(pool);
}

int clast_pool_threads(const clast_pool *pool) { return pool ? (int)pool->helpers + 1 : 1; }

void clast_pool_weigh(clast_pool *pool, int32_t chunks, const int32_t *weight)
{
    if (!pool)
        return;
    int64_t total = 0, sum = 0;
    for (int32_t c = 0; c < chunks; c++)
        total += weight[c];
    int32_t c = 0;
    for (uint32_t k = 0; k < pool->shares; k++) {
        for (; c < chunks && 2 * sum + weight[c] <= 2 * total * (k + 1) / pool->shares; c++)
            sum += weight[c];
        pool->ends[k] = (uint32_t)c;
    }
    pool->weighed = (uint32_t)chunks;
}

/* Behind the last chunk of a share. */
static uint32_t share_end(const clast_pool *pool, uint32_t chunks, uint32_t k)
{
    return chunks == pool->weighed ? pool->ends[k] : (uint32_t)((uint64_t)chunks * (k + 1) / pool->shares);
}

int32_t clast_pool_share_end(const clast_pool *pool, int32_t chunks, int32_t k)
{
    return pool ? (int32_t)share_end(pool, (uint32_t)chunks, (uint32_t)k) : chunks;
}

static void publish(clast_pool *pool, int64_t n, int64_t chunk, clast_pool_task *task, void *context, uint32_t chunks)
{
    pool->job++;
    for (uint32_t k = pool->shares; k-- > 0;) {
        share *const to = &pool->share[k];
        const uint32_t end = share_end(pool, chunks, k), first = k ? share_end(pool, chunks, k - 1) : 0;
        atomic_store_explicit(&to->n, n, memory_order_relaxed);
        atomic_store_explicit(&to->chunk, chunk, memory_order_relaxed);
        atomic_store_explicit(&to->task, task, memory_order_relaxed);
        atomic_store_explicit(&to->context, context, memory_order_relaxed);
        atomic_store_explicit(&to->end, end, memory_order_relaxed);
        atomic_store_explicit(&to->left, (uint64_t)pool->job << 32 | (end - first), memory_order_release);
    }
    /* A helper just falling asleep may be overlooked, as nothing here waits until the others see the job: then it misses
     * this one, which is no harm, and the next wakes it. */
    if (atomic_load_explicit(&pool->sleepers, memory_order_relaxed) > 0) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->lock);
    }
}

static void run_alone(int64_t n, int64_t chunk, clast_pool_task *task, void *context)
{
    for (int64_t first = 0; first < n; first += chunk)
        task(context, first, first + chunk < n ? first + chunk : n);
}

void clast_pool_for(clast_pool *pool, int64_t n, int64_t chunk, clast_pool_task *task, void *context)
{
    if (!pool || pool->helpers == 0 || n <= chunk) {
        run_alone(n, chunk, task, context);
        return;
    }
    const uint32_t chunks = (uint32_t)((n + chunk - 1) / chunk), before = pool->expected;
    note_core(&pool->place[0]);
    publish(pool, n, chunk, task, context, chunks);
    pool->expected += chunks - work(pool, 0, 1);
    const int patience = pool->helped ? PATIENCE : 0; /* none with helpers that do not run */
    for (int spins = 0; atomic_load(&pool->done) != pool->expected; spins++)
        if (spins == patience)
            pool->expected -= work(pool, 1, pool->shares);
        else
            clast_pool_wait(pool, spins);
    pool->helped = pool->expected != before;
}
