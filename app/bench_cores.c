#include "bench_cores.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { LINE = 64 };
enum { PIECE = 4000, ANSWERS = 50 };

/* What the partner is told to do. */
enum { REST, STAY, LOOK, END };

struct bench_cores {
    pthread_t partner;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    double took; /* by the partner */
    _Alignas(2 * LINE) _Atomic uint32_t task;
    _Alignas(2 * LINE) _Atomic uint32_t doing; /* the same, from when the partner began */
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

static void tell(bench_cores *c, uint32_t task)
{
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->task, task);
    pthread_cond_signal(&c->wake);
    pthread_mutex_unlock(&c->lock);
    wait_for(&c->doing, task);
}

static void sleep_while_told(bench_cores *c)
{
    pthread_mutex_lock(&c->lock);
    while (atomic_load(&c->task) == REST)
        pthread_cond_wait(&c->wake, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

static void look_too(bench_cores *c)
{
    wait_for(&c->word, 1);
    c->took = time_arithmetic();
    atomic_store(&c->word, 2);
    for (uint32_t k = 0; k < ANSWERS; k++) {
        wait_for(&c->word, 2 * k + 3);
        atomic_store(&c->word, 2 * k + 4);
    }
}

static void *keep_company(void *context)
{
    bench_cores *const c = context;
    for (uint32_t now = REST; now != END;) {
        if (now == REST)
            sleep_while_told(c);
        const uint32_t next = atomic_load(&c->task);
        if (next == now)
            continue;
        atomic_store(&c->doing, now = next);
        if (now == LOOK)
            look_too(c);
    }
    return NULL;
}

static bool has_company(void) { return sysconf(_SC_NPROCESSORS_ONLN) > 1; }

void bench_cores_rest(bench_cores *c) { tell(c, REST); }

void bench_cores_stay(bench_cores *c)
{
    if (has_company())
        tell(c, STAY);
}

bench_place bench_cores_look(bench_cores *c)
{
    bench_place place;
    if (!has_company()) {
        place.alone = place.both[0] = place.both[1] = time_arithmetic();
        place.answer = 0;
        return place;
    }
    tell(c, STAY);
    const double rest = clock_seconds() + 1e-4; /* until helpers of the run before are asleep */
    while (clock_seconds() < rest)
        ;
    place.alone = time_arithmetic();
    atomic_store(&c->word, 0);
    tell(c, LOOK);
    atomic_store(&c->word, 1);
    place.both[0] = time_arithmetic();
    wait_for(&c->word, 2);
    place.both[1] = c->took;
    const double start = clock_seconds();
    for (uint32_t k = 0; k < ANSWERS; k++) {
        atomic_store(&c->word, 2 * k + 3);
        wait_for(&c->word, 2 * k + 4);
    }
    place.answer = 1e9 * (clock_seconds() - start) / ANSWERS;
    return place;
}

bench_cores *bench_cores_open(void)
{
    bench_cores *const c = aligned_alloc(2 * LINE, sizeof *c);
    if (!c)
        return NULL;
    *c = (bench_cores){.took = 0};
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->wake, NULL);
    if (pthread_create(&c->partner, NULL, keep_company, c) != 0) {
        free(c);
        return NULL;
    }
    return c;
}

void bench_cores_close(bench_cores *c)
{
    if (!c)
        return;
    tell(c, END);
    pthread_join(c->partner, NULL);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->wake);
    free(c);
}
