/* 1/sqrt(x) by products and sums alone. Processors have but one unit for roots and divisions: a root and a
 * division of eight numbers take it 40 cycles, these 14 products and sums the two others 7. It pays where nothing else is waited for, as in
 * the laws (law/spring.h), and not where there is much besides, as in the geometry of contacts (docs/performance.md).
 *
 * The first guess halves the exponent by shifting the bits, off by 3.5 % at most (a well-known trick); each round takes
 * y (1 - e)^(-1/2) with e = 1 - x y^2 up to e^3, so after two it is right to a rounding or two. The same bits on every
 * machine, since nothing is asked of the machine's own estimates. */
#ifndef CLAST_BASE_ROOT_H
#define CLAST_BASE_ROOT_H

#include <stdint.h>
#include <string.h>

#include "base/fused.h"

CLAST_INLINE double root_nearer(double x, double y)
{
    const double e = f_mul_add(-(x * y), y, 1), series = f_mul_add(f_mul_add(5.0 / 16, e, 3.0 / 8), e, 0.5);
    return f_mul_add(y * e, series, y);
}

/* For normal x > 0; of 0 it is large, and of no use. */
CLAST_INLINE double root_inverse(double x)
{
    uint64_t bits;
    double y;
    memcpy(&bits, &x, sizeof bits);
    bits = UINT64_C(0x5FE6EB50C7B537A9) - (bits >> 1);
    memcpy(&y, &bits, sizeof y);
    return root_nearer(x, root_nearer(x, y));
}

#endif
