/* For kick-drift-kick the work of any force is exactly the trapezoid sum of its power f.c taken at the steps, with the
 * synchronised velocities and the geometry of that time (budget reference, 1.2; contact reference, A.2). So
 *
 *   W_t = -sum dt ft.c    W_d = sum dt fd d'    W_in = sum dt f.v_wall    A = dt^2/8 sum (F^2/m + T.I^-1 T)
 *   R   = K + U_g + V_n + W_t + W_d - W_in + A - E(0)          the truncation error of the run
 *   R_t = U_t + D_F + D_k + D_td - W_t                         would show a wrong tangential law
 *   R_d = D_n - W_d,  D_n = sum dt c d'^2                      would show a dashpot at the wrong time
 *
 * All sums run over fixed chunks in key order: the same bits on any number of threads. */
#include "energy/ledger.h"

#include <math.h>
#include <string.h>

#include "base/array.h"

enum { CHUNK = 512 };

/* What is summed over contacts, and over bodies. */
enum { POWER_T, POWER_D, POWER_WALL, POWER_DASHPOT_T, POWER_DASHPOT_N, STORED_N, STORED_T, SLIP, CHANGE, CONTACT_SUMS };
enum { KINETIC, ROTATIONAL, GRAVITY, REVERSIBLE, BODY_SUMS };

static vec3 load(double *const a[3], int32_t i) { return (vec3){a[0][i], a[1][i], a[2][i]}; }

static void add_contact(const clast_model *m, const clast_state *s, const clast_work *w, int32_t k, double *sum)
{
    const clast_contacts *trial = &w->trial;
    const clast_near *near = &w->near[w->contact_near[k]];
    const vec3 n = load(trial->n_dir, k), ft = load(trial->ft, k), f = load(w->contact_f, k);
    vec3 c = v_add(load(s->v, near->a), v_cross(load(s->w, near->a), load(w->contact_la, k)));
    if (near->b >= 0)
        c = v_sub(c, v_add(load(s->v, near->b), v_cross(load(s->w, near->b), load(w->contact_lb, k))));
    else {
        vec3 v_wall = m->walls[-1 - near->b].velocity;
        c = v_sub(c, v_wall);
        sum[POWER_WALL] += v_dot(f, v_wall);
    }
    const double rate = v_dot(c, n);
    sum[POWER_T] -= v_dot(ft, c);
    sum[POWER_D] += trial->fd[k] * rate;
    sum[POWER_DASHPOT_T] -= v_dot(v_sub(ft, load(w->contact_fs, k)), c);
    sum[POWER_DASHPOT_N] += fmax(w->contact_cn[k] * rate, -trial->fel[k]) * rate;
    sum[STORED_N] += w->contact_stored[k];
    sum[STORED_T] += trial->ut[k];
    sum[SLIP] += w->contact_slip[k];
    sum[CHANGE] += w->contact_change[k];
}

static void add_body(const clast_model *m, const clast_state *s, const clast_work *w, int32_t i, double *sum)
{
    const vec3 v = load(s->v, i), f = load(s->f, i), inverse = load(w->inverse_inertia, i);
    const quat q = {s->q[0][i], s->q[1][i], s->q[2][i], s->q[3][i]};
    const vec3 t = q_turn_back(q, load(s->t, i));
    const double tt = inverse.x * t.x * t.x + inverse.y * t.y * t.y + inverse.z * t.z * t.z;
    sum[KINETIC] += 0.5 * w->mass[i] * v_dot(v, v);
    sum[ROTATIONAL] += 0.5 * v_dot(load(s->w, i), load(s->L, i));
    sum[GRAVITY] -= w->mass[i] * v_dot(m->gravity, load(s->x, i));
    sum[REVERSIBLE] += 0.125 * m->dt * m->dt * (v_dot(f, f) * w->inverse_mass[i] + tt);
}

typedef void add_one(const clast_model *m, const clast_state *s, const clast_work *w, int32_t k, double *sum);

typedef struct sum_job {
    clast_job job;
    int width;
    add_one *add;
} sum_job;

static void sum_chunk(void *context, int64_t first, int64_t last)
{
    const sum_job *sums = context;
    double sum[CONTACT_SUMS] = {0};
    for (int32_t k = (int32_t)first; k < (int32_t)last; k++)
        sums->add(sums->job.m, sums->job.s, sums->job.w, k, sum);
    memcpy(sums->job.w->partial + first / CHUNK * sums->width, sum, (size_t)sums->width * sizeof *sum);
}

/* Sums of fixed chunks, then the chunks in order. */
static bool sum_up(const clast_model *m, clast_state *s, clast_work *w, int32_t n, int width, add_one *add,
                   double *total)
{
    const int32_t chunks = (n + CHUNK - 1) / CHUNK;
    if (!ARRAY_RESERVE(w->partial, w->c_partial, (size_t)chunks * (size_t)width + 1))
        return false;
    sum_job sums = {{m, s, w}, width, add};
    clast_pool_for(w->pool, n, CHUNK, sum_chunk, &sums);
    for (int k = 0; k < width; k++) {
        total[k] = 0;
        for (int32_t c = 0; c < chunks; c++)
            total[k] += w->partial[c * width + k];
    }
    return true;
}

/* k_t is shared by the two tangential directions, so their mean mobility is taken: trace minus the normal part. */
static double contact_stiffness(const clast_state *s, const clast_work *w, int32_t i, vec3 l_world, int32_t k)
{
    const vec3 inverse = load(w->inverse_inertia, i), n = load(w->trial.n_dir, k);
    const quat q = {s->q[0][i], s->q[1][i], s->q[2][i], s->q[3][i]};
    const vec3 l = q_turn_back(q, l_world), c = q_turn_back(q, v_cross(l_world, n));
    const double ll = v_dot(l, l);
    const double trace = inverse.x * (ll - l.x * l.x) + inverse.y * (ll - l.y * l.y) + inverse.z * (ll - l.z * l.z);
    const double along = inverse.x * c.x * c.x + inverse.y * c.y * c.y + inverse.z * c.z * c.z;
    return w->contact_kn[k] * (w->inverse_mass[i] + along) +
           w->contact_kt[k] * (w->inverse_mass[i] + 0.5 * (trace - along));
}

static double body_stiffness(const clast_state *s, const clast_work *w, int32_t i)
{
    double sum = 0;
    for (int32_t e = w->partner_first[i]; e < w->partner_first[i + 1]; e++)
        for (int32_t k = w->near_contact[w->near_of[e]]; k < w->near_contact[w->near_of[e] + 1]; k++)
            sum += contact_stiffness(s, w, i, load(w->contact_lb, k), k);
    for (int32_t k = w->near_contact[w->near_first[i]]; k < w->near_contact[w->near_first[i + 1]]; k++)
        sum += contact_stiffness(s, w, i, load(w->contact_la, k), k);
    return sum;
}

/* Omega = dt sqrt(2 max_i sum_c [kn mobility_n + kt mobility_t]) */
static double stability(const clast_model *m, const clast_state *s, const clast_work *w)
{
    double most = 0;
    for (int32_t i = 0; i < s->n; i++)
        most = fmax(most, body_stiffness(s, w, i));
    return m->dt * sqrt(2 * most);
}

/* Powers and state functions of now; the energy of springs whose contacts opened is booked as lost. */
static bool read_now(const clast_model *m, clast_state *s, clast_work *w, double *contact, double *body)
{
    enum { OMEGA_EVERY = 16 };
    if (!sum_up(m, s, w, w->trial.n, CONTACT_SUMS, add_contact, contact) ||
        !sum_up(m, s, w, s->n, BODY_SUMS, add_body, body))
        return false;
    for (int32_t k = 0; k < s->contacts.n; k++)
        if (!w->kept[k])
            contact[CHANGE] += s->contacts.ut[k];
    clast_accounts *a = &s->accounts;
    a->kinetic = body[KINETIC], a->rotational = body[ROTATIONAL], a->gravity = body[GRAVITY];
    a->reversible = body[REVERSIBLE], a->stored_n = contact[STORED_N], a->stored_t = contact[STORED_T];
    if (s->step % OMEGA_EVERY == 0)
        a->stability = fmax(a->stability, stability(m, s, w));
    return true;
}

static void set_powers(clast_accounts *a, const double *contact)
{
    a->power_t = contact[POWER_T], a->power_d = contact[POWER_D], a->power_wall = contact[POWER_WALL];
    a->power_dashpot_t = contact[POWER_DASHPOT_T], a->power_dashpot_n = contact[POWER_DASHPOT_N];
}

static double residual(const clast_accounts *a)
{
    return a->kinetic + a->rotational + a->gravity + a->stored_n + a->work_t + a->work_d - a->work_wall +
           a->reversible - a->start;
}

bool clast_ledger_open(const clast_model *m, clast_state *s, clast_work *w)
{
    double contact[CONTACT_SUMS], body[BODY_SUMS];
    s->accounts = (clast_accounts){0};
    if (!read_now(m, s, w, contact, body))
        return false;
    set_powers(&s->accounts, contact);
    s->accounts.stored_t_start = s->accounts.stored_t;
    s->accounts.start = residual(&s->accounts);
    return true;
}

bool clast_ledger_book(const clast_model *m, clast_state *s, clast_work *w)
{
    double contact[CONTACT_SUMS], body[BODY_SUMS];
    if (!read_now(m, s, w, contact, body))
        return false;
    clast_accounts *a = &s->accounts;
    const double half = 0.5 * m->dt;
    a->work_t += half * (a->power_t + contact[POWER_T]);
    a->work_d += half * (a->power_d + contact[POWER_D]);
    a->work_wall += half * (a->power_wall + contact[POWER_WALL]);
    a->dashpot_t += half * (a->power_dashpot_t + contact[POWER_DASHPOT_T]);
    a->dashpot_n += half * (a->power_dashpot_n + contact[POWER_DASHPOT_N]);
    a->slip += contact[SLIP];
    a->change += contact[CHANGE];
    set_powers(a, contact);
    a->residual_most = fmax(a->residual_most, fabs(residual(a)));
    return true;
}

clast_ledger clast_ledger_read(const clast_state *s)
{
    const clast_accounts *a = &s->accounts;
    clast_ledger l = {
        .time = s->time,
        .kinetic = a->kinetic,
        .rotational = a->rotational,
        .gravity = a->gravity,
        .normal_stored = a->stored_n,
        .tangential_stored = a->stored_t,
        .friction = a->slip + a->change,
        .normal_damping = a->work_d,
        .tangential_damping = a->dashpot_t,
        .wall_work = a->work_wall,
        .residual = residual(a),
        .tangential_check = a->stored_t - a->stored_t_start + a->slip + a->change + a->dashpot_t - a->work_t,
        .damping_check = a->dashpot_n - a->work_d,
        .turnover = a->kinetic + a->rotational + a->stored_n + a->work_t + a->work_d,
        .stability = a->stability,
    };
    double worst = fmax(a->residual_most, fmax(fabs(l.tangential_check), fabs(l.damping_check)));
    l.error = l.turnover != 0 ? worst / fabs(l.turnover) : 0;
    return l;
}
