/* Eigen decomposition: values, axes, signs and handedness, and that a diagonal matrix is left alone. */
#include "base/eigen.h"
#include "check.h"

#include <float.h>

/* a = sum over k of value[k] axis[k] axis[k], the axes orthonormal and right-handed, the values ascending. */
static void check_decomposition(const double a[6], const double value[3], double axis[3][3])
{
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    double norm = 0.0;
    for (int i = 0; i < 6; i++)
        norm = fmax(norm, fabs(a[i]));
    for (int i = 0; i < 6; i++) {
        double back = 0.0;
        for (int k = 0; k < 3; k++)
            back += value[k] * axis[k][row[i]] * axis[k][column[i]];
        CHECK_NEAR(back, a[i], 20 * DBL_EPSILON * norm);
    }
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            double dot = axis[k][0] * axis[l][0] + axis[k][1] * axis[l][1] + axis[k][2] * axis[l][2];
            CHECK_NEAR(dot, k == l, 10 * DBL_EPSILON);
        }
        int b = (k + 1) % 3, c = (k + 2) % 3;
        CHECK_NEAR(axis[0][b] * axis[1][c] - axis[0][c] * axis[1][b], axis[2][k], 10 * DBL_EPSILON);
    }
    CHECK(value[0] <= value[1] && value[1] <= value[2]);
}

static void check_axes(const double a[6], double expected[3][3])
{
    double value[3], axis[3][3];
    clast_eigen_symmetric(a, value, axis);
    check_decomposition(a, value, axis);
    for (int k = 0; k < 3; k++) {
        for (int b = 0; b < 3; b++)
            CHECK_NEAR(axis[k][b], expected[k][b], 0.0);
    }
}

static void diagonal_is_not_turned(void **state)
{
    (void)state;
    double xyz[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double yzx[3][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    double yxz[3][3] = {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}};
    check_axes((double[6]){1, 2, 3, 0, 0, 0}, xyz);
    check_axes((double[6]){3, 1, 2, 0, 0, 0}, yzx);
    check_axes((double[6]){2, 1, 3, 0, 0, 0}, yxz);
    check_axes((double[6]){-5, -5, -5, 0, 0, 0}, xyz);
    check_axes((double[6]){1, 2, 2, 0, 0, 0}, xyz);
    check_axes((double[6]){0, 0, 0, 0, 0, 0}, xyz);
}

static void rounding_is_not_turned(void **state)
{
    (void)state;
    double xyz[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    check_axes((double[6]){7, 7, 7, 1e-16, -1e-16, 1e-16}, xyz);
    check_axes((double[6]){1e-9, 7e-9, 7e-9, 0, 0, 1e-25}, xyz);
}

static void known_values(void **state)
{
    (void)state;
    double value[3], axis[3][3];
    const double string[6] = {2, 2, 2, -1, 0, -1}; /* three masses on a string */
    clast_eigen_symmetric(string, value, axis);
    check_decomposition(string, value, axis);
    for (int k = 0; k < 3; k++)
        CHECK_NEAR(value[k], 2 - 2 * cos((k + 1) * acos(-1.0) / 4), 8 * DBL_EPSILON);
    CHECK_NEAR(axis[0][1], sqrt(0.5), 4 * DBL_EPSILON);
    CHECK_NEAR(axis[1][0], sqrt(0.5), 4 * DBL_EPSILON); /* (1, 0, -1): the first of equals is positive */
    const double zero_diagonal[6] = {0, 0, 0, 1, 0, 0};
    clast_eigen_symmetric(zero_diagonal, value, axis);
    check_decomposition(zero_diagonal, value, axis);
    CHECK_NEAR(value[0], -1, 2 * DBL_EPSILON);
    CHECK_NEAR(value[1], 0, 2 * DBL_EPSILON);
    CHECK_NEAR(value[2], 1, 2 * DBL_EPSILON);
}

static double uniform(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0 - 0.5;
}

static void random_matrices(void **state)
{
    (void)state;
    unsigned seed = 1;
    for (int trial = 0; trial < 2000; trial++) {
        double a[6], value[3], axis[3][3];
        double scale = pow(10.0, 20 * uniform(&seed)), coupling = pow(10.0, 16 * (uniform(&seed) - 0.5));
        for (int i = 0; i < 6; i++)
            a[i] = scale * uniform(&seed) * (i < 3 ? 1.0 : coupling);
        clast_eigen_symmetric(a, value, axis);
        check_decomposition(a, value, axis);
        for (int k = 0; k < 2; k++) {
            double low = fmin(axis[k][0], fmin(axis[k][1], axis[k][2]));
            double high = fmax(axis[k][0], fmax(axis[k][1], axis[k][2]));
            CHECK(high > -low * (1 - 1e-11));
        }
    }
}

/* A positive definite matrix: the small value keeps its digits beside one 1e30 times larger. */
static void small_value_keeps_its_digits(void **state)
{
    (void)state;
    double value[3], axis[3][3];
    const double a[6] = {1e-30, 1, 2, 5e-16, 0, 0}; /* determinant of the x y block 0.75e-30, its large value 1 */
    clast_eigen_symmetric(a, value, axis);
    CHECK_CLOSE(value[0], 0.75e-30, 1e-14);
    CHECK_CLOSE(value[1], 1.0, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diagonal_is_not_turned),
        cmocka_unit_test(rounding_is_not_turned),
        cmocka_unit_test(known_values),
        cmocka_unit_test(random_matrices),
        cmocka_unit_test(small_value_keeps_its_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
