/* Jacobi's elliptic functions sn, cn, dn by descending Landen transformations (the arithmetic-geometric mean in other
 * words; Abramowitz & Stegun 16.12). The moduli depend on the parameter alone, so they are made once for many u.
 * No libm but the square root: the same bits on every system. */
#ifndef CLAST_BASE_JACOBI_H
#define CLAST_BASE_JACOBI_H

#include <math.h>

#include "base/trig.h"

enum { JACOBI_LEVELS = 14 };

typedef struct jacobi {
    int levels;
    double k[JACOBI_LEVELS]; /* moduli, falling to nothing */
    double scale;            /* of u, from the first level to the last */
} jacobi;

typedef struct jacobi_values {
    double sn, cn, dn;
} jacobi_values;

/* For the parameter m = 1 - m1, 0 <= m <= 1: given as m1, since it is near m = 1 that digits matter. */
static inline jacobi jacobi_of(double m1)
{
    jacobi j = {.scale = 1};
    double other = sqrt(fmax(m1, 1e-32)); /* complementary modulus; 0 would never leave m = 1 */
    while (j.levels < JACOBI_LEVELS) {
        const double k = (1 - other) / (1 + other);
        j.k[j.levels++] = k;
        j.scale /= 1 + k;
        other = 2 * sqrt(other) / (1 + other);
        if (k < 1e-9) /* the parameter of the next level is k^2 */
            break;
    }
    return j;
}

static inline jacobi_values jacobi_at(const jacobi *j, double u)
{
    double s, c, d = 1;
    trig_sincos(u * j->scale, &s, &c);
    for (int level = j->levels - 1; level >= 0; level--) {
        const double k = j->k[level], kss = k * s * s, over = 1 / (1 + kss);
        s = (1 + k) * s * over;
        c = c * d * over;
        d = (1 - kss) * over;
    }
    return (jacobi_values){s, c, d};
}

#endif
