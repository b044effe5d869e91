/* Geometry and motion of a block of contacts, second order in the step (budget reference, 1.1):
 *   contact point   between two spheres at x_a + (r_a - d/2) n, the same for both bodies; at a wall on the wall
 *   slip            dt [(v_a + wh_a x l_a) - (v_b + wh_b x l_b)]_t with half-step velocities and mid-step n and arms
 *   closing step    slip times the part of the step spent in contact, d / (d' dt)
 *   history         turned with the normal (the least rotation), then about it by the bodies' mean twist
 *   velocities      for dashpots extrapolated to the end of the step
 *   mobility        velocity per impulse of the contact point: 1/m + (l x u).I^-1 (l x u), summed over both bodies */
#include "base/trig.h"
#include "collide/near.h"
#include "collide/touch.h"

typedef struct side { /* one body at a contact, or a wall */
    bool wall;
    int32_t i;
    vec3 x, x0;               /* sphere's centre (wall: its point) now and at the start of the step */
    vec3 l_centre, l_centre0; /* from the centre of mass to the sphere's centre */
    double r;
    vec3 v, wh, vs, ws; /* half-step and extrapolated velocities */
} side;

static vec3 load(double *const a[3], int32_t i) { return (vec3){a[0][i], a[1][i], a[2][i]}; }

static quat load_q(double *const a[4], int32_t i) { return (quat){a[0][i], a[1][i], a[2][i], a[3][i]}; }

static side side_of_body(const clast_model *m, const clast_state *s, const clast_work *w, int32_t i, int32_t slot,
                         bool first)
{
    const clast_form *form = &m->shapes[s->shape[0][i]];
    const int32_t k = w->slot_sphere[slot];
    const double size = s->size[0][i];
    side a = {.i = i, .x = load(w->slot_x, slot), .l_centre = load(w->slot_l, slot), .r = w->slot_r[slot]};
    a.v = load(s->v, i);
    if (first) { /* no step lies behind */
        a.x0 = a.x, a.l_centre0 = a.l_centre;
        a.vs = a.v, a.wh = a.ws = load(s->w, i);
        return a;
    }
    if (form->n_spheres > 1)
        a.l_centre0 = q_turn(load_q(w->q0, i), (vec3){size * form->sx[k], size * form->sy[k], size * form->sz[k]});
    else
        a.l_centre0 = a.l_centre;
    a.x0 = v_add(load(w->x0, i), a.l_centre0);
    a.wh = load(w->wh, i), a.vs = load(w->vs, i), a.ws = load(w->ws, i);
    return a;
}

static side side_of_wall(const clast_model *m, const clast_work *w, int32_t k, bool first)
{
    const clast_wall *wall = &m->walls[k];
    return (side){.wall = true,
                  .i = k,
                  .x = near_wall_point(wall, w->now),
                  .x0 = near_wall_point(wall, first ? w->now : w->now - m->dt),
                  .v = wall->velocity,
                  .vs = wall->velocity};
}

typedef struct geometry {
    vec3 n, la, lb;
    double d;
} geometry;

static geometry between_spheres(vec3 xa, vec3 la, double ra, vec3 xb, vec3 lb, double rb)
{
    vec3 e = v_sub(xb, xa);
    double distance = v_length(e), d = ra + rb - distance;
    vec3 n = distance > 0 ? v_mul(1 / distance, e) : (vec3){0, 0, 1};
    return (geometry){n, v_add_mul(la, ra - 0.5 * d, n), v_add_mul(lb, -(rb - 0.5 * d), n), d};
}

static geometry at_wall(vec3 xa, vec3 la, double ra, vec3 point, vec3 normal)
{
    double height = v_dot(v_sub(xa, point), normal);
    vec3 n = v_mul(-1, normal);
    return (geometry){n, v_add_mul(la, height, n), {0, 0, 0}, ra - height};
}

static vec3 tangential(vec3 v, vec3 n) { return v_add_mul(v, -v_dot(v, n), n); }

/* The least rotation that takes n0 to n1, applied to a vector in the plane of n0. */
static vec3 turn_with_normal(vec3 f, vec3 n0, vec3 n1)
{
    double c = 1 + v_dot(n0, n1), along = v_dot(f, n1);
    if (c > 1e-6)
        f = v_add_mul(f, -along / c, v_add(n0, n1));
    return tangential(f, n1);
}

static vec3 twist(vec3 f, vec3 n, double sine, double cosine)
{
    return v_add_mul(v_mul(cosine, f), sine, v_cross(n, f));
}

/* (l x u) . I^-1 (l x u) + 1/m: velocity along u at l per impulse along u. */
static double mobility(const clast_state *s, const clast_work *w, const side *a, vec3 l, vec3 u)
{
    if (a->wall)
        return 0;
    vec3 k = q_turn_back(load_q(s->q, a->i), v_cross(l, u)), inverse = load(w->inverse_inertia, a->i);
    return w->inverse_mass[a->i] + inverse.x * k.x * k.x + inverse.y * k.y * k.y + inverse.z * k.z * k.z;
}

static void fill_motion(const clast_state *s, const clast_work *w, const side *a, const side *b, const geometry *now,
                        const geometry *before, clast_touch *t, int k)
{
    vec3 n_mid = v_unit(v_add(now->n, before->n));
    vec3 va = v_add(a->v, v_cross(a->wh, v_mean(now->la, before->la)));
    vec3 vb = v_add(b->v, v_cross(b->wh, v_mean(now->lb, before->lb)));
    vec3 c = v_sub(va, vb);
    double closing = v_dot(c, n_mid);
    vec3 slip = turn_with_normal(v_mul(t->dt, tangential(c, n_mid)), n_mid, now->n);
    if (t->fresh[k] != 0) {
        double travel = closing * t->dt;
        t->part[k] = travel > now->d ? now->d / travel : 1;
        slip = v_mul(t->first ? 0 : t->part[k], slip);
    }
    vec3 end = v_sub(v_add(a->vs, v_cross(a->ws, now->la)), v_add(b->vs, v_cross(b->ws, now->lb)));
    t->vn[k] = v_dot(end, now->n);
    vec3 vt = tangential(end, now->n);
    double speed = v_length(vt);
    t->mobility_n[k] = mobility(s, w, a, now->la, now->n) + mobility(s, w, b, now->lb, now->n);
    if (speed > 0) {
        vec3 u = v_mul(1 / speed, vt);
        t->mobility_t[k] = mobility(s, w, a, now->la, u) + mobility(s, w, b, now->lb, u);
    } else
        t->mobility_t[k] = t->mobility_n[k];
    t->mass[k] = 1 / t->mobility_n[k];
    t->slip[0][k] = slip.x, t->slip[1][k] = slip.y, t->slip[2][k] = slip.z;
    t->vt[0][k] = vt.x, t->vt[1][k] = vt.y, t->vt[2][k] = vt.z;
}

static void fill_history(const clast_model *m, const clast_contacts *old, int32_t at, const side *a, const side *b,
                         vec3 n, clast_touch *t, int k)
{
    if (at < 0) {
        t->fel0[k] = t->fd0[k] = 0;
        for (int c = 0; c < 3; c++)
            t->ft0[c][k] = 0;
        for (int c = 0; c < m->n_history; c++)
            t->old[c][k] = 0;
        return;
    }
    double angle = 0.5 * t->dt * (v_dot(a->wh, n) + v_dot(b->wh, n)), sine, cosine;
    trig_sincos(angle, &sine, &cosine);
    vec3 n0 = load(old->n_dir, at);
    vec3 ft = twist(turn_with_normal(load(old->ft, at), n0, n), n, sine, cosine);
    t->fel0[k] = old->fel[at];
    t->fd0[k] = old->fd[at];
    t->ft0[0][k] = ft.x, t->ft0[1][k] = ft.y, t->ft0[2][k] = ft.z;
    for (int c = 0; c < m->n_history; c++)
        if (m->history[c] == 'v') {
            double *const v[3] = {old->history[c], old->history[c + 1], old->history[c + 2]};
            vec3 f = twist(turn_with_normal(load(v, at), n0, n), n, sine, cosine);
            t->old[c][k] = f.x, t->old[c + 1][k] = f.y, t->old[c + 2][k] = f.z;
            c += 2;
        } else
            t->old[c][k] = old->history[c][at];
}

void clast_touch_fill(const clast_model *m, const clast_state *s, clast_work *w, const int32_t *list, int n, bool first,
                      clast_touch *t)
{
    t->n = n;
    t->dt = m->dt;
    t->first = first;
    for (int k = 0; k < n; k++) {
        const int32_t id = list[k];
        const clast_near *near = &w->near[w->contact_near[id]];
        const clast_candidate *c = &w->candidates[w->contact_candidate[id]];
        const side a = side_of_body(m, s, w, near->a, c->slot_a, first);
        side b;
        geometry now, before;
        if (near->b >= 0) {
            b = side_of_body(m, s, w, near->b, c->slot_b, first);
            now = between_spheres(a.x, a.l_centre, a.r, b.x, b.l_centre, b.r);
            before = between_spheres(a.x0, a.l_centre0, a.r, b.x0, b.l_centre0, b.r);
            t->radius[k] = a.r * b.r / (a.r + b.r);
        } else {
            b = side_of_wall(m, w, -1 - near->b, first);
            now = at_wall(a.x, a.l_centre, a.r, b.x, m->walls[b.i].normal);
            before = at_wall(a.x0, a.l_centre0, a.r, b.x0, m->walls[b.i].normal);
            t->radius[k] = a.r;
        }
        /* touching was decided by squares, which may differ from the root in the last place */
        t->d[k] = now.d > 0 ? now.d : 1e-300;
        t->n_dir[0][k] = now.n.x, t->n_dir[1][k] = now.n.y, t->n_dir[2][k] = now.n.z;
        t->fresh[k] = w->contact_old[id] < 0;
        t->part[k] = 1;
        fill_motion(s, w, &a, &b, &now, &before, t, k);
        fill_history(m, &s->contacts, w->contact_old[id], &a, &b, now.n, t, k);
        w->contact_la[0][id] = now.la.x, w->contact_la[1][id] = now.la.y, w->contact_la[2][id] = now.la.z;
        w->contact_lb[0][id] = now.lb.x, w->contact_lb[1][id] = now.lb.y, w->contact_lb[2][id] = now.lb.z;
    }
}

void clast_touch_store(clast_work *w, const int32_t *list, const clast_touch *t)
{
    clast_contacts *trial = &w->trial;
    for (int k = 0; k < t->n; k++) {
        const int32_t id = list[k];
        const double fn = t->fel[k] + t->fd[k];
        trial->fel[id] = t->fel[k];
        trial->fd[id] = t->fd[k];
        for (int c = 0; c < 3; c++) {
            trial->n_dir[c][id] = t->n_dir[c][k];
            trial->ft[c][id] = t->ft[c][k];
            w->contact_f[c][id] = t->ft[c][k] - fn * t->n_dir[c][k];
            w->contact_fs[c][id] = t->fs[c][k];
        }
        for (int c = 0; c < trial->n_history; c++)
            trial->history[c][id] = t->new[c][k];
        w->contact_stored[id] = t->stored[k];
        w->contact_cn[id] = t->cn[k];
        trial->ut[id] = t->ut[k];
        w->contact_slip[id] = t->d_slip[k];
        w->contact_change[id] = t->d_change[k];
        w->contact_kn[id] = t->kn[k];
        w->contact_kt[id] = t->kt[k];
    }
}
