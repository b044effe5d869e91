/* A unit is a product of factors; a factor is a prefix, a symbol and an exponent: kPa, g/cm3, m/s2, N*s/m.
 * Angles count as a dimension of their own, so that `30 deg` is no coefficient of friction. */
#include "io/units.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { BASES = CLAST_UNIT_BASES }; /* m kg s rad */

typedef struct symbol {
    const char *name;
    double factor;
    signed char power[BASES];
    bool prefixes;
} symbol;

#define PI 3.14159265358979323846

static const symbol symbols[] = {
    {"m", 1, {1, 0, 0, 0}, true},           {"g", 1e-3, {0, 1, 0, 0}, true},
    {"s", 1, {0, 0, 1, 0}, true},           {"rad", 1, {0, 0, 0, 1}, true},
    {"deg", PI / 180, {0, 0, 0, 1}, false}, {"\xC2\xB0", PI / 180, {0, 0, 0, 1}, false},
    {"rpm", PI / 30, {0, 0, -1, 1}, false}, {"min", 60, {0, 0, 1, 0}, false},
    {"h", 3600, {0, 0, 1, 0}, false},       {"t", 1e3, {0, 1, 0, 0}, false},
    {"N", 1, {1, 1, -2, 0}, true},          {"Pa", 1, {-1, 1, -2, 0}, true},
    {"bar", 1e5, {-1, 1, -2, 0}, true},     {"J", 1, {2, 1, -2, 0}, true},
    {"W", 1, {2, 1, -3, 0}, true},          {"Hz", 1, {0, 0, -1, 0}, true},
    {"%", 1e-2, {0, 0, 0, 0}, false},
};

static const struct {
    const char *name;
    double factor;
} prefixes[] = {{"n", 1e-9}, {"u", 1e-6}, {"\xC2\xB5", 1e-6}, {"\xCE\xBC", 1e-6}, {"m", 1e-3}, {"c", 1e-2},
                {"d", 1e-1}, {"k", 1e3},  {"M", 1e6},         {"G", 1e9},         {"T", 1e12}};

/* What people call the dimensions, and an example for each. */
static const struct {
    const char *unit, *kind, *wanted;
} kinds[] = {
    {"", "a plain number", "a plain number"},
    {"m", "a length", "a length such as 5 mm"},
    {"s", "a time", "a time such as 10 ms"},
    {"kg", "a mass", "a mass such as 20 g"},
    {"rad", "an angle", "an angle such as 30 deg"},
    {"m/s", "a speed", "a speed such as 1 m/s"},
    {"m/s2", "an acceleration", "an acceleration such as 9.81 m/s2"},
    {"rad/s", "an angular velocity", "an angular velocity such as 60 rpm"},
    {"kg/m3", "a density", "a density such as 2.7 g/cm3"},
    {"Pa", "a pressure", "a pressure such as 27 kPa"},
    {"N", "a force", "a force such as 5 N"},
    {"N/m", "a stiffness", "a stiffness such as 100 kN/m"},
    {"N*s/m", "a damping constant", "a damping constant such as 2 N*s/m"},
    {"kg*m2", "a moment of inertia", "a moment of inertia such as 1e-6 kg*m2"},
    {"J", "an energy", "an energy such as 1 mJ"},
    {"m2", "an area", "an area such as 1 cm2"},
    {"m3", "a volume", "a volume such as 1 cm3"},
    {"Hz", "a frequency", "a frequency such as 50 Hz"},
    {"Pa/m", "a stiffness per area", "a stiffness per area such as 1 GPa/m"},
    {"J/m2", "a surface energy", "a surface energy such as 50 mJ/m2"},
    {"N*m", "a torque", "a torque such as 1 mN*m"},
    {"N*m*s", "a rotational damping constant", "a rotational damping constant such as 1 uN*m*s"},
};

const char *clast_units_number(const char *text, double *value)
{
    const char *s = text;
    if (*s == '+' || *s == '-')
        s++;
    size_t whole = strspn(s, "0123456789"), part = 0;
    s += whole;
    if (*s == '.')
        s += 1 + (part = strspn(s + 1, "0123456789"));
    if (whole + part == 0)
        return NULL;
    if (*s == 'e' || *s == 'E') {
        const char *e = s + 1 + (s[1] == '+' || s[1] == '-');
        size_t digits = strspn(e, "0123456789");
        s = digits ? e + digits : s;
    }
    char copy[128];
    size_t length = (size_t)(s - text);
    if (length >= sizeof copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *point = strchr(copy, '.'); /* strtod listens to the locale */
    if (point)
        *point = localeconv()->decimal_point[0];
    *value = strtod(copy, NULL);
    return s;
}

/* The symbol (with its prefix) that spells exactly `length` bytes; NULL when there is none. */
static const symbol *find_symbol(const char *text, size_t length, double *factor)
{
    const size_t n = sizeof symbols / sizeof *symbols, n_prefixes = sizeof prefixes / sizeof *prefixes;
    for (size_t i = 0; i < n; i++)
        if (strlen(symbols[i].name) == length && !memcmp(symbols[i].name, text, length)) {
            *factor = symbols[i].factor;
            return &symbols[i];
        }
    for (size_t p = 0; p < n_prefixes; p++) {
        size_t front = strlen(prefixes[p].name);
        if (front >= length || memcmp(prefixes[p].name, text, front) != 0)
            continue;
        for (size_t i = 0; i < n; i++)
            if (symbols[i].prefixes && strlen(symbols[i].name) == length - front &&
                !memcmp(symbols[i].name, text + front, length - front)) {
                *factor = prefixes[p].factor * symbols[i].factor;
                return &symbols[i];
            }
    }
    return NULL;
}

/* An exponent after a symbol: 2, ^2, -1 or the raised 2 and 3; 1 when there is none. */
static int read_exponent(const char **text)
{
    const char *s = *text;
    if (!strncmp(s, "\xC2\xB2", 2) || !strncmp(s, "\xC2\xB3", 2)) {
        *text = s + 2;
        return s[1] == '\xB2' ? 2 : 3;
    }
    if (*s == '^')
        s++;
    int sign = *s == '-' ? -1 : 1;
    if (*s == '-')
        s++;
    if (*s < '1' || *s > '9')
        return 1;
    *text = s + 1;
    return sign * (*s - '0');
}

/* Reads a whole unit; false when a part of it is unknown (copied to bad). */
static bool read_unit(const char *text, double *factor, int power[BASES], char bad[32])
{
    const char *whole = text;
    int sign = 1;
    *factor = 1;
    memset(power, 0, BASES * sizeof *power);
    for (int part = 0; *text && part < 8; part++) {
        size_t length = strcspn(text, "/* ^-123456789");
        const char *raised = strstr(text, "\xC2\xB2"), *cubed = strstr(text, "\xC2\xB3");
        if (raised && (size_t)(raised - text) < length)
            length = (size_t)(raised - text);
        if (cubed && (size_t)(cubed - text) < length)
            length = (size_t)(cubed - text);
        double one = 1;
        const symbol *found = find_symbol(text, length, &one);
        snprintf(bad, 32, "%.*s", (int)(length ? length : strlen(text)), text);
        if (!found)
            return false;
        text += length;
        int exponent = sign * read_exponent(&text);
        *factor *= pow(one, exponent);
        for (int i = 0; i < BASES; i++)
            power[i] += exponent * found->power[i];
        text += strspn(text, " ");
        sign = *text == '/' ? -1 : 1;
        if (*text == '/' || *text == '*') {
            text += 1 + strspn(text + 1, " ");
            snprintf(bad, 32, "%.31s", whole);
            if (!*text) /* an operator with nothing behind it */
                return false;
        }
    }
    snprintf(bad, 32, "%.31s", text);
    return !*text;
}

bool clast_units_factor(const char *unit, double *factor, int power[BASES])
{
    char bad[32];
    return read_unit(unit, factor, power, bad);
}

const char *clast_units_kind_of(const int power[BASES])
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double factor;
        int of[BASES];
        char bad[32];
        if (read_unit(kinds[i].unit, &factor, of, bad) && !memcmp(of, power, sizeof of))
            return kinds[i].kind;
    }
    return "of another dimension";
}

const char *clast_units_kind(const char *unit)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].unit, unit))
            return kinds[i].kind;
    return unit;
}

const char *clast_units_wanted(const char *unit)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].unit, unit))
            return kinds[i].wanted;
    return unit;
}

/* Suggests a unit of the right dimension only. */
static bool refuse_unknown(const char *bad, const char *unit, char *why, size_t size)
{
    static const char *const common[] = {"m",     "mm",    "cm",  "um",   "km",    "s",     "ms", "us",  "min",  "h",
                                         "kg",    "g",     "t",   "N",    "kN",    "mN",    "Pa", "kPa", "MPa",  "GPa",
                                         "bar",   "rad",   "deg", "rpm",  "rad/s", "deg/s", "J",  "mJ",  "N/m",  "kN/m",
                                         "kg/m3", "g/cm3", "m/s", "mm/s", "cm/s",  "m/s2",  "Hz", "kHz", "N*s/m"};
    const char *fitting[sizeof common / sizeof *common];
    int n = 0, power[BASES], wanted[BASES];
    double factor;
    char rest[32];
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (read_unit(unit, &factor, wanted, rest) && read_unit(common[i], &factor, power, rest) &&
            !memcmp(power, wanted, sizeof power))
            fitting[n++] = common[i];
    const char *near = clast_nearest(bad, fitting, n);
    if (near)
        snprintf(why, size, "; unit '%s' is not known, did you mean '%s'?", bad, near);
    else
        snprintf(why, size, "; unit '%s' is not known; wanted is %s", bad, clast_units_wanted(unit));
    return false;
}

/* Multiplies or, for the inverse of a whole number, divides: `7 mm` is then the same double as 0.007. */
double clast_units_scaled(double value, double factor)
{
    double inverse = 1 / factor;
    if (factor < 1 && fabs(inverse - rint(inverse)) < 1e-12 * inverse)
        return value / rint(inverse);
    return value * (fabs(factor - rint(factor)) < 1e-12 * factor ? rint(factor) : factor);
}

bool clast_units_read(const char *text, const char *unit, double *value, char *why, size_t size)
{
    if (!strcmp(unit, "1") || !strcmp(unit, "-"))
        unit = "";
    const char *rest = clast_units_number(text, value);
    if (!rest) {
        snprintf(why, size, "; wanted is %s", clast_units_wanted(unit));
        return false;
    }
    if (!isfinite(*value)) {
        snprintf(why, size, ", which is too large a number");
        return false;
    }
    rest += strspn(rest, " ");
    if (!*rest)
        return true;
    double factor, si;
    int power[BASES], wanted[BASES];
    char bad[32];
    if (!read_unit(rest, &factor, power, bad))
        return refuse_unknown(bad, unit, why, size);
    if (!read_unit(unit, &si, wanted, bad) || memcmp(power, wanted, sizeof power) != 0) {
        snprintf(why, size, ", %s; wanted is %s", clast_units_kind_of(power), clast_units_wanted(unit));
        return false;
    }
    *value = clast_units_scaled(*value, factor);
    if (!isfinite(*value)) {
        snprintf(why, size, ", which is too large a number");
        return false;
    }
    return true;
}
