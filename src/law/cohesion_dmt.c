/* Derjaguin, Muller & Toporov: while two spheres touch, they attract each other with a constant force beside Hertz's,
 *     f = 4 pi gamma r*,     V = -f d,
 * which is also what it takes to pull them apart. (JKR adds a neck, whose rupture takes energy along.)
 *
 * The force jumps when the contact closes and when it opens, which the trapezoid of the kicks sums wrongly. So it is
 * weighted: with W = a + 1/2 in the step in which it closes, a = the part spent in contact; and where it opens it acts
 * once more, on the open contact, with a' - 1/2, a' = the part of the step in which it was still closed.
 * The potential of a weighted step contains the half kick that is still to come, so that the ledger sees no spike:
 *     closing  V = -f W travel/2,     opening  V = -f (a' - 1/2) travel/2,     travel = way of the surfaces in the step
 * History: the force. */
#include <math.h>

#include "base/trig.h"
#include "model/model.h"

static const clast_param params[] = {
    {"energy", "J/m2", "surface energy; the pull-off force is 4 pi energy r*", NAN, 0, INFINITY},
};

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)a;
    (void)b;
    (void)error;
    pair->adhesion = 4 * TRIG_PI * param[0];
    pair->needs |= CLAST_NEED_GAP;
    return CLAST_OK;
}

/* Share of the step after (opening: before) the surfaces passed each other. */
static double part_of(double inside, double travel) { return travel > inside ? fmax(0, inside / travel) : 1; }

static void apply_lane(clast_touch *t, int k, double f)
{
    const bool open = t->gap[k] > 0,
               was_open = t->kind == CLAST_BONDED ? t->gap0[k] > 0 : !t->first && t->fresh[k] != 0;
    const double travel = t->gap0[k] - t->gap[k]; /* > 0 closes */
    double weight = open ? 0 : 1, potential = open ? 0 : f * t->gap[k];
    if (!open && was_open) {
        weight = t->part[k] + 0.5;
        potential = -0.5 * f * weight * fmax(travel, 0);
    } else if (open && !was_open) {
        weight = part_of(-t->gap0[k], -travel) - 0.5;
        potential = 0.5 * f * weight * travel;
    }
    t->pull[k] = f * weight;
    t->cohesion[k] = potential;
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    const int at = pair->history_at[CLAST_COHESION];
    t->wrote |= CLAST_WROTE_PULL;
    for (int k = 0; k < t->n; k++) {
        apply_lane(t, k, pair->adhesion * t->radius[k]);
        t->pull0[k] = t->old[at][k];
        t->hold[k] = 0;
        t->new[at][k] = t->pull[k];
    }
}

const clast_law clast_cohesion_dmt = {
    .kind = CLAST_COHESION,
    .name = "dmt",
    .source = "Derjaguin, Muller & Toporov 1975",
    .about = "constant attraction while in contact",
    .params = params,
    .n_params = 1,
    .order = 2,
    .history = "s",
    .prepare = prepare,
    .apply = apply,
};
