/* The tangential spring with history and Coulomb's limit (budget reference, 1.1), in three forms:
 *     incremental   fs <- turn(fs) - mean(kt) slip             second order
 *     secant        fs <- turn(fs) kt1/kt0 - kt1 slip          second order: fs = -kt s
 *     end           fs <- project(fs) - kt1 slip               first order: the usual code, geometry of the end
 * each cut at mu fn;  ft = fs + dashpot,  the total cut at mu fn.
 * The dashpot is always on (switching it off while slipping makes the spin first order) and implicit like the normal
 * one; with the half-step dashpot it is explicit and off while slipping, as usual. The limit is mu_static until the
 * contact slips and mu_dynamic until it sticks again.
 * History: the spring force (a vector), the stiffness, and whether it slipped.
 *
 * For the ledger (1.2): what is stored, U = fs^2 / 2 kt; what slip takes, mean force times plastic slip; and what the
 * changing stiffness takes, with s = fs/kt the integral of s^2/2 dkt, (s0^2 + s1^2)/4 (k1 - k0); of the secant law it
 * gives the same back. (The reference writes (f0^2 + f1^2)/4 (1/k0 - 1/k1), the same integral by a trapezoid that blows
 * up in the step after a closing, where k0 may be next to nothing.) */
#ifndef CLAST_LAW_SPRING_H
#define CLAST_LAW_SPRING_H

#include <math.h>

#include "base/error.h"
#include "law/elastic.h"
#include "model/model.h"

#define SPRING_HISTORY "vss"
enum { SPRING_FORCE = 0, SPRING_STIFFNESS = 3, SPRING_SLIPS = 4 };

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
    pair->kt_closing = pair->hertz && !(stiffness > 0) ? 2.0 / 3.0 : 1; /* kt grows as the root of d, or stands */
    return CLAST_OK;
}

/* Constant arguments, so that a compiler makes one loop of each kind: `usual` is the explicit half-step dashpot, `glued`
 * lanes may be held by a contact bond and do not slip then. */
static inline void spring_lane(clast_touch *t, int k, int at, double closing, spring_form form, bool usual, bool glued)
{
    const double half = usual ? 0 : t->ahead;
    const bool fresh = t->fresh[k] != 0, slipped = !fresh && t->old[at + SPRING_SLIPS][k] != 0;
    const double kt = t->kt[k], kt0 = fresh ? kt : t->old[at + SPRING_STIFFNESS][k];
    const double k_mean = form != SPRING_INCREMENTAL ? kt : fresh ? closing * kt : 0.5 * (kt0 + kt);
    const double carry = form == SPRING_SECANT ? kt / kt0 : 1;
    const double fn = t->fel[k] + t->fd[k];

    double f0[3], trial[3], f1[3], size = 0;
    for (int c = 0; c < 3; c++) {
        f0[c] = fresh ? 0 : t->old[at + SPRING_FORCE + c][k];
        trial[c] = carry * f0[c] - k_mean * t->slip[c][k];
        size += trial[c] * trial[c];
    }
    size = sqrt(size);
    const bool held = glued && t->hold[k] != 0;
    const bool slips = !held && size > (slipped ? t->mu_dynamic[k] : t->mu_static[k]) * fn;
    const double limit = held ? INFINITY : (slips ? t->mu_dynamic[k] : t->mu_static[k]) * fn;
    const double cut = slips ? limit / size : 1;
    for (int c = 0; c < 3; c++)
        f1[c] = cut * trial[c];

    const double ct = t->weight[k] * (t->ct_root[k] * sqrt(t->mass[k] * kt) + t->ct_fixed[k]);
    const double kick = half * t->mobility_t[k], share = usual && slips ? 0 : ct / (1 + ct * kick);
    double total[3], size_total = 0;
    for (int c = 0; c < 3; c++) {
        double vt = t->vt[c][k] + kick * (f1[c] - t->ft0[c][k]);
        total[c] = f1[c] - share * vt;
        size_total += total[c] * total[c];
    }
    size_total = sqrt(size_total);
    const double cut_total = size_total > limit ? limit / size_total : 1;

    double u1 = 0, u0 = 0, slip_work = 0;
    for (int c = 0; c < 3; c++) {
        const double mean = slips && !slipped ? f1[c] : 0.5 * (f0[c] + f1[c]);
        u1 += f1[c] * f1[c];
        u0 += f0[c] * f0[c];
        slip_work += mean * (trial[c] - f1[c]);
        t->fs[c][k] = t->new[at + SPRING_FORCE + c][k] = f1[c];
        t->ft[c][k] = cut_total * total[c];
    }
    t->ut[k] = 0.5 * u1 / kt;
    t->d_slip[k] = slip_work / k_mean;
    const double change = 0.25 * (u0 / (kt0 * kt0) + u1 / (kt * kt)) * (kt - kt0);
    t->d_change[k] = fresh || t->first ? 0 : form == SPRING_SECANT ? -change : change;
    t->new[at + SPRING_STIFFNESS][k] = kt;
    t->new[at + SPRING_SLIPS][k] = slips;
}

static inline void spring_block(clast_touch *t, const clast_pair *pair, spring_form form)
{
    const int at = pair->history_at[CLAST_TANGENTIAL];
    const double closing = pair->kt_closing;
    for (int k = 0; k < t->n; k++)
        t->kt[k] = pair->kt + pair->kt_share * t->kn[k];
    const bool usual = pair->needs & CLAST_NEED_HALF, glued = t->kind == CLAST_BONDED;
    if (!usual && !glued)
        for (int k = 0; k < t->n; k++)
            spring_lane(t, k, at, closing, form, false, false);
    else if (usual && !glued)
        for (int k = 0; k < t->n; k++)
            spring_lane(t, k, at, closing, form, true, false);
    else
        for (int k = 0; k < t->n; k++)
            spring_lane(t, k, at, closing, form, usual, true);
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
