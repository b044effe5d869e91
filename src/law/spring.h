/* The tangential spring with history and Coulomb's limit (budget reference, 1.1), in three forms:
 *     incremental   fs <- turn(fs) - mean(kt) slip             second order
 *     secant        fs <- turn(fs) kt1/kt0 - kt1 slip          second order: fs = -kt s
 *     end           fs <- project(fs) - kt1 slip               first order: the usual code, geometry of the end
 * each cut at mu fn;  ft = fs + dashpot,  the total cut at mu fn.
 * The dashpot is always on (switching it off while slipping makes the spin first order) and implicit like the normal
 * one; with the half-step dashpot it is explicit and off while slipping, as usual. The limit is mu_static until the
 * contact slips and mu_dynamic until it sticks again.
 * History: the spring force (a vector), and the stiffness, < 0 where it slipped.
 *
 * For the ledger (1.2): what is stored, U = fs^2 / 2 kt; what slip takes, mean force times plastic slip; and what the
 * changing stiffness takes, with s = fs/kt the integral of s^2/2 dkt, s0.s1/2 (k1 - k0), s0.s1 = f0.f1/k^2 with the mean
 * stiffness k; of the secant law it gives the same back. (The reference writes (f0^2 + f1^2)/4 (1/k0 - 1/k1), the same
 * integral by a trapezoid that blows up in the step after a closing, where k0 may be next to nothing. f0.f1 is a product
 * that the slip's loss wants, too.) */
#ifndef CLAST_LAW_SPRING_H
#define CLAST_LAW_SPRING_H

#include <math.h>
#include <string.h>

#include "base/clones.h"
#include "base/error.h"
#include "base/fused.h"
#include "base/root.h"
#include "law/elastic.h"
#include "model/model.h"

#define SPRING_HISTORY "vs"
enum { SPRING_FORCE = 0, SPRING_STIFFNESS = 3 };

typedef enum spring_form { SPRING_INCREMENTAL, SPRING_SECANT, SPRING_END } spring_form;

/* Mindlin's ratio holds for any overlap: kt = 8 G* sqrt(r* d) and kn = 2 E* sqrt(r* d), so kt = 4 (G* by E*) kn. A linear
 * contact takes the same ratio. */
static inline clast_status spring_prepare(clast_pair *pair, double stiffness, double campello, double wall_arm,
                                          const clast_material *a, const clast_material *b, clast_error *error)
{
    pair->wall_arm = wall_arm;
    if (campello != 0 && campello != 1)
        return clast_fail(error, CLAST_BAD_INPUT, "campello is %g; it is a switch, 0 or 1", campello);
    pair->kt = stiffness;
    pair->kt_share = stiffness > 0 ? 0 : 4 * elastic_shear(a, b, campello != 0) / pair->young;
    pair->fel_kt = pair->kt_share > 0 ? pair_elastic_share(pair) / pair->kt_share : 0;
    pair->fel_fixed = pair->kt_share > 0 || pair->hertz || pair->kn_radius != 0 ? 0 : pair->kn;
    pair->kt_closing = pair->hertz && !(stiffness > 0) ? 2.0 / 3.0 : 1; /* kt grows as the root of d, or stands */
    return CLAST_OK;
}

/* One loop of each kind is made: `usual` is the explicit half-step dashpot, `glued` lanes may be held by a contact bond
 * and do not slip then, `ledger` wants the energies, `sums` adds them up itself, `weighted` lanes may be fresh. */
typedef struct spring_kind {
    spring_form form;
    bool usual, glued, ledger, sums, weighted;
} spring_kind;

#define SPRING_GET(a, k)    ((vec3){(a)[0][k], (a)[1][k], (a)[2][k]})
#define SPRING_PUT(a, k, v) ((a)[0][k] = (v).x, (a)[1][k] = (v).y, (a)[2][k] = (v).z)

/* Short loops one after the other, since of a long one the processor cannot overlap the turns; between them: */
typedef struct spring_between {
    clast_lane limit, slips;
    clast_lane tt;    /* trial.trial; f1 = cut trial */
    clast_lane size2; /* total.total */
} spring_between;

/* The stiffness that the slip of the step meets. */
CLAST_INLINE double spring_mean(const spring_kind kind, double kt0, double kt, double fresh, double closing)
{
    return kind.form != SPRING_INCREMENTAL ? kt : fresh != 0 ? closing * kt : 0.5 * (kt0 + kt);
}

/* Whether some of the block slipped in the step before: then some do so now, nearly always. */
CLAST_INLINE bool spring_slipped(const clast_touch *restrict t, const clast_pair *restrict pair)
{
    const double *const old_k = t->old[pair->history_at[CLAST_TANGENTIAL] + SPRING_STIFFNESS];
    _Alignas(64) double some[CLAST_PART] = {0};
    CLAST_IN_USE(t) some[k - part] += old_k[k] < 0 ? 1.0 : 0.0;
    return clast_some(some);
}

CLAST_INLINE double spring_share(double slips, double limit, double size2)
{
    return slips != 0 ? limit * root_inverse(size2) : 1;
}

/* What slip and the changing stiffness take. */
typedef struct spring_loss {
    double slip, change;
} spring_loss;

/* Of a spring whose force goes from f0 to cut trial, whose stiffness from |k0| to kt. What was cut off lies along trial, so all of
 * it follows from two products, f0.trial and trial.trial. goes_on: half, or 0 where no step lies behind. */
CLAST_INLINE spring_loss spring_lose(const spring_kind kind, double goes_on, double k0, double kt, double k_mean,
                                     double fresh, double f0t, double tt, double cut)
{
    const double kt0 = fabs(k0), by_k = 2 / (kt0 + kt), s0s1 = cut * f0t * by_k * by_k;
    const double by_mean = kind.form == SPRING_INCREMENTAL && !kind.weighted ? by_k : 1 / k_mean;
    /* the mean force; where it begins to slip (k0 > 0) the one at the end; times plastic slip */
    const double f1t = cut * tt, slip = (k0 < 0 ? 0.5 * (f1t + f0t) : f1t) * ((1 - cut) * by_mean);
    return (spring_loss){slip, (fresh != 0 ? 0 : goes_on) * (kt - kt0) * s0s1};
}

/* slips: some may; else there is nothing to be said of slip. */
CLAST_INLINE void spring_take(clast_touch *restrict t, int k, const spring_kind kind, bool slips, const uint64_t *real,
                              spring_loss lost)
{
    if (kind.sums) {
        if (slips)
            touch_add(real[k], lost.slip, &t->taken[CLAST_TAKEN_SLIP][k]);
        touch_add(real[k], lost.change, &t->taken[CLAST_TAKEN_CHANGE][k]);
    } else
        t->d_slip[k] = lost.slip, t->d_change[k] = lost.change;
}

CLAST_INLINE double spring_goes_on(const clast_touch *t, const spring_kind kind)
{
    return t->first ? 0 : kind.form == SPRING_SECANT ? -0.5 : 0.5;
}

/* The spring, cut at once or not yet. True: some are still to be cut. */
CLAST_INLINE bool spring_pull(clast_touch *restrict t, const clast_pair *restrict pair, const spring_kind kind,
                              bool at_once, spring_between *restrict b)
{
    const int at = pair->history_at[CLAST_TANGENTIAL];
    const double kt_fixed = pair->kt, kt_share = pair->kt_share, mu_s = t->mu_static, mu_d = t->mu_dynamic;
    const double closing = kind.form == SPRING_INCREMENTAL ? pair->kt_closing : 1;
    clast_lane *const old_force = t->old + at + SPRING_FORCE, *const new_force = t->new + at + SPRING_FORCE;
    double *const old_k = t->old[at + SPRING_STIFFNESS], *const new_k = t->new[at + SPRING_STIFFNESS];
    const double goes_on = spring_goes_on(t, kind);
    const uint64_t *const real = t->real; /* gcc does not see in the loop that it stays */
    _Alignas(64) double some[CLAST_PART] = {0};
    CLAST_IN_USE(t)
    {
        const double fresh = kind.weighted ? t->fresh[k] : 0;
        const double kt = f_mul_add(kt_share, t->kn[k], kt_fixed), k0 = fresh != 0 ? kt : old_k[k], kt0 = fabs(k0);
        const double k_mean = spring_mean(kind, kt0, kt, fresh, closing);
        const double fn = t->fel[k] + t->fd[k];

        const vec3 f0 = v_mul(fresh != 0 ? 0.0 : 1.0, SPRING_GET(old_force, k)), slip = SPRING_GET(t->slip, k);
        const vec3 carried = kind.form == SPRING_SECANT ? v_mul(kt / kt0, f0) : f0;
        const vec3 trial = f_add_mul(carried, -k_mean, slip);
        const double tt = f_dot(trial, trial);
        const double held = kind.glued ? t->hold[k] : 0;
        const double reach = (k0 < 0 ? mu_d : mu_s) * fn; /* k0 < 0: it slipped */
        const double slips = tt > reach * reach ? (held != 0 ? 0.0 : 1.0) : 0.0;
        const double coulomb = (slips != 0 ? mu_d : mu_s) * fn, limit = held != 0 ? INFINITY : coulomb;
        const double cut = at_once ? spring_share(slips, limit, tt) : 1;
        const vec3 f1 = v_mul(cut, trial);
        SPRING_PUT(new_force, k, f1);
        if (kind.glued)
            t->kt[k] = kt;
        new_k[k] = slips != 0 ? -kt : kt;
        some[k - part] += slips;
        b->slips[k] = slips;
        b->limit[k] = limit;
        b->tt[k] = tt;
        if (kind.ledger) {
            const spring_loss lost = spring_lose(kind, goes_on, k0, kt, k_mean, fresh, f_dot(f0, trial), tt, cut);
            spring_take(t, k, kind, at_once, real, lost); /* some may be cut yet */
        }
    }
    return !at_once && clast_some(some);
}

/* Springs that begin to slip. What was taken so far is that of springs that are not cut. */
CLAST_INLINE void spring_cut(clast_touch *restrict t, const clast_pair *restrict pair, const spring_kind kind,
                             spring_between *restrict b)
{
    const int at = pair->history_at[CLAST_TANGENTIAL];
    clast_lane *const old_force = t->old + at + SPRING_FORCE, *const new_force = t->new + at + SPRING_FORCE;
    const double *const old_k = t->old[at + SPRING_STIFFNESS], *const new_k = t->new[at + SPRING_STIFFNESS];
    const double closing = pair->kt_closing, goes_on = spring_goes_on(t, kind);
    const uint64_t *const real = t->real;
    CLAST_IN_USE(t)
    {
        const double cut = spring_share(b->slips[k], b->limit[k], b->tt[k]);
        const vec3 trial = SPRING_GET(new_force, k), f1 = v_mul(cut, trial);
        SPRING_PUT(new_force, k, f1);
        if (kind.ledger) {
            const double fresh = kind.weighted ? t->fresh[k] : 0, kt = fabs(new_k[k]), k0 = fresh != 0 ? kt : old_k[k];
            const double k_mean = spring_mean(kind, fabs(k0), kt, fresh, closing);
            const double f0t = f_dot(SPRING_GET(old_force, k), trial);
            const spring_loss lost = spring_lose(kind, goes_on, k0, kt, k_mean, fresh, f0t, b->tt[k], cut);
            const spring_loss taken = spring_lose(kind, goes_on, k0, kt, k_mean, fresh, f0t, b->tt[k], 1);
            spring_take(t, k, kind, true, real, (spring_loss){lost.slip, lost.change - (kind.sums ? taken.change : 0)});
        }
    }
}

/* The dashpot. with_root: kt is a share of kn, and so is the root of m* kt of that of m* kn. True: some totals are beyond
 * the limit. */
CLAST_INLINE bool spring_damp(clast_touch *restrict t, const clast_pair *restrict pair, const spring_kind kind,
                              bool at_once, spring_between *restrict b, bool with_root)
{
    clast_lane *const new_force = t->new + pair->history_at[CLAST_TANGENTIAL] + SPRING_FORCE;
    const double *const new_k = new_force[SPRING_STIFFNESS];
    const double half = kind.usual ? 0 : t->ahead, ct_root = t->ct_root, ct_fixed = t->ct_fixed;
    const double of_share = ct_root * sqrt(pair->kt_share);
    _Alignas(64) double some[CLAST_PART] = {0};
    CLAST_IN_USE(t)
    {
        const vec3 f1 = SPRING_GET(new_force, k);
        const double even = f_mul_add(with_root ? of_share : ct_root,
                                      with_root ? t->root[k] : sqrt(t->mass[k] * fabs(new_k[k])), ct_fixed);
        const double ct = kind.weighted ? t->weight[k] * even : even, limit = b->limit[k];
        const double kick = half * t->mobility_t[k], implicit = ct / f_mul_add(ct, kick, 1);
        const double share = kind.usual && b->slips[k] != 0 ? 0 : implicit;
        const vec3 vt = f_add_mul(SPRING_GET(t->vt, k), kick, v_sub(f1, SPRING_GET(t->ft0, k)));
        const vec3 total = f_add_mul(f1, -share, vt);
        const double size2 = f_dot(total, total), over = size2 > limit * limit ? 1.0 : 0.0;
        const vec3 ft = v_mul(at_once ? spring_share(over, limit, size2) : 1, total);
        some[k - part] += over;
        b->size2[k] = size2;
        SPRING_PUT(t->ft, k, ft);
    }
    return !at_once && clast_some(some);
}

CLAST_INLINE void spring_cut_total(clast_touch *restrict t, const spring_between *restrict b)
{
    CLAST_IN_USE(t)
    {
        const double limit = b->limit[k], size2 = b->size2[k], over = size2 > limit * limit ? 1.0 : 0.0;
        const vec3 ft = v_mul(spring_share(over, limit, size2), SPRING_GET(t->ft, k));
        SPRING_PUT(t->ft, k, ft);
    }
}

/* What is stored, for those who look. */
CLAST_INLINE void spring_store(clast_touch *restrict t, const clast_pair *restrict pair)
{
    const clast_lane *const force = t->new + pair->history_at[CLAST_TANGENTIAL] + SPRING_FORCE;
    CLAST_IN_USE(t)
    {
        const vec3 f = SPRING_GET(force, k);
        t->ut[k] = 0.5 * f_dot(f, f) / fabs(force[SPRING_STIFFNESS][k]);
    }
}

CLAST_INLINE void spring_book(clast_touch *restrict t, const clast_pair *restrict pair, const spring_kind kind)
{
    if (kind.glued || t->looks || t->book)
        spring_store(t, pair);
    if (kind.glued || t->book)
        memcpy(t->fs, t->new + pair->history_at[CLAST_TANGENTIAL] + SPRING_FORCE, sizeof t->fs);
}

/* For those who ask for it besides. */
CLAST_INLINE void spring_tell(clast_touch *restrict t, const clast_pair *restrict pair)
{
    const double *const k_new = t->new[pair->history_at[CLAST_TANGENTIAL] + SPRING_STIFFNESS];
    CLAST_IN_USE(t) t->kt[k] = fabs(k_new[k]);
}

CLAST_INLINE void spring_loops(clast_touch *t, const clast_pair *pair, const spring_kind kind, bool at_once)
{
    _Alignas(64) spring_between between;
    const bool with_root = pair->kt == 0 && t->ct_root != 0;
    const bool begin = spring_pull(t, pair, kind, at_once, &between);
    if (begin)
        spring_cut(t, pair, kind, &between);
    if (with_root ? spring_damp(t, pair, kind, at_once, &between, true)
                  : spring_damp(t, pair, kind, at_once, &between, false))
        spring_cut_total(t, &between);
    if (kind.ledger)
        spring_book(t, pair, kind);
    if (t->stiff && !kind.glued)
        spring_tell(t, pair);
}

/* Root and division of the cut are left out of blocks in which nothing slips. */
CLAST_INLINE void spring_lanes(clast_touch *t, const clast_pair *pair, const spring_kind kind)
{
    if (spring_slipped(t, pair))
        spring_loops(t, pair, kind, true);
    else
        spring_loops(t, pair, kind, false);
}

/* The loops for each form. */
#define SPRING_CLONES(form)                                                                                          \
    CLAST_CLONES_BY(t->clone, spring_fast, (clast_touch * t, const clast_pair *pair), (t, pair),                     \
                    spring_lanes(t, pair, (spring_kind){form, false, false, false, false, false}))                   \
    CLAST_CLONES_BY(t->clone, spring_fast_weighted, (clast_touch * t, const clast_pair *pair), (t, pair),            \
                    spring_lanes(t, pair, (spring_kind){form, false, false, false, false, true}))                    \
    CLAST_CLONES_BY(t->clone, spring_booked, (clast_touch * t, const clast_pair *pair), (t, pair),                   \
                    spring_lanes(t, pair, (spring_kind){form, false, false, true, false, false}))                    \
    CLAST_CLONES_BY(t->clone, spring_booked_weighted, (clast_touch * t, const clast_pair *pair), (t, pair),          \
                    spring_lanes(t, pair, (spring_kind){form, false, false, true, false, true}))                     \
    CLAST_CLONES_BY(t->clone, spring_summed, (clast_touch * t, const clast_pair *pair), (t, pair),                   \
                    spring_lanes(t, pair, (spring_kind){form, false, false, true, true, false}))                     \
    CLAST_CLONES_BY(t->clone, spring_summed_weighted, (clast_touch * t, const clast_pair *pair), (t, pair),          \
                    spring_lanes(t, pair, (spring_kind){form, false, false, true, true, true}))                      \
    CLAST_CLONES_BY(t->clone, spring_glued, (clast_touch * t, const clast_pair *pair), (t, pair),                    \
                    spring_lanes(t, pair, (spring_kind){form, false, true, true, false, true}))                      \
    CLAST_CLONES_BY(t->clone, spring_glued_usual, (clast_touch * t, const clast_pair *pair), (t, pair),              \
                    spring_lanes(t, pair, (spring_kind){form, true, true, true, false, true}))                       \
    CLAST_CLONES_BY(t->clone, spring_usual, (clast_touch * t, const clast_pair *pair), (t, pair),                    \
                    spring_lanes(t, pair, (spring_kind){form, true, false, true, false, true}))                      \
    static void apply(clast_touch *t, const clast_pair *pair)                                                        \
    {                                                                                                                \
        const bool usual = pair->needs & CLAST_NEED_HALF, glued = t->kind == CLAST_BONDED;                           \
        if (glued)                                                                                                   \
            (usual ? spring_glued_usual : spring_glued)(t, pair);                                                    \
        else if (usual)                                                                                              \
            spring_usual(t, pair);                                                                                   \
        else if (touch_is_weighted(t))                                                                               \
            (t->sums ? spring_summed_weighted : t->ledger ? spring_booked_weighted : spring_fast_weighted)(t, pair); \
        else                                                                                                         \
            (t->sums ? spring_summed : t->ledger ? spring_booked : spring_fast)(t, pair);                            \
    }

/* The parameters of the rows that can be told their stiffness. */
#define SPRING_PARAMS                                                                                       \
    {                                                                                                       \
        {                                                                                                   \
            "stiffness", "N/m", "tangential spring constant; 0: Mindlin's share of kn from the materials",  \
            0,           0,     INFINITY},                                                                  \
            {"campello", "1", "1: Campello's stiffness, 2 - nu times Mindlin's; 0: Mindlin's", 0, 0, 1},    \
            {"wall_arm", "1", "arm at a wall: 0 to the wall; 1 the sphere's radius, as Campello", 0, 0, 1}, \
    }

#endif
