/* A dashpot with a given coefficient:   fd = c d'   (Hanley & O'Sullivan eq 53). */
#include <math.h>

#include "law/dashpot.h"

static const clast_param params[] = {
    {"normal", "N s/m", "dashpot coefficient along the normal", NAN, 0, INFINITY},
    {"tangential", "N s/m", "dashpot coefficient along the tangent", 0, 0, INFINITY},
};

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)a;
    (void)b;
    (void)error;
    pair->viscous_n = param[0];
    pair->viscous_t = param[1];
    return CLAST_OK;
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    /* the force jumps at closing, as with a linear spring */
    dashpot_force(t, false, (dashpot_terms){.fixed = pair->viscous_n, .fixed_t = pair->viscous_t});
}

const clast_law clast_damping_viscous = {
    .kind = CLAST_DAMPING,
    .name = "viscous",
    .source = "Hanley & O'Sullivan eq 53",
    .about = "dashpot of given coefficients",
    .params = params,
    .n_params = 2,
    .order = 2,
    .history = "",
    .prepare = prepare,
    .apply = apply,
};
