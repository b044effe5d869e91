#include "collide/tile.h"

#include <string.h>

#include "base/clones.h"

CLAST_INLINE void open_tile(const clast_model *m, const clast_work *w, clast_tile *tile)
{
    const vec3 g = m->gravity;
    const rows_four down = {g.x, g.y, g.z, 0}, none = {0};
    for (int32_t i = tile->first; i < tile->last; i++)
        tile->sum[i - tile->first] = (clast_load_sum){w->mass[i] * down, none};
}

/* Only where the contact's own tile is at hand. b < 0 is a wall. */
CLAST_INLINE bool holds(const clast_tile *tile, int32_t b) { return b >= tile->first && b < tile->last; }

CLAST_INLINE void add_block(clast_work *w, const int32_t *list, const clast_touch *t, clast_tile *tile)
{
    for (int k = 0; k < t->n; k += 4) {
        rows_four f[4], ta[4], tb[4];
        rows_four_of(t->f[0] + k, CLAST_BLOCK, f);
        rows_four_of(t->ta[0] + k, CLAST_BLOCK, ta);
        rows_four_of(t->tb[0] + k, CLAST_BLOCK, tb);
        for (int j = 0; j < 4 && k + j < t->n; j++) {
            const int32_t slot = list[k + j], b = w->pick[slot].b;
            clast_load_sum *const first = &tile->sum[w->pick[slot].a - tile->first];
            first->f += f[j], first->t += ta[j];
            if (holds(tile, b)) {
                clast_load_sum *const second = &tile->sum[b - tile->first];
                second->f -= f[j], second->t += tb[j];
            } else if (b >= 0) {
                double *const load = w->contact_load + (size_t)slot * CLAST_LOAD;
                memcpy(load, &f[j], sizeof f[j]), memcpy(load + 4, &tb[j], sizeof tb[j]);
            }
        }
    }
}

CLAST_INLINE void close_tile(clast_state *s, clast_work *w, const clast_tile *tile, bool stiff)
{
    for (int32_t i = tile->first; i < tile->last; i++) {
        if (w->only && !w->only[i])
            continue;
        const clast_load_sum *const sum = &tile->sum[i - tile->first];
        for (int c = 0; c < 3; c++)
            s->f[c][i] = sum->f[c], s->t[c][i] = sum->t[c];
        if (stiff)
            w->stiffness[i] = sum->t[3];
    }
}

CLAST_CLONES(open_any, (const clast_model *m, const clast_work *w, clast_tile *tile), (m, w, tile),
             open_tile(m, w, tile))
CLAST_CLONES(add_any, (clast_work * w, const int32_t *list, const clast_touch *t, clast_tile *tile), (w, list, t, tile),
             add_block(w, list, t, tile))
CLAST_CLONES(close_any, (clast_state * s, clast_work *w, const clast_tile *tile, bool stiff), (s, w, tile, stiff),
             close_tile(s, w, tile, stiff))

void clast_tile_open(const clast_model *m, const clast_work *w, int64_t number, clast_tile *tile)
{
    tile->first = work_tile_begin(w, number);
    tile->last = work_tile_begin(w, number + 1);
    open_any(m, w, tile);
}

void clast_tile_add(clast_work *w, const int32_t *list, const clast_touch *block, clast_tile *tile)
{
    add_any(w, list, block, tile);
}

void clast_tile_close(clast_state *s, clast_work *w, const clast_tile *tile, bool stiff)
{
    close_any(s, w, tile, stiff);
}

/* ---- from tile to tile ---- */

typedef struct join_job {
    clast_job job;
    bool stiff;
    clast_body_task *then;
} join_job;

static void add_arrivals(const join_job *join, int64_t tile)
{
    const clast_work *w = join->job.w;
    clast_state *s = join->job.s;
    for (int32_t k = w->arrives_at[tile]; k < w->arrives_at[tile + 1]; k++) {
        const clast_reach *from = &w->arrives[k];
        const double *const load = w->contact_load + (size_t)from->slot * CLAST_LOAD;
        if (w->only && !w->only[from->b])
            continue;
        for (int c = 0; c < 3; c++)
            s->f[c][from->b] -= load[c], s->t[c][from->b] += load[4 + c];
        if (join->stiff)
            w->stiffness[from->b] += load[7];
    }
}

static void join_tiles(void *context, int64_t first, int64_t last)
{
    const join_job *join = context;
    const clast_job *job = &join->job;
    for (int64_t tile = first; tile < last; tile++) {
        add_arrivals(join, tile);
        if (join->then)
            join->then(job->m, job->s, job->w, work_tile_begin(job->w, tile), work_tile_begin(job->w, tile + 1));
    }
}

void clast_tiles_join(const clast_model *m, clast_state *s, clast_work *w, bool stiff, clast_body_task *then)
{
    join_job join = {{m, s, w}, stiff, then};
    clast_pool_for(w->pool, work_tiles(w), 1, join_tiles, &join);
}
