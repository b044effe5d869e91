/* Linear spring:   f = kn d,   V = kn d^2 / 2   (Hanley & O'Sullivan eq 6).
 * Without a stiffness kn = E* r*, as stiff as a Hertz contact with an overlap of a quarter of r*. */
#include <math.h>

#include "base/clones.h"
#include "law/elastic.h"
#include "model/model.h"

static const clast_param params[] = {
    {"stiffness", "N/m", "spring constant of the contact; 0: E* r* from the materials", 0, 0, INFINITY},
};

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)error;
    pair->young = elastic_young(a, b);
    pair->kn = param[0];
    pair->kn_radius = param[0] > 0 ? 0 : pair->young;
    pair->hertz = false;
    return CLAST_OK;
}

CLAST_INLINE void press(clast_touch *restrict t, double fixed, double per_radius)
{
    CLAST_IN_USE(t)
    {
        const double d = touch_overlap(t, k), kn = fixed + per_radius * t->radius[k], fel = kn * d;
        t->kn[k] = kn;
        t->fel[k] = fel;
        t->stored[k] = 0.5 * fel * d;
    }
}

CLAST_CLONES_BY(t->clone, press_lanes, (clast_touch * t, double fixed, double per_radius), (t, fixed, per_radius),
                press(t, fixed, per_radius))

static void apply(clast_touch *t, const clast_pair *pair) { press_lanes(t, pair->kn, pair->kn_radius); }

const clast_law clast_normal_linear = {
    .kind = CLAST_NORMAL,
    .name = "linear",
    .source = "Hanley & O'Sullivan eq 6",
    .about = "linear spring of given stiffness, or from young of the materials",
    .params = params,
    .n_params = 1,
    .order = 2,
    .history = "",
    .prepare = prepare,
    .apply = apply,
};
