#include "model/boxes.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 8 }; /* are not cut any more */
enum { LANES = 4 };

typedef struct spot {
    double at[3];
    int32_t given;
} spot;

/* Bodies in one place stay as they were given. */
static bool is_before(const spot *p, const spot *q, int axis)
{
    return p->at[axis] != q->at[axis] ? p->at[axis] < q->at[axis] : p->given < q->given;
}

static int longest_edge(const spot *spots, size_t n)
{
    int longest = 0;
    double most = -1;
    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t k = 0; k < n; k++)
            low = fmin(low, spots[k].at[c]), high = fmax(high, spots[k].at[c]);
        if (high - low > most)
            most = high - low, longest = c;
    }
    return longest;
}

static void swap(spot *p, spot *q)
{
    const spot was = *p;
    *p = *q;
    *q = was;
}

/* Puts the first `lower` along the axis in front: the part in which the cut lies is divided again and again (Hoare's FIND). */
static void part(spot *spots, ptrdiff_t n, ptrdiff_t lower, int axis)
{
    for (ptrdiff_t first = 0, last = n - 1; first < last;) {
        const spot middle = spots[lower];
        ptrdiff_t i = first, j = last;
        while (i <= j) {
            while (is_before(&spots[i], &middle, axis))
                i++;
            while (is_before(&middle, &spots[j], axis))
                j--;
            if (i <= j)
                swap(&spots[i++], &spots[j--]);
        }
        if (j < lower)
            first = i;
        if (lower < i)
            last = j;
    }
}

/* How many of n bodies come first. Contacts between the two parts belong to the first one, so of an odd number of tiles it gets
 * the smaller half. */
static size_t cut_of(size_t n, size_t tile)
{
    const size_t tiles = (n + tile - 1) / tile;
    return tiles > 1 ? tiles / 2 * tile : (n / 2 + LANES - 1) / LANES * LANES;
}

static void cut(spot *spots, size_t n, size_t tile)
{
    while (n > FEW) {
        const size_t lower = cut_of(n, tile);
        part(spots, (ptrdiff_t)n, (ptrdiff_t)lower, longest_edge(spots, n));
        cut(spots, lower, tile);
        spots += lower;
        n -= lower;
    }
}

bool clast_boxes_order(const double (*at)[3], size_t n, size_t tile, int32_t *given)
{
    spot *spots = malloc((n + 1) * sizeof *spots);
    if (!spots)
        return false;
    for (size_t k = 0; k < n; k++)
        spots[k] = (spot){{at[k][0], at[k][1], at[k][2]}, (int32_t)k};
    cut(spots, n, tile);
    for (size_t k = 0; k < n; k++)
        given[k] = spots[k].given;
    free(spots);
    return true;
}

bool clast_boxes_sort(clast_bodies *bodies, size_t tile, int32_t *given)
{
    const size_t n = bodies->n;
    double(*at)[3] = malloc((n + 1) * sizeof *at);
    clast_body *sorted = malloc((n + 1) * sizeof *sorted);
    bool ok = at && sorted;
    for (size_t k = 0; ok && k < n; k++)
        memcpy(at[k], bodies->list[k].at, sizeof at[k]);
    ok = ok && clast_boxes_order((const double(*)[3])at, n, tile, given);
    for (size_t k = 0; ok && k < n; k++)
        sorted[k] = bodies->list[given[k]];
    if (ok)
        memcpy(bodies->list, sorted, n * sizeof *sorted);
    free(at);
    free(sorted);
    return ok;
}
