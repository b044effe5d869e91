/* Our inverse root against libm, over two octaves (what follows repeats itself) and over all sizes that there are. */
#include "base/root.h"

#include <math.h>
#include <stdio.h>

#include "check.h"

static double off(double x) { return fabs(root_inverse(x) * sqrt(x) - 1); }

static void test_against_libm(void **state)
{
    (void)state;
    double most = 0;
    for (int k = 0; k < 3000000; k++)
        most = fmax(most, off(1 + k * 1e-6));
    printf("largest error %.3g\n", most);
    CHECK(most < 5e-16);
    for (double x = 1e-305; x < 1e305; x *= 3.7)
        CHECK(off(x) < 5e-16);
}

/* Lanes that nobody reads may hold anything. */
static void test_of_zero(void **state)
{
    (void)state;
    CHECK(isfinite(root_inverse(0)));
    CHECK(isfinite(root_inverse(5e-324)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_libm), cmocka_unit_test(test_of_zero)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
