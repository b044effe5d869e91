/* Elastic-plastic spring and dashpot against rolling, and one against twisting (Ai et al. 2011, model C):
 *     Ts <- turn(Ts) - mean(k) turn,  cut at mu r* fn;      T = Ts - c w,  the total cut at mu r* fn
 * with k = 2.25 kn (mu r*)^2 unless given, c = 2 zeta sqrt(k / mobility). As in the tangential spring (spring.h) the
 * dashpot is always on, implicit in its own contact and weighted in the closing step.
 * History: spring and total torque of rolling; spring and total of twisting; both stiffnesses; both slips; the energy. */
#include "law/dashpot.h"
#include "law/rolling.h"

static const clast_param params[] = {
    ROLLING_COEFFICIENTS,
    {"stiffness", "N*m", "stiffness of both springs per radian; 0: 2.25 kn (coefficient r*)^2", 0, 0, INFINITY},
    {"damping", "1", "share of critical damping", 0.3, 0, INFINITY},
};

enum {
    EPSD_ROLL = 0,
    EPSD_ROLL_ALL = 3,
    EPSD_TWIST = 6,
    EPSD_TWIST_ALL = 7,
    EPSD_ROLL_K = 8,
    EPSD_TWIST_K = 9,
    EPSD_ROLL_SLIPS = 10,
    EPSD_TWIST_SLIPS = 11,
    EPSD_ENERGY = 12
};

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)a;
    (void)b;
    (void)error;
    pair->mu_roll = param[0];
    pair->mu_twist = param[1];
    pair->roll_k = param[2];
    pair->roll_zeta = param[3];
    pair->needs |= CLAST_NEED_SPIN;
    return CLAST_OK;
}

/* One of the two springs; the twisting one has only an x. */
typedef struct spring {
    vec3 force, all; /* torque of the spring, of spring and dashpot; in: of the last step */
    double k, limit, mobility;
    bool slips;          /* in: it slipped */
    double stored, lost; /* out */
} spring;

typedef struct motion { /* what is the same for both */
    bool fresh;
    double k_closing, zeta, weight, half; /* mean k in a closing step; dashpot and its weight; dt/2 */
} motion;

static spring advance(spring s, double k, vec3 turn, vec3 spin, motion m)
{
    if (!(k > 0))
        return (spring){0};
    const double k0 = m.fresh ? k : s.k, mean = m.fresh ? m.k_closing * k : 0.5 * (k0 + k);
    const vec3 before = s.force, trial = v_add_mul(before, -mean, turn);
    const bool slipped = s.slips;
    s.slips = v_length(trial) > s.limit;
    s.force = rolling_cut(trial, s.limit);
    const double kick = m.half * s.mobility, c = s.mobility > 0 ? m.weight * 2 * m.zeta * sqrt(k / s.mobility) : 0;
    const vec3 w = v_add_mul(spin, kick, v_sub(s.force, s.all));
    s.all = rolling_cut(v_add_mul(s.force, -c / (1 + c * kick), w), s.limit);
    const double u0 = v_dot(before, before), u1 = v_dot(s.force, s.force);
    const vec3 acting = s.slips && !slipped ? s.force : v_mean(before, s.force);
    s.k = k;
    s.stored = 0.5 * u1 / k;
    s.lost =
        v_dot(acting, v_sub(trial, s.force)) / mean + (m.fresh ? 0 : 0.25 * (u0 / (k0 * k0) + u1 / (k * k)) * (k - k0));
    return s;
}

static double stiffness(const clast_touch *t, int k, const clast_pair *pair, double mu)
{
    const double r = mu * t->radius[k];
    return pair->roll_k > 0 && mu > 0 ? pair->roll_k : 2.25 * t->kn[k] * r * r;
}

static void apply_lane(clast_touch *t, int k, const clast_pair *pair, int at)
{
    const bool fresh = t->fresh[k] != 0;
    const vec3 n = rolling_get(t->n_dir, k), turn = rolling_get(t->turn, k), spin = rolling_get(t->spin, k);
    const double turn_n = v_dot(turn, n), spin_n = v_dot(spin, n);
    const double reach = t->radius[k] * fmax(0, t->fel[k] + t->fd[k]);
    const motion m = {.fresh = fresh,
                      .k_closing = pair->hertz && !(pair->roll_k > 0) ? 2.0 / 3.0 : 1,
                      .zeta = pair->roll_zeta,
                      .weight = fresh && !t->first ? dashpot_closing_weight(pair->hertz, t->part[k]) : 1,
                      .half = t->ahead};
    clast_lane *old = t->old + at, *new = t->new + at;
    spring roll = {rolling_get(old + EPSD_ROLL, k), rolling_get(old + EPSD_ROLL_ALL, k),
                   .k = old[EPSD_ROLL_K][k],        .limit = pair->mu_roll * reach,
                   .mobility = t->mobility_roll[k], .slips = old[EPSD_ROLL_SLIPS][k] != 0};
    spring twist = {{old[EPSD_TWIST][k], 0, 0},       {old[EPSD_TWIST_ALL][k], 0, 0},
                    .k = old[EPSD_TWIST_K][k],        .limit = pair->mu_twist * reach,
                    .mobility = t->mobility_twist[k], .slips = old[EPSD_TWIST_SLIPS][k] != 0};
    roll = advance(roll, stiffness(t, k, pair, pair->mu_roll), v_add_mul(turn, -turn_n, n), v_add_mul(spin, -spin_n, n),
                   m);
    twist = advance(twist, stiffness(t, k, pair, pair->mu_twist), (vec3){turn_n, 0, 0}, (vec3){spin_n, 0, 0}, m);
    rolling_put(new + EPSD_ROLL, k, roll.force);
    rolling_put(new + EPSD_ROLL_ALL, k, roll.all);
    new[EPSD_TWIST][k] = twist.force.x, new[EPSD_TWIST_ALL][k] = twist.all.x;
    new[EPSD_ROLL_K][k] = roll.k, new[EPSD_TWIST_K][k] = twist.k;
    new[EPSD_ROLL_SLIPS][k] = roll.slips, new[EPSD_TWIST_SLIPS][k] = twist.slips;
    rolling_put(t->tr, k, v_add_mul(roll.all, twist.all.x, n));
    rolling_put(t->ts, k, v_add_mul(roll.force, twist.force.x, n));
    t->ur[k] = new[EPSD_ENERGY][k] = roll.stored + twist.stored;
    t->d_roll[k] = t->first ? 0 : roll.lost + twist.lost;
    t->kr[k] = fmax(roll.k, twist.k);
}

static void apply(clast_touch *t, const clast_pair *pair)
{
    t->wrote |= CLAST_WROTE_ROLLING;
    for (int k = 0; k < t->n; k++)
        apply_lane(t, k, pair, pair->history_at[CLAST_ROLLING]);
}

const clast_law clast_rolling_epsd = {
    .kind = CLAST_ROLLING,
    .name = "epsd",
    .source = "Ai et al. 2011, model C",
    .about = "elastic-plastic spring and dashpot against rolling and twisting",
    .params = params,
    .n_params = 4,
    .order = 2,
    .history = "vvsssssse",
    .prepare = prepare,
    .apply = apply,
};
