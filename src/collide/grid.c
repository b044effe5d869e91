/* Bodies go into the cell that holds their centre, on the level whose cells are just as wide as their diameter plus
 * skin. A body asks the cells around it: all 27 on every coarser level that is in use, on its own level half of them and
 * its own cell for the bodies of higher index. So each pair is found once. Cells are hashed, so an outlier far away costs
 * nothing. Work is linear in bodies for any mixture of sizes.
 * Cells that follow each other along x lie in buckets that follow each other: a row of three is one run of bodies. */
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
    int levels;
    double width[LEVELS];
    bool used[LEVELS];
    cell *cells; /* per body */
    uint32_t mask;
    uint32_t row, layer; /* from a bucket to that of the next cell along y, along z */
    int32_t *first;      /* per bucket, and the end */
    dweller *dwellers;   /* sorted by bucket, then by index */
} grid;

typedef struct found {
    clast_grid_pair *pairs;
    size_t n, room;
    bool failed;
} found;

/* For rounding. */
static double widened(double width) { return width * 1.000001; }

static int32_t coordinate(double x, double width)
{
    const double c = x / width;
    if (!(c > -1e9)) /* far outliers share a cell: more candidates, never fewer */
        return -1000000000;
    if (c > 1e9)
        return 1000000000;
    const int32_t cut = (int32_t)c; /* floor is a call */
    return cut - (cut > c);
}

static cell cell_at(const grid *g, int32_t i, int level)
{
    double width = g->width[level];
    return (cell){coordinate(g->x[0][i], width), coordinate(g->x[1][i], width), coordinate(g->x[2][i], width), level};
}

static uint32_t bucket(const grid *g, cell c)
{
    return ((uint32_t)c.x + (uint32_t)c.y * g->row + (uint32_t)c.z * g->layer + (uint32_t)c.level * 0x27D4EB2Fu) &
           g->mask;
}

static void choose_levels(grid *g)
{
    double least = INFINITY, most = 0;
    for (int32_t i = 0; i < g->n; i++) {
        least = g->radius[i] < least ? g->radius[i] : least;
        most = g->radius[i] > most ? g->radius[i] : most;
    }
    /* the coarsest cells hold the largest body; finer levels are halves of them */
    double width = widened(2 * most + g->skin);
    g->levels = 1;
    while (g->levels < LEVELS && 0.5 * width > widened(2 * least + g->skin)) {
        width *= 0.5;
        g->levels++;
    }
    for (int k = 0; k < g->levels; k++)
        g->width[k] = ldexp(width, k);
}

/* Cells in use along an axis, on the finest level, and one more. */
static double cells_along(const grid *g, int axis)
{
    const double *const x = g->x[axis];
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < g->n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    return ceil((high - low) / g->width[0]) + 2;
}

/* Where every cell can have a bucket of its own neighbours are near each other in memory; else rows lie anywhere. */
static void choose_strides(grid *g)
{
    const double nx = cells_along(g, 0), ny = cells_along(g, 1), nz = cells_along(g, 2);
    const bool roomy = nx * ny * nz <= g->mask; /* false if one is not a number */
    g->row = roomy ? (uint32_t)nx : 0x85EBCA77u;
    g->layer = roomy ? (uint32_t)(nx * ny) : 0xC2B2AE3Du;
}

static void place_chunk(void *context, int64_t first, int64_t last)
{
    const grid *g = context;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++) {
        int level = 0;
        while (level < g->levels - 1 && g->width[level] < widened(2 * g->radius[i] + g->skin))
            level++;
        g->cells[i] = cell_at(g, i, level);
    }
}

static void fill_cells(grid *g)
{
    for (int32_t i = 0; i < g->n; i++) {
        g->used[g->cells[i].level] = true;
        g->first[bucket(g, g->cells[i]) + 2]++;
    }
    for (uint32_t k = 0; k <= g->mask; k++)
        g->first[k + 2] += g->first[k + 1];
    for (int32_t i = 0; i < g->n; i++)
        g->dwellers[g->first[bucket(g, g->cells[i]) + 1]++] =
            (dweller){g->x[0][i], g->x[1][i], g->x[2][i], g->radius[i], g->cells[i], i};
}

static bool near(const dweller *a, const dweller *b, double skin)
{
    const double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z, reach = a->radius + b->radius + skin;
    return dx * dx + dy * dy + dz * dz < reach * reach;
}

/* Cells that follow each other along x. */
typedef struct row {
    cell first;
    int32_t n;
    int32_t above; /* in the first cell, only bodies that come after this one in their numbers */
} row;

static void search_buckets(const grid *g, const dweller *a, const row *r, uint32_t from, uint32_t to, found *out)
{
    const int32_t begin = g->first[from], end = g->first[to];
    if (!ARRAY_RESERVE(out->pairs, out->room, out->n + (size_t)(end - begin))) {
        out->failed = true;
        return;
    }
    clast_grid_pair *to_add = out->pairs + out->n;
    for (int32_t k = begin; k < end; k++) {
        const dweller *b = &g->dwellers[k];
        const int32_t along = b->at.x - r->first.x;
        if (!near(a, b, g->skin) || (uint32_t)along >= (uint32_t)r->n || (along == 0 && b->body <= r->above) ||
            b->at.y != r->first.y || b->at.z != r->first.z || b->at.level != r->first.level)
            continue;
        *to_add++ = a->body < b->body ? (clast_grid_pair){a->body, b->body} : (clast_grid_pair){b->body, a->body};
    }
    out->n = (size_t)(to_add - out->pairs);
}

static void search_row(const grid *g, const dweller *a, row r, found *out)
{
    const uint32_t from = bucket(g, r.first), to = from + (uint32_t)r.n, end = g->mask + 1;
    search_buckets(g, a, &r, from, to < end ? to : end, out);
    if (to > end)
        search_buckets(g, a, &r, 0, to - end, out);
}

static void search(const grid *g, int32_t first, int32_t last, found *out)
{
    for (int32_t a = first; a < last; a++) {
        const dweller self = {g->x[0][a], g->x[1][a], g->x[2][a], g->radius[a], g->cells[a], a};
        for (int level = g->cells[a].level; level < g->levels; level++) {
            if (!g->used[level])
                continue;
            enum { OWN = 4, ROWS = 9 };
            const bool same = level == g->cells[a].level;
            const cell c = same ? g->cells[a] : cell_at(g, a, level);
            if (same)
                search_row(g, &self, (row){c, 2, a}, out);
            for (int k = same ? OWN + 1 : 0; k < ROWS; k++)
                search_row(g, &self, (row){{c.x - 1, c.y + k % 3 - 1, c.z + k / 3 - 1, level}, 3, -1}, out);
        }
    }
}

typedef struct search_job {
    const grid *g;
    found *chunks;
} search_job;

static void search_chunk(void *context, int64_t first, int64_t last)
{
    enum { PARTNERS = 8 }; /* to begin with */
    const search_job *job = context;
    found *out = &job->chunks[first / CHUNK];
    out->failed = !ARRAY_RESERVE(out->pairs, out->room, PARTNERS * (last - first));
    if (!out->failed)
        search(job->g, (int32_t)first, (int32_t)last, out);
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
typedef struct sort_job {
    clast_grid_pair *sorted;
    const int32_t *first; /* per body, and the end */
} sort_job;

static void sort_chunk(void *context, int64_t first, int64_t last)
{
    const sort_job *job = context;
    for (int64_t i = first; i < last; i++)
        sort_by_b(job->sorted + job->first[i], (size_t)(job->first[i + 1] - job->first[i]));
}

static bool sort_pairs(int32_t n, const found *chunks, int32_t n_chunks, clast_pool *pool, clast_room *room,
                       clast_grid_pair **pairs, size_t *n_pairs)
{
    size_t total = 0;
    for (int32_t c = 0; c < n_chunks; c++)
        total += chunks[c].n;
    const size_t index = ((size_t)n + 2) * sizeof(int32_t);
    if (total > INT32_MAX || !ARRAY_RESERVE(room->block, room->bytes, total * sizeof **pairs + index))
        return false;
    clast_grid_pair *const sorted = (clast_grid_pair *)(void *)room->block;
    int32_t *const first = memset(sorted + total, 0, index);
    for (int32_t c = 0; c < n_chunks; c++)
        for (size_t k = 0; k < chunks[c].n; k++)
            first[chunks[c].pairs[k].a + 2]++;
    for (int32_t i = 0; i < n; i++)
        first[i + 2] += first[i + 1];
    for (int32_t c = 0; c < n_chunks; c++)
        for (size_t k = 0; k < chunks[c].n; k++)
            sorted[first[chunks[c].pairs[k].a + 1]++] = chunks[c].pairs[k];
    clast_pool_for(pool, n, CHUNK, sort_chunk, &(sort_job){sorted, first});
    *pairs = sorted;
    *n_pairs = total;
    return true;
}

/* In the room, which is used again when the pairs are sorted. */
static bool make_grid(grid *g, clast_room *room)
{
    g->mask = 1023;
    while (g->mask < 2 * (uint32_t)g->n)
        g->mask = 2 * g->mask + 1;
    const size_t n = (size_t)g->n, index = ((size_t)g->mask + 3) * sizeof *g->first;
    if (!ARRAY_RESERVE(room->block, room->bytes, n * (sizeof *g->dwellers + sizeof *g->cells) + index))
        return false;
    g->dwellers = (dweller *)(void *)room->block;
    g->cells = (cell *)(void *)(g->dwellers + n);
    g->first = memset(g->cells + n, 0, index);
    return true;
}

bool clast_grid_pairs(int32_t n, double *const x[3], const double *radius, double skin, clast_pool *pool,
                      clast_room *room, clast_grid_pair **pairs, size_t *n_pairs)
{
    grid g = {.n = n, .x = x, .radius = radius, .skin = skin};
    int32_t n_chunks = (n + CHUNK - 1) / CHUNK;
    found *chunks = calloc((size_t)n_chunks + 1, sizeof *chunks);
    bool ok = chunks && make_grid(&g, room);
    if (ok) {
        choose_levels(&g);
        choose_strides(&g);
        clast_pool_for(pool, n, CHUNK, place_chunk, &g);
        fill_cells(&g);
        search_job job = {&g, chunks};
        clast_pool_for(pool, n, CHUNK, search_chunk, &job);
        for (int32_t c = 0; c < n_chunks; c++)
            ok = ok && !chunks[c].failed;
        ok = ok && sort_pairs(n, chunks, n_chunks, pool, room, pairs, n_pairs);
    }
    for (int32_t c = 0; chunks && c < n_chunks; c++)
        free(chunks[c].pairs);
    free(chunks);
    return ok;
}
