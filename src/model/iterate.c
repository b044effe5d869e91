#include "model/iterate.h"

#include <stdlib.h>

enum { ARRAYS = 15 + 2 + CLAST_CHANGES };

static void arrays(clast_iterate *it, double **list[ARRAYS])
{
    int n = 0;
    for (int c = 0; c < 3; c++) {
        list[n++] = &it->v0[c], list[n++] = &it->w0[c], list[n++] = &it->L0[c];
        list[n++] = &it->f0[c], list[n++] = &it->t0[c];
    }
    for (int c = 0; c < CLAST_CHANGES; c++)
        list[n++] = &it->moved[c];
    list[n++] = &it->change[0], list[n++] = &it->change[1];
}

bool clast_iterate_reserve(clast_iterate *it, int32_t n)
{
    if (n <= it->room)
        return true;
    const size_t room = (size_t)n;
    clast_iterate_free(it);
    double **list[ARRAYS];
    arrays(it, list);
    bool ok = true;
    for (int k = 0; k < ARRAYS; k++)
        ok = (*list[k] = malloc(room * sizeof **list[k])) && ok;
    it->partial = malloc((room / CLAST_CHANGE_CHUNK + 1) * sizeof *it->partial);
    it->taken = malloc(room * sizeof *it->taken);
    it->colour = malloc(room);
    it->mask = malloc(room);
    ok = ok && it->partial && it->taken && it->colour && it->mask;
    it->room = ok ? n : 0;
    return ok;
}

void clast_iterate_free(clast_iterate *it)
{
    double **list[ARRAYS];
    arrays(it, list);
    for (int k = 0; k < ARRAYS; k++)
        free(*list[k]);
    free(it->partial);
    free(it->taken);
    free(it->colour);
    free(it->mask);
    *it = (clast_iterate){0};
}

size_t clast_iterate_bytes(const clast_iterate *it)
{
    return (size_t)it->room * (ARRAYS * sizeof(double) + sizeof *it->taken + 2);
}
