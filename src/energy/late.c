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

/* Velocity of a over b at the contact with the arms of the start of the step, that of the centres c. */
CLAST_INLINE vec3 velocity(const clast_lanes *in, const clast_touch *t, int k, late_kind kind, vec3 c, vec3 wa, vec3 wb)
{
    if (!kind.balls)
        return lane_bodies_velocity(kind.walls ? WALL : BODY, c, wa, GET(t->la0, k), wb, GET(t->lb0, k));
    if (!kind.walls)
        return f_add_cross(c, lane_balls_rolled(t, k, wa, wb), GET(t->n0, k));
    return f_add_cross(c, v_mul(lane_wall_arm(t, k, in->a.radius[k], in->beyond), wa), GET(t->n0, k));
}

CLAST_INLINE vec3 start_velocity(const clast_lanes *in, const clast_touch *t, int k, late_kind kind)
{
    const clast_side *a = &in->a, *b = &in->b;
    const vec3 v = GET(in->v, k), vs = GET(in->vs, k);
    if (kind.spins)
        return velocity(in, t, k, kind, f_less(v, vs), GET(a->w0, k), GET(b->w0, k));
    if (kind.balls) {
        const partner with = kind.walls ? WALL : BODY;
        const double sa0 = lane_wall_arm(t, k, a->radius[k], in->beyond);
        const vec3 roll = lane_balls_roll_then(t, k, with, GET(a->wh, k), GET(b->wh, k), sa0);
        return lane_balls_start(v, roll, lane_balls_ahead(t, k, with, vs, GET(a->ws, k), GET(b->ws, k), sa0));
    }
    return f_less(velocity(in, t, k, kind, v, GET(a->wh, k), GET(b->wh, k)),
                  velocity(in, t, k, kind, vs, GET(a->ws, k), GET(b->ws, k)));
}

/* Of the elastic force at the start what has to be found by a root. */
static void find_elastic(const clast_touch *t, const clast_pair *pair, clast_lane fel)
{
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const double d = t->d0[k] > 0 ? t->d0[k] : 0;
        fel[k] = pair_elastic_share(pair) * pair_kn(pair, t->radius[k], d) * d;
    }
}

/* Lanes k, k + 8, ... in one, as where contacts are gathered eight at a time. found: the elastic force of the start, where it does
 * not follow from kt. */
CLAST_INLINE void powers(const clast_lanes *restrict in, clast_touch *restrict t, const clast_lane *restrict spring,
                         const double *restrict found, late_kind kind)
{
    _Alignas(64) lane_powers sum = {{0}};
    for (int first = 0; first < CLAST_BLOCK; first += CLAST_SUMS)
#pragma omp simd
        for (int j = 0; j < CLAST_SUMS; j++) {
            const int k = first + j;
            const lane_acted was = {GET(t->ft0, k), GET(spring, k), t->fn0[k],
                                    found ? found[k] : lane_elastic(t, k, spring[SPRING_STIFFNESS][k])};
            lane_add_powers(t, k, j, start_velocity(in, t, k, kind), was, false, sum);
            if (kind.walls)
                lane_add_power_of_wall(t, k, j, was, GET(in->wall_v, k), sum);
        }
    lane_sum_powers(t, sum, kind.walls);
}

CLAST_INLINE void powers_by(const clast_lanes *in, clast_touch *t, const clast_lane *spring, const double *found,
                            late_kind kind)
{
    if (found)
        powers(in, t, spring, found, kind);
    else
        powers(in, t, spring, NULL, kind);
}

typedef void power_loop(const clast_lanes *in, clast_touch *t, const clast_lane *spring, const double *found);

#define POWERS(name, balls, walls, spins)                                                                   \
    CLAST_CLONES_BY(t->clone, name,                                                                         \
                    (const clast_lanes *in, clast_touch *t, const clast_lane *spring, const double *found), \
                    (in, t, spring, found), powers_by(in, t, spring, found, (late_kind){balls, walls, spins}))
POWERS(powers_of_bodies, false, false, false)
POWERS(powers_of_bodies_at_walls, false, true, false)
POWERS(powers_of_balls, true, false, false)
POWERS(powers_of_balls_at_walls, true, true, false)
POWERS(powers_of_bodies_by_spins, false, false, true)
POWERS(powers_of_bodies_at_walls_by_spins, false, true, true)
POWERS(powers_of_balls_by_spins, true, false, true)
POWERS(powers_of_balls_at_walls_by_spins, true, true, true)

/* The first vector of a tangential law's history is the force of its spring, beside it the stiffness. */
static bool has_spring(const clast_pair *pair)
{
    const clast_law *law = pair->law[CLAST_TANGENTIAL];
    return law && law->history[0] == 'v';
}

void clast_late_powers(const clast_lanes *in, clast_touch *t, const clast_pair *pair, bool walls)
{
    static const clast_lane none[4] = {{0}};
    static power_loop *const loops[2][2][2] = {
        {{powers_of_bodies, powers_of_bodies_at_walls}, {powers_of_balls, powers_of_balls_at_walls}},
        {{powers_of_bodies_by_spins, powers_of_bodies_at_walls_by_spins},
         {powers_of_balls_by_spins, powers_of_balls_at_walls_by_spins}}};
    _Alignas(64) clast_lane fel;
    const bool known = pair_has_elastic(pair);
    if (!known)
        find_elastic(t, pair, fel);
    loops[in->spins][t->balls][walls](in, t, has_spring(pair) ? t->old + pair->history_at[CLAST_TANGENTIAL] : none,
                                      known ? NULL : fel);
}

/* Of laws that do not do so themselves. */
CLAST_INLINE void take(clast_touch *restrict t)
{
    CLAST_IN_USE(t)
    {
        touch_add(t->real[k], t->d_slip[k], &t->taken[CLAST_TAKEN_SLIP][k]);
        touch_add(t->real[k], t->d_change[k], &t->taken[CLAST_TAKEN_CHANGE][k]);
    }
}

CLAST_INLINE void store(const clast_touch *restrict t, clast_late_lanes *restrict sum)
{
    CLAST_IN_USE(t)
    {
        touch_add(t->real[k], t->stored[k], &sum->normal[k]);
        touch_add(t->real[k], t->ut[k], &sum->tangential[k]);
    }
}

CLAST_CLONES_BY(t->clone, take_lanes, (clast_touch * t), (t), take(t))
CLAST_CLONES_BY(t->clone, store_lanes, (const clast_touch *t, clast_late_lanes *sum), (t, sum), store(t, sum))

void clast_late_energies(clast_touch *t, const clast_pair *pair, clast_late_lanes *sum)
{
    if (pair->needs & CLAST_NEED_HALF)
        take_lanes(t);
    if (t->looks)
        store_lanes(t, sum);
}

/* Of few numbers and of all lanes, in a fixed order; halves upon halves, as vectors like it. */
CLAST_INLINE double across(const double sum[CLAST_SUMS])
{
    _Static_assert((int)CLAST_SUMS == 8, "halves of halves");
    double fours[4], twos[2];
#pragma omp simd
    for (int k = 0; k < 4; k++)
        fours[k] = sum[k] + sum[k + 4];
    for (int k = 0; k < 2; k++)
        twos[k] = fours[k] + fours[k + 2];
    return twos[0] + twos[1];
}

CLAST_INLINE double across_all(const clast_lane sum)
{
    _Static_assert((int)CLAST_BLOCK == 4 * CLAST_SUMS, "four to one");
    double few[CLAST_SUMS];
#pragma omp simd
    for (int k = 0; k < CLAST_SUMS; k++)
        few[k] = (sum[k] + sum[k + CLAST_SUMS]) + (sum[k + 2 * CLAST_SUMS] + sum[k + 3 * CLAST_SUMS]);
    return across(few);
}

CLAST_INLINE void add_up(const clast_touch *t, const clast_late_lanes *sum, clast_late *to)
{
    const double total = across(t->power[CLAST_POWER_TOTAL]);
    to->work_t = -total;
    to->work_d = across(t->power[CLAST_POWER_DASHPOT]);
    to->dashpot_t = across(t->power[CLAST_POWER_SPRING]) - total;
    to->wall = across(t->power[CLAST_POWER_WALL]);
    to->normal = t->looks ? across_all(sum->normal) : 0;
    to->tangential = t->looks ? across_all(sum->tangential) : 0;
    to->slip = across_all(t->taken[CLAST_TAKEN_SLIP]);
    to->change = across_all(t->taken[CLAST_TAKEN_CHANGE]);
    to->seen = across_all(t->taken[CLAST_TAKEN_SEEN]);
}

CLAST_CLONES_BY(t->clone, add_up_lanes, (const clast_touch *t, const clast_late_lanes *sum, clast_late *to),
                (t, sum, to), add_up(t, sum, to))

void clast_late_total(const clast_touch *t, const clast_late_lanes *sum, clast_late *to) { add_up_lanes(t, sum, to); }

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

static double elastic_of(const clast_pair *pair, const double *record, double radius, double d)
{
    if (!pair_has_elastic(pair))
        return pair_elastic_share(pair) * pair_kn(pair, radius, d) * d;
    return (pair->fel_kt * fabs(spring_of(pair, record)[SPRING_STIFFNESS]) + pair->fel_fixed) * d;
}

static void add_contact(const clast_model *m, const clast_state *s, const clast_pick *p, int32_t slot, const moment *at,
                        spin_and_speed a, spin_and_speed b, clast_tally *sum)
{
    const double *record = contact_record(&s->contacts, slot);
    const clast_pair *pair = pair_of(m, s, p);
    const meet_geometry geometry = meet_at(m, s, p, at->x, at->q, at->time);
    const vec3 n = geometry.n, ft = v_of(record + CONTACT_FT), none = {0, 0, 0};
    const double d = geometry.d, fn = record[CONTACT_FN];
    double ra, rb = 0;
    vec3 l = arm(m, s, at, p->a, p->sphere_a, &ra);
    l = v_add_mul(l, p->b < 0 ? ra - d + pair->wall_arm * d : ra - 0.5 * d, n);
    vec3 c = v_add(a.v, v_cross(a.w, l));
    if (p->b >= 0) {
        l = arm(m, s, at, p->b, p->sphere_b, &rb);
        c = v_sub(c, v_add(b.v, v_cross(b.w, v_add_mul(l, -(rb - 0.5 * d), n))));
    } else {
        c = v_sub(c, b.v);
        sum->power[CLAST_WORK_WALL] += v_dot(v_add_mul(ft, -fn, n), b.v);
    }
    const vec3 fs = has_spring(pair) ? v_of(spring_of(pair, record)) : none;
    const double fel = elastic_of(pair, record, p->b < 0 ? ra : ra * rb / (ra + rb), d > 0 ? d : 0);
    const double dashpot = (fn - fel) * v_dot(c, n);
    sum->power[CLAST_WORK_T] -= v_dot(ft, c);
    sum->power[CLAST_WORK_D] += dashpot;
    sum->power[CLAST_WORK_DASHPOT_T] -= v_dot(ft, c) - v_dot(fs, c);
    sum->power[CLAST_WORK_DASHPOT_N] += 2 * dashpot;
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

void clast_late_read(const clast_work *w, clast_tally *now, clast_tally *before, double *seen)
{
    *seen = 0;
    *before = w->ended_sum;
    *now = (clast_tally){.lost[CLAST_LOSS_CHANGE] = w->ended_sum.lost[CLAST_LOSS_CHANGE]};
    for (int32_t k = 0; k < work_tiles(w); k++) {
        const clast_late *late = &w->late[k];
        before->power[CLAST_WORK_T] += late->work_t;
        before->power[CLAST_WORK_D] += late->work_d;
        before->power[CLAST_WORK_DASHPOT_T] += late->dashpot_t;
        before->power[CLAST_WORK_DASHPOT_N] += 2 * late->work_d;
        before->power[CLAST_WORK_WALL] += late->wall;
        now->stored[CLAST_STORE_NORMAL] += late->normal;
        now->stored[CLAST_STORE_TANGENTIAL] += late->tangential;
        now->lost[CLAST_LOSS_SLIP] += late->slip;
        now->lost[CLAST_LOSS_CHANGE] += late->change;
        *seen += late->seen;
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
