#include "collide/touch_more.h"

#include <string.h>

static vec3 get(const clast_lane a[3], int k) { return (vec3){a[0][k], a[1][k], a[2][k]}; }

static void put(clast_lane a[3], int k, vec3 v) { a[0][k] = v.x, a[1][k] = v.y, a[2][k] = v.z; }

static vec3 tangential(vec3 v, vec3 n) { return v_add_mul(v, -v_dot(v, n), n); }

/* ---- the velocities and the slip of the usual first-order codes ---- */

/* Velocity of a over b at the contact: half-step velocities, geometry of the end. */
static vec3 half_step_velocity(const clast_lanes *in, const clast_touch *t, int k)
{
    const vec3 n = get(t->n_dir, k);
    const vec3 la = t->balls ? v_mul(t->sa[k], n) : get(t->la, k), lb = t->balls ? v_mul(-t->sb[k], n) : get(t->lb, k);
    const vec3 turns = v_sub(v_cross(get(in->a.wh, k), la), v_cross(get(in->b.wh, k), lb));
    return v_add(get(in->v, k), turns);
}

/* Into the plane of n, the length kept. */
static vec3 project(vec3 f, vec3 n)
{
    const vec3 in_plane = tangential(f, n);
    const double length = v_length(in_plane);
    return length > 0 ? v_mul(v_length(f) / length, in_plane) : in_plane;
}

static void project_history(const clast_model *m, const clast_contacts *old, int32_t at, vec3 n, clast_touch *t, int k)
{
    if (at < 0)
        return;
    const double *record = contact_record(old, at);
    put(t->ft0, k, project(v_of(record + CONTACT_FT), n));
    for (int c = 0; c < m->n_history; c++)
        if (m->history[c] == 'v')
            put(t->old + c, k, project(v_of(record + CONTACT_HISTORY + c), n));
}

static void usual_lane(const clast_model *m, const clast_state *s, const clast_pair *pair, int32_t old,
                       const clast_lanes *in, clast_touch *t, int k)
{
    const vec3 n = get(t->n_dir, k), c = half_step_velocity(in, t, k), ct = tangential(c, n);
    if (pair->needs & CLAST_NEED_HALF) {
        t->vn[k] = v_dot(c, n);
        put(t->vt, k, ct);
    }
    if (pair->needs & CLAST_NEED_END) {
        put(t->slip, k, v_mul(t->first ? 0 : t->dt, ct));
        project_history(m, &s->contacts, old, n, t, k);
    }
}

/* ---- gaps and bonds ---- */

/* Below a parallel bond the contact itself may open and close; it begins anew then. A contact bond never does. */
static void bonded_lane(const clast_model *m, const clast_lanes *in, clast_touch *t, int k)
{
    const bool parallel = m->glue[(int)t->old[m->glue_at][k] - 1].parallel;
    for (int c = 0; c < 3; c++)
        t->whole_slip[c][k] = t->slip[c][k];
    t->least[k] = t->balls ? fmin(in->a.radius[k], in->b.radius[k]) : fmin(in->a.r[k], in->b.r[k]);
    t->fresh[k] = t->first || (parallel && (t->gap0[k] >= 0 || t->gap[k] >= 0));
    t->n_fresh += t->fresh[k] != 0;
    if (!parallel || !(t->gap0[k] >= 0) || !(t->gap[k] < 0))
        return;
    t->part[k] = t->gap[k] / (t->gap[k] - t->gap0[k]);
    for (int c = 0; c < 3; c++)
        t->slip[c][k] *= t->part[k];
}

/* ---- rotation of a over b ---- */

/* Angular velocity along u per moment along u. */
static double turn_mobility(const clast_side *a, bool ball, int k, vec3 u)
{
    if (ball)
        return a->xx[k] * v_dot(u, u);
    return a->xx[k] * u.x * u.x + a->yy[k] * u.y * u.y + a->zz[k] * u.z * u.z +
           2 * (a->xy[k] * u.x * u.y + a->xz[k] * u.x * u.z + a->yz[k] * u.y * u.z);
}

/* A rotation in the middle of the step as the frame of the end has it: turned from the middle normal to n by the least rotation, then
 * about n by half of the twist, as slip is (put_slip). */
static vec3 to_end(const clast_lanes *in, const clast_touch *t, int k, vec3 turn)
{
    const vec3 n = get(t->n_dir, k), m = v_add(get(t->n0, k), n);
    const double h = v_length(m), twist = 0.5 * t->dt * v_dot(v_add(get(in->a.wh, k), get(in->b.wh, k)), n);
    const vec3 axis = h > 0 ? v_mul(1 / h, v_cross(m, n)) : (vec3){0, 0, 0}, once = v_cross(axis, turn);
    const vec3 tilted = v_add(turn, v_add_mul(once, 1 / (1 + 0.5 * h), v_cross(axis, once)));
    return v_add_mul(tilted, t->first ? 0 : 0.5 * twist, v_cross(n, tilted));
}

static void spin_lane(const clast_lanes *in, clast_touch *t, int k)
{
    const vec3 n = get(t->n_dir, k), spin = v_sub(get(in->a.ws, k), get(in->b.ws, k)), roll = tangential(spin, n);
    const double moved = t->first ? 0 : t->fresh[k] != 0 ? t->part[k] * t->dt : t->dt, speed = v_length(roll);
    const vec3 u = speed > 0 ? v_mul(1 / speed, roll) : n;
    put(t->spin, k, spin);
    put(t->turn, k, to_end(in, t, k, v_mul(moved, v_sub(get(in->a.wh, k), get(in->b.wh, k)))));
    t->mobility_roll[k] = turn_mobility(&in->a, t->balls, k, u) + turn_mobility(&in->b, t->balls, k, u);
    t->mobility_twist[k] = turn_mobility(&in->a, t->balls, k, n) + turn_mobility(&in->b, t->balls, k, n);
}

void clast_touch_more(const clast_model *m, const clast_state *s, const clast_pair *pair, const int32_t *list,
                      const clast_lanes *in, clast_touch *t)
{
    if (pair->needs & (CLAST_NEED_HALF | CLAST_NEED_END))
        for (int k = 0; k < t->n; k++)
            usual_lane(m, s, pair, work_begins(s, list[k]) ? -1 : list[k], in, t, k);
    if (pair->needs & CLAST_NEED_GAP || t->kind != CLAST_TOUCHES)
        for (int k = 0; k < t->n; k++) {
            t->gap[k] = -t->overlap[k];
            t->gap0[k] = -t->d0[k];
        }
    if (t->kind == CLAST_BONDED)
        for (int k = 0; k < t->n; k++)
            bonded_lane(m, in, t, k);
    if (pair->needs & CLAST_NEED_SPIN || t->kind == CLAST_BONDED)
        for (int k = 0; k < t->n; k++)
            spin_lane(in, t, k);
}

/* ---- what the laws left ---- */

void clast_touch_extra_forces(clast_touch *t)
{
    const bool pulls = t->wrote & CLAST_WROTE_PULL, bonds = t->wrote & CLAST_WROTE_BOND;
    memset(t->f, 0, sizeof t->f);
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < t->n; k++)
            t->f[c][k] = (pulls ? t->pull[k] * t->n_dir[c][k] : 0) + (bonds ? t->fb[c][k] : 0);
    for (int k = 0; bonds && k < t->n; k++) {
        t->kn[k] += t->kb_n[k];
        t->kt[k] += t->kb_t[k];
    }
}

void clast_touch_extra_torques(clast_touch *t)
{
    const bool rolls = t->wrote & CLAST_WROTE_ROLLING, bonds = t->wrote & CLAST_WROTE_BOND;
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < t->n; k++) {
            const double moment = (rolls ? t->tr[c][k] : 0) + (bonds ? t->tb_bond[c][k] : 0);
            t->ta[c][k] += moment;
            t->tb[c][k] -= moment;
        }
}

static void store_bond(clast_work *w, int32_t id, const clast_touch *t, int k)
{
    const bool broken = t->broken[k] >= 0;
    for (int c = 0; c < 3; c++) {
        w->extra.bond_f[c][id] = t->fb[c][k];
        w->extra.t[c][id] += t->tb_bond[c][k];
    }
    w->extra.bond_stored[id] = t->ub[k];
    w->extra.broken[id] = t->broken[k];
    w->extra.how[id] = t->how[k] != 0;
    w->extra.hold[id] = t->hold[k] != 0;
    w->extra.kr[id] += t->kb_r[k];
    w->trial.kind[id] = (uint8_t)(!broken ? CLAST_BONDED : t->gap[k] > 0 ? CLAST_OPENED : CLAST_TOUCHES);
}

void clast_touch_store_more(clast_work *w, const int32_t *list, const clast_touch *t)
{
    clast_extra *e = &w->extra;
    const bool pulls = t->wrote & CLAST_WROTE_PULL, rolls = t->wrote & CLAST_WROTE_ROLLING;
    for (int k = 0; k < t->n; k++) {
        const int32_t id = list[k];
        for (int c = 0; c < 3; c++) {
            e->t[c][id] = e->roll[c][id] = rolls ? t->tr[c][k] : 0;
            e->roll_spring[c][id] = rolls ? t->ts[c][k] : 0;
            e->bond_f[c][id] = 0;
        }
        e->roll_stored[id] = rolls ? t->ur[k] : 0;
        e->roll_lost[id] = rolls ? t->d_roll[k] : 0;
        e->kr[id] = rolls ? t->kr[k] : 0;
        e->cohesion[id] = pulls ? t->cohesion[k] : 0;
        e->bond_stored[id] = 0;
        e->broken[id] = -1;
        e->hold[id] = 0;
        w->trial.kind[id] = (uint8_t)t->kind;
        if (t->wrote & CLAST_WROTE_BOND)
            store_bond(w, id, t, k);
    }
}
