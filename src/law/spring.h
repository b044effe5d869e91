/* The tangential spring with history and Coulomb's limit, second order in the step (budget reference, 1.1):
 *     fs <- turn(fs) - mean(kt) slip,  cut at mu fn;      ft = fs + dashpot,  the total cut at mu fn
 * The dashpot is always on (switching it off while slipping makes the spin first order) and implicit like the
 * normal one. The limit is mu_static until the contact slips and mu_dynamic until it sticks again.
 * History: the spring force (a vector), the stiffness, and whether it slipped.
 *
 * For the ledger (1.2): what is stored, U = fs^2 / 2 kt; what slip takes, mean force times plastic slip; and what the
 * changing stiffness takes, (f0^2 + f1^2)/4 (1/k0 - 1/k1). */
#ifndef CLAST_LAW_SPRING_H
#define CLAST_LAW_SPRING_H

#include <math.h>

#include "model/model.h"

#define SPRING_HISTORY "vss"
enum { SPRING_FORCE = 0, SPRING_STIFFNESS = 3, SPRING_SLIPS = 4 };

/* closing_mean: mean of kt over a closing step as a share of kt at its end (2/3 when kt grows as the root of d). */
static inline void spring_lane(clast_touch *t, int k, int at, double closing_mean)
{
    const double half = t->first ? 0 : 0.5 * t->dt;
    const bool fresh = t->fresh[k] != 0, slipped = !fresh && t->old[at + SPRING_SLIPS][k] != 0;
    const double kt = t->kt[k], kt0 = fresh ? 0 : t->old[at + SPRING_STIFFNESS][k];
    const double k_mean = fresh ? closing_mean * kt : 0.5 * (kt0 + kt);
    const double fn = t->fel[k] + t->fd[k];

    double f0[3], trial[3], f1[3], size = 0;
    for (int c = 0; c < 3; c++) {
        f0[c] = fresh ? 0 : t->old[at + SPRING_FORCE + c][k];
        trial[c] = f0[c] - k_mean * t->slip[c][k];
        size += trial[c] * trial[c];
    }
    size = sqrt(size);
    const bool slips = size > (slipped ? t->mu_dynamic[k] : t->mu_static[k]) * fn;
    const double limit = (slips ? t->mu_dynamic[k] : t->mu_static[k]) * fn;
    const double cut = slips ? limit / size : 1;
    for (int c = 0; c < 3; c++)
        f1[c] = cut * trial[c];

    const double ct = t->weight[k] * (t->ct_root[k] * sqrt(t->mass[k] * kt) + t->ct_fixed[k]);
    const double kick = half * t->mobility_t[k], share = ct / (1 + ct * kick);
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
    t->d_change[k] = fresh || t->first ? 0 : 0.25 * (u0 + u1) * (1 / kt0 - 1 / kt);
    t->new[at + SPRING_STIFFNESS][k] = kt;
    t->new[at + SPRING_SLIPS][k] = slips;
}

#endif
