/* A dashpot that is a share xi of critical damping:   c = 2 xi sqrt(m* kn)   (Campello eq 22 with sign and power
 * repaired: 2 xi sqrt(2 E* sqrt(r*) m*) d^1/4). The share that gives a restitution is another question (restitution). */
#include <math.h>

#include "law/dashpot.h"

static const clast_param params[] = {
    {"normal", "1", "share of critical damping along the normal", NAN, 0, INFINITY},
    {"tangential", "1", "share of critical damping along the tangent", 0, 0, INFINITY},
};

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)a;
    (void)b;
    (void)error;
    pair->zeta = param[0];
    pair->viscous_t = param[1];
    return CLAST_OK;
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    dashpot_force(t, pair->hertz, (dashpot_terms){.root = 2 * pair->zeta, .root_t = 2 * pair->viscous_t});
}

const clast_law clast_damping_share = {
    .kind = CLAST_DAMPING,
    .name = "share",
    .source = "Campello eq 22 (repaired)",
    .about = "dashpot that is a share of critical damping",
    .params = params,
    .n_params = 2,
    .order = 2,
    .history = "",
    .prepare = prepare,
    .apply = apply,
};
