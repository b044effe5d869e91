/* Mindlin's tangential stiffness without slip:   kt = 8 G* sqrt(r* d),   1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b
 * (Irazabal eq 27; Campello eq 37-38 repaired), in the incremental spring of spring.h. */
#include "law/spring.h"

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)param;
    (void)error;
    double shear_a = a->young / (2 * (1 + a->poisson)), shear_b = b->young / (2 * (1 + b->poisson));
    pair->shear = 1 / ((2 - a->poisson) / shear_a + (2 - b->poisson) / shear_b);
    return CLAST_OK;
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    const int at = pair->history_at[CLAST_TANGENTIAL];
    for (int k = 0; k < t->n; k++)
        t->kt[k] = 8 * pair->shear * sqrt(t->radius[k] * t->d[k]);
    for (int k = 0; k < t->n; k++)
        spring_lane(t, k, at, 2.0 / 3.0);
}

const clast_law clast_tangential_mindlin = {
    .kind = CLAST_TANGENTIAL,
    .name = "mindlin",
    .source = "Irazabal eq 27, Campello eq 37-38 (repaired)",
    .about = "spring with history, stiffness from young and poisson of the materials",
    .history = SPRING_HISTORY,
    .prepare = prepare,
    .apply = apply,
};
