/* A tangential spring of given stiffness (Hanley & O'Sullivan eq 26), in the incremental form of spring.h. */
#include "law/spring.h"

static const clast_param params[] = {
    {"stiffness", "N/m", "tangential spring constant of the contact", NAN, 1e-300, INFINITY},
};

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)a;
    (void)b;
    (void)error;
    pair->kt = param[0];
    return CLAST_OK;
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    const int at = pair->history_at[CLAST_TANGENTIAL];
    for (int k = 0; k < t->n; k++)
        t->kt[k] = pair->kt;
    for (int k = 0; k < t->n; k++)
        spring_lane(t, k, at, 1);
}

const clast_law clast_tangential_spring = {
    .kind = CLAST_TANGENTIAL,
    .name = "spring",
    .source = "Hanley & O'Sullivan eq 26",
    .about = "spring with history, of given stiffness",
    .params = params,
    .n_params = 1,
    .history = SPRING_HISTORY,
    .prepare = prepare,
    .apply = apply,
};
