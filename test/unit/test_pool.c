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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
