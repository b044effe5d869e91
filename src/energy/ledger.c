/* For kick-drift-kick the work of any force is exactly the trapezoid sum of its power f.c taken at the steps, with the
 * synchronised velocities and the geometry of that time (budget reference, 1.2; contact reference, A.2). So
 *
 *   W_t = -sum dt ft.c    W_d = sum dt fd d'    W_in = sum dt f.v_wall    A = dt^2/8 sum (F^2/m + T.I^-1 T)
 *   R   = K + U_g + V_n + V_c + W_t + W_d + W_r + W_b + W_l + W_g + U_f + D_f + W_m - W_in - W_f - W_p + A - E(0)
 *         the truncation error of the run
 *   R_t = [U_t + D_F + D_k + D_td - W_t] + [U_r + D_r - W_r] + [U_b + D_b - W_b]       would show a wrong law with history
 *   R_d = D_n - W_d,  D_n = sum dt fd (2 d' - d^)                                      a dashpot at the wrong time
 *
 * with V_c the potential of cohesion and W_r, W_b, W_l, W_g the works against rolling resistance, bonds, local and global
 * damping; U_f the potential of near-field forces, D_f what drag loses, W_m the work against the Magnus force over the
 * fluid (0), W_f and W_p what the moving fluid and prescribed loads put in; U and D what the springs of these store and what is
 * lost by slip, dashpots and breaking; d^ the rate that a dashpot took. Where it is not clipped, D_n is the reference's
 * sum dt c d'^2 less c (d' - d^)^2, which is of higher order; and R_d = sum dt fd (d' - d^) asks for no coefficient. */
#include "energy/ledger.h"

#include <math.h>
#include <string.h>

#include "energy/late.h"
#include "energy/stability.h"
#include "energy/tally.h"

static void note_stability(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_accounts *a = &s->accounts;
    a->stability_last = clast_stability_number(m, s, w);
    a->stability_interval = fmax(a->stability_interval, a->stability_last);
    a->stability = fmax(a->stability, a->stability_last);
}

static bool read_now(const clast_model *m, clast_state *s, clast_work *w, clast_tally *tally)
{
    if (!clast_tally_read(m, s, w, tally))
        return false;
    if (clast_stability_is_due(m, s))
        note_stability(m, s, w);
    return true;
}

void clast_ledger_mark(clast_state *s) { s->accounts.stability_interval = s->accounts.stability_last; }

/* Y: everything that came in and is now moving, stored or lost. A near-field potential is mostly negative: what counts
 * is how much energy is in play. */
static double turned_over(const clast_accounts *a)
{
    const double *u = a->now.stored, *w = a->work;
    return u[CLAST_STORE_KINETIC] + u[CLAST_STORE_ROTATIONAL] + u[CLAST_STORE_NORMAL] + u[CLAST_STORE_COHESION] +
           w[CLAST_WORK_T] + w[CLAST_WORK_D] + w[CLAST_WORK_ROLL] + w[CLAST_WORK_BOND] + w[CLAST_WORK_LOCAL] +
           w[CLAST_WORK_GLOBAL] + w[CLAST_WORK_DRAG] + fabs(u[CLAST_STORE_NEAR]);
}

static double residual(const clast_accounts *a)
{
    const double *u = a->now.stored, *w = a->work;
    return turned_over(a) + u[CLAST_STORE_NEAR] - fabs(u[CLAST_STORE_NEAR]) + u[CLAST_STORE_GRAVITY] +
           w[CLAST_WORK_MAGNUS] - w[CLAST_WORK_WALL] - w[CLAST_WORK_FLUID] - w[CLAST_WORK_LOAD] +
           u[CLAST_STORE_REVERSIBLE] - a->start;
}

/* Energy in all springs with history. */
static double springs(const clast_accounts *a)
{
    const double *u = a->now.stored;
    return u[CLAST_STORE_TANGENTIAL] + u[CLAST_STORE_ROLL] + u[CLAST_STORE_BOND];
}

static double history_check(const clast_accounts *a)
{
    const double *w = a->work, *lost = a->lost;
    return springs(a) - a->start_springs + lost[CLAST_LOSS_SLIP] + lost[CLAST_LOSS_CHANGE] + lost[CLAST_LOSS_ROLL] +
           lost[CLAST_LOSS_BROKEN] + w[CLAST_WORK_DASHPOT_T] + w[CLAST_WORK_DASHPOT_R] - w[CLAST_WORK_T] -
           w[CLAST_WORK_ROLL] - w[CLAST_WORK_BOND];
}

bool clast_ledger_open(const clast_model *m, clast_state *s, clast_work *w)
{
    s->accounts = (clast_accounts){0};
    if (!read_now(m, s, w, &s->accounts.now))
        return false;
    s->accounts.start_springs = springs(&s->accounts);
    s->accounts.start = residual(&s->accounts);
    return true;
}

/* The trapezoid sums up to this step. Where it is due, its energies are in the accounts. */
static void book_powers(const clast_model *m, clast_accounts *a, int64_t step, const double power[CLAST_WORKS])
{
    for (int k = 0; k < CLAST_WORKS; k++) {
        a->work[k] += 0.5 * m->dt * (a->now.power[k] + power[k]);
        a->now.power[k] = power[k];
    }
    if (clast_ledger_is_due(m, step))
        a->residual_most = fmax(a->residual_most, fabs(residual(a)));
}

static void book_energies(clast_accounts *a, const clast_tally *now, bool looks)
{
    for (int k = 0; k < CLAST_LOSSES; k++)
        a->lost[k] += now->lost[k];
    if (looks)
        memcpy(a->now.stored, now->stored, sizeof a->now.stored);
}

/* The part of D_n that is known with the step itself. */
static void book_seen(const clast_model *m, clast_accounts *a, double seen)
{
    a->work[CLAST_WORK_DASHPOT_N] -= 0.5 * m->dt * (a->seen + seen);
    a->seen = seen;
}

static void book_late(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_tally now, before;
    double seen;
    clast_late_read(w, &now, &before, &seen);
    book_seen(m, &s->accounts, seen);
    if (w->owes)
        book_powers(m, &s->accounts, s->step - 1, before.power);
    book_energies(&s->accounts, &now, w->looks);
    w->owes = true;
    if (clast_stability_is_due(m, s))
        note_stability(m, s, w);
}

bool clast_ledger_book(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_tally now;
    if (model_books_late(m) && w->in_place) {
        book_late(m, s, w);
        return true;
    }
    if (!read_now(m, s, w, &now))
        return false;
    book_energies(&s->accounts, &now, true);
    book_powers(m, &s->accounts, s->step, now.power);
    return true;
}

bool clast_ledger_settle(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_tally now;
    if (!w->owes)
        return true;
    if (!clast_late_settle(m, s, w, &now))
        return false;
    book_powers(m, &s->accounts, s->step, now.power);
    w->owes = false;
    return true;
}

void clast_ledger_change_step(clast_state *s, double factor)
{
    clast_accounts *a = &s->accounts;
    const double before = a->now.stored[CLAST_STORE_REVERSIBLE], after = factor * factor * before;
    a->now.stored[CLAST_STORE_REVERSIBLE] = after;
    a->start += after - before;
}

clast_ledger clast_ledger_read(const clast_state *s)
{
    const clast_accounts *a = &s->accounts;
    const double *u = a->now.stored;
    clast_ledger l = {
        .time = s->time,
        .kinetic = u[CLAST_STORE_KINETIC],
        .rotational = u[CLAST_STORE_ROTATIONAL],
        .gravity = u[CLAST_STORE_GRAVITY],
        .normal_stored = u[CLAST_STORE_NORMAL],
        .tangential_stored = u[CLAST_STORE_TANGENTIAL],
        .friction = a->lost[CLAST_LOSS_SLIP],
        .changing_stiffness = a->lost[CLAST_LOSS_CHANGE],
        .normal_damping = a->work[CLAST_WORK_D],
        .tangential_damping = a->work[CLAST_WORK_DASHPOT_T],
        .rolling_stored = u[CLAST_STORE_ROLL],
        .rolling_loss = a->lost[CLAST_LOSS_ROLL] + a->work[CLAST_WORK_DASHPOT_R],
        .cohesion = u[CLAST_STORE_COHESION],
        .bond_stored = u[CLAST_STORE_BOND],
        .bond_broken = a->lost[CLAST_LOSS_BROKEN],
        .local_damping = a->work[CLAST_WORK_LOCAL],
        .global_damping = a->work[CLAST_WORK_GLOBAL],
        .near_field = u[CLAST_STORE_NEAR],
        .drag = a->work[CLAST_WORK_DRAG],
        .magnus = a->work[CLAST_WORK_MAGNUS],
        .fluid_work = a->work[CLAST_WORK_FLUID],
        .load_work = a->work[CLAST_WORK_LOAD],
        .wall_work = a->work[CLAST_WORK_WALL],
        .residual = residual(a),
        .tangential_check = history_check(a),
        .damping_check = a->work[CLAST_WORK_DASHPOT_N] - a->work[CLAST_WORK_D],
        .turnover = turned_over(a),
        .stability = a->stability_interval,
        .stability_most = a->stability,
    };
    double worst =
        fmax(fmax(a->residual_most, fabs(l.residual)), fmax(fabs(l.tangential_check), fabs(l.damping_check)));
    l.error = l.turnover != 0 ? worst / fabs(l.turnover) : 0;
    return l;
}
