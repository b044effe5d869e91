/* A torque of constant size against rolling,   T = -mu_r r* fn w_r/|w_r|   (Zhou et al. 1999, model A of Ai et al.
 * 2011), and one against twisting.
 *
 * A torque that jumps with the sign of w would chatter at rest. Below the spin that it could stop in ten half steps it
 * is therefore a dashpot, implicit in its own contact: T = -c w(n+1), c = 1/10 of what would stop the pair at once; so
 * small that a dozen contacts of a body do not outdo each other. What rests on a slope creeps at that spin, of order dt.
 * History: the two torques. */
#include "law/rolling.h"

static const clast_param params[] = {ROLLING_COEFFICIENTS};

enum { CONSTANT_ROLL = 0, CONSTANT_TWIST = 3 };

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)a;
    (void)b;
    (void)error;
    pair->mu_roll = param[0];
    pair->mu_twist = param[1];
    pair->needs |= CLAST_NEED_SPIN;
    return CLAST_OK;
}

/* T = (-c w + share T0)/(1 + share), share = c kick; where the end of the step is known, -c w. */
static vec3 resist(vec3 spin, vec3 before, double kick, double limit, bool known)
{
    const double share = 0.1;
    if (!(kick > 0))
        return (vec3){0, 0, 0};
    vec3 torque = v_mul(-share / kick, spin);
    if (!known)
        torque = v_mul(1 / (1 + share), v_add_mul(torque, share, before));
    return rolling_cut(torque, limit);
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    const int at = pair->history_at[CLAST_ROLLING];
    t->wrote |= CLAST_WROTE_ROLLING;
    for (int k = 0; k < t->n; k++) {
        const vec3 n = rolling_get(t->n_dir, k), spin = rolling_get(t->spin, k);
        const double along = v_dot(spin, n), fn = fmax(0, t->fel[k] + t->fd[k]), half = 0.5 * t->dt;
        const vec3 roll = resist(v_add_mul(spin, -along, n), rolling_get(t->old + at + CONSTANT_ROLL, k),
                                 half * t->mobility_roll[k], pair->mu_roll * t->radius[k] * fn, t->ahead == 0);
        const vec3 twist = resist((vec3){along, 0, 0}, (vec3){t->old[at + CONSTANT_TWIST][k], 0, 0},
                                  half * t->mobility_twist[k], pair->mu_twist * t->radius[k] * fn, t->ahead == 0);
        rolling_put(t->new + at + CONSTANT_ROLL, k, roll);
        t->new[at + CONSTANT_TWIST][k] = twist.x;
        rolling_put(t->tr, k, v_add_mul(roll, twist.x, n));
        rolling_put(t->ts, k, (vec3){0, 0, 0});
        t->ur[k] = t->d_roll[k] = t->kr[k] = 0;
    }
}

const clast_law clast_rolling_constant = {
    .kind = CLAST_ROLLING,
    .name = "constant",
    .source = "Zhou et al. 1999; Ai et al. 2011, model A",
    .about = "constant torque against rolling and twisting",
    .params = params,
    .n_params = 2,
    .order = 2,
    .history = "vs",
    .prepare = prepare,
    .apply = apply,
};
