#include "bench_cores.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { LINE = 64 };
enum { PIECE = 4000, ANSWERS = 50 };

struct bench_cores {
    pthread_t partner;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    uint32_t asked; /* looks, under the lock */
    bool ending;
    double took; /* by the partner */
    _Alignas(2 * LINE) _Atomic uint32_t ready;
    _Alignas(2 * LINE) _Atomic uint32_t go;
    _Alignas(2 * LINE) _Atomic uint32_t done;
    _Alignas(2 * LINE) _Atomic uint32_t word;
    char rest[2 * LINE - sizeof(uint32_t)];
};

/* So many chains of products and sums, in so many vectors of two, that units for both are busy all the time, and so many whole
 * numbers beside that no instruction more has room: whoever else is on the core is felt. */
static double time_arithmetic(void)
{
    enum { CHAINS = 24, WHOLE = 6 };
    double a[CHAINS];
    uint64_t b[WHOLE];
    for (int k = 0; k < CHAINS; k++)
        a[k] = 1 + k;
    for (int k = 0; k < WHOLE; k++)
        b[k] = (uint64_t)k;
    const double start = clock_seconds();
    for (int i = 0; i < PIECE; i++) {
#pragma GCC unroll 24
        for (int k = 0; k < CHAINS; k++)
            a[k] = a[k] * 0.999999 + 1e-9;
#pragma GCC unroll 6
        for (int k = 0; k < WHOLE; k++)
            b[k] = (b[k] + 0x9e3779b9u) ^ (uint64_t)i;
    }
    const double took = clock_seconds() - start;
    volatile double sum = 0; /* so that it has to be done */
    for (int k = 0; k < CHAINS; k++)
        sum += a[k];
    for (int k = 0; k < WHOLE; k++)
        sum += (double)(b[k] & 1);
    return 1e9 * took;
}

static void wait_for(_Atomic uint32_t *word, uint32_t value)
{
    while (atomic_load_explicit(word, memory_order_acquire) != value)
        ;
}

static void *answer(void *context)
{
    bench_cores *const c = context;
    uint32_t look = 0;
    for (;;) {
        pthread_mutex_lock(&c->lock);
        while (c->asked == look && !c->ending)
            pthread_cond_wait(&c->wake, &c->lock);
        look = c->asked;
        const bool ends = c->ending;
        pthread_mutex_unlock(&c->lock);
        if (ends)
            return NULL;
        atomic_store(&c->ready, look);
        wait_for(&c->go, look);
        c->took = time_arithmetic();
        atomic_store(&c->done, look);
        for (uint32_t k = 0; k < ANSWERS; k++) {
            wait_for(&c->word, 2 * k + 1);
            atomic_store(&c->word, 2 * k + 2);
        }
    }
}

bench_place bench_cores_look(bench_cores *c)
{
    bench_place place;
    const double rest = clock_seconds() + 1e-4; /* until helpers of the run before are asleep */
    while (clock_seconds() < rest)
        ;
    place.alone = time_arithmetic();
    atomic_store(&c->word, 0);
    pthread_mutex_lock(&c->lock);
    const uint32_t look = ++c->asked;
    pthread_cond_signal(&c->wake);
    pthread_mutex_unlock(&c->lock);
    wait_for(&c->ready, look);
    atomic_store(&c->go, look);
    place.both[0] = time_arithmetic();
    wait_for(&c->done, look);
    place.both[1] = c->took;
    const double start = clock_seconds();
    for (uint32_t k = 0; k < ANSWERS; k++) {
        atomic_store(&c->word, 2 * k + 1);
        wait_for(&c->word, 2 * k + 2);
    }
    place.answer = 1e9 * (clock_seconds() - start) / ANSWERS;
    return place;
}

bench_cores *bench_cores_open(void)
{
    bench_cores *const c = aligned_alloc(2 * LINE, sizeof *c);
    if (!c)
        return NULL;
    *c = (bench_cores){.asked = 0};
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->wake, NULL);
    if (pthread_create(&c->partner, NULL, answer, c) != 0) {
        free(c);
        return NULL;
    }
    return c;
}

void bench_cores_close(bench_cores *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->ending = true;
    pthread_cond_signal(&c->wake);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->partner, NULL);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->wake);
    free(c);
}
