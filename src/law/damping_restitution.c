/* Damping that gives a coefficient of restitution e at every speed:   c = 2 zeta sqrt(m* kn)
 * (Irazabal eq 26; Campello eq 22 with sign and power repaired; contact reference, B.1), with the zeta that gives e
 * when tension is clipped (restitution.h). m* is the inverse of the contact's mobility, so that e is also right for a
 * cluster that is hit off-centre. */
#include <math.h>

#include "law/dashpot.h"
#include "law/restitution.h"

static const clast_param params[] = {
    {"coefficient", "1", "restitution: speed after over speed before a collision", NAN, RESTITUTION_LEAST, 1},
};

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)a;
    (void)b;
    (void)error;
    pair->zeta = restitution_zeta(pair->hertz, param[0]);
    return CLAST_OK;
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    dashpot_force(t, pair->hertz, (dashpot_terms){.root = 2 * pair->zeta, .root_t = 2 * pair->zeta});
}

const clast_law clast_damping_restitution = {
    .kind = CLAST_DAMPING,
    .name = "restitution",
    .source = "Irazabal eq 26, Campello eq 22 (repaired)",
    .about = "dashpot that gives a coefficient of restitution",
    .params = params,
    .n_params = 1,
    .order = 2,
    .history = "",
    .prepare = prepare,
    .apply = apply,
};
