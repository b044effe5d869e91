/* The sums of plain models (no bonds, cohesion, rolling, fields or damping of bodies) in vector lanes: each lane sums its
 * own share of a chunk, and the lanes are added up in order at the end, so that the bits do not depend on the machine. */
#include "energy/tally_lanes.h"

#include <string.h>

#include "base/rows.h"
#include "collide/meet.h"

/* Velocity and spin of the end of the step, in the rows of the grips that hold the extrapolated ones: the contacts have
 * been evaluated, and the next step writes the grips anew. */
enum { SYNC_ROW = 2 };

typedef struct sync_side {
    _Alignas(64) clast_lane v[3], spare, w[3], spare_w;
} sync_side;

typedef struct sync_block {
    sync_side a, b;
    clast_lane la[3], lb[3], fs[3], stored, slip, change, kn, kt, spare[2]; /* clast_book */
    clast_lane ft[3], fn;                                                   /* first row of the record */
    clast_lane n[3];
    clast_lane fel, fd, ut, cn; /* its ledger's row */
    clast_lane on;              /* 0 behind the last contact */
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
            const vec3 normal = meet_normal(m, s, w, id);
            block->n[0][k + j] = normal.x, block->n[1][k + j] = normal.y, block->n[2][k + j] = normal.z;
            block->on[k + j] = k + j < n ? 1 : 0;
        }
        rows_gather(a, 2, &block->a.v[0][k], CLAST_BLOCK);
        rows_gather(b, 2, &block->b.v[0][k], CLAST_BLOCK);
        rows_gather(book, 4, &block->la[0][k], CLAST_BLOCK);
        rows_gather(record, 1, &block->ft[0][k], CLAST_BLOCK);
        for (int j = 0; j < 4; j++)
            record[j] += contact_booked(&s->contacts);
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

enum { WIDTH = 16 };

typedef struct body_sums {
    _Alignas(64) double kinetic[WIDTH], rotational[WIDTH], gravity[WIDTH], reversible[WIDTH];
} body_sums;

CLAST_INLINE void sum_bodies(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first,
                             int32_t last, clast_tally *to)
{
    body_sums sum;
    memset(&sum, 0, sizeof sum);
    const double step = 0.125 * m->dt * m->dt;
    const vec3 g = m->gravity;
    for (int32_t at = first; at < last; at += WIDTH) {
        const int32_t n = last - at < WIDTH ? last - at : WIDTH;
#pragma omp simd
        for (int32_t k = 0; k < n; k++) {
            const int32_t i = at + k;
            const vec3 v = v_at(s->v, i), f = v_at(s->f, i), inverse = v_at(w->inverse_inertia, i);
            const vec3 t = q_turn_back(q_at(s->q, i), v_at(s->t, i));
            const double tt = inverse.x * t.x * t.x + inverse.y * t.y * t.y + inverse.z * t.z * t.z;
            sum.kinetic[k] += 0.5 * w->mass[i] * v_dot(v, v);
            sum.rotational[k] += 0.5 * v_dot(v_at(s->w, i), v_at(s->L, i));
            sum.gravity[k] -= w->mass[i] * v_dot(g, v_at(s->x, i));
            sum.reversible[k] += step * (v_dot(f, f) * w->inverse_mass[i] + tt);
        }
    }
    to->stored[CLAST_STORE_KINETIC] = across(sum.kinetic, WIDTH);
    to->stored[CLAST_STORE_ROTATIONAL] = across(sum.rotational, WIDTH);
    to->stored[CLAST_STORE_GRAVITY] = across(sum.gravity, WIDTH);
    to->stored[CLAST_STORE_REVERSIBLE] = across(sum.reversible, WIDTH);
}

CLAST_CLONES(bodies_chunk,
             (const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
              clast_tally *to),
             (m, s, w, first, last, to), sum_bodies(m, s, w, first, last, to))

void clast_tally_bodies(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
                        clast_tally *to)
{
    bodies_chunk(m, s, w, first, last, to);
}
