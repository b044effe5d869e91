/* Each word that one thread writes and another reads takes a tenth of a microsecond, and so does each exchange of a word, which
 * waits until all that was written before has arrived. So a thread takes its share at once to
 * evaluate it, and at once to join it, whatever the number of tiles, and of each tile it only tells when it was evaluated. Tiles
 * are gone through backwards, since contacts reach upwards: first what other threads wait for. */
#include "collide/flow_shares.h"

#include "base/clock.h"
#include "base/fetch.h"
#include "collide/ghost.h"
#include "collide/look.h"
#include "collide/stage.h"

enum { LINE = 8 }; /* doubles in a line */

/* Up to which stage share k is taken, and how far all of it is. */
static int32_t taken(const clast_work *w, int32_t k) { return w->share_at + 2 * k * STAGE_APART; }
static int32_t reached(const clast_work *w, int32_t k) { return w->share_at + (2 * k + 1) * STAGE_APART; }

/* Lines that another thread has, fetched while a tile is worked on: of the one that is to be evaluated next, grips into
 * which it reaches and where it lays down what acts on them; */
static void fetch_for_evaluation(const clast_work *w, int64_t tile)
{
    const double *const loads = w->load_sum + (size_t)w->n_body * CLAST_LOAD;
    for (int32_t k = w->tile_at[tile].reaching; k < work_tile_rows_end(w, tile); k++) {
        const int32_t row = clast_ghost_row(w, work_tile_begin(w, tile), w->reach_body[k]);
        const double *const grip = w->grip + (size_t)row * (size_t)w->grip_width;
        if (row < w->n_body)
            continue;
        CLAST_FETCH_TO_WRITE(loads + (size_t)k * CLAST_LOAD);
        for (int c = 0; c < CLAST_GRIP_WIDTH; c += LINE)
            CLAST_FETCH(grip + c);
    }
}

/* of the one that is to be joined, the copies that are going to be written, and the ways of its bodies, which others look at; */
static void fetch_copies(const clast_work *w, int64_t tile)
{
    const double *const grip = w->grip + (size_t)w->n_body * (size_t)w->grip_width;
    const int32_t first = w->ghost_at[tile] * w->grip_width, last = w->ghost_at[tile + 1] * w->grip_width;
    for (int32_t k = first; k < last; k += LINE)
        CLAST_FETCH_TO_WRITE(grip + k);
    for (int32_t i = work_tile_begin(w, tile); first < last && i < work_tile_begin(w, tile + 1); i += LINE)
        CLAST_FETCH_TO_WRITE(w->way + i);
}

/* of the next one, what arrives there. */
static void fetch_arrivals(const clast_work *w, int64_t tile)
{
    const double *const loads = w->load_sum + (size_t)w->n_body * CLAST_LOAD;
    for (int32_t r = w->arrives_at[tile]; r < w->arrives_at[tile + 1]; r++)
        for (int32_t k = w->runs[w->arrives[r]].first; k < w->runs[w->arrives[r]].last; k++)
            __builtin_prefetch(loads + (size_t)k * CLAST_LOAD);
}

static void evaluate_share(const clast_tile_flow *flow, int32_t k)
{
    clast_work *const w = flow->job.w;
    const stage_run own = stage_share(w, k);
    for (int32_t tile = own.last; tile-- > own.first;) {
        if (tile > own.first)
            fetch_for_evaluation(w, tile - 1);
        flow->evaluate(flow->context, tile);
        stage_pass(w, w->stage_at[tile], STAGE_EVALUATED);
    }
}

static bool join_share(const clast_tile_flow *flow, int32_t k);

/* Takes from a thread that has not begun, if it was waited for long enough. */
static bool help(const clast_tile_flow *flow, int spins)
{
    clast_work *const w = flow->job.w;
    const int32_t threads = clast_pool_threads(w->pool);
    for (int32_t k = 0; spins >= STAGE_PATIENCE && k < threads; k++)
        if (stage_claim(w, taken(w, k), STAGE_WAITS, STAGE_EVALUATED)) {
            evaluate_share(flow, k);
            return true;
        }
    for (int32_t k = 0; spins >= STAGE_LONGER && k < threads; k++)
        if (join_share(flow, k))
            return true;
    return false;
}

static void wait(const clast_tile_flow *flow, int *spins)
{
    if (help(flow, *spins))
        *spins = 0;
    else
        clast_pool_wait(flow->job.w->pool, (*spins)++);
}

static bool is_ready(const clast_work *w, int64_t tile)
{
    return stage_at(w, w->stage_at[tile]) >= STAGE_EVALUATED && stage_has_arrived(w, tile);
}

/* False: somebody else does that, or its evaluation is not even taken. */
static bool join_share(const clast_tile_flow *flow, int32_t k)
{
    const clast_job *job = &flow->job;
    clast_work *const w = job->w;
    const stage_run own = stage_share(w, k);
    if (!stage_claim(w, taken(w, k), STAGE_EVALUATED, STAGE_JOINED))
        return false;
    for (int32_t tile = own.last; tile-- > own.first;) {
        for (int spins = 0; !is_ready(w, tile);)
            wait(flow, &spins);
        fetch_copies(w, tile);
        if (tile > own.first)
            fetch_arrivals(w, tile - 1);
        clast_tile_join(job->m, job->s, w, tile, flow->then);
    }
    stage_pass(w, reached(w, k), STAGE_JOINED);
    return true;
}

static bool all_have_joined(const clast_work *w)
{
    for (int32_t k = 0; k < clast_pool_threads(w->pool); k++)
        if (stage_at(w, reached(w, k)) < STAGE_JOINED)
            return false;
    return true;
}

/* Tile by tile, since nobody knows before how much there is to be looked at. */
static void look(const clast_tile_flow *flow, int32_t k)
{
    clast_work *const w = flow->job.w;
    const stage_run own = stage_share(w, k);
    for (int32_t tile = own.first; tile < own.last; tile++)
        if (stage_claim(w, w->stage_at[tile], STAGE_EVALUATED, STAGE_LOOKED))
            clast_look_tile(&flow->job, tile);
}

/* Who is through takes from the end of the others' after a while. */
static void look_for(const clast_tile_flow *flow, int32_t other)
{
    enum { BRIEFLY = 20 };
    clast_work *const w = flow->job.w;
    const stage_run from = stage_share(w, other);
    for (int32_t tile = from.last; tile-- > from.first;) {
        for (int spins = 0; spins < BRIEFLY && stage_at(w, w->stage_at[from.last - 1]) < STAGE_LOOKED; spins++)
            clast_pool_wait(w->pool, spins);
        if (stage_claim(w, w->stage_at[tile], STAGE_EVALUATED, STAGE_LOOKED))
            clast_look_tile(&flow->job, tile);
    }
}

void clast_flow_share(clast_tile_flow *flow, int32_t k)
{
    clast_work *const w = flow->job.w;
    const stage_run own = stage_share(w, k);
    if (stage_claim(w, taken(w, k), STAGE_WAITS, STAGE_EVALUATED))
        evaluate_share(flow, k);
    if (k == 0)
        flow->evaluated = clock_seconds();
    join_share(flow, k);
    for (int spins = 0; !all_have_joined(w);)
        wait(flow, &spins);
    if (k == 0)
        flow->joined = clock_seconds();
    if (flow->looks) {
        look(flow, k);
        if (own.last > own.first) /* with which it begins next time; the others' copies are written */
            fetch_for_evaluation(w, own.last - 1);
        for (int32_t other = 0; other < clast_pool_threads(w->pool); other++)
            if (other != k)
                look_for(flow, other);
    }
    stage_pass(w, taken(w, k), flow->looks ? STAGE_LOOKED : STAGE_JOINED);
}
