/* Formulas of time: what they give, and the exact words for what is wrong with one. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "io/formula_read.h"

static double value(const char *text, const char *unit, double t)
{
    clast_arena arena = {0};
    clast_formula formula = {0};
    clast_error error = {0};
    CHECK_OK(clast_formula_read(text, unit, "f", (clast_place){0}, &arena, &formula, &error), &error);
    const double out = clast_formula_value(&formula, t);
    clast_arena_clear(&arena);
    return out;
}

#define GIVES(text, t, expected) CHECK_NEAR(value(text, "N", t), expected, 1e-15 * (1 + fabs((double)(expected))))

static void arithmetic(void **state)
{
    (void)state;
    GIVES("2", 0, 2);
    GIVES("1 + 2*3 - 4/8", 0, 6.5);
    GIVES("-2^2", 0, -4);
    GIVES("2^-1", 0, 0.5);
    GIVES("2^3^2", 0, 512);
    GIVES("(1 + 2)*3", 0, 9);
    GIVES("--3 - -1", 0, 4);
    GIVES("8/4/2", 0, 1);
    GIVES(" 1.5e-3 * t", 2, 3e-3);
    GIVES("5-3-1", 0, 1);
    GIVES("3*t^2 - t", 0.5, 0.25);
}

static void functions(void **state)
{
    (void)state;
    GIVES("sin(2*pi*t)", 0.25, 1);
    GIVES("cos(t)", 3, cos(3));
    GIVES("sin(t) + cos(t)", 3e12, sin(3e12) + cos(3e12));
    GIVES("tan(0.3)", 0, tan(0.3));
    GIVES("exp(-t/2 s)", 3, exp(-1.5));
    GIVES("log(2)", 0, log(2));
    GIVES("sqrt(abs(-9))", 0, 3);
    GIVES("min(t, 2) + max(t, 2)", 7, 9);
    GIVES("step(t - 1)", 1, 1);
    GIVES("heaviside(t - 1)", 0.999, 0);
    GIVES("ramp(t, 1, 3)", 0.5, 0);
    GIVES("ramp(t, 1, 3)", 1.5, 0.25);
    GIVES("ramp(t, 1, 3)", 4, 1);
    GIVES("t < 1 ? 5 : t == 2 ? 7 : 9", 0, 5);
    GIVES("t < 1 ? 5 : t == 2 ? 7 : 9", 2, 7);
    GIVES("t <= 1 ? 5 : t != 2 ? 7 : 9", 2, 9);
    GIVES("t >= 1 ? 1/t : 0", 0, 0); /* the side not taken may be infinite */
}

static void units(void **state)
{
    (void)state;
    GIVES("2 mN", 0, 2e-3);
    GIVES("2 mN * sin(30 deg)", 0, 1e-3);
    GIVES("3 N/m * 4 mm", 0, 12e-3);
    GIVES("2 N/s*t", 3, 6);
    GIVES("2 N*s/m * 3 m/s", 0, 6);
    GIVES("5 N*min(1, 2)", 0, 5);
    GIVES("2 kg * 3 m / (1 s)^2", 0, 6);
    GIVES("1 N*cos(50 Hz*t)", 0.1, cos(5));
    GIVES("sqrt(4 N*N)", 0, 2);
    CHECK_NEAR(value("2 mN * 3 mm", "N*m", 0), 6e-6, 1e-20);
}

static void refuse(const char *text, int column, int width, const char *message)
{
    clast_arena arena = {0};
    clast_formula formula = {0};
    clast_error error = {0};
    CHECK(clast_formula_read(text, "N", "f", (clast_place){7, 10, 5}, &arena, &formula, &error) == CLAST_BAD_INPUT);
    assert_string_equal(error.text, message);
    assert_int_equal(error.place.line, 7);
    assert_int_equal(error.place.column, 10 + column);
    assert_int_equal(error.place.width, width);
    clast_arena_clear(&arena);
}

#define KNOWN "; known: t, pi, sin, cos, tan, exp, log, sqrt, abs, min, max, step, heaviside, ramp"
#define ATOM  "a number, t, pi, a function or '(' was wanted"

static void bad_input(void **state)
{
    (void)state;
    refuse("", 0, 1, "f is '': it ends too early; " ATOM);
    refuse("2 N * sn(t)", 6, 2, "f is '2 N * sn(t)': 'sn' is not known, did you mean 'sin'?" KNOWN);
    refuse("1 + x", 4, 1, "f is '1 + x': 'x' is not known, did you mean 't'?" KNOWN);
    refuse("1 + volume", 4, 6, "f is '1 + volume': 'volume' is not known" KNOWN);
    refuse("1 +", 3, 1, "f is '1 +': it ends too early; " ATOM);
    refuse("1 + * 2", 4, 1, "f is '1 + * 2': '*' is out of place; " ATOM);
    refuse("(1 + 2", 6, 1, "f is '(1 + 2': a bracket is not closed; ')' is missing");
    refuse("1 + 2)", 5, 1, "f is '1 + 2)': ')' is out of place; an operator + - * / ^ < > ? or the end was wanted");
    refuse("sin t", 0, 3, "f is 'sin t': 'sin' is a function; it wants 1 value in brackets");
    refuse("max(1)", 0, 3, "f is 'max(1)': max has 1 value in its brackets; it wants 2");
    refuse("ramp(t, 1", 9, 1, "f is 'ramp(t, 1': a bracket is not closed; ')' is missing");
    refuse("2 t", 2, 1, "f is '2 t': 't' after a number is no unit; write 2*t for a product, 2 N or 2 mN*m for a unit");
    refuse("t < 1 ? 2", 9, 1, "f is 't < 1 ? 2': ':' was wanted here; a choice is condition ? value : value");
    refuse("1e999", 0, 5, "f is '1e999': a number was wanted here that is not too large");
    refuse("\xC3\xA4 + snn(t)", 0, 2, "f is '\xC3\xA4 + snn(t)': '\xC3\xA4' is not known" KNOWN);
    refuse("1 \xC2\xB5N + snn(t)", 7, 3, "f is '1 \xC2\xB5N + snn(t)': 'snn' is not known, did you mean 'sin'?" KNOWN);
}

static void wrong_kinds(void **state)
{
    (void)state;
    refuse("2 mm", 0, 4, "f is '2 mm': that is a length; wanted is a force such as 5 N");
    refuse("t", 0, 1, "f is 't': that is a time; wanted is a force such as 5 N");
    refuse("2 N + 3 mm", 4, 1, "f is '2 N + 3 mm': adds a force and a length; both sides must be of one kind");
    refuse("sin(2 mm)", 0, 3, "f is 'sin(2 mm)': sin of a length; wanted is a plain number or an angle");
    refuse("2^(3 s)", 1, 1, "f is '2^(3 s)': the exponent has a unit; wanted is a plain number");
    refuse("t < 1 m ? 1 : 2", 2, 1,
           "f is 't < 1 m ? 1 : 2': compares a time and a length; both sides must be of one kind");
}

/* Nothing a hand can type, nor random bytes, gets past the limits of the stack. */
static void limits(void **state)
{
    (void)state;
    char text[4000];
    const char *pieces[] = {"(", "1+(", "-", "sin(", "1^", "1?1:", "max(1,"};
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
        text[0] = '\0';
        while (strlen(text) + 20 < sizeof text)
            strcat(text, pieces[k]);
        strcat(text, "1");
        clast_arena arena = {0};
        clast_formula formula = {0};
        clast_error error = {0};
        CHECK(clast_formula_read(text, "N", "f", (clast_place){0}, &arena, &formula, &error) == CLAST_BAD_INPUT);
        clast_arena_clear(&arena);
    }
    for (int deep = 20; deep <= 40; deep += 20) {
        text[0] = '\0';
        for (int k = 0; k < deep; k++)
            strcat(text, "1+(");
        strcat(text, "t");
        for (int k = 0; k < deep; k++)
            strcat(text, ")");
        clast_arena arena = {0};
        clast_formula formula = {0};
        const clast_status status = clast_formula_read(text, "N", "f", (clast_place){0}, &arena, &formula, NULL);
        CHECK(status == (deep == 20 ? CLAST_OK : CLAST_BAD_INPUT));
        clast_arena_clear(&arena);
    }
    uint32_t seed = 1;
    for (int round = 0; round < 200000; round++) {
        static const char letters[] = "0123t.e+-*/^()<>=?:, sincoamxprNm%";
        char some[24];
        for (size_t k = 0; k < sizeof some - 1; k++) {
            seed = seed * 1664525u + 1013904223u;
            some[k] = letters[(seed >> 8) % (sizeof letters - 1)];
        }
        some[sizeof some - 1 - (seed >> 8) % 20] = '\0';
        clast_arena arena = {0};
        clast_formula formula = {0};
        if (clast_formula_read(some, "N", "f", (clast_place){0}, &arena, &formula, NULL) == CLAST_OK)
            clast_formula_value(&formula, 0.5);
        clast_arena_clear(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(arithmetic),  cmocka_unit_test(functions),
                                       cmocka_unit_test(units),       cmocka_unit_test(bad_input),
                                       cmocka_unit_test(wrong_kinds), cmocka_unit_test(limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
