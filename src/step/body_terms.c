/* Local damping (Cundall; Hanley & O'Sullivan eq 50):   F_l = -alpha |F| sgn(v),  each component, torques likewise.
 * The sign is that of the velocity extrapolated to the end of the step; sgn(0) = 0.
 *
 * Global damping:   F_g = -c m v,   T_g = -c L.   Implicit in its own body:
 *     v(n+1) = v_half + dt/2 (F + F_g)/m   ->   F_g = -c m (v_half + dt/2 F/m) / (1 + c dt/2)
 * The rotation takes the extrapolated spin instead, of which every scheme leaves one behind. */
#include "step/body_terms.h"

static void put(double *const a[3], int32_t i, vec3 v) { a[0][i] = v.x, a[1][i] = v.y, a[2][i] = v.z; }

static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

static vec3 against(double alpha, vec3 f, vec3 v)
{
    return (vec3){-alpha * fabs(f.x) * sign(v.x), -alpha * fabs(f.y) * sign(v.y), -alpha * fabs(f.z) * sign(v.z)};
}

static vec3 momentum(const clast_state *s, const clast_work *w, int32_t i, vec3 spin)
{
    const quat q = q_at(s->q, i);
    const vec3 b = q_turn_back(q, spin), inertia = v_at(w->inertia, i);
    return q_turn(q, (vec3){inertia.x * b.x, inertia.y * b.y, inertia.z * b.z});
}

typedef struct damp_job {
    clast_job job;
    bool first;
    double ahead; /* see clast_touch */
} damp_job;

static void damp_chunk(void *context, int64_t first, int64_t last)
{
    const damp_job *damp = context;
    const clast_model *m = damp->job.m;
    clast_state *s = damp->job.s;
    clast_work *w = damp->job.w;
    const double c = m->global_damping, half = damp->ahead;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++) {
        const vec3 vs = damp->first ? v_at(s->v, i) : v_at(w->vs, i);
        const vec3 ws = damp->first ? v_at(s->w, i) : v_at(w->ws, i);
        vec3 f = v_at(s->f, i), t = v_at(s->t, i);
        const vec3 local_f = against(m->local_damping, f, vs), local_t = against(m->local_damping, t, ws);
        f = v_add(f, local_f);
        t = v_add(t, local_t);
        const vec3 v =
            half > 0 ? v_mul(1 / (1 + c * half), v_add_mul(v_at(s->v, i), half * w->inverse_mass[i], f)) : vs;
        const vec3 global_f = v_mul(-c * w->mass[i], v), global_t = v_mul(-c, momentum(s, w, i, ws));
        put(s->f, i, v_add(f, global_f));
        put(s->t, i, v_add(t, global_t));
        put(w->extra.local_f, i, local_f);
        put(w->extra.local_t, i, local_t);
        put(w->extra.global_f, i, global_f);
        put(w->extra.global_t, i, global_t);
    }
}

bool clast_body_terms(const clast_model *m, clast_state *s, clast_work *w, bool first)
{
    enum { CHUNK = 256 };
    if (!clast_extra_reserve_bodies(&w->extra, s->n))
        return false;
    damp_job damp = {{m, s, w}, first, first || m->integrator == CLAST_TRAPEZOID ? 0 : 0.5 * m->dt};
    clast_pool_for(w->pool, s->n, CHUNK, damp_chunk, &damp);
    return true;
}
