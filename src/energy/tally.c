/* All sums run over fixed chunks in key order: the same bits on any number of threads. */
#include "energy/tally.h"

#include <math.h>

#include "base/array.h"
#include "collide/keep.h"
#include "collide/meet.h"
#include "energy/tally_lanes.h"

enum { CHUNK = 512, NUMBERS = sizeof(clast_tally) / sizeof(double) };

/* Rolling resistance, bonds, cohesion. c and spin: of a over b at the contact. */
static void add_extra(const clast_work *w, int32_t k, vec3 c, vec3 spin, clast_tally *sum)
{
    const clast_extra *e = &w->extra;
    const vec3 roll = v_at(e->roll, k), dashpot = v_sub(roll, v_at(e->roll_spring, k));
    const vec3 bond_t = v_sub(v_at(e->t, k), roll);
    sum->power[CLAST_WORK_ROLL] -= v_dot(roll, spin);
    sum->power[CLAST_WORK_DASHPOT_R] -= v_dot(dashpot, spin);
    sum->power[CLAST_WORK_BOND] -= v_dot(v_at(e->bond_f, k), c) + v_dot(bond_t, spin);
    sum->lost[CLAST_LOSS_ROLL] += e->roll_lost[k];
    sum->lost[CLAST_LOSS_BROKEN] += fmax(0, e->broken[k]);
    sum->stored[CLAST_STORE_COHESION] += e->cohesion[k];
    sum->stored[CLAST_STORE_ROLL] += e->roll_stored[k];
    sum->stored[CLAST_STORE_BOND] += e->bond_stored[k];
}

static void add_contact(const clast_model *m, const clast_state *s, const clast_work *w, int32_t k, clast_tally *sum)
{
    const double *record = work_record(s, w, k);
    const clast_book *book = &w->contact_book[k];
    const clast_pick *near = &w->pick[k];
    const vec3 n = meet_normal(m, s, w, k), ft = v_of(record + CONTACT_FT);
    vec3 spin = v_at(s->w, near->a), c = v_add(v_at(s->v, near->a), v_cross(spin, v_of(book->la)));
    if (near->b >= 0) {
        const vec3 spin_b = v_at(s->w, near->b);
        c = v_sub(c, v_add(v_at(s->v, near->b), v_cross(spin_b, v_of(book->lb))));
        spin = v_sub(spin, spin_b);
    } else {
        vec3 v_wall = m->walls[-1 - near->b].velocity;
        c = v_sub(c, v_wall);
        sum->power[CLAST_WORK_WALL] += v_dot(v_of(book->f), v_wall);
    }
    const bool plain = model_is_plain(m);
    const double rate = v_dot(c, n);
    sum->power[CLAST_WORK_T] -= v_dot(ft, c);
    sum->power[CLAST_WORK_D] += book->fd * rate;
    sum->power[CLAST_WORK_DASHPOT_T] -= v_dot(v_sub(ft, v_of(book->fs)), c);
    sum->power[CLAST_WORK_DASHPOT_N] += 2 * book->fd * rate - book->seen;
    sum->stored[CLAST_STORE_NORMAL] += book->stored;
    sum->stored[CLAST_STORE_TANGENTIAL] += book->ut;
    sum->lost[CLAST_LOSS_SLIP] += book->slip;
    sum->lost[CLAST_LOSS_CHANGE] += book->change;
    if (!plain)
        add_extra(w, k, c, spin, sum);
}

/* What the fluid puts in, F.u with the fluid's own velocity u, is booked apart from what is lost in it, -F.(v - u). */
static void add_fields(const clast_field_sum *f, vec3 v, vec3 spin, clast_tally *sum)
{
    sum->power[CLAST_WORK_DRAG] += f->drag_in - v_dot(f->drag_f, v) - v_dot(f->drag_t, spin);
    sum->power[CLAST_WORK_MAGNUS] += f->magnus_in - v_dot(f->magnus_f, v);
    sum->power[CLAST_WORK_FLUID] += f->drag_in + f->magnus_in;
    sum->power[CLAST_WORK_LOAD] += v_dot(f->load_f, v) + v_dot(f->load_t, spin);
    sum->stored[CLAST_STORE_NEAR] += f->near_stored;
}

static void add_body(const clast_model *m, const clast_state *s, const clast_work *w, int32_t i, clast_tally *sum)
{
    const vec3 v = v_at(s->v, i), spin = v_at(s->w, i), f = v_at(s->f, i), inverse = v_at(w->inverse_inertia, i);
    const quat q = q_at(s->q, i);
    const vec3 t = q_turn_back(q, v_at(s->t, i));
    const double tt = inverse.x * t.x * t.x + inverse.y * t.y * t.y + inverse.z * t.z * t.z;
    sum->stored[CLAST_STORE_KINETIC] += 0.5 * w->mass[i] * v_dot(v, v);
    sum->stored[CLAST_STORE_ROTATIONAL] += 0.5 * v_dot(spin, v_at(s->L, i));
    sum->stored[CLAST_STORE_GRAVITY] -= w->mass[i] * v_dot(m->gravity, v_at(s->x, i));
    sum->stored[CLAST_STORE_REVERSIBLE] += 0.125 * m->dt * m->dt * (v_dot(f, f) * w->inverse_mass[i] + tt);
    if (m->fields.n_body || m->fields.n_pair)
        add_fields(&w->field.sum[i], v, spin, sum);
    if (m->local_damping == 0 && m->global_damping == 0)
        return;
    const clast_extra *e = &w->extra;
    sum->power[CLAST_WORK_LOCAL] -= v_dot(v_at(e->local_f, i), v) + v_dot(v_at(e->local_t, i), spin);
    sum->power[CLAST_WORK_GLOBAL] -= v_dot(v_at(e->global_f, i), v) + v_dot(v_at(e->global_t, i), spin);
}

/* One chunk: of contacts, of bodies. */
typedef void add_chunk(const clast_model *m, const clast_state *s, clast_work *w, int32_t first, int32_t last,
                       clast_tally *sum);

static void any_contacts(const clast_model *m, const clast_state *s, clast_work *w, int32_t first, int32_t last,
                         clast_tally *sum)
{
    for (int32_t k = first; k < last; k++)
        add_contact(m, s, w, work_contacts(s, w)->list[k], sum);
}

static void any_bodies(const clast_model *m, const clast_state *s, clast_work *w, int32_t first, int32_t last,
                       clast_tally *sum)
{
    for (int32_t i = first; i < last; i++)
        add_body(m, s, w, i, sum);
}

static void plain_bodies(const clast_model *m, const clast_state *s, clast_work *w, int32_t first, int32_t last,
                         clast_tally *sum)
{
    clast_tally_bodies(m, s, w, first, last, sum);
}

typedef struct sum_job {
    clast_job job;
    add_chunk *add;
} sum_job;

static void sum_chunk(void *context, int64_t first, int64_t last)
{
    const sum_job *sums = context;
    clast_tally sum = {0};
    sums->add(sums->job.m, sums->job.s, sums->job.w, (int32_t)first, (int32_t)last, &sum);
    sums->job.w->partial[first / CHUNK] = sum;
}

/* Sums of fixed chunks, then the chunks in order. */
static bool sum_up(const clast_model *m, clast_state *s, clast_work *w, int32_t n, add_chunk *add, clast_tally *total)
{
    const int32_t chunks = (n + CHUNK - 1) / CHUNK;
    if (!ARRAY_RESERVE(w->partial, w->c_partial, chunks + 1))
        return false;
    sum_job sums = {{m, s, w}, add};
    clast_pool_for(w->pool, n, CHUNK, sum_chunk, &sums);
    for (int32_t c = 0; c < chunks; c++)
        for (int k = 0; k < NUMBERS; k++)
            ((double *)total)[k] += ((const double *)&w->partial[c])[k];
    return true;
}

static void add_lost(const clast_model *m, const clast_state *s, int32_t slot, clast_tally *sum)
{
    sum->lost[CLAST_LOSS_CHANGE] += contact_booked(&s->contacts, slot)[BOOKED_UT];
    if (m->rolling_at >= 0)
        sum->lost[CLAST_LOSS_ROLL] += contact_record(&s->contacts, slot)[CONTACT_HISTORY + m->rolling_at];
}

/* The energy of springs whose contacts opened is lost. */
static void add_opened(const clast_model *m, const clast_state *s, const clast_work *w, clast_tally *sum)
{
    if (w->set_accepted)
        return;
    for (int32_t k = 0; !m->keeps && k < w->n_ended; k++)
        add_lost(m, s, w->slot[w->ended[k]], sum);
    for (int32_t c = 0; m->keeps && c < (int32_t)w->n_candidates; c++)
        if (w->slot[c] >= 0 && !clast_keep_lives(m, s, w, c))
            add_lost(m, s, w->slot[c], sum);
}

bool clast_tally_read(const clast_model *m, clast_state *s, clast_work *w, clast_tally *tally)
{
    *tally = (clast_tally){0};
    const bool plain = model_is_plain(m) && !model_has_body_terms(m);
    if (!sum_up(m, s, w, s->n, plain ? plain_bodies : any_bodies, tally) ||
        !sum_up(m, s, w, work_contacts(s, w)->n, any_contacts, tally))
        return false;
    add_opened(m, s, w, tally);
    return true;
}
