#include "collide/tile.h"

#include <string.h>

#include "base/clones.h"
#include "base/fetch.h"
#include "base/rows.h"
#include "collide/hold.h"

/* Those of a tile: first .. last - 1. */
typedef struct bodies {
    int32_t first, last;
} bodies;

/* Three numbers in a row of four; the last one of the torques is the body's term of the stability number. */
typedef struct load_sum {
    rows_four f, t;
} load_sum;

_Static_assert(sizeof(load_sum) == CLAST_LOAD * sizeof(double), "rows of a load");

CLAST_INLINE load_sum *sums(const clast_work *w) { return (load_sum *)(void *)w->load_sum; }

CLAST_INLINE void open_tile(const clast_model *m, clast_work *w, int64_t number, bodies tile)
{
    const vec3 g = m->gravity;
    const rows_four down = {g.x, g.y, g.z, 0}, none = {0};
    load_sum *const sum = sums(w);
    const double *const mass = w->mass;
    const uint8_t *const only = w->only; /* sums of others mean nothing */
    for (int32_t i = tile.first; i < tile.last; i++)
        if (!only || only[i])
            sum[i] = (load_sum){mass[i] * down, none};
    load_sum *const reaching = sum + w->n_body;
    for (int32_t i = w->tile_at[number].reaching; i < work_tile_rows_end(w, number); i++)
        reaching[i] = (load_sum){none, none};
}

static void fetch_columns(double *const *columns, int n, bodies tile)
{
    enum { LINE = 8 };
    for (int c = 0; c < n; c++)
        for (int32_t i = tile.first; i < tile.last; i += LINE)
            CLAST_FETCH(columns[c] + i);
}

void clast_tile_fetch(const clast_state *s, const clast_work *w, int64_t number)
{
    const bodies tile = {work_tile_begin(w, number), work_tile_begin(w, number + 1)};
    fetch_columns(s->x, 3, tile);
    fetch_columns(s->q, 4, tile);
    fetch_columns(s->v, 3, tile);
    fetch_columns(s->L, 3, tile);
    fetch_columns(w->inverse_inertia, 3, tile);
}

CLAST_INLINE void add_block(clast_work *w, const int32_t *list, const clast_touch *t, bool full, bool walls)
{
    double *const sum = w->load_sum;
    const clast_hold *const holds = w->hold;
    const int n = full ? CLAST_BLOCK : t->n;
    for (int k = 0; k < n; k += 4) {
        rows_four f[4], ta[4], tb[4];
        rows_four_of(t->f[0] + k, CLAST_BLOCK, f);
        rows_four_of(t->ta[0] + k, CLAST_BLOCK, ta);
        rows_four_of(t->tb[0] + k, CLAST_BLOCK, tb);
        for (int j = 0; j < 4 && (full || k + j < n); j++) {
            const clast_hold *const hold = &holds[list[k + j]];
            load_sum *const a = (load_sum *)(void *)(sum + hold->sum_a);
            a->f += f[j], a->t += ta[j];
            if (walls)
                continue;
            load_sum *const b = (load_sum *)(void *)(sum + hold->sum_b);
            b->f -= f[j], b->t += tb[j];
        }
    }
}

CLAST_INLINE void add_blocks(clast_work *w, const int32_t *list, const clast_touch *t)
{
    if (hold_at_wall(&w->hold[list[0]]))
        add_block(w, list, t, false, true);
    else if (t->n == CLAST_BLOCK)
        add_block(w, list, t, true, false);
    else
        add_block(w, list, t, false, false);
}

/* ---- from tile to tile ---- */

CLAST_INLINE void add_arrivals(clast_work *w, int64_t tile)
{
    load_sum *const sum = sums(w);
    const load_sum *const loads = sum + w->n_body;
    const int32_t *const body = w->reach_body;
    for (int32_t run = w->arrives_at[tile]; run < w->arrives_at[tile + 1]; run++) {
        const int32_t last = w->runs[w->arrives[run]].last;
        for (int32_t k = w->runs[w->arrives[run]].first; k < last; k++) {
            const int32_t b = body[k];
            sum[b].f += loads[k].f, sum[b].t += loads[k].t;
        }
    }
}

/* Of bodies i .. i + n - 1, up to four. */
CLAST_INLINE void put_sum(double *const f[3], double *const t[3], double *stiffness, const load_sum *sum, int32_t i,
                          int n)
{
    double spare[4];
    const double *const rows = (const double *)(const void *)(sum + i);
    rows_get(rows, CLAST_LOAD, n, (double *const[]){f[0] + i, f[1] + i, f[2] + i, spare});
    rows_get(rows + 4, CLAST_LOAD, n,
             (double *const[]){t[0] + i, t[1] + i, t[2] + i, stiffness ? stiffness + i : spare});
}

CLAST_INLINE void put_sums(clast_state *s, const clast_work *w, bodies tile)
{
    const load_sum *const sum = sums(w);
    double *const f[3] = {s->f[0], s->f[1], s->f[2]}, *const t[3] = {s->t[0], s->t[1], s->t[2]};
    double *const stiffness = w->stiff ? w->stiffness : NULL;
    int32_t i = tile.first;
    for (; !w->only && i + 4 <= tile.last; i += 4)
        put_sum(f, t, stiffness, sum, i, 4);
    for (; i < tile.last; i++)
        if (!w->only || w->only[i])
            put_sum(f, t, stiffness, sum, i, 1);
}

CLAST_INLINE void join_tile(clast_state *s, clast_work *w, int64_t number, bodies tile)
{
    add_arrivals(w, number);
    if (!w->sums_taken)
        put_sums(s, w, tile);
}

CLAST_CLONES(open_any, (const clast_model *m, clast_work *w, int64_t number, bodies tile), (m, w, number, tile),
             open_tile(m, w, number, tile))
CLAST_CLONES_BY(t->clone, add_any, (clast_work * w, const int32_t *list, const clast_touch *t), (w, list, t),
                add_blocks(w, list, t))
CLAST_CLONES(join_any, (clast_state * s, clast_work *w, int64_t number, bodies tile), (s, w, number, tile),
             join_tile(s, w, number, tile))

static bodies tile_of(const clast_work *w, int64_t number)
{
    return (bodies){work_tile_begin(w, number), work_tile_begin(w, number + 1)};
}

void clast_tile_open(const clast_model *m, clast_work *w, int64_t number)
{
    open_any(m, w, number, tile_of(w, number));
}

void clast_tile_add(clast_work *w, const int32_t *list, const clast_touch *block) { add_any(w, list, block); }

void clast_tile_join(const clast_model *m, clast_state *s, clast_work *w, int64_t number, clast_body_task *then)
{
    const bodies tile = tile_of(w, number);
    join_any(s, w, number, tile);
    if (then)
        then(m, s, w, tile.first, tile.last);
}

typedef struct join_job {
    clast_job job;
    clast_body_task *then;
} join_job;

static void join_tiles(void *context, int64_t first, int64_t last)
{
    const join_job *join = context;
    const clast_job *job = &join->job;
    for (int64_t number = first; number < last; number++)
        clast_tile_join(job->m, job->s, job->w, number, join->then);
}

void clast_tiles_join(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *then)
{
    join_job join = {{m, s, w}, then};
    clast_pool_for(w->pool, work_tiles(w), 1, join_tiles, &join);
}
