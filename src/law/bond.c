#include "law/bond.h"

#include <math.h>

#include "base/trig.h"
#include "base/vec.h"
#include "law/spring.h"

const clast_law clast_bond_columns = {.name = "bond", .about = "", .source = "", .history = "sssvvs"};

static vec3 get(const clast_lane a[3], int k) { return (vec3){a[0][k], a[1][k], a[2][k]}; }

static void put(clast_lane a[3], int k, vec3 v) { a[0][k] = v.x, a[1][k] = v.y, a[2][k] = v.z; }

static const clast_glue *glue_of(const clast_model *m, const clast_touch *t, int k)
{
    return &m->glue[(int)t->old[m->glue_at + BOND_RULE][k] - 1];
}

/* A disc that bends and twists. */
typedef struct disc {
    double radius, area, bend, twist; /* rb, A, I, J */
    double k_pull, k_shear, k_bend, k_twist;
} disc;

static disc disc_of(const clast_glue *glue, double least)
{
    const double r = glue->radius * least, area = TRIG_PI * r * r, bend = 0.25 * area * r * r;
    return (disc){
        r, area, bend, 2 * bend, glue->normal * area, glue->shear * area, glue->normal * bend, 2 * glue->shear * bend};
}

void clast_bond_pull(const clast_model *m, clast_touch *t)
{
    const int at = m->glue_at;
    const bool alone = !(t->wrote & CLAST_WROTE_PULL);
    t->wrote |= CLAST_WROTE_PULL;
    for (int k = 0; k < t->n; k++) {
        const clast_glue *glue = glue_of(m, t, k);
        const double pull = glue->parallel
                                ? disc_of(glue, t->least[k]).k_pull * (t->gap[k] - t->old[at + BOND_START][k])
                                : t->kn[k] * fmax(t->gap[k], 0);
        if (alone)
            t->pull[k] = t->pull0[k] = t->cohesion[k] = 0;
        t->hold[k] = !glue->parallel;
        t->pull[k] += pull;
        t->pull0[k] += t->old[at + BOND_PULL][k];
        t->new[at + BOND_PULL][k] = pull;
    }
}

void clast_bond_open_gaps(const clast_model *m, clast_touch *t)
{
    for (int k = 0; k < t->n; k++)
        if (t->gap[k] > 0 && glue_of(m, t, k)->parallel)
            t->fd[k] = t->seen[k] = t->weight[k] = 0;
}

/* ---- breaking ---- */

typedef struct load {
    double tension, shear;  /* over the strengths */
    double energy, contact; /* of the bond; of the contact's own spring that it holds */
} load;

typedef struct fate {
    bool breaks, by_shear;
    double part, weight;    /* a' and a' - 1/2 */
    double energy, contact; /* at that time */
} fate;

static fate decide(load before, load now, bool first)
{
    const double most0 = fmax(before.tension, before.shear), most = fmax(now.tension, now.shear);
    if (!(most > 1) || first)
        return (fate){.weight = 1, .part = 1, .energy = now.energy, .contact = now.contact};
    const double part = most > most0 ? fmax(0, fmin(1, (1 - most0) / (most - most0))) : 0;
    return (fate){.breaks = true,
                  .by_shear = now.shear > now.tension,
                  .part = part,
                  .weight = part - 0.5,
                  .energy = before.energy + part * (now.energy - before.energy),
                  .contact = before.contact + part * (now.contact - before.contact)};
}

/* A strength of 0 is none at all; it breaks with the first load. */
static double over(double stress, double strength) { return stress > 0 ? stress / strength : 0; }

/* ---- parallel bond ---- */

typedef struct loads { /* of a disc */
    double pull, mt;
    vec3 fs, mb;
} loads;

static load disc_load(const clast_glue *glue, const disc *d, const loads *l)
{
    const double fs = v_length(l->fs), mb = v_length(l->mb), mt = fabs(l->mt);
    return (load){.tension = over(l->pull / d->area + mb * d->radius / d->bend, glue->tensile),
                  .shear = over(fs / d->area + mt * d->radius / d->twist, glue->cohesion),
                  .energy = 0.5 * (l->pull * l->pull / d->k_pull + fs * fs / d->k_shear + mb * mb / d->k_bend +
                                   mt * mt / d->k_twist)};
}

/* Over a gap the contact below the bond is open. */
static void open_contact(const clast_model *m, clast_touch *t, int k)
{
    const vec3 none = {0, 0, 0};
    for (int c = 0; c < m->n_history; c++)
        if (c < m->glue_at || c >= m->glue_at + 10)
            t->new[c][k] = 0;
    put(t->fs, k, none);
    put(t->ft, k, none);
    t->kt[k] = t->kn[k] = t->ut[k] = t->d_slip[k] = t->d_change[k] = 0;
    if (!(t->wrote & CLAST_WROTE_ROLLING))
        return;
    put(t->tr, k, none);
    put(t->ts, k, none);
    t->ur[k] = t->d_roll[k] = t->kr[k] = 0;
}

static void apply_parallel(const clast_model *m, const clast_glue *glue, clast_touch *t, int k)
{
    clast_lane *old = t->old + m->glue_at, *new = t->new + m->glue_at;
    const disc d = disc_of(glue, t->least[k]);
    const vec3 n = get(t->n_dir, k), turn = get(t->turn, k);
    const double turn_n = v_dot(turn, n);
    const loads before = {old[BOND_PULL][k], old[BOND_TWIST][k], get(old + BOND_SHEAR, k), get(old + BOND_BEND, k)};
    const loads now = {.pull = new[BOND_PULL][k],
                       .mt = before.mt - d.k_twist *turn_n,
                       .fs = v_add_mul(before.fs, -d.k_shear, get(t->whole_slip, k)),
                       .mb = v_add_mul(before.mb, -d.k_bend, v_add_mul(turn, -turn_n, n))};
    const fate f = decide(disc_load(glue, &d, &before), disc_load(glue, &d, &now), t->first);
    put(t->fb, k, v_mul(f.weight, v_add_mul(now.fs, now.pull, n)));
    put(t->tb_bond, k, v_mul(f.weight, v_add_mul(now.mb, now.mt, n)));
    t->pull[k] -= now.pull;
    t->ub[k] = f.breaks ? 0 : f.energy;
    t->broken[k] = f.breaks ? f.energy : -1;
    t->how[k] = f.by_shear;
    t->kb_n[k] = d.k_pull, t->kb_t[k] = d.k_shear, t->kb_r[k] = fmax(d.k_bend, d.k_twist);
    if (t->gap[k] > 0)
        open_contact(m, t, k);
    const double lives = f.breaks ? 0 : 1;
    new[BOND_RULE][k] = lives *old[BOND_RULE][k];
    new[BOND_START][k] = lives *old[BOND_START][k];
    new[BOND_PULL][k] = lives *now.pull;
    new[BOND_TWIST][k] = lives *now.mt;
    put(new + BOND_SHEAR, k, v_mul(lives, now.fs));
    put(new + BOND_BEND, k, v_mul(lives, now.mb));
}

/* ---- contact bond ---- */

static vec3 cut(vec3 v, double limit)
{
    const double length = v_length(v);
    return length > limit ? v_mul(limit / length, v) : v;
}

/* The glue is gone: the pull ends, and the spring slips back to what friction allows if that is less than it holds. */
static void break_contact(const clast_pair *pair, fate f, clast_touch *t, int k)
{
    const bool open = t->gap[k] > 0;
    const double limit = open ? 0 : pair->mu_dynamic * fmax(0, t->fel[k] + t->fd[k]);
    const vec3 held = get(t->fs, k), all = get(t->ft, k), slid = cut(held, limit), all_slid = cut(all, limit);
    t->broken[k] = f.energy;
    if (open) {
        t->fd[k] *= f.weight;
        t->seen[k] *= f.weight;
    }
    put(t->ft, k, v_add_mul(all_slid, f.weight, v_sub(all, all_slid)));
    if (!(v_length(held) > limit))
        return;
    const double left = 0.5 * v_dot(slid, slid) / t->kt[k];
    const int at = pair->history_at[CLAST_TANGENTIAL];
    t->broken[k] += fmax(0, f.contact - left);
    t->d_slip[k] -= (1 - f.part) * v_dot(slid, get(t->slip, k));
    t->ut[k] = left;
    put(t->fs, k, v_add_mul(slid, f.weight, v_sub(held, slid)));
    put(t->new + at + SPRING_FORCE, k, slid);
    t->new[at + SPRING_STIFFNESS][k] = -t->kt[k]; /* it slipped */
}

static void apply_contact(const clast_model *m, const clast_glue *glue, const clast_pair *pair, clast_touch *t, int k)
{
    clast_lane *old = t->old + m->glue_at, *new = t->new + m->glue_at;
    const bool springs = pair->law[CLAST_TANGENTIAL]->history[0] && !t->first;
    const int at = pair->history_at[CLAST_TANGENTIAL];
    const vec3 fs = get(t->fs, k), fs0 = springs ? get(t->old + at + SPRING_FORCE, k) : (vec3){0, 0, 0};
    const double kn = t->kn[k], kt0 = springs ? fabs(t->old[at + SPRING_STIFFNESS][k]) : 0;
    const double pull = new[BOND_PULL][k], pull0 = old[BOND_PULL][k];
    const load before = {over(pull0, glue->tensile), over(v_length(fs0), glue->cohesion), 0.5 * pull0 * pull0 / kn,
                         kt0 > 0 ? 0.5 * v_dot(fs0, fs0) / kt0 : 0};
    const load now = {over(pull, glue->tensile), over(v_length(fs), glue->cohesion), 0.5 * pull * pull / kn, t->ut[k]};
    const fate f = decide(before, now, t->first);
    t->pull[k] -= pull;
    put(t->fb, k, v_mul(f.weight * pull, get(t->n_dir, k)));
    put(t->tb_bond, k, (vec3){0, 0, 0});
    t->ub[k] = f.breaks ? 0 : f.energy;
    t->broken[k] = -1;
    t->how[k] = f.by_shear;
    t->kb_n[k] = t->kb_t[k] = t->kb_r[k] = 0;
    new[BOND_RULE][k] = old[BOND_RULE][k];
    if (!f.breaks)
        return;
    break_contact(pair, f, t, k);
    new[BOND_RULE][k] = new[BOND_PULL][k] = 0;
}

void clast_bond_apply(const clast_model *m, const clast_pair *pair, clast_touch *t)
{
    t->wrote |= CLAST_WROTE_BOND;
    for (int k = 0; k < t->n; k++) {
        const clast_glue *glue = glue_of(m, t, k);
        if (glue->parallel)
            apply_parallel(m, glue, t, k);
        else
            apply_contact(m, glue, pair, t, k);
    }
}
