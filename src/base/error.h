/* Making an error: a status and a text that names the thing, its value, what is allowed and what to do. */
#ifndef CLAST_BASE_ERROR_H
#define CLAST_BASE_ERROR_H

#include "clast/clast.h"

/* Fills error (may be NULL) and returns status, so that callers can write `return clast_fail(...)`. */
clast_status clast_fail(clast_error *error, clast_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, about a thing that stands somewhere in a scene file. */
clast_status clast_fail_at(clast_error *error, clast_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

clast_status clast_fail_memory(clast_error *error);

/* The candidate nearest in spelling to word, or NULL when none is near enough to be meant. */
const char *clast_nearest(const char *word, const char *const *candidates, int n);

#endif
