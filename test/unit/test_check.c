/* The checks themselves, seen green and seen red.
 * cmocka leaves a failed test by a long jump, so the red ones are a group of their own whose failures are counted. */
#include "check.h"

#include <stdio.h>

static void passes(void **state)
{
    (void)state;
    struct {
        char text[8];
    } error = {"unused"};
    CHECK_NEAR(1.0 + 1e-9, 1.0, 1e-8);
    CHECK_NEAR(-2.0, -2.0, 0.0);
    CHECK_CLOSE(1e20 * (1.0 + 1e-12), 1e20, 1e-11);
    CHECK_CLOSE(-1e-20, -1e-20, 0.0);
    CHECK_BETWEEN(2.0, 2.0, 2.0);
    CHECK(1 + 1 == 2);
    CHECK_OK(0, &error);
}

#define RED(name, check)           \
    static void name(void **state) \
    {                              \
        (void)state;               \
        check;                     \
    }

RED(near_red, CHECK_NEAR(1.0 + 1e-9, 1.0, 1e-15)) /* what cmocka's own check lets pass */
RED(near_nan, CHECK_NEAR(NAN, 1.0, INFINITY))
RED(near_nan_expected, CHECK_NEAR(1.0, NAN, INFINITY))
RED(near_nan_tolerance, CHECK_NEAR(1.0, 1.0, NAN))
RED(close_red, CHECK_CLOSE(1.0 + 1e-9, 1.0, 1e-10))
RED(close_to_zero, CHECK_CLOSE(1e-300, 0.0, 0.5))
RED(close_nan, CHECK_CLOSE(NAN, 1.0, 1.0))
RED(between_low, CHECK_BETWEEN(1.0 - 1e-15, 1.0, 2.0))
RED(between_high, CHECK_BETWEEN(2.0 + 1e-15, 1.0, 2.0))
RED(between_nan, CHECK_BETWEEN(NAN, -INFINITY, INFINITY))
RED(true_red, CHECK(1 + 1 == 3))

static void ok_red(void **state)
{
    (void)state;
    struct {
        char text[32];
    } error = {"the reason is shown"};
    CHECK_OK(1, &error);
}

int main(void)
{
    const struct CMUnitTest green[] = {cmocka_unit_test(passes)};
    const struct CMUnitTest red[] = {
        cmocka_unit_test(near_red),           cmocka_unit_test(near_nan),    cmocka_unit_test(near_nan_expected),
        cmocka_unit_test(near_nan_tolerance), cmocka_unit_test(close_red),   cmocka_unit_test(close_to_zero),
        cmocka_unit_test(close_nan),          cmocka_unit_test(between_low), cmocka_unit_test(between_high),
        cmocka_unit_test(between_nan),        cmocka_unit_test(true_red),    cmocka_unit_test(ok_red),
    };
    const int n_red = (int)(sizeof red / sizeof red[0]);

    int wrong = cmocka_run_group_tests(green, NULL, NULL);
    printf("\nEach of the next %d tests is meant to fail.\n", n_red);
    fflush(stdout);
    int seen_red = cmocka_run_group_tests(red, NULL, NULL);
    printf("%d of %d failed as they should\n", seen_red, n_red);
    return wrong != 0 || seen_red != n_red;
}
