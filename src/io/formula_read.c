/* Recursive descent, one function a level of precedence:
 *
 *   choice   compare [? choice : choice]
 *   compare  sum [< <= > >= == != sum]
 *   sum      product {+ - product}
 *   product  sign {* / sign}
 *   sign     + - sign | power
 *   power    atom [^ sign]
 *   atom     number [unit] | t | pi | function(choice, ...) | (choice)
 *
 * Every function leaves the program for its value behind and says what kind of value it is. */
#include "io/formula_read.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/trig.h"
#include "io/units.h"

enum { NEST_MOST = 64, TOKEN = 40 };

/* The dimension of a value; `any` when a number without unit went into it. */
typedef struct kind {
    bool any;
    int power[CLAST_UNIT_BASES];
} kind;

typedef struct parser {
    const char *text, *at; /* the whole, and what is left of it */
    const char *name;
    clast_place place;
    clast_formula_step steps[CLAST_FORMULA_STEPS];
    int n, depth, nest;
    clast_error *error;
    clast_status status;
} parser;

static const kind plain = {.any = true}, pure = {.any = false}, seconds = {.power = {0, 0, 1, 0}};

typedef struct function {
    const char *name;
    clast_formula_op op;
} function;

static const function functions[] = {
    {"sin", CLAST_FORMULA_SIN},   {"cos", CLAST_FORMULA_COS},        {"tan", CLAST_FORMULA_TAN},
    {"exp", CLAST_FORMULA_EXP},   {"log", CLAST_FORMULA_LOG},        {"sqrt", CLAST_FORMULA_SQRT},
    {"abs", CLAST_FORMULA_ABS},   {"min", CLAST_FORMULA_MIN},        {"max", CLAST_FORMULA_MAX},
    {"step", CLAST_FORMULA_STEP}, {"heaviside", CLAST_FORMULA_STEP}, {"ramp", CLAST_FORMULA_RAMP},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Points at `width` letters from `at` on. Only the first failure counts. */
static kind fail(parser *p, const char *at, size_t width, const char *what)
{
    if (p->status)
        return plain;
    clast_place place = p->place;
    if (place.line != 0) {
        for (const char *c = p->text; c < at; c++)
            place.column += ((unsigned char)*c & 0xC0u) != 0x80u; /* letters, not bytes */
        place.width = width ? (int)width : 1;
    }
    char head[TOKEN + 8];
    snprintf(head, sizeof head, strlen(p->text) > TOKEN ? "%.*s..." : "%.*s", TOKEN, p->text);
    p->status = clast_fail_at(p->error, place, "%s is '%s': %s", p->name, head, what);
    return plain;
}

static char next(parser *p)
{
    p->at += strspn(p->at, " \t\n");
    return *p->at;
}

static bool take(parser *p, const char *sign)
{
    next(p);
    if (strncmp(p->at, sign, strlen(sign)) != 0)
        return false;
    p->at += strlen(sign);
    return true;
}

static void put(parser *p, clast_formula_op op, double number, const char *at)
{
    if (p->status)
        return;
    p->depth += 1 - clast_formula_takes(op);
    if (p->n == CLAST_FORMULA_STEPS || p->depth > CLAST_FORMULA_DEPTH) {
        fail(p, at, 1, "too long or too deep a formula; take it apart into several loads, which add up");
        return;
    }
    p->steps[p->n++] = (clast_formula_step){op, number};
}

static bool is(kind a, kind b) { return !a.any && !memcmp(a.power, b.power, sizeof a.power); }

/* A plain number, written or worked out, goes with everything. */
static bool same(kind a, kind b) { return a.any || b.any || is(a, pure) || is(b, pure) || is(a, b); }

static kind choice(parser *p);

/* Two values that must be of one kind: the kind they have, and a failure when they have not. */
static kind meet(parser *p, kind a, kind b, const char *at, const char *what)
{
    char text[160];
    if (!same(a, b)) {
        snprintf(text, sizeof text, "%s %s and %s; both sides must be of one kind", what, clast_units_kind_of(a.power),
                 clast_units_kind_of(b.power));
        return fail(p, at, 1, text);
    }
    if ((a.any && is(b, seconds)) || (b.any && is(a, seconds))) /* 3*t^2 - t: all in SI */
        return plain;
    return a.any || is(a, pure) ? b : a;
}

static kind times(kind a, kind b, int sign)
{
    kind out = {.any = a.any || b.any};
    for (int i = 0; i < CLAST_UNIT_BASES && !out.any; i++)
        out.power[i] = a.power[i] + sign * b.power[i];
    return out;
}

/* ---- atoms ---- */

static size_t letters(const char *s)
{
    size_t n = 0;
    while (isalpha((unsigned char)s[n]) || s[n] == '%' || s[n] == '_' || ((unsigned char)s[n] & 0x80u))
        n++;
    return n;
}

/* The length of a factor of a unit at s, exponent included: 0 for the time, pi, a function or nothing known. */
static size_t unit_factor(const char *s)
{
    char word[TOKEN];
    double factor;
    int power[CLAST_UNIT_BASES];
    size_t n = letters(s);
    if (n == 0 || n >= sizeof word || (n == 1 && *s == 't') || s[n + strspn(s + n, " ")] == '(')
        return 0;
    memcpy(word, s, n);
    word[n] = '\0';
    if (!clast_units_factor(word, &factor, power))
        return 0;
    return n + (s[n] >= '1' && s[n] <= '9');
}

/* A unit has no blanks in it: in `2 N*s/m` the star belongs to it, in `2 N * t` and in `2 N*t` it does not. */
static size_t unit_length(const char *s)
{
    size_t n = unit_factor(s);
    while (n && (s[n] == '*' || s[n] == '/') && unit_factor(s + n + 1))
        n += 1 + unit_factor(s + n + 1);
    return n;
}

static kind number(parser *p)
{
    const char *begin = p->at;
    double value = 0, factor = 1;
    kind out = plain;
    const char *end = clast_units_number(begin, &value);
    if (!end || !isfinite(value))
        return fail(p, begin, strspn(begin, "0123456789.eE"), "a number was wanted here that is not too large");
    p->at = end;
    const char *unit = end + strspn(end, " ");
    size_t length = unit_length(unit);
    if (length) {
        char word[TOKEN];
        snprintf(word, sizeof word, "%.*s", (int)length, unit);
        out.any = false;
        clast_units_factor(word, &factor, out.power);
        p->at = unit + length;
    } else if (letters(unit)) {
        char text[200];
        snprintf(text, sizeof text,
                 "'%.*s' after a number is no unit; write 2*t for a product, 2 N or 2 mN*m for a unit",
                 (int)letters(unit), unit);
        return fail(p, unit, letters(unit), text);
    }
    put(p, CLAST_FORMULA_NUMBER, clast_units_scaled(value, factor), begin);
    return out;
}

static kind unknown_name(parser *p, const char *begin, size_t length)
{
    const char *names[FUNCTIONS + 2];
    char word[TOKEN], text[300];
    for (int k = 0; k < FUNCTIONS; k++)
        names[k] = functions[k].name;
    names[FUNCTIONS] = "t", names[FUNCTIONS + 1] = "pi";
    snprintf(word, sizeof word, "%.*s", (int)length, begin);
    const char *near = clast_nearest(word, names, FUNCTIONS + 2);
    int used = snprintf(text, sizeof text, "'%s' is not known", word);
    if (near)
        used += snprintf(text + used, sizeof text - (size_t)used, ", did you mean '%s'?", near);
    snprintf(text + used, sizeof text - (size_t)used,
             "; known: t, pi, sin, cos, tan, exp, log, sqrt, abs, min, max, step, heaviside, ramp");
    return fail(p, begin, length, text);
}

/* What a function makes of the kinds of its arguments. Angles, plain numbers and the bare time go into sin and exp. */
static kind result_of(parser *p, clast_formula_op op, kind a, const char *name, const char *at)
{
    const bool number_like = a.any || is(a, pure) || is(a, seconds) || is(a, (kind){.power = {0, 0, 0, 1}});
    char text[160];
    switch (op) {
    case CLAST_FORMULA_ABS:
    case CLAST_FORMULA_MIN:
    case CLAST_FORMULA_MAX:
        return a;
    case CLAST_FORMULA_SQRT:
        for (int i = 0; i < CLAST_UNIT_BASES; i++) {
            if (a.power[i] % 2)
                return plain;
            a.power[i] /= 2;
        }
        return a;
    case CLAST_FORMULA_STEP:
    case CLAST_FORMULA_RAMP:
        return pure;
    default:
        if (number_like)
            return pure;
        snprintf(text, sizeof text, "%s of %s; wanted is a plain number or an angle", name,
                 clast_units_kind_of(a.power));
        return fail(p, at, strlen(name), text);
    }
}

static kind call(parser *p, const function *f, const char *begin)
{
    char text[160];
    const int wanted = clast_formula_takes(f->op);
    int given = 0;
    kind all = plain;
    p->at = begin + strlen(f->name);
    if (!take(p, "(")) {
        snprintf(text, sizeof text, "'%s' is a function; it wants %d value%s in brackets", f->name, wanted,
                 wanted > 1 ? "s" : "");
        return fail(p, begin, strlen(f->name), text);
    }
    do {
        const kind one = choice(p);
        all = given ? meet(p, all, one, begin, f->name) : one;
        given++;
    } while (!p->status && take(p, ","));
    if (!p->status && !take(p, ")"))
        return fail(p, p->at, 1, *p->at ? "',' or ')' was wanted here" : "a bracket is not closed; ')' is missing");
    if (given != wanted && !p->status) {
        snprintf(text, sizeof text, "%s has %d value%s in its brackets; it wants %d", f->name, given,
                 given > 1 ? "s" : "", wanted);
        return fail(p, begin, strlen(f->name), text);
    }
    put(p, f->op, 0, begin);
    return result_of(p, f->op, all, f->name, begin);
}

static kind atom(parser *p)
{
    const char c = next(p), *begin = p->at;
    if (isdigit((unsigned char)c) || c == '.')
        return number(p);
    if (take(p, "(")) {
        const kind inside = choice(p);
        if (!p->status && !take(p, ")"))
            return fail(p, p->at, 1,
                        *p->at ? "an operator or ')' was wanted here" : "a bracket is not closed; ')' is missing");
        return inside;
    }
    const size_t length = letters(begin);
    if (length == 1 && c == 't') {
        p->at++;
        put(p, CLAST_FORMULA_TIME, 0, begin);
        return seconds;
    }
    if (length == 2 && !strncmp(begin, "pi", 2)) {
        p->at += 2;
        put(p, CLAST_FORMULA_NUMBER, TRIG_PI, begin);
        return pure;
    }
    for (int k = 0; k < FUNCTIONS; k++)
        if (strlen(functions[k].name) == length && !strncmp(begin, functions[k].name, length))
            return call(p, &functions[k], begin);
    if (length)
        return unknown_name(p, begin, length);
    char text[120];
    if (c)
        snprintf(text, sizeof text, "'%c' is out of place; a number, t, pi, a function or '(' was wanted", c);
    else
        snprintf(text, sizeof text, "it ends too early; a number, t, pi, a function or '(' was wanted");
    return fail(p, begin, 1, text);
}

/* ---- operators, from the tightest to the loosest ---- */

static kind sign(parser *p);

static kind power(parser *p)
{
    kind a = atom(p);
    next(p);
    const char *at = p->at;
    if (p->status || !take(p, "^"))
        return a;
    const int from = p->n;
    const kind b = sign(p);
    if (!p->status && !b.any && !is(b, pure))
        return fail(p, at, 1, "the exponent has a unit; wanted is a plain number");
    /* a dimension is raised by a whole number written out; else nothing can be said */
    const double by = p->n == from + 1 && p->steps[from].op == CLAST_FORMULA_NUMBER ? p->steps[from].number : 0.5;
    for (int i = 0; i < CLAST_UNIT_BASES; i++) {
        a.any = a.any || (a.power[i] != 0 && (by != rint(by) || fabs(by) > 9));
        a.power[i] = a.any ? 0 : a.power[i] * (int)by;
    }
    put(p, CLAST_FORMULA_POWER, 0, at);
    return a;
}

static kind sign(parser *p)
{
    next(p);
    const char *at = p->at;
    if (++p->nest > NEST_MOST)
        return fail(p, at, 1, "too many brackets or signs inside each other");
    kind a;
    if (take(p, "-")) {
        a = sign(p);
        put(p, CLAST_FORMULA_NEGATE, 0, at);
    } else
        a = take(p, "+") ? sign(p) : power(p);
    p->nest--;
    return a;
}

static kind product(parser *p)
{
    kind a = sign(p);
    for (char c = next(p); !p->status && (c == '*' || c == '/'); c = next(p)) {
        const char *at = p->at++;
        a = times(a, sign(p), c == '*' ? 1 : -1);
        put(p, c == '*' ? CLAST_FORMULA_MULTIPLY : CLAST_FORMULA_DIVIDE, 0, at);
    }
    return a;
}

static kind sum(parser *p)
{
    kind a = product(p);
    for (char c = next(p); !p->status && (c == '+' || c == '-'); c = next(p)) {
        const char *at = p->at++;
        a = meet(p, a, product(p), at, c == '+' ? "adds" : "subtracts");
        put(p, c == '+' ? CLAST_FORMULA_ADD : CLAST_FORMULA_SUBTRACT, 0, at);
    }
    return a;
}

static kind compare(parser *p)
{
    static const struct {
        const char *sign;
        clast_formula_op op;
    } signs[] = {{"<=", CLAST_FORMULA_LESS_EQUAL}, {">=", CLAST_FORMULA_MORE_EQUAL}, {"==", CLAST_FORMULA_EQUAL},
                 {"!=", CLAST_FORMULA_UNEQUAL},    {"<", CLAST_FORMULA_LESS},        {">", CLAST_FORMULA_MORE}};
    kind a = sum(p);
    next(p);
    const char *at = p->at;
    for (size_t k = 0; k < sizeof signs / sizeof *signs && !p->status; k++)
        if (take(p, signs[k].sign)) {
            meet(p, a, sum(p), at, "compares");
            put(p, signs[k].op, 0, at);
            return pure;
        }
    return a;
}

static kind choice(parser *p)
{
    kind a = compare(p);
    next(p);
    const char *at = p->at;
    if (p->status || !take(p, "?"))
        return a;
    if (++p->nest > NEST_MOST)
        return fail(p, at, 1, "too many choices inside each other");
    a = choice(p);
    if (!p->status && !take(p, ":"))
        return fail(p, p->at, 1, "':' was wanted here; a choice is condition ? value : value");
    a = meet(p, a, choice(p), at, "chooses between");
    put(p, CLAST_FORMULA_CHOOSE, 0, at);
    p->nest--;
    return a;
}

static void check_result(parser *p, kind got, const char *unit)
{
    kind wanted = {.any = false};
    double factor;
    char text[240];
    if (p->status || (unit[0] && !clast_units_factor(unit, &factor, wanted.power)) || same(got, wanted))
        return;
    snprintf(text, sizeof text, "that is %s; wanted is %s", clast_units_kind_of(got.power), clast_units_wanted(unit));
    fail(p, p->text, strlen(p->text), text);
}

clast_status clast_formula_read(const char *text, const char *unit, const char *name, clast_place place,
                                clast_arena *arena, clast_formula *out, clast_error *error)
{
    parser *p = calloc(1, sizeof *p);
    if (!p)
        return clast_fail_memory(error);
    *p = (parser){.text = text, .at = text, .name = name, .place = place, .error = error};
    const kind got = choice(p);
    if (!p->status && next(p)) {
        char what[120];
        snprintf(what, sizeof what, "'%c' is out of place; an operator + - * / ^ < > ? or the end was wanted", *p->at);
        fail(p, p->at, 1, what);
    }
    check_result(p, got, unit);
    clast_status status = p->status;
    if (!status) {
        out->n = p->n;
        out->steps = clast_arena_copy(arena, p->steps, (size_t)p->n * sizeof *p->steps);
        if (!out->steps)
            status = clast_fail_memory(error);
    }
    free(p);
    return status;
}
