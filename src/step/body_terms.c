/* Local damping (Cundall; Hanley & O'Sullivan eq 50):   F_l = -alpha |F| sgn(v),  each component, torques likewise.
 * The sign is that of the velocity extrapolated to the end of the step; sgn(0) = 0. F is what contacts, gravity,
 * near-field forces and loads do.
 *
 * Forces that depend on the body's own velocity: global damping F_g = -g m v, T_g = -g L; drag and Magnus force
 * (field/). All are linear in v(n+1) and w(n+1) and are solved for them together, so that they are of second order and
 * stable for any step (like the contact dashpot, budget reference 1.1):
 *
 *     I w + dt/2 (g I + c_r) w = R^T (L_half + dt/2 (T + c_r w_fluid))                                in the principal frame
 *     m v + dt/2 (g m + c) v - dt/2 S w x v = m v_half + dt/2 (F + c u - S w x u)
 *
 * The implicit integrator iterates, so that v(n+1) and w(n+1) are at hand and nothing is to be solved.
 * Only schemes that kick L know L_half; the others take the w* that they leave behind, which is stable for
 * dt < I/(g I + c_r). */
#include "step/body_terms.h"

#include "base/error.h"
#include "field/field.h"
#include "motion/kdk.h"

typedef struct terms_job {
    clast_job job;
    bool first;
} terms_job;

static void put(double *const a[3], int32_t i, vec3 v) { a[0][i] = v.x, a[1][i] = v.y, a[2][i] = v.z; }

static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

static vec3 against(double alpha, vec3 f, vec3 v)
{
    return (vec3){-alpha * fabs(f.x) * sign(v.x), -alpha * fabs(f.y) * sign(v.y), -alpha * fabs(f.z) * sign(v.z)};
}

static vec3 momentum(const clast_state *s, const clast_work *w, int32_t i, vec3 spin)
{
    return spin_of_momentum(q_at(s->q, i), v_at(w->inertia, i), spin);
}

/* v of (a - b w x) v = r. */
static vec3 solve(double a, double b, vec3 w, vec3 r)
{
    if (b == 0)
        return v_mul(1 / a, r);
    const vec3 sum = v_add_mul(v_mul(a, r), b, v_cross(w, r));
    return v_mul(1 / (a * a + b * b * v_dot(w, w)), v_add_mul(sum, b * b / a * v_dot(w, r), w));
}

static bool kicks_momentum(const clast_model *m, const clast_state *s, int32_t i)
{
    return m->shapes[s->shape[0][i]].scheme->end == clast_kdk_end;
}

static vec3 end_spin(const terms_job *terms, int32_t i, vec3 t, const clast_field_pull *pull)
{
    const clast_model *m = terms->job.m;
    const clast_state *s = terms->job.s;
    const clast_work *w = terms->job.w;
    const double half = 0.5 * m->dt, g = m->global_damping;
    if (terms->first)
        return v_at(s->w, i);
    if ((g == 0 && pull->cr == 0 && pull->s == 0) || !kicks_momentum(m, s, i) || m->integrator == CLAST_TRAPEZOID)
        return v_at(w->ws, i);
    const quat q = q_at(s->q, i);
    const vec3 inertia = v_at(w->inertia, i);
    const vec3 L = q_turn_back(q, v_add_mul(v_at(s->L, i), half, v_add(t, pull->crw)));
    return q_turn(q, (vec3){L.x / (inertia.x * (1 + half * g) + half * pull->cr),
                            L.y / (inertia.y * (1 + half * g) + half * pull->cr),
                            L.z / (inertia.z * (1 + half * g) + half * pull->cr)});
}

static vec3 end_velocity(const terms_job *terms, int32_t i, vec3 f, vec3 spin, const clast_field_pull *pull)
{
    const clast_state *s = terms->job.s;
    if (!terms->first && terms->job.m->integrator == CLAST_TRAPEZOID) /* the end of the step is at hand */
        return v_at(terms->job.w->vs, i);
    const double by_mass = terms->job.w->inverse_mass[i], half = terms->first ? 0 : 0.5 * terms->job.m->dt;
    const double a = 1 + half * (terms->job.m->global_damping + pull->c * by_mass), b = half * pull->s * by_mass;
    const vec3 known = v_sub(v_add(f, pull->cu), v_cross(spin, pull->su));
    return solve(a, b, spin, v_add_mul(v_at(s->v, i), half * by_mass, known));
}

/* A plane problem feels no force across its plane and only the torque about its normal. */
static void confine(clast_slice slice, vec3 *f, vec3 *t)
{
    if (slice == CLAST_SLICE_XY)
        f->z = t->x = t->y = 0;
    else if (slice == CLAST_SLICE_XZ)
        f->y = t->x = t->z = 0;
    else if (slice == CLAST_SLICE_YZ)
        f->x = t->y = t->z = 0;
}

static void add_to_body(const terms_job *terms, int32_t i)
{
    const clast_model *m = terms->job.m;
    clast_state *s = terms->job.s;
    clast_work *w = terms->job.w;
    const bool fields = m->fields.n_body || m->fields.n_pair, damps = m->local_damping != 0 || m->global_damping != 0;
    clast_field_pull pull = {0};
    vec3 f = v_at(s->f, i), t = v_at(s->t, i);
    if (fields) {
        pull = clast_field_collect(m, s, w, i);
        f = v_add(v_add(f, w->field.sum[i].near_f), pull.f);
        t = v_add(v_add(t, w->field.sum[i].near_t), pull.t);
    }
    confine(m->slice, &f, &t);
    if (m->local_damping != 0) {
        const vec3 local_f = against(m->local_damping, f, terms->first ? v_at(s->v, i) : v_at(w->vs, i));
        const vec3 local_t = against(m->local_damping, t, terms->first ? v_at(s->w, i) : v_at(w->ws, i));
        f = v_add(f, local_f);
        t = v_add(t, local_t);
        put(w->extra.local_f, i, local_f);
        put(w->extra.local_t, i, local_t);
    } else if (damps) {
        put(w->extra.local_f, i, (vec3){0, 0, 0});
        put(w->extra.local_t, i, (vec3){0, 0, 0});
    }
    const vec3 spin = end_spin(terms, i, t, &pull), v = end_velocity(terms, i, f, spin, &pull);
    if (damps) {
        const vec3 global_f = v_mul(-m->global_damping * w->mass[i], v);
        const vec3 global_t = v_mul(-m->global_damping, momentum(s, w, i, spin));
        f = v_add(f, global_f);
        t = v_add(t, global_t);
        put(w->extra.global_f, i, global_f);
        put(w->extra.global_t, i, global_t);
    }
    if (fields) {
        clast_field_sum *sum = &w->field.sum[i];
        clast_field_book(&pull, v, spin, sum);
        f = v_add(v_add(f, sum->drag_f), sum->magnus_f);
        t = v_add(t, sum->drag_t);
    }
    confine(m->slice, &f, &t);
    put(s->f, i, f);
    put(s->t, i, t);
}

static void add_chunk(void *context, int64_t first, int64_t last)
{
    const terms_job *terms = context;
    const uint8_t *only = terms->job.w->only;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++)
        if (!only || only[i])
            add_to_body(terms, i);
}

clast_status clast_body_terms(const clast_model *m, clast_state *s, clast_work *w, bool first, clast_error *error)
{
    enum { CHUNK = 256 };
    if ((m->local_damping != 0 || m->global_damping != 0) && !clast_extra_reserve_bodies(&w->extra, s->n))
        return clast_fail_memory(error);
    clast_status status = CLAST_OK;
    if (m->fields.n_body || m->fields.n_pair)
        status = clast_field_begin(m, s, w, error);
    terms_job terms = {{m, s, w}, first};
    if (!status)
        clast_pool_for(w->pool, s->n, CHUNK, add_chunk, &terms);
    return status;
}
