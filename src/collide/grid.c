/* Bodies go into the cell that holds their centre, on the level whose cells are just as wide as their diameter plus
 * skin. A body asks the cells around it: all 27 on every coarser level that is in use, on its own level half of them and
 * its own cell for the bodies of higher index. So each pair is found once. Cells are hashed, so an outlier far away costs
 * nothing. Work is linear in bodies for any mixture of sizes. */
#include "collide/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { LEVELS = 24, CHUNK = 256 };

typedef struct cell {
    int32_t x, y, z, level;
} cell;

/* A body as the search wants it: side by side with the others of its cell. */
typedef struct dweller {
    double x, y, z, radius;
    cell at;
    int32_t body;
} dweller;

typedef struct grid {
    int32_t n;
    double *const *x;
    const double *radius;
    double skin;
    double width[LEVELS];
    bool used[LEVELS];
    cell *cells; /* per body */
    uint32_t mask;
    int32_t *first;    /* per bucket, one more at the end */
    dweller *dwellers; /* sorted by bucket, then by index */
} grid;

typedef struct found {
    clast_grid_pair *pairs;
    size_t n, room;
    bool failed;
} found;

static int32_t coordinate(double x, double width)
{
    double c = floor(x / width);
    return (int32_t)fmax(-1e9, fmin(1e9, c)); /* far outliers share a cell: more candidates, never fewer */
}

static cell cell_at(const grid *g, int32_t i, int level)
{
    double width = g->width[level];
    return (cell){coordinate(g->x[0][i], width), coordinate(g->x[1][i], width), coordinate(g->x[2][i], width), level};
}

static uint32_t bucket(const grid *g, cell c)
{
    uint32_t h = (uint32_t)c.x * 0x9E3779B1u ^ (uint32_t)c.y * 0x85EBCA77u ^ (uint32_t)c.z * 0xC2B2AE3Du ^
                 (uint32_t)c.level * 0x27D4EB2Fu;
    h ^= h >> 15;
    return (h * 0x2C1B3C6Du >> 3) & g->mask;
}

static void choose_levels(grid *g)
{
    double least = INFINITY, most = 0;
    for (int32_t i = 0; i < g->n; i++) {
        least = fmin(least, g->radius[i]);
        most = fmax(most, g->radius[i]);
    }
    /* the coarsest cells hold the largest body; finer levels are halves of them */
    double width = (2 * most + g->skin) * 1.000001;
    int levels = 1;
    while (levels < LEVELS && 0.5 * width > 2 * least + g->skin) {
        width *= 0.5;
        levels++;
    }
    for (int k = 0; k < LEVELS; k++)
        g->width[k] = k < levels ? ldexp(width, k) : INFINITY;
}

static void fill_cells(grid *g)
{
    for (int32_t i = 0; i < g->n; i++) {
        int level = 0;
        while (g->width[level] < 2 * g->radius[i] + g->skin)
            level++;
        g->used[level] = true;
        g->cells[i] = cell_at(g, i, level);
        g->first[bucket(g, g->cells[i]) + 1]++;
    }
    for (uint32_t k = 0; k <= g->mask; k++)
        g->first[k + 1] += g->first[k];
    for (int32_t i = 0; i < g->n; i++)
        g->dwellers[g->first[bucket(g, g->cells[i])]++] =
            (dweller){g->x[0][i], g->x[1][i], g->x[2][i], g->radius[i], g->cells[i], i};
    memmove(g->first + 1, g->first, ((size_t)g->mask + 1) * sizeof *g->first);
    g->first[0] = 0;
}

static bool near(const dweller *a, const dweller *b, double skin)
{
    const double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z, reach = a->radius + b->radius + skin;
    return dx * dx + dy * dy + dz * dz < reach * reach;
}

/* Of the bodies in cell c those that come after `above` in their numbers. */
static void search_cell(const grid *g, const dweller *a, int32_t above, cell c, found *out)
{
    uint32_t at = bucket(g, c);
    for (int32_t k = g->first[at]; k < g->first[at + 1]; k++) {
        const dweller *b = &g->dwellers[k];
        if (!near(a, b, g->skin) || b->body <= above || b->at.x != c.x || b->at.y != c.y || b->at.z != c.z ||
            b->at.level != c.level)
            continue;
        if (!ARRAY_RESERVE(out->pairs, out->room, out->n + 1)) {
            out->failed = true;
            return;
        }
        out->pairs[out->n++] =
            a->body < b->body ? (clast_grid_pair){a->body, b->body} : (clast_grid_pair){b->body, a->body};
    }
}

static void search(const grid *g, int32_t first, int32_t last, found *out)
{
    for (int32_t a = first; a < last; a++) {
        const dweller self = {g->x[0][a], g->x[1][a], g->x[2][a], g->radius[a], g->cells[a], a};
        for (int level = g->cells[a].level; level < LEVELS; level++) {
            if (!g->used[level])
                continue;
            enum { OWN = 13, CELLS = 27 };
            const bool same = level == g->cells[a].level;
            const cell c = same ? g->cells[a] : cell_at(g, a, level);
            for (int k = same ? OWN : 0; k < CELLS; k++)
                search_cell(g, &self, same && k == OWN ? a : -1,
                            (cell){c.x + k % 3 - 1, c.y + k / 3 % 3 - 1, c.z + k / 9 - 1, level}, out);
        }
    }
}

typedef struct search_job {
    const grid *g;
    found *chunks;
} search_job;

static void search_chunk(void *context, int64_t first, int64_t last)
{
    const search_job *job = context;
    search(job->g, (int32_t)first, (int32_t)last, &job->chunks[first / CHUNK]);
}

/* By insertion: first come the few that the body found itself, then those that found it, and these in order. So it is
 * quick even for a large body among many small ones. */
static void sort_by_b(clast_grid_pair *pairs, size_t n)
{
    for (size_t k = 1; k < n; k++) {
        const clast_grid_pair pair = pairs[k];
        size_t at = k;
        for (; at > 0 && pairs[at - 1].b > pair.b; at--)
            pairs[at] = pairs[at - 1];
        pairs[at] = pair;
    }
}

/* Counting sort by a, then each body's few partners by b. */
static bool sort_pairs(int32_t n, const found *chunks, int32_t n_chunks, clast_grid_pair **pairs, size_t *n_pairs)
{
    size_t total = 0;
    for (int32_t c = 0; c < n_chunks; c++)
        total += chunks[c].n;
    size_t *first = calloc((size_t)n + 2, sizeof *first);
    clast_grid_pair *sorted = calloc(total ? total : 1, sizeof *sorted);
    if (!first || !sorted) {
        free(first);
        free(sorted);
        return false;
    }
    for (int32_t c = 0; c < n_chunks; c++)
        for (size_t k = 0; k < chunks[c].n; k++)
            first[chunks[c].pairs[k].a + 2]++;
    for (int32_t i = 0; i < n; i++)
        first[i + 2] += first[i + 1];
    for (int32_t c = 0; c < n_chunks; c++)
        for (size_t k = 0; k < chunks[c].n; k++)
            sorted[first[chunks[c].pairs[k].a + 1]++] = chunks[c].pairs[k];
    for (int32_t i = 0; i < n; i++)
        sort_by_b(sorted + first[i], first[i + 1] - first[i]);
    free(first);
    *pairs = sorted;
    *n_pairs = total;
    return true;
}

bool clast_grid_pairs(int32_t n, double *const x[3], const double *radius, double skin, clast_pool *pool,
                      clast_grid_pair **pairs, size_t *n_pairs)
{
    grid g = {.n = n, .x = x, .radius = radius, .skin = skin, .mask = 1023};
    while (g.mask < 2 * (uint32_t)n)
        g.mask = 2 * g.mask + 1;
    int32_t n_chunks = (n + CHUNK - 1) / CHUNK;
    g.cells = malloc((size_t)(n + 1) * sizeof *g.cells);
    g.first = calloc((size_t)g.mask + 3, sizeof *g.first);
    g.dwellers = malloc((size_t)(n + 1) * sizeof *g.dwellers);
    found *chunks = calloc((size_t)n_chunks + 1, sizeof *chunks);
    bool ok = g.cells && g.first && g.dwellers && chunks;
    if (ok) {
        choose_levels(&g);
        fill_cells(&g);
        search_job job = {&g, chunks};
        clast_pool_for(pool, n, CHUNK, search_chunk, &job);
        for (int32_t c = 0; c < n_chunks; c++)
            ok = ok && !chunks[c].failed;
        ok = ok && sort_pairs(n, chunks, n_chunks, pairs, n_pairs);
    }
    for (int32_t c = 0; chunks && c < n_chunks; c++)
        free(chunks[c].pairs);
    free(g.cells);
    free(g.first);
    free(g.dwellers);
    free(chunks);
    return ok;
}
