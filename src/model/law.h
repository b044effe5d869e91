/* What a contact law is: a name, its parameters, its history, and a function over a block of contacts.
 * The laws themselves live in law/, one file and one row each; the model knows them only through this struct. */
#ifndef CLAST_MODEL_LAW_H
#define CLAST_MODEL_LAW_H

#include "clast/clast.h"

struct clast_touch;
struct clast_pair;
struct clast_law;

/* One parameter. fallback NAN: it must be given. low and high are the allowed range, ends included. */
typedef struct clast_param {
    const char *name, *unit, *meaning;
    double fallback, low, high;
} clast_param;

/* Turns what the user gave (terms and materials) into the constants that the block function reads. */
typedef clast_status clast_law_prepare(struct clast_pair *pair, const double param[CLAST_TERM_PARAMS],
                                       const clast_material *a, const clast_material *b, clast_error *error);
typedef void clast_law_apply(struct clast_touch *touch, const struct clast_pair *pair);

typedef struct clast_law {
    clast_term_kind kind;
    const char *name;
    const char *source; /* paper and equation */
    const char *about;  /* one line for `clast list laws` */
    const clast_param *params;
    int n_params;
    int order; /* in the step, of what it does to the motion; a battery of tests holds the law to it */
    /* a letter per column: v begins a tangential vector of three, s is a scalar, e the energy of its spring, lost when
     * the contact opens; "" for none */
    const char *history;
    clast_law_prepare *prepare;
    clast_law_apply *apply; /* NULL: nothing to do */
} clast_law;

/* The key under which a kind of term stands in the scene: normal, damping, ... */
const char *clast_term_name(clast_term_kind kind);

#endif
