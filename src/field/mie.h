/* The near-field law (Campello, eq 17), a generalised Mie force, between two points at distance r:
 *
 *   pull(r) = A (s/r)^p - B (s/r)^q        the paper's kappa1 = A s^p, kappa2 = B s^q
 *   U(r)    = -A s/(p-1) (s/r)^(p-1) + B s/(q-1) (s/r)^(q-1)
 *
 * Both end at the cut-off rc (shifted force):  pull(r) - pull(rc),  U(r) - U(rc) - (r - rc) pull(rc). With a force that
 * jumps at rc, even if the potential does not, every pair that crosses would leave an error of first order in the step. */
#ifndef CLAST_FIELD_MIE_H
#define CLAST_FIELD_MIE_H

#include <math.h>

#include "model/field.h"

typedef struct mie {
    double pull, potential, stiffness; /* stiffness: |d pull/dr| */
} mie;

/* Whole exponents, the usual ones, by products: the same bits on every system. */
static inline double mie_power(double x, double exponent)
{
    if (exponent != rint(exponent) || exponent > 64)
        return pow(x, exponent);
    double out = 1;
    for (unsigned k = (unsigned)exponent; k; k >>= 1, x *= x)
        out *= k & 1 ? x : 1;
    return out;
}

static inline mie mie_whole(const clast_pair_field *field, double r)
{
    const double x = field->scale / r, p = field->power[0], q = field->power[1];
    const double a = field->attraction * mie_power(x, p), b = field->repulsion * mie_power(x, q);
    return (mie){a - b, r * (b / (q - 1) - a / (p - 1)), fabs(q * b - p * a) / r};
}

/* For r below the cut-off. */
static inline mie mie_at(const clast_pair_field *field, double r)
{
    mie out = mie_whole(field, r);
    out.pull -= field->cut_pull;
    out.potential -= field->cut_potential + (r - field->cutoff) * field->cut_pull;
    return out;
}

static inline void mie_cut(clast_pair_field *field)
{
    const mie end = mie_whole(field, field->cutoff);
    field->cut_pull = end.pull;
    field->cut_potential = end.potential;
}

#endif
