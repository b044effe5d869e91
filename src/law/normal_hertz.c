/* Hertz: two elastic spheres.   f = 4/3 E* sqrt(r* d) d,   V = 2/5 f d,   kn = df/dd = 2 E* sqrt(r* d)
 * Irazabal eq 24; Campello eq 19 with the sign repaired (contact reference, formula sheet). */
#include <math.h>

#include "base/clones.h"
#include "law/elastic.h"
#include "model/model.h"

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)param;
    (void)error;
    pair->young = elastic_young(a, b);
    pair->hertz = true;
    return CLAST_OK;
}

/* stores: somebody asks for the potential. */
CLAST_INLINE void press(clast_touch *restrict t, double young, bool stores)
{
    CLAST_IN_USE(t)
    {
        const double d = touch_overlap(t, k), kn = 2 * young * sqrt(t->radius[k] * d), fel = 2.0 / 3.0 * kn * d;
        t->kn[k] = kn;
        t->fel[k] = fel;
        if (stores)
            t->stored[k] = 0.4 * fel * d;
    }
}

CLAST_CLONES_BY(t->clone, press_lanes, (clast_touch * t, double young), (t, young), press(t, young, false))
CLAST_CLONES_BY(t->clone, press_and_store, (clast_touch * t, double young), (t, young), press(t, young, true))

static void apply(clast_touch *t, const clast_pair *pair)
{
    if (t->looks || t->book)
        press_and_store(t, pair->young);
    else
        press_lanes(t, pair->young);
}

const clast_law clast_normal_hertz = {
    .kind = CLAST_NORMAL,
    .name = "hertz",
    .source = "Irazabal eq 24",
    .about = "elastic spheres, from young and poisson of the materials",
    .order = 2,
    .history = "",
    .prepare = prepare,
    .apply = apply,
};
