/* Coulomb's limit on the tangential force: mu_static fn while it sticks, mu_dynamic fn while it slips. */
#include <math.h>

#include "base/error.h"
#include "model/model.h"

static const clast_param params[] = {
    {"static", "1", "coefficient while sticking", NAN, 0, INFINITY},
    {"dynamic", "1", "coefficient while slipping; not above static", NAN, 0, INFINITY},
};

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)a;
    (void)b;
    if (param[1] > param[0])
        return clast_fail(error, CLAST_BAD_INPUT, "friction: dynamic %g is above static %g; it must not be", param[1],
                          param[0]);
    pair->mu_static = param[0];
    pair->mu_dynamic = param[1];
    return CLAST_OK;
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    t->mu_static = pair->mu_static;
    t->mu_dynamic = pair->mu_dynamic;
}

const clast_law clast_friction_coulomb = {
    .kind = CLAST_FRICTION,
    .name = "coulomb",
    .source = "Irazabal eq 27",
    .about = "static and dynamic coefficients of friction",
    .params = params,
    .n_params = 2,
    .order = 2,
    .history = "",
    .prepare = prepare,
    .apply = apply,
};
