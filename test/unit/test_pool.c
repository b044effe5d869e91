/* Threads that share loops: every element exactly once, however many loops follow each other. */
#include "base/pool.h"

#include <stdatomic.h>

#include "check.h"

enum { MOST = 3000, LOOPS = 4000 };

typedef struct sums {
    int64_t of[MOST];
    int64_t add;
} sums;

static void add(void *context, int64_t first, int64_t last)
{
    sums *s = context;
    for (int64_t i = first; i < last; i++)
        s->of[i] += s->add;
}

static void test_each_once(void **state)
{
    (void)state;
    static sums got, wanted;
    for (int threads = 1; threads <= 4; threads++) {
        clast_pool *pool = clast_pool_create(threads);
        CHECK(pool && clast_pool_threads(pool) == threads);
        got = wanted = (sums){0};
        for (int64_t loop = 0; loop < LOOPS; loop++) {
            const int64_t n = loop * 7919 % MOST, chunk = 1 + loop % 97;
            got.add = wanted.add = 1 + loop;
            clast_pool_for(pool, n, chunk, add, &got);
            add(&wanted, 0, n);
        }
        for (int i = 0; i < MOST; i++)
            CHECK(got.of[i] == wanted.of[i]);
        clast_pool_free(pool);
    }
}

/* However the work is said to lie, and in loops of other lengths too. */
static void test_weighed(void **state)
{
    (void)state;
    enum { CHUNKS = 40 };
    static sums got, wanted;
    for (int threads = 1; threads <= 4; threads++) {
        clast_pool *pool = clast_pool_create(threads);
        got = wanted = (sums){0};
        for (int64_t loop = 0; loop < LOOPS; loop++) {
            int32_t weight[CHUNKS];
            for (int k = 0; k < CHUNKS; k++)
                weight[k] = loop % 3 == 0 ? 0 : k == loop % CHUNKS ? 1000000 : 1 + k;
            clast_pool_weigh(pool, CHUNKS, weight);
            const int64_t chunk = 1 + loop % 70, n = (CHUNKS - loop % 2) * chunk - loop % chunk;
            got.add = wanted.add = 1 + loop;
            clast_pool_for(pool, n, chunk, add, &got);
            add(&wanted, 0, n);
        }
        for (int i = 0; i < MOST; i++)
            CHECK(got.of[i] == wanted.of[i]);
        clast_pool_free(pool);
    }
    clast_pool_weigh(NULL, 1, (int32_t[]){1});
}

typedef struct turns {
    sums done;
    int64_t chunk, last_of[MOST]; /* 1 + the turn in which a chunk was done, in its thread */
    _Atomic int64_t rests, told;  /* elements of the runs */
} turns;

static void add_in_turn(void *context, int64_t first, int64_t last)
{
    static _Thread_local int64_t turn;
    turns *t = context;
    add(&t->done, first, last);
    t->last_of[first / t->chunk] = ++turn;
}

static void count_rest(void *context, int64_t first, int64_t last)
{
    turns *t = context;
    atomic_fetch_add(&t->rests, 1);
    atomic_fetch_add(&t->told, last - first);
}

/* Everything once, forwards and backwards, and at the end the rests: of one thread all, of others no element twice. */
static void test_rests(void **state)
{
    (void)state;
    static turns t;
    static sums wanted;
    for (int threads = 1; threads <= 4; threads++) {
        clast_pool *pool = clast_pool_create(threads);
        t = (turns){0};
        wanted = (sums){0};
        for (int64_t loop = 0; loop < LOOPS; loop++) {
            const int64_t n = 1 + loop * 7919 % (MOST - 1), rests = t.rests, told = t.told;
            t.chunk = 1 + loop % 97;
            t.done.add = wanted.add = 1 + loop;
            clast_pool_run(pool, &(clast_pool_loop){.n = n,
                                                    .chunk = t.chunk,
                                                    .task = add_in_turn,
                                                    .rest = count_rest,
                                                    .context = &t,
                                                    .backwards = loop % 2});
            add(&wanted, 0, n);
            CHECK(t.rests > rests && t.rests - rests <= threads && t.told - told <= n);
            CHECK(threads > 1 || (t.rests == rests + 1 && t.told == told + n));
            /* the run of the first chunk is the caller's; alone it goes forwards */
            if (threads == 1 && n > t.chunk)
                CHECK(t.last_of[1] == t.last_of[0] + 1);
        }
        for (int i = 0; i < MOST; i++)
            CHECK(t.done.of[i] == wanted.of[i]);
        clast_pool_free(pool);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_once), cmocka_unit_test(test_weighed),
                                       cmocka_unit_test(test_rests)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
