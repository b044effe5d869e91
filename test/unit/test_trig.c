/* Our sine and cosine against libm, over the quadrants and far out. */
#include "base/trig.h"

#include "check.h"

static void test_against_libm(void **state)
{
    (void)state;
    for (int k = -40000; k <= 40000; k++) {
        double x = k * 0.000777, s, c;
        trig_sincos(x, &s, &c);
        CHECK_NEAR(s, sin(x), 2.3e-16);
        CHECK_NEAR(c, cos(x), 2.3e-16);
    }
    for (double x = 100; x < 1e5; x *= 1.01) {
        double s, c;
        trig_sincos(-x, &s, &c);
        CHECK_NEAR(s, sin(-x), 3e-16);
        CHECK_NEAR(c, cos(-x), 3e-16);
    }
}

static void test_exact_values(void **state)
{
    (void)state;
    double s, c;
    trig_sincos(0, &s, &c);
    CHECK(s == 0 && c == 1);
    trig_sincos(1e-20, &s, &c);
    CHECK(s == 1e-20 && c == 1);
    for (int k = -8; k <= 8; k++) { /* all quadrants, both signs */
        trig_sincos(k * TRIG_PI / 2, &s, &c);
        CHECK_NEAR(s, sin(k * TRIG_PI / 2), 1e-16);
        CHECK_NEAR(c, cos(k * TRIG_PI / 2), 1e-16);
    }
}

/* sin(x)/x and cos(x) - 1 over the seam between the short series and the long way. */
static void test_sinc(void **state)
{
    (void)state;
    double sinc, less, near, less_near;
    for (double x = 1e-9; x < 30; x *= 1.01) {
        trig_sinc(x * x, &sinc, &less);
        CHECK_NEAR(sinc, sin(x) / x, 4.5e-16);
        CHECK_NEAR(less, -2 * sin(0.5 * x) * sin(0.5 * x), x * x <= TRIG_NEAR ? 3e-16 * x * x : 4.5e-16);
        trig_sinc_near(x * x, &near, &less_near);
        CHECK((x * x > TRIG_NEAR) || (near == sinc && less_near == less));
    }
    trig_sinc(0, &sinc, &less);
    CHECK(sinc == 1 && less == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_libm), cmocka_unit_test(test_exact_values),
                                       cmocka_unit_test(test_sinc)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
