#include "api/argument.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "io/keys.h"
#include "motion/motion.h"

clast_status clast_argument_missing(const char *function, clast_error *error)
{
    return clast_fail(error, CLAST_BAD_INPUT, "%s: an argument is NULL", function);
}

clast_status clast_argument_number(const char *section, const char *key, double value, const char *who,
                                   clast_place place, clast_error *error)
{
    char words[96];
    const char *range = clast_keys_find(section, key, NULL)->range;
    if (clast_keys_inside(range, value))
        return CLAST_OK;
    return clast_fail_at(error, place, "%s: %s is %.10g; allowed is %s", who, key, value,
                         clast_keys_range_words(range, value, words, sizeof words));
}

clast_status clast_argument_finite(const double *values, int n, const char *key, const char *who, clast_place place,
                                   clast_error *error)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(values[i]))
            return clast_fail_at(error, place, "%s: number %d of %s is %g; only finite numbers are allowed", who, i + 1,
                                 key, values[i]);
    return CLAST_OK;
}

clast_status clast_argument_name(const char *name, const char *what, clast_place place, clast_error *error)
{
    if (name && name[0])
        return CLAST_OK;
    return clast_fail_at(error, place, "%s has no name", what);
}

/* Positive definite, and no moment above the sum of the two others: true for every solid, in every frame. */
clast_status clast_argument_inertia(const clast_shape *shape, const char *who, clast_error *error)
{
    const double *i = shape->inertia; /* xx yy zz xy xz yz */
    clast_status status = clast_argument_finite(i, 6, "inertia", who, shape->place, error);
    if (!status)
        status = clast_argument_finite(shape->centre, 3, "centre", who, shape->place, error);
    if (status)
        return status;
    double minor = i[0] * i[1] - i[3] * i[3];
    double whole = i[2] * minor - i[0] * i[5] * i[5] - i[1] * i[4] * i[4] + 2 * i[3] * i[4] * i[5];
    if (!(i[0] > 0 && i[1] > 0 && i[2] > 0 && minor > 0 && whole > 0))
        return clast_fail_at(error, shape->place, "%s: inertia is not positive definite; no solid has it", who);
    const double slack = 1 + 1e-9;
    if (i[0] > slack * (i[1] + i[2]) || i[1] > slack * (i[0] + i[2]) || i[2] > slack * (i[0] + i[1]))
        return clast_fail_at(error, shape->place,
                             "%s: one moment of inertia (%g, %g, %g) is larger than the two others together; "
                             "no solid has it",
                             who, i[0], i[1], i[2]);
    return CLAST_OK;
}

clast_status clast_argument_scheme(const char *name, clast_place place, clast_error *error)
{
    const char *names[64];
    int n = 0;
    for (; n < clast_scheme_count() && n < 64; n++)
        names[n] = clast_scheme_at(n)->name;
    return clast_scene_unknown("rotation scheme", name, "known", names, n, place, error);
}
