#include "model/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 10 }; /* cells along an axis: 2^BITS */

typedef struct spot {
    uint32_t code;
    int32_t given;
} spot;

/* Bit k of the cell's number goes to bit 3 k. */
static uint32_t spread(uint32_t cell)
{
    uint32_t out = 0;
    for (int k = 0; k < BITS; k++)
        out |= (cell >> k & 1) << 3 * k;
    return out;
}

static int ascending(const void *a, const void *b)
{
    const spot *p = a, *q = b;
    if (p->code != q->code)
        return p->code < q->code ? -1 : 1;
    return p->given < q->given ? -1 : 1;
}

static void find_codes(const clast_bodies *bodies, spot *spots)
{
    double low[3], edge = 0;
    for (int c = 0; c < 3; c++) {
        double high = -INFINITY;
        low[c] = INFINITY;
        for (size_t k = 0; k < bodies->n; k++) {
            low[c] = fmin(low[c], bodies->list[k].at[c]);
            high = fmax(high, bodies->list[k].at[c]);
        }
        edge = fmax(edge, high - low[c]);
    }
    const double cells = edge > 0 ? ((1 << BITS) - 1) / edge : 0;
    for (size_t k = 0; k < bodies->n; k++) {
        spots[k] = (spot){0, (int32_t)k};
        for (int c = 0; c < 3; c++)
            spots[k].code |= spread((uint32_t)(cells * (bodies->list[k].at[c] - low[c]))) << c;
    }
}

bool clast_curve_sort(clast_bodies *bodies, int32_t *given)
{
    const size_t n = bodies->n;
    spot *spots = malloc((n + 1) * sizeof *spots);
    clast_body *sorted = malloc((n + 1) * sizeof *sorted);
    if (spots && sorted) {
        find_codes(bodies, spots);
        qsort(spots, n, sizeof *spots, ascending);
        for (size_t k = 0; k < n; k++) {
            given[k] = spots[k].given;
            sorted[k] = bodies->list[spots[k].given];
        }
        memcpy(bodies->list, sorted, n * sizeof *sorted);
    }
    const bool ok = spots && sorted;
    free(spots);
    free(sorted);
    return ok;
}
