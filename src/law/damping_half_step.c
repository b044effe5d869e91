/* The dashpot of the usual codes, for comparison: velocity of the half step, no weight in the closing step, the
 * textbook share of critical damping for a contact that may pull, tangential dashpot off while slipping (spring.h).
 * First order (budget reference, 1.5), and stable only to omega dt = 2 (sqrt(1 + zeta^2) - zeta). */
#include <math.h>

#include "base/trig.h"
#include "law/dashpot.h"
#include "law/restitution.h"

static const clast_param params[] = {
    {"coefficient", "1", "restitution wanted; more is got, since tension is clipped", NAN, RESTITUTION_LEAST, 1},
};

/* -ln e / sqrt(pi^2 + ln^2 e), times sqrt(5/6) for Hertz */
static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)a;
    (void)b;
    (void)error;
    const double ln = log(param[0]);
    pair->zeta = -ln / sqrt(TRIG_PI * TRIG_PI + ln * ln) * (pair->hertz ? sqrt(5.0 / 6.0) : 1);
    pair->needs |= CLAST_NEED_HALF;
    return CLAST_OK;
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    const double twice_zeta = 2 * pair->zeta;
    t->ct_root = twice_zeta;
    t->ct_fixed = 0;
    for (int k = 0; k < CLAST_BLOCK; k++) {
        const double root = sqrt(t->mass[k] * t->kn[k]), c = twice_zeta * root, fd = c * t->vn[k];
        const bool held = (t->wrote & CLAST_WROTE_PULL) && t->hold[k] != 0;
        t->fd[k] = !held && fd < -t->fel[k] ? -t->fel[k] : fd;
        t->seen[k] = t->fd[k] * t->vn[k];
        if (t->sums)
            t->taken[CLAST_TAKEN_SEEN][k] += t->real[k] != 0 ? t->seen[k] : 0;
        t->root[k] = root;
        t->weight[k] = 1;
    }
}

const clast_law clast_damping_half_step = {
    .kind = CLAST_DAMPING,
    .name = "half-step",
    .source = "budget reference 1.5",
    .about = "the usual code: dashpot with the velocity of the half step; first order, for comparison",
    .params = params,
    .n_params = 1,
    .order = 1,
    .history = "",
    .prepare = prepare,
    .apply = apply,
};
