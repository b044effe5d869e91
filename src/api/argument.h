/* Checks of arguments that describe a scene; ranges come from the key table, so file and program obey the same ones. */
#ifndef CLAST_API_ARGUMENT_H
#define CLAST_API_ARGUMENT_H

#include "model/scene.h"

/* Something is NULL that must not be: `function` is named in the message. */
clast_status clast_argument_missing(const char *function, clast_error *error);
/* value against the range of a key; `who` begins the message: "material 'stone'". */
clast_status clast_argument_number(const char *section, const char *key, double value, const char *who,
                                   clast_place place, clast_error *error);
/* n numbers that must be finite. */
clast_status clast_argument_finite(const double *values, int n, const char *key, const char *who, clast_place place,
                                   clast_error *error);
/* A name that must be there and not empty. */
clast_status clast_argument_name(const char *name, const char *what, clast_place place, clast_error *error);
/* Mass properties given by hand can belong to a solid. */
clast_status clast_argument_inertia(const clast_shape *shape, const char *who, clast_error *error);
/* The error for a rotation scheme that is not in the table. */
clast_status clast_argument_scheme(const char *name, clast_place place, clast_error *error);

#endif
