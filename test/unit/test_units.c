/* Numbers with units: values, dimensions, and what is refused with which words. */
#include "check.h"

#include <locale.h>
#include <stdio.h>

#include "io/units.h"

static void expect(const char *text, const char *unit, double value)
{
    double got = NAN;
    char why[200] = "";
    if (!clast_units_read(text, unit, &got, why, sizeof why))
        print_error("'%s' as %s: refused%s\n", text, unit, why);
    CHECK_CLOSE(got, value, 1e-15);
}

static void refuse(const char *text, const char *unit, const char *reason)
{
    double got = NAN;
    char why[200] = "";
    CHECK(!clast_units_read(text, unit, &got, why, sizeof why));
    assert_string_equal(why, reason);
}

static void numbers(void **state)
{
    (void)state;
    expect("1e5", "", 1e5);
    expect("1.5E-3", "", 1.5e-3);
    expect(".5", "", 0.5);
    expect("5.", "m", 5);
    expect("-9.81", "m/s2", -9.81);
    expect("+3", "s", 3);
}

static void units(void **state)
{
    (void)state;
    expect("40 mm", "m", 0.04);
    expect("40mm", "m", 0.04);
    expect("27 kPa", "Pa", 27000);
    expect("30 deg", "rad", 0.5235987755982988);
    expect("30 \xC2\xB0", "rad", 0.5235987755982988);
    expect("2.7 g/cm3", "kg/m3", 2700);
    expect("2.7 g/cm^3", "kg/m3", 2700);
    expect("1 s", "s", 1);
    expect("10 ms", "s", 0.01);
    expect("2 min", "s", 120);
    expect("9.81 m/s2", "m/s2", 9.81);
    expect("9.81 m/s\xC2\xB2", "m/s2", 9.81);
    expect("9.81 m s-2", "m/s2", 9.81);
    expect("3 rad/s", "rad/s", 3);
    expect("60 rpm", "rad/s", 6.283185307179586);
    expect("90 deg/s", "rad/s", 1.5707963267948966);
    expect("100 kN/m", "N/m", 1e5);
    expect("2 N*s/m", "N s/m", 2);
    expect("20 %", "1", 0.2);
    expect("5 \xC2\xB5m", "m", 5e-6);
    expect("1e-6 kg*m2", "kg*m2", 1e-6);
}

/* `7 mm` is the same double as 0.007: a scene does not change with the way it is written. */
static void exact(void **state)
{
    (void)state;
    char why[200], text[32];
    for (int i = 1; i < 1000; i++) {
        double got, wanted;
        snprintf(text, sizeof text, "%d mm", i);
        CHECK(clast_units_read(text, "m", &got, why, sizeof why));
        snprintf(text, sizeof text, "%de-3", i);
        CHECK(clast_units_number(text, &wanted) != NULL);
        CHECK(got == wanted);
    }
}

static void refused(void **state)
{
    (void)state;
    refuse("40 mm", "s", ", a length; wanted is a time such as 10 ms");
    refuse("30 deg", "", ", an angle; wanted is a plain number");
    refuse("3 m/s", "rad/s", ", a speed; wanted is an angular velocity such as 60 rpm");
    refuse("3 m/kg", "m", ", of another dimension; wanted is a length such as 5 mm");
    refuse("40 mn", "m", "; unit 'mn' is not known, did you mean 'm'?");
    refuse("40 Mpa", "Pa", "; unit 'Mpa' is not known, did you mean 'MPa'?");
    refuse("40 furlong", "m", "; unit 'furlong' is not known; wanted is a length such as 5 mm");
    refuse("5 m/", "m", "; unit 'm/' is not known, did you mean 'm'?");
    refuse("soon", "s", "; wanted is a time such as 10 ms");
    refuse("nan", "", "; wanted is a plain number");
    refuse(".inf", "", "; wanted is a plain number");
    refuse("inf", "m", "; wanted is a length such as 5 mm");
    refuse("", "", "; wanted is a plain number");
    refuse("1e999", "", ", which is too large a number");
    refuse("1e308 km", "m", ", which is too large a number");
    refuse("0x10", "", "; unit 'x' is not known; wanted is a plain number");
}

/* A program that speaks German must read the same numbers. */
static void any_locale(void **state)
{
    (void)state;
    static const char *const tries[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
    for (int i = 0; i < 3; i++)
        if (setlocale(LC_NUMERIC, tries[i]))
            break;
    expect("1.5 mm", "m", 0.0015);
    setlocale(LC_NUMERIC, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers), cmocka_unit_test(units), cmocka_unit_test(exact),
                                       cmocka_unit_test(refused), cmocka_unit_test(any_locale)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
