/* The normal dashpot, second order in the step (budget reference, 1.1).
 * It is implicit in its own contact and takes the rest of the motion extrapolated:
 *     d'* = d'_ext + dt/2 mobility (fn0 - fel),     fd = c d'* / (1 + c mobility dt/2)
 * In the step in which the contact closes the force jumps (or rises as d^1/4), which the trapezoid of the kicks sums
 * wrongly; the weight W(a), a = the part of the step spent in contact, makes the sum right to second order:
 *     linear  W = a + 1/2        Hertz (fd ~ d^1/4)  W = 1 - zeta(-1/4, a) / a^1/4
 * Tension is clipped: the elastic contact only pushes (a contact bond holds it together). With an attraction (cohesion,
 * bonds) fel0 - fel is the change of all conservative forces, pull - pull0 included. */
#ifndef CLAST_LAW_DASHPOT_H
#define CLAST_LAW_DASHPOT_H

#include <math.h>

#include "base/clones.h"
#include "base/fused.h"
#include "model/model.h"

/* Hurwitz zeta(-s, a) by Euler-Maclaurin; ten terms and three corrections are exact to 1e-12 for 0 < s < 2. */
static inline double dashpot_hurwitz(double s, double a)
{
    enum { TERMS = 10 };
    double sum = 0;
    for (int j = 0; j < TERMS; j++)
        sum += pow(a + j, s);
    double x = a + TERMS;
    return sum - pow(x, s + 1) / (s + 1) + 0.5 * pow(x, s) - s / 12 * pow(x, s - 1) +
           s * (s - 1) * (s - 2) / 720 * pow(x, s - 3);
}

static inline double dashpot_closing_weight(bool hertz, double a)
{
    return hertz ? 1 - dashpot_hurwitz(0.25, a) / sqrt(sqrt(a)) : a + 0.5;
}

static inline void dashpot_weights(clast_touch *t, bool hertz)
{
    for (int k = 0; k < CLAST_BLOCK; k++)
        t->weight[k] = 1;
    if (t->first || t->n_fresh == 0)
        return;
    for (int k = 0; k < t->n; k++)
        if (t->fresh[k] != 0)
            t->weight[k] = dashpot_closing_weight(hertz, t->part[k]);
}

/* c = root sqrt(m* kn) + fixed, along the tangent root_t sqrt(m* kt) + fixed_t. */
typedef struct dashpot_terms {
    double root, fixed, root_t, fixed_t;
} dashpot_terms;

/* What the ledger wants, fd times the rate that it took: nothing; kept for each contact; summed. */
typedef enum dashpot_book { DASHPOT_NO_BOOK, DASHPOT_KEPT, DASHPOT_SUMMED } dashpot_book;

/* The rate d'* is vn less what the dashpot kicks itself; clipped it kicks less. In a closing step it is that before the weight. */
CLAST_INLINE void dashpot_lanes(clast_touch *restrict t, dashpot_terms terms, bool weighted, dashpot_book book)
{
    const double half = t->ahead;
    const uint64_t *const real = t->real;
    CLAST_IN_USE(t)
    {
        const double root = sqrt(t->mass[k] * t->kn[k]), c = f_mul_add(terms.root, root, terms.fixed);
        const double kick = half * t->mobility_n[k];
        const double weight = weighted ? t->weight[k] : 1, fel = t->fel[k];
        const double vn = f_mul_add(kick, t->fn0[k] - fel, t->vn[k]);
        const double implicit = f_mul_add(c, kick, 1), whole = weight * c * vn / implicit;
        const double fd = whole < -fel ? -fel : whole;
        const double saw = weighted && !(whole < -fel) ? vn / implicit : f_mul_add(-kick, fd, vn);
        t->fd[k] = fd;
        t->root[k] = root;
        if (book == DASHPOT_KEPT)
            t->seen[k] = fd * saw;
        else if (book == DASHPOT_SUMMED)
            touch_add(real[k], fd * saw, &t->taken[CLAST_TAKEN_SEEN][k]);
    }
}

static inline void dashpot_force_with_pull(clast_touch *t, dashpot_terms terms)
{
    const double half = t->ahead;
    for (int k = 0; k < t->n; k++) {
        const double root = sqrt(t->mass[k] * t->kn[k]), c = terms.root * root + terms.fixed;
        const double kick = half * t->mobility_n[k];
        const double weight = t->weight[k], fel = t->fel[k];
        const double vn = t->vn[k] + kick * (t->fn0[k] - fel + t->pull[k] - t->pull0[k]);
        const double fd = weight * c * vn / (1 + c * kick);
        const bool clipped = t->hold[k] == 0 && fd < -fel;
        t->fd[k] = clipped ? -fel : fd;
        t->seen[k] = t->fd[k] * (clipped ? vn + kick * fel : vn / (1 + c * kick));
        t->root[k] = root;
    }
}

#define DASHPOT(name, weighted, book) \
    CLAST_CLONES_BY(t->clone, name, (clast_touch * t, dashpot_terms c), (t, c), dashpot_lanes(t, c, weighted, book))
DASHPOT(dashpot_even, false, DASHPOT_NO_BOOK)
DASHPOT(dashpot_even_kept, false, DASHPOT_KEPT)
DASHPOT(dashpot_even_summed, false, DASHPOT_SUMMED)
DASHPOT(dashpot_weighted, true, DASHPOT_KEPT)
DASHPOT(dashpot_weighted_summed, true, DASHPOT_SUMMED)

/* `hertz`: the dashpot's force rises from 0 as the contact closes; else it jumps. */
static inline void dashpot_force(clast_touch *t, bool hertz, dashpot_terms c)
{
    const bool pulls = t->wrote & CLAST_WROTE_PULL, weighted = touch_is_weighted(t) || pulls;
    t->ct_root = c.root_t;
    t->ct_fixed = c.fixed_t;
    if (weighted)
        dashpot_weights(t, hertz);
    if (pulls)
        dashpot_force_with_pull(t, c);
    else if (weighted && t->sums)
        dashpot_weighted_summed(t, c);
    else if (weighted)
        dashpot_weighted(t, c);
    else if (t->sums)
        dashpot_even_summed(t, c);
    else if (t->ledger)
        dashpot_even_kept(t, c);
    else
        dashpot_even(t, c);
}

#endif
