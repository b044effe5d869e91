/* The sums of plain models (no bonds, cohesion, rolling, fields or damping of bodies) in vector lanes: each lane sums its
 * own share of a chunk, and the lanes are added up in order at the end, so that the bits do not depend on the machine. */
#include "energy/tally_lanes.h"

#include <string.h>

#include "base/rows.h"

/* Velocity and spin of the end of the step, in the rows of the grips that hold the extrapolated ones: the contacts have
 * been evaluated, and the next step writes the grips anew. */
enum { SYNC_ROW = 2 };

typedef struct sync_side {
    _Alignas(64) clast_lane v[3], spare, w[3], spare_w;
} sync_side;

typedef struct sync_block {
    sync_side a, b;
    clast_lane la[3], lb[3], fs[3], stored, slip, change, kn, kt, spare[2]; /* clast_book */
    clast_lane n[3], d, ft[3], fn;                                          /* first rows of the record */
    clast_lane fel, fd, ut, cn;                                             /* its ledger's row */
    clast_lane on;                                                          /* 0 behind the last contact */
} sync_block;

typedef struct contact_sums {
    _Alignas(64) clast_lane work_t, work_d, dashpot_t, dashpot_n, normal, tangential, slip, change;
} contact_sums;

#define GET(a, k) ((vec3){(a)[0][k], (a)[1][k], (a)[2][k]})

CLAST_INLINE void put_sync(const clast_state *s, clast_work *w, int32_t i, int32_t last)
{
    const size_t width = (size_t)w->grip_width;
    double *const row = w->grip + (size_t)i * width + 4 * (size_t)SYNC_ROW;
    rows_put((const double *const[]){s->v[0] + i, s->v[1] + i, s->v[2] + i, w->mass + i}, last - i, row, width);
    rows_put((const double *const[]){s->w[0] + i, s->w[1] + i, s->w[2] + i, w->mass + i}, last - i, row + 4, width);
}

CLAST_INLINE void gather_sync(const clast_model *m, const clast_state *s, const clast_work *w, const int32_t *list,
                              int32_t n, sync_block *block)
{
    double wall[CLAST_BLOCK][8];
    for (int k = 0; k < CLAST_BLOCK; k += 4) {
        const double *a[4], *b[4], *book[4], *record[4];
        for (int j = 0; j < 4; j++) {
            const int32_t id = list[k + j < n ? k + j : n - 1];
            const clast_pick *pick = &w->pick[id];
            a[j] = w->grip + (size_t)pick->a * (size_t)w->grip_width + 4 * SYNC_ROW;
            b[j] = wall[k + j];
            if (pick->b >= 0)
                b[j] = w->grip + (size_t)pick->b * (size_t)w->grip_width + 4 * SYNC_ROW;
            else {
                memset(wall[k + j], 0, sizeof wall[k + j]);
                v_put(wall[k + j], m->walls[-1 - pick->b].velocity);
            }
            book[j] = w->contact_book[id].la;
            record[j] = work_record(s, w, id);
            block->on[k + j] = k + j < n ? 1 : 0;
        }
        rows_gather(a, 2, &block->a.v[0][k], CLAST_BLOCK);
        rows_gather(b, 2, &block->b.v[0][k], CLAST_BLOCK);
        rows_gather(book, 4, &block->la[0][k], CLAST_BLOCK);
        rows_gather(record, 2, &block->n[0][k], CLAST_BLOCK);
        for (int j = 0; j < 4; j++)
            record[j] += contact_motion(m->n_history);
        rows_gather(record, CLAST_BOOKED / 4, &block->fel[k], CLAST_BLOCK);
    }
}

CLAST_INLINE void sum_block(const sync_block *restrict b, contact_sums *restrict sum)
{
    CLAST_LANES
    {
        const vec3 va = v_add(GET(b->a.v, k), v_cross(GET(b->a.w, k), GET(b->la, k)));
        const vec3 vb = v_add(GET(b->b.v, k), v_cross(GET(b->b.w, k), GET(b->lb, k)));
        const vec3 c = v_sub(va, vb), ft = GET(b->ft, k);
        const double rate = v_dot(c, GET(b->n, k)), dashpot = b->cn[k] * rate, on = b->on[k];
        sum->work_t[k] -= on * v_dot(ft, c);
        sum->work_d[k] += on * b->fd[k] * rate;
        sum->dashpot_t[k] -= on * v_dot(v_sub(ft, GET(b->fs, k)), c);
        sum->dashpot_n[k] += on * (dashpot > -b->fel[k] ? dashpot : -b->fel[k]) * rate;
        sum->normal[k] += on * b->stored[k];
        sum->tangential[k] += on * b->ut[k];
        sum->slip[k] += on * b->slip[k];
        sum->change[k] += on * b->change[k];
    }
}

/* Lane after lane. */
static double across(const double *lane, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += lane[k];
    return sum;
}

CLAST_INLINE void sum_contacts(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first,
                               int32_t last, clast_tally *to)
{
    contact_sums sum;
    sync_block block;
    memset(&sum, 0, sizeof sum);
    for (int32_t at = first; at < last; at += CLAST_BLOCK) {
        gather_sync(m, s, w, w->contact_order + at, last - at < CLAST_BLOCK ? last - at : CLAST_BLOCK, &block);
        sum_block(&block, &sum);
    }
    to->power[CLAST_WORK_T] = across(sum.work_t, CLAST_BLOCK);
    to->power[CLAST_WORK_D] = across(sum.work_d, CLAST_BLOCK);
    to->power[CLAST_WORK_DASHPOT_T] = across(sum.dashpot_t, CLAST_BLOCK);
    to->power[CLAST_WORK_DASHPOT_N] = across(sum.dashpot_n, CLAST_BLOCK);
    to->stored[CLAST_STORE_NORMAL] = across(sum.normal, CLAST_BLOCK);
    to->stored[CLAST_STORE_TANGENTIAL] = across(sum.tangential, CLAST_BLOCK);
    to->lost[CLAST_LOSS_SLIP] = across(sum.slip, CLAST_BLOCK);
    to->lost[CLAST_LOSS_CHANGE] = across(sum.change, CLAST_BLOCK);
}

/* Work of the walls that move. */
static void add_walls(const clast_model *m, const clast_work *w, int32_t first, int32_t last, clast_tally *to)
{
    for (int32_t at = first; at < last; at++) {
        const int32_t k = w->contact_order[at], b = w->pick[k].b;
        if (b < 0)
            to->power[CLAST_WORK_WALL] +=
                v_dot(v_of(w->contact_load + (size_t)k * CLAST_LOAD), m->walls[-1 - b].velocity);
    }
}

CLAST_CLONES(sync_chunk, (const clast_state *s, clast_work *w, int32_t first, int32_t last), (s, w, first, last),
             put_sync(s, w, first, last))
CLAST_CLONES(contacts_chunk,
             (const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
              clast_tally *to),
             (m, s, w, first, last, to), sum_contacts(m, s, w, first, last, to))

void clast_tally_sync(const clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    sync_chunk(s, w, first, last);
}

void clast_tally_contacts(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
                          clast_tally *to)
{
    contacts_chunk(m, s, w, first, last, to);
    add_walls(m, w, first, last, to);
}

/* ---- bodies ---- */

enum { PIECE = 128 }; /* so many at a time: they stay in the first-level cache */

/* Twice the energies of each of them; weight: m g.x; W: F^2/m + T.I^-1 T. */
typedef struct body_terms {
    _Alignas(64) double kinetic[PIECE], rotational[PIECE], weight[PIECE], W[PIECE];
} body_terms;

/* Two short loops, since the arrays of one would be too many to be pointed at from registers. */
CLAST_INLINE void find_terms(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t n,
                             bool balls, body_terms *restrict to)
{
    const vec3 g = m->gravity;
#pragma omp simd
    for (int32_t k = 0; k < n; k++) {
        const vec3 v = v_at(s->v, first + k), f = v_at(s->f, first + k);
        const double mass = w->mass[first + k];
        to->kinetic[k] = mass * v_dot(v, v);
        to->weight[k] = mass * v_dot(g, v_at(s->x, first + k));
        to->W[k] = v_dot(f, f) * w->inverse_mass[first + k];
    }
#pragma omp simd
    for (int32_t k = 0; k < n; k++) {
        const vec3 world = v_at(s->t, first + k), inverse = v_at(w->inverse_inertia, first + k);
        const vec3 t = balls ? world : q_turn_back(q_at(s->q, first + k), world);
        to->rotational[k] = v_dot(v_at(s->w, first + k), v_at(s->L, first + k));
        to->W[k] +=
            balls ? inverse.x * v_dot(t, t) : inverse.x * t.x * t.x + inverse.y * t.y * t.y + inverse.z * t.z * t.z;
    }
}

/* Four sums side by side, then these: the same on any machine. n is filled up to a multiple of four. */
CLAST_INLINE double sum_terms(double *terms, int32_t n)
{
    rows_four sum = {0}, next;
    for (int32_t k = n; k % 4 != 0; k++)
        terms[k] = 0;
    for (int32_t k = 0; k < n; k += 4) {
        memcpy(&next, terms + k, sizeof next);
        sum += next;
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

CLAST_INLINE void sum_bodies(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t n,
                             bool balls, double *stored)
{
    body_terms terms;
    find_terms(m, s, w, first, n, balls, &terms);
    stored[CLAST_STORE_KINETIC] += 0.5 * sum_terms(terms.kinetic, n);
    stored[CLAST_STORE_ROTATIONAL] += 0.5 * sum_terms(terms.rotational, n);
    stored[CLAST_STORE_GRAVITY] -= sum_terms(terms.weight, n);
    stored[CLAST_STORE_REVERSIBLE] += 0.125 * m->dt * m->dt * sum_terms(terms.W, n);
}

#define BODIES(name, balls)                                                                                          \
    CLAST_CLONES(                                                                                                    \
        name,                                                                                                        \
        (const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t n, double *stored), \
        (m, s, w, first, n, stored), sum_bodies(m, s, w, first, n, balls, stored))
BODIES(bodies_piece, false)
BODIES(balls_piece, true)

void clast_tally_bodies(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
                        clast_tally *to)
{
    for (int32_t at = first; at < last; at += PIECE)
        (m->balls ? balls_piece : bodies_piece)(m, s, w, at, last - at < PIECE ? last - at : PIECE, to->stored);
}
