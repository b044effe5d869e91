/* Jacobi's elliptic functions against tabulated values and against what they are at the ends of the range. */
#include "base/jacobi.h"

#include "check.h"

static void test_ends(void **state)
{
    (void)state;
    const jacobi circular = jacobi_of(1), hyperbolic = jacobi_of(0);
    for (double u = -3; u <= 3; u += 0.1) {
        const jacobi_values c = jacobi_at(&circular, u), h = jacobi_at(&hyperbolic, u);
        CHECK_NEAR(c.sn, sin(u), 3e-16);
        CHECK_NEAR(c.cn, cos(u), 3e-16);
        CHECK_NEAR(c.dn, 1, 0);
        CHECK_NEAR(h.sn, tanh(u), 2e-15);
        CHECK_NEAR(h.cn, 1 / cosh(u), 2e-15);
        CHECK_NEAR(h.dn, 1 / cosh(u), 2e-15);
    }
}

/* Abramowitz & Stegun, table 16: K(1/2) = 1.85407467730137; sn K = 1, cn K = 0, dn K = sqrt(1-m); half of K in closed
 * form: sn(K/2) = 1/sqrt(1 + k'), cn(K/2) = sqrt(k'/(1 + k')), dn(K/2) = sqrt k'. */
static void test_quarter_period(void **state)
{
    (void)state;
    const double K = 1.8540746773013719, other = sqrt(0.5);
    const jacobi j = jacobi_of(0.5);
    const jacobi_values whole = jacobi_at(&j, K), half = jacobi_at(&j, K / 2);
    CHECK_NEAR(whole.sn, 1, 1e-15);
    CHECK_NEAR(whole.cn, 0, 1e-15);
    CHECK_NEAR(whole.dn, sqrt(0.5), 1e-15);
    CHECK_NEAR(half.sn, 1 / sqrt(1 + other), 1e-15);
    CHECK_NEAR(half.cn, sqrt(other / (1 + other)), 1e-15);
    CHECK_NEAR(half.dn, sqrt(other), 1e-15);
}

/* sn^2 + cn^2 = 1, dn^2 + m sn^2 = 1, and sn' = cn dn, over the parameter. */
static void test_identities(void **state)
{
    (void)state;
    for (double m = 0; m <= 1; m += 0.0625) {
        const jacobi j = jacobi_of(1 - m);
        for (double u = -4; u <= 4; u += 0.25) {
            const double h = 1e-5;
            const jacobi_values v = jacobi_at(&j, u), after = jacobi_at(&j, u + h), before = jacobi_at(&j, u - h);
            CHECK_NEAR(v.sn * v.sn + v.cn * v.cn, 1, 5e-15);
            CHECK_NEAR(v.dn * v.dn + m * v.sn * v.sn, 1, 5e-15);
            CHECK_NEAR((after.sn - before.sn) / (2 * h), v.cn * v.dn, 2e-10);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends), cmocka_unit_test(test_quarter_period),
                                       cmocka_unit_test(test_identities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
