/* What a rotation scheme is: a name, what it claims, and its two halves of a step over a span of bodies. */
#ifndef CLAST_MODEL_SCHEME_H
#define CLAST_MODEL_SCHEME_H

#include <stdbool.h>
#include <stdint.h>

struct clast_model;
struct clast_state;
struct clast_work;

typedef void clast_scheme_half(const struct clast_model *m, struct clast_state *s, struct clast_work *w, int32_t first,
                               int32_t last);

typedef struct clast_scheme {
    const char *name;
    const char *source; /* paper and equation */
    const char *about;
    int order_free, order_forced; /* claimed orders of the attitude error without and with torque; 0: exact or none */
    int order_spin;               /* the same of the body-frame angular velocity without torque */
    bool keeps_momentum, reversible;
    bool exact_tops;          /* free bodies with two equal moments are turned without error */
    bool still;               /* bodies do not turn at all */
    bool even_kicks;          /* a free turn between two kicks of L; the spin at the start of the step is 2 wh - ws */
    clast_scheme_half *start; /* once, after the first evaluation: what the scheme keeps; NULL: nothing to do */
    clast_scheme_half *begin; /* half kick and turn: q, L, and q0, wh (for slip), ws (extrapolated) in work */
    clast_scheme_half *end;   /* second half kick: L and the synchronised w */
} clast_scheme;

#endif
