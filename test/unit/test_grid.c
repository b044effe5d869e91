/* The grid finds just the pairs that brute force finds, in order, for any mixture of sizes. */
#include "collide/grid.h"

#include <stdlib.h>

#include "base/random.h"
#include "check.h"

enum { N = 700 };

static void compare(double spread, double outlier, double box, int threads)
{
    static double store[3][N], radius[N];
    double *x[3] = {store[0], store[1], store[2]};
    clast_random random = {.seed = 5, .stream = (uint64_t)(spread * 100)};
    for (int i = 0; i < N; i++) {
        for (int c = 0; c < 3; c++)
            x[c][i] = box * (random_uniform(&random) - 0.5);
        radius[i] = 0.25 * pow(spread, -random_uniform(&random));
    }
    x[0][17] = outlier;
    const double skin = 0.02;
    clast_grid_pair *pairs = NULL;
    clast_room room = {0};
    size_t n = 0, at = 0;
    clast_pool *pool = clast_pool_create(threads);
    CHECK(clast_grid_pairs(N, x, radius, skin, pool, &room, &pairs, &n));
    clast_pool_free(pool);
    for (int32_t a = 0; a < N; a++)
        for (int32_t b = a + 1; b < N; b++) {
            double dx = x[0][a] - x[0][b], dy = x[1][a] - x[1][b], dz = x[2][a] - x[2][b];
            double reach = radius[a] + radius[b] + skin;
            if (dx * dx + dy * dy + dz * dz < reach * reach) {
                CHECK(at < n && pairs[at].a == a && pairs[at].b == b);
                at++;
            }
        }
    CHECK(at == n);
    CHECK(n > 8);
    free(room.block);
}

static void test_equal_sizes(void **state)
{
    (void)state;
    compare(1, 0, 10, 1);
}
static void test_mixed_sizes(void **state)
{
    (void)state;
    compare(40, 0, 10, 2);
}
/* Every cell has a bucket of its own. */
static void test_crowded(void **state)
{
    (void)state;
    compare(1, 0, 2, 2);
    compare(3, 0, 4, 1);
}
static void test_far_outlier(void **state)
{
    (void)state;
    compare(3, 1e15, 10, 1);
}

static void test_one_body(void **state)
{
    (void)state;
    double zero = 0, radius = 1;
    double *x[3] = {&zero, &zero, &zero};
    clast_grid_pair *pairs = NULL;
    clast_room room = {0};
    size_t n = 1;
    CHECK(clast_grid_pairs(1, x, &radius, 0.1, NULL, &room, &pairs, &n) && n == 0);
    free(room.block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equal_sizes), cmocka_unit_test(test_mixed_sizes),
                                       cmocka_unit_test(test_far_outlier), cmocka_unit_test(test_crowded),
                                       cmocka_unit_test(test_one_body)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
