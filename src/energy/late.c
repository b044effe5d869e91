#include "energy/late.h"

#include <stddef.h>
#include <string.h>

#include "base/array.h"
#include "base/fused.h"
#include "base/rows.h"
#include "collide/lane_bodies.h"
#include "collide/meet.h"
#include "energy/tally_lanes.h"
#include "law/spring.h"

/* ---- blocks of contacts ---- */

/* Which contacts a loop is made for. */
typedef struct late_kind {
    bool balls, walls;
    bool spins; /* the grips have those of the start of the step; else they are 2 wh - ws */
} late_kind;

CLAST_INLINE vec3 start_spin(const clast_side *a, int k, late_kind kind)
{
    const vec3 half = GET(a->wh, k);
    return kind.spins ? GET(a->w0, k) : f_less(half, GET(a->ws, k));
}

/* Velocity of a over b at the contact, at the start of the step. */
CLAST_INLINE vec3 start_velocity(const clast_lanes *in, const clast_touch *t, int k, late_kind kind)
{
    const clast_side *a = &in->a, *b = &in->b;
    const vec3 v = GET(in->v, k), vs = GET(in->vs, k), n0 = GET(t->n0, k);
    if (kind.balls && !kind.walls && !kind.spins) {
        const vec3 start = lane_balls_start(t, k, v, vs, GET(a->ws, k), GET(b->ws, k));
        return lane_balls_started(t, k, start, GET(a->wh, k), GET(b->wh, k));
    }
    const vec3 wa = start_spin(a, k, kind), centres = f_less(v, vs);
    if (kind.balls) {
        const double d0 = t->d0[k], sa = kind.walls ? a->radius[k] - d0 + in->beyond * d0 : a->radius[k] - 0.5 * d0;
        const vec3 one = v_mul(sa, wa),
                   both = kind.walls ? one : f_add_mul(one, b->radius[k] - 0.5 * d0, start_spin(b, k, kind));
        return f_add_cross(centres, both, n0);
    }
    return lane_bodies_velocity(kind.walls ? WALL : BODY, centres, wa, GET(t->la0, k), start_spin(b, k, kind),
                                GET(t->lb0, k));
}

CLAST_INLINE void powers(const clast_lanes *restrict in, clast_touch *restrict t, const clast_lane *restrict fs0,
                         late_kind kind)
{
    CLAST_LANES
    {
        const vec3 c = start_velocity(in, t, k, kind), ft = GET(t->ft0, k), n0 = GET(t->n0, k);
        const double fn = t->fn0[k];
        lane_powers(t, k, c, n0, ft, GET(fs0, k), fn, t->fel0[k], t->cn0[k]);
        if (kind.walls)
            lane_power_of_wall(t, k, n0, ft, fn, GET(in->wall_v, k));
    }
}

/* The lanes of a block in four sums: (0 + 4) + (8 + 12) and so on. */
CLAST_INLINE void add_lanes(const clast_lane lane, double sum[4])
{
#pragma omp simd
    for (int k = 0; k < 4; k++)
        sum[k] += (lane[k] + lane[k + 4]) + (lane[k + 8] + lane[k + 12]);
}

CLAST_INLINE void add_powers_of(const clast_touch *restrict t, bool walls, clast_late_lanes *restrict sum)
{
    for (int c = 0; c < CLAST_POWER_WALL; c++)
        add_lanes(t->power[c], sum->power[c]);
    if (walls)
        add_lanes(t->power[CLAST_POWER_WALL], sum->power[CLAST_POWER_WALL]);
}

CLAST_INLINE void energies(const clast_touch *restrict t, clast_late_lanes *restrict sum)
{
    if (t->looks) {
        add_lanes(t->stored, sum->normal);
        add_lanes(t->ut, sum->tangential);
    }
    if (t->slid)
        add_lanes(t->d_slip, sum->slip);
    add_lanes(t->d_change, sum->change);
}

typedef void power_loop(const clast_lanes *in, clast_touch *t, const clast_lane *fs0);

#define POWERS(name, balls, walls, spins)                                                                         \
    CLAST_CLONES_BY(t->clone, name, (const clast_lanes *in, clast_touch *t, const clast_lane *fs0), (in, t, fs0), \
                    powers(in, t, fs0, (late_kind){balls, walls, spins}))
POWERS(powers_of_bodies, false, false, false)
POWERS(powers_of_bodies_at_walls, false, true, false)
POWERS(powers_of_balls, true, false, false)
POWERS(powers_of_balls_at_walls, true, true, false)
POWERS(powers_of_bodies_by_spins, false, false, true)
POWERS(powers_of_bodies_at_walls_by_spins, false, true, true)
POWERS(powers_of_balls_by_spins, true, false, true)
POWERS(powers_of_balls_at_walls_by_spins, true, true, true)
CLAST_CLONES_BY(t->clone, add_powers, (const clast_touch *t, bool walls, clast_late_lanes *sum), (t, walls, sum),
                add_powers_of(t, walls, sum))
CLAST_CLONES_BY(t->clone, energies_lanes, (const clast_touch *t, clast_late_lanes *sum), (t, sum), energies(t, sum))

/* The first vector of a tangential law's history is the force of its spring. */
static bool has_spring(const clast_pair *pair)
{
    const clast_law *law = pair->law[CLAST_TANGENTIAL];
    return law && law->history[0] == 'v';
}

/* Blocks that are not full are few: out of the way of the others. Sets lanes from t->n on to 0. */
CLAST_INLINE void end_lanes(clast_lane *const lanes[], int n_lanes, int n)
{
    for (int c = 0; c < n_lanes; c++) {
        double *const lane = *lanes[c];
        CLAST_LANES lane[k] = k < n ? lane[k] : 0;
    }
}

CLAST_INLINE void end_powers_of(clast_touch *t)
{
    for (int c = 0; c < CLAST_TOUCH_POWERS; c++)
        CLAST_LANES t->power[c][k] = k < t->n ? t->power[c][k] : 0;
}

CLAST_INLINE void end_energies_of(clast_touch *t)
{
    end_lanes((clast_lane *const[]){&t->stored, &t->ut, &t->d_slip, &t->d_change}, 4, t->n);
}

CLAST_CLONES_BY(t->clone, end_powers, (clast_touch * t), (t), end_powers_of(t))
CLAST_CLONES_BY(t->clone, end_energies, (clast_touch * t), (t), end_energies_of(t))

void clast_late_powers(const clast_lanes *in, clast_touch *t, const clast_pair *pair, bool walls, clast_late_lanes *sum)
{
    static const clast_lane none[3] = {{0}};
    static power_loop *const loops[2][2][2] = {
        {{powers_of_bodies, powers_of_bodies_at_walls}, {powers_of_balls, powers_of_balls_at_walls}},
        {{powers_of_bodies_by_spins, powers_of_bodies_at_walls_by_spins},
         {powers_of_balls_by_spins, powers_of_balls_at_walls_by_spins}}};
    if (!t->turned) {
        const clast_lane *const fs0 = has_spring(pair) ? t->old + pair->history_at[CLAST_TANGENTIAL] : none;
        loops[in->spins][t->balls][walls](in, t, fs0);
    }
    if (t->n < CLAST_BLOCK)
        end_powers(t);
    add_powers(t, walls, sum);
}

void clast_late_energies(clast_touch *t, clast_late_lanes *sum)
{
    if (t->n < CLAST_BLOCK)
        end_energies(t);
    energies_lanes(t, sum);
}

static double across(const double four[4]) { return (four[0] + four[1]) + (four[2] + four[3]); }

CLAST_INLINE void total(const clast_late_lanes *l, clast_late *to)
{
    const double total = across(l->power[CLAST_POWER_TOTAL]);
    to->work_t = -total;
    to->work_d = across(l->power[CLAST_POWER_DASHPOT]);
    to->dashpot_t = across(l->power[CLAST_POWER_SPRING]) - total;
    to->dashpot_n = across(l->power[CLAST_POWER_DAMPING]);
    to->wall = across(l->power[CLAST_POWER_WALL]);
    to->normal = across(l->normal);
    to->tangential = across(l->tangential);
    to->slip = across(l->slip);
    to->change = across(l->change);
}

CLAST_CLONES(total_of_lanes, (const clast_late_lanes *l, clast_late *to), (l, to), total(l, to))

void clast_late_total(const clast_late_lanes *sum, clast_late *to) { total_of_lanes(sum, to); }

/* ---- contacts one by one ---- */

/* Where bodies were and how they were turned, and when. */
typedef struct moment {
    double *const *x, *const *q;
    double time;
} moment;

static vec3 arm(const clast_model *m, const clast_state *s, const moment *at, int32_t i, int32_t sphere, double *r)
{
    const double *row = m->spheres + 4 * (size_t)sphere, size = s->size[0][i];
    *r = size * row[3];
    return m->balls ? (vec3){0, 0, 0} : q_turn(q_at(at->q, i), v_mul(size, v_of(row)));
}

typedef struct spin_and_speed {
    vec3 v, w;
} spin_and_speed;

static const clast_pair *pair_of(const clast_model *m, const clast_state *s, const clast_pick *p)
{
    return model_pair(m, s->material[0][p->a], p->b < 0 ? m->walls[-1 - p->b].material : s->material[0][p->b]);
}

/* Of a tangential law with a spring. */
static const double *spring_of(const clast_pair *pair, const double *record)
{
    return record + CONTACT_HISTORY + pair->history_at[CLAST_TANGENTIAL];
}

static void add_contact(const clast_model *m, const clast_state *s, const clast_pick *p, int32_t slot, const moment *at,
                        spin_and_speed a, spin_and_speed b, clast_tally *sum)
{
    const double *record = contact_record(&s->contacts, slot), *booked = contact_booked(&s->contacts, slot);
    const clast_pair *pair = pair_of(m, s, p);
    const meet_geometry geometry = meet_at(m, s, p, at->x, at->q, at->time);
    const vec3 n = geometry.n, ft = v_of(record + CONTACT_FT), none = {0, 0, 0};
    const double d = geometry.d, fel = booked[BOOKED_FEL], fd = record[CONTACT_FN] - fel;
    double ra, rb;
    vec3 l = arm(m, s, at, p->a, p->sphere_a, &ra);
    l = v_add_mul(l, p->b < 0 ? ra - d + pair->wall_arm * d : ra - 0.5 * d, n);
    vec3 c = v_add(a.v, v_cross(a.w, l));
    if (p->b >= 0) {
        l = arm(m, s, at, p->b, p->sphere_b, &rb);
        c = v_sub(c, v_add(b.v, v_cross(b.w, v_add_mul(l, -(rb - 0.5 * d), n))));
    } else {
        c = v_sub(c, b.v);
        sum->power[CLAST_WORK_WALL] += v_dot(v_add_mul(ft, -(fel + fd), n), b.v);
    }
    const vec3 fs = has_spring(pair) ? v_of(spring_of(pair, record)) : none;
    const double rate = v_dot(c, n), dashpot = booked[BOOKED_CN] * rate;
    sum->power[CLAST_WORK_T] -= v_dot(ft, c);
    sum->power[CLAST_WORK_D] += fd * rate;
    sum->power[CLAST_WORK_DASHPOT_T] -= v_dot(ft, c) - v_dot(fs, c);
    sum->power[CLAST_WORK_DASHPOT_N] += (dashpot > -fel ? dashpot : -fel) * rate;
}

/* ---- contacts that ended within the step ---- */

/* Spin and speed at the start of the step. */
static spin_and_speed at_start(const clast_model *m, const clast_work *w, int32_t i)
{
    if (i < 0)
        return (spin_and_speed){m->walls[-1 - i].velocity, {0, 0, 0}};
    const double *const grip = w->grip + (size_t)i * (size_t)w->grip_width;
    const vec3 v = v_of(grip + offsetof(clast_grip, v) / sizeof *grip);
    const vec3 ahead = v_of(grip + offsetof(clast_grip, vs) / sizeof *grip);
    return (spin_and_speed){v_sub(v_mul(2, v), ahead),
                            w->spin_at ? v_of(grip + w->spin_at)
                                       : v_sub(v_mul(2, v_of(grip + offsetof(clast_grip, wh) / sizeof *grip)),
                                               v_of(grip + offsetof(clast_grip, ws) / sizeof *grip))};
}

/* Where a body was, by its grip: beds that go on at once do not keep it unless there are plates (step/balls.c, stones.c). */
static void note_start(const clast_model *m, clast_work *w, int32_t i)
{
    if (i < 0 || m->plates)
        return;
    const clast_grip *const grip = (const clast_grip *)(const void *)(w->grip + (size_t)i * (size_t)w->grip_width);
    for (int c = 0; c < 3; c++)
        w->x0[c][i] = grip->x[c] - m->dt * grip->v[c];
    for (int c = 0; c < 4 && !m->balls; c++)
        w->q0[c][i] = grip->q0[c];
}

/* fs^2 / 2 kt */
static double stored_in_spring(const clast_model *m, const clast_state *s, const clast_pick *p, int32_t slot)
{
    const clast_pair *pair = pair_of(m, s, p);
    if (!has_spring(pair))
        return 0;
    const double *spring = spring_of(pair, contact_record(&s->contacts, slot));
    const vec3 f = v_of(spring + SPRING_FORCE);
    return 0.5 * v_dot(f, f) / fabs(spring[SPRING_STIFFNESS]);
}

void clast_late_ended(const clast_model *m, const clast_state *s, clast_work *w)
{
    const moment start = {w->x0, w->q0, w->now - m->dt};
    w->ended_sum = (clast_tally){0};
    for (int32_t k = 0; !w->set_accepted && k < w->n_ended; k++) {
        const int32_t slot = w->slot[w->ended[k]];
        const clast_pick *p = &w->pick[slot];
        note_start(m, w, p->a);
        note_start(m, w, p->b);
        w->ended_sum.lost[CLAST_LOSS_CHANGE] += stored_in_spring(m, s, p, slot);
        add_contact(m, s, p, slot, &start, at_start(m, w, p->a), at_start(m, w, p->b), &w->ended_sum);
    }
}

/* ---- bodies ---- */

CLAST_INLINE void put_spins(const clast_state *s, clast_work *w, int32_t i, int32_t last)
{
    const size_t width = (size_t)w->grip_width;
    rows_put((const double *const[]){s->w[0] + i, s->w[1] + i, s->w[2] + i, w->mass + i}, last - i,
             w->grip + (size_t)i * width + (size_t)w->spin_at, width);
}

CLAST_CLONES(spins_chunk, (const clast_state *s, clast_work *w, int32_t first, int32_t last), (s, w, first, last),
             put_spins(s, w, first, last))

void clast_late_bodies(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    clast_tally *sum = &w->bodies[first / w->body_chunk];
    if (w->spin_at)
        spins_chunk(s, w, first, last);
    if (!w->looks)
        return;
    memset(sum->stored, 0, sizeof sum->stored); /* all that clast_late_read() asks for */
    clast_tally_bodies(m, s, w, first, last, sum);
}

/* ---- all of it ---- */

bool clast_late_reserve(const clast_model *m, clast_work *w)
{
    return !model_books_late(m) ||
           (ARRAY_RESERVE(w->late, w->c_late, work_tiles(w)) && ARRAY_RESERVE(w->bodies, w->c_bodies, work_tiles(w)));
}

void clast_late_read(const clast_work *w, clast_tally *now, clast_tally *before)
{
    *before = w->ended_sum;
    *now = (clast_tally){.lost[CLAST_LOSS_CHANGE] = w->ended_sum.lost[CLAST_LOSS_CHANGE]};
    for (int32_t k = 0; k < work_tiles(w); k++) {
        const clast_late *late = &w->late[k];
        before->power[CLAST_WORK_T] += late->work_t;
        before->power[CLAST_WORK_D] += late->work_d;
        before->power[CLAST_WORK_DASHPOT_T] += late->dashpot_t;
        before->power[CLAST_WORK_DASHPOT_N] += late->dashpot_n;
        before->power[CLAST_WORK_WALL] += late->wall;
        now->stored[CLAST_STORE_NORMAL] += late->normal;
        now->stored[CLAST_STORE_TANGENTIAL] += late->tangential;
        now->lost[CLAST_LOSS_SLIP] += late->slip;
        now->lost[CLAST_LOSS_CHANGE] += late->change;
    }
    for (int32_t k = 0; w->looks && k < work_tiles(w); k++)
        for (int c = 0; c < CLAST_STORES; c++)
            now->stored[c] += w->bodies[k].stored[c];
}

enum { CHUNK = 512 };

static void settle_chunk(void *context, int64_t first, int64_t last)
{
    const clast_job *job = context;
    const clast_model *m = job->m;
    const clast_state *s = job->s;
    const moment now = {s->x, s->q, s->time};
    clast_tally sum = {0};
    for (int64_t k = first; k < last; k++) {
        const int32_t slot = s->contacts.list[k];
        const clast_pick *p = &job->w->pick[slot];
        const spin_and_speed a = {v_at(s->v, p->a), v_at(s->w, p->a)};
        const spin_and_speed b = p->b < 0 ? (spin_and_speed){m->walls[-1 - p->b].velocity, {0, 0, 0}}
                                          : (spin_and_speed){v_at(s->v, p->b), v_at(s->w, p->b)};
        add_contact(m, s, p, slot, &now, a, b, &sum);
    }
    job->w->partial[first / CHUNK] = sum;
}

bool clast_late_settle(const clast_model *m, clast_state *s, clast_work *w, clast_tally *now)
{
    clast_job job = {m, s, w};
    const int32_t chunks = (s->contacts.n + CHUNK - 1) / CHUNK;
    if (!ARRAY_RESERVE(w->partial, w->c_partial, chunks + 1))
        return false;
    *now = (clast_tally){0};
    clast_pool_for(w->pool, s->contacts.n, CHUNK, settle_chunk, &job);
    for (int32_t c = 0; c < chunks; c++)
        for (int k = 0; k < CLAST_WORKS; k++)
            now->power[k] += w->partial[c].power[k];
    return true;
}
