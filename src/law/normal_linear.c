/* Linear spring:   f = kn d,   V = kn d^2 / 2   (Hanley & O'Sullivan eq 6). */
#include <math.h>

#include "model/model.h"

static const clast_param params[] = {
    {"stiffness", "N/m", "spring constant of the contact", NAN, 1e-300, INFINITY},
};

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)a;
    (void)b;
    (void)error;
    pair->kn = param[0];
    pair->hertz = false;
    return CLAST_OK;
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    double kn = pair->kn;
    for (int k = 0; k < t->n; k++) {
        double fel = kn * t->d[k];
        t->kn[k] = kn;
        t->fel[k] = fel;
        t->stored[k] = 0.5 * fel * t->d[k];
    }
}

const clast_law clast_normal_linear = {
    .kind = CLAST_NORMAL,
    .name = "linear",
    .source = "Hanley & O'Sullivan eq 6",
    .about = "linear spring of given stiffness",
    .params = params,
    .n_params = 1,
    .history = "",
    .prepare = prepare,
    .apply = apply,
};
