/* cmocka, and checks on doubles.
 * cmocka's own assert_float_equal works in single precision: it lets 1 + 1e-9 pass for 1 within 1e-15.
 * Every check here is written so that a NaN fails. */
#ifndef CLAST_TEST_CHECK_H
#define CLAST_TEST_CHECK_H

/* cmocka.h needs these before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>

/* absolute: |value - expected| <= tol */
#define CHECK_NEAR(value, expected, tol) check_near((value), (expected), (tol), #value, __FILE__, __LINE__)

/* relative: |value - expected| <= rel |expected| */
#define CHECK_CLOSE(value, expected, rel) check_close((value), (expected), (rel), #value, __FILE__, __LINE__)

/* low <= value <= high: a band with two sides, for what must not be too good either */
#define CHECK_BETWEEN(value, low, high) check_between((value), (low), (high), #value, __FILE__, __LINE__)

#define CHECK(condition) check_true((condition), #condition, __FILE__, __LINE__)

/* The call returned CLAST_OK (0); if not, the clast_error it filled says why. */
#define CHECK_OK(status, error) check_ok((int)(status), (error)->text, #status, __FILE__, __LINE__)

static inline void check_near(double value, double expected, double tol, const char *text, const char *file, int line)
{
    double difference = value - expected;
    if (fabs(difference) <= tol)
        return;
    print_error("%s:%d: %s is %.17g, expected %.17g within %.3g, difference %.17g\n", file, line, text, value, expected,
                tol, difference);
    _fail(file, line);
}

static inline void check_close(double value, double expected, double rel, const char *text, const char *file, int line)
{
    double difference = value - expected;
    if (fabs(difference) <= rel * fabs(expected))
        return;
    print_error("%s:%d: %s is %.17g, expected %.17g, relative difference %.17g, allowed %.3g\n", file, line, text,
                value, expected, difference / fabs(expected), rel);
    _fail(file, line);
}

static inline void check_between(double value, double low, double high, const char *text, const char *file, int line)
{
    if (low <= value && value <= high)
        return;
    print_error("%s:%d: %s is %.17g, expected between %.17g and %.17g\n", file, line, text, value, low, high);
    _fail(file, line);
}

static inline void check_true(bool condition, const char *text, const char *file, int line)
{
    if (condition)
        return;
    print_error("%s:%d: not true: %s\n", file, line, text);
    _fail(file, line);
}

static inline void check_ok(int status, const char *reason, const char *text, const char *file, int line)
{
    if (status == 0)
        return;
    print_error("%s:%d: %s failed with status %d: %s\n", file, line, text, status, reason);
    _fail(file, line);
}

#endif
