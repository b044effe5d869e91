/* Threads that share loops: every element exactly once, however many loops follow each other. */
#include "base/pool.h"

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

/* Shares follow each other up to the last chunk, and are about as heavy as each other. */
static void test_shares(void **state)
{
    (void)state;
    enum { CHUNKS = 40, THREADS = 4 };
    CHECK(clast_pool_share_end(NULL, CHUNKS, 0) == CHUNKS);
    clast_pool *pool = clast_pool_create(THREADS);
    int32_t weight[CHUNKS], total = 0;
    for (int k = 0; k < CHUNKS; k++)
        total += weight[k] = 10 + k;
    clast_pool_weigh(pool, CHUNKS, weight);
    for (int k = 0, c = 0; k < THREADS; k++) {
        int32_t sum = 0;
        for (; c < clast_pool_share_end(pool, CHUNKS, k); c++)
            sum += weight[c];
        CHECK(sum > 0.9 * total / THREADS && sum < 1.1 * total / THREADS);
        CHECK(clast_pool_share_end(pool, 2 * THREADS, k) == 2 * (k + 1));
    }
    CHECK(clast_pool_share_end(pool, CHUNKS, THREADS - 1) == CHUNKS);
    clast_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_once), cmocka_unit_test(test_weighed),
                                       cmocka_unit_test(test_shares)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
