#include "collide/ghost.h"

#include <string.h>

#include "base/array.h"
#include "collide/hold.h"

enum { MANY = 24000 }; /* contacts: beyond that not even the second-level caches hold them with their bodies */

static void note_threads(clast_work *w)
{
    const int32_t tiles = work_tiles(w);
    for (int32_t tile = 0, k = 0; tile < tiles; tile++) {
        while (clast_pool_share_end(w->pool, tiles, k) <= tile)
            k++;
        w->tile_thread[tile] = k;
    }
}

/* Two threads have them; b < 0: a wall, which all have. */
static bool are_apart(const clast_work *w, int32_t a, int32_t b)
{
    return b >= 0 && w->tile_thread[a / w->body_chunk] != w->tile_thread[b / w->body_chunk];
}

/* Bodies in the order of their tiles, so that those of a tile stand together. */
static void number(clast_work *w)
{
    w->n_ghosts = 0;
    for (int32_t i = 0; i < w->n_body; i++)
        w->ghost_of[i] = -1;
    for (size_t p = 0; p < w->n_near; p++)
        if (are_apart(w, w->near[p].a, w->near[p].b))
            w->ghost_of[w->near[p].b] = 0;
    for (int32_t i = 0; i < w->n_body; i++) {
        if (i % w->body_chunk == 0)
            w->ghost_at[i / w->body_chunk] = w->n_ghosts;
        if (w->ghost_of[i] < 0)
            continue;
        w->ghost_body[w->n_ghosts] = i;
        w->ghost_of[i] = w->n_ghosts++;
    }
    w->ghost_at[work_tiles(w)] = w->n_ghosts;
}

/* Who reads what. */
static void point(clast_work *w)
{
    for (size_t p = 0; p < w->n_near; p++)
        if (w->near[p].b >= 0)
            w->near_grip[p] = clast_ghost_row(w, w->near[p].a, w->near[p].b);
    for (int32_t g = 0; g < work_tiles(w) * w->n_groups; g++)
        for (int32_t k = w->group_at[g]; k < w->group_at[g] + w->group_n[g]; k++) {
            const clast_pick *pick = &w->pick[w->contact_order[k]];
            hold_grip_b(w, w->contact_order[k], clast_ghost_row(w, pick->a, pick->b));
        }
}

bool clast_ghosts_assign(clast_work *w)
{
    const size_t tiles = (size_t)work_tiles(w), n = (size_t)w->n_body;
    if (w->grip_rows == w->n_body)
        return true;
    const bool had_some = w->n_ghosts > 0;
    w->n_ghosts = 0;
    if (w->n_order > MANY) {
        if (had_some)
            point(w); /* at the bodies: who was told of copies would go on reading them */
        return true;
    }
    if (!ARRAY_RESERVE(w->tile_thread, w->c_tile_thread, tiles) || !ARRAY_RESERVE(w->ghost_of, w->c_ghost_of, n) ||
        !ARRAY_RESERVE(w->ghost_body, w->c_ghost_body, n) || !ARRAY_RESERVE(w->ghost_at, w->c_ghost_at, tiles + 1))
        return false;
    note_threads(w);
    number(w);
    point(w);
    for (int32_t first = 0; first < w->n_body; first += w->body_chunk)
        clast_ghosts_copy(w, first);
    return true;
}

int32_t clast_ghost_row(const clast_work *w, int32_t a, int32_t b)
{
    return w->n_ghosts > 0 && are_apart(w, a, b) && w->ghost_of[b] >= 0 ? w->n_body + w->ghost_of[b] : b;
}

void clast_ghosts_copy(clast_work *w, int32_t first)
{
    const size_t width = (size_t)w->grip_width;
    const int32_t tile = first / w->body_chunk;
    if (w->n_ghosts == 0)
        return;
    for (int32_t k = w->ghost_at[tile]; k < w->ghost_at[tile + 1]; k++)
        memcpy(w->grip + (size_t)(w->n_body + k) * width, w->grip + (size_t)w->ghost_body[k] * width,
               width * sizeof *w->grip);
}
