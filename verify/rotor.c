#include "verify/rotor.h"

#include <string.h>

#include "motion/motion.h"

static void put(double *const a[3], vec3 v) { a[0][0] = v.x, a[1][0] = v.y, a[2][0] = v.z; }
static vec3 get(double *const a[3]) { return (vec3){a[0][0], a[1][0], a[2][0]}; }
static quat get_q(double *const a[4]) { return (quat){a[0][0], a[1][0], a[2][0], a[3][0]}; }
static vec3 times(vec3 a, vec3 b) { return (vec3){a.x * b.x, a.y * b.y, a.z * b.z}; }

static bool make_model(rotor *r)
{
    const rotor_setup *setup = &r->setup;
    const clast_scheme *scheme = clast_scheme_find(setup->scheme);
    const double ball[1][4] = {{0, 0, 0, 1}};
    clast_shape shape = {.name = "rotor",
                         .n_spheres = 1,
                         .spheres = ball,
                         .mass = setup->mass,
                         .inertia = {setup->inertia.x, setup->inertia.y, setup->inertia.z}};
    if (!scheme || clast_form_make(&shape, &r->form, NULL))
        return false;
    r->form.scheme = scheme;
    r->model = (clast_model){.dt = setup->step, .n_shapes = 1, .shapes = &r->form, .n_materials = 1};
    r->model.materials = &r->material;
    return true;
}

static bool make_state(rotor *r)
{
    const rotor_setup *setup = &r->setup;
    clast_state *s = &r->state;
    if (!clast_state_reserve(s, 1))
        return false;
    s->n = 1;
    s->id[0][0] = 1, s->shape[0][0] = 0, s->material[0][0] = 0, s->size[0][0] = 1;
    quat turn = q_dot(setup->q, setup->q) > 0 ? q_unit(setup->q) : (quat){1, 0, 0, 0};
    quat q = q_unit(q_mul(turn, r->form.frame));
    vec3 wb = q_turn_back(q, setup->w);
    s->q[0][0] = q.w, s->q[1][0] = q.x, s->q[2][0] = q.y, s->q[3][0] = q.z;
    put(s->x, setup->x);
    put(s->v, setup->v);
    put(s->w, setup->w);
    put(s->wb, wb);
    put(s->L, q_turn(q, times(v_of(r->form.inertia), wb)));
    put(s->memory, (vec3){0, 0, 0});
    return true;
}

static void load(rotor *r, double time)
{
    vec3 force = {0, 0, 0}, torque = {0, 0, 0};
    if (r->setup.load)
        r->setup.load(r, time, r->setup.context, &force, &torque);
    put(r->state.f, force);
    put(r->state.t, torque);
}

bool rotor_open(rotor *r, const rotor_setup *setup)
{
    memset(r, 0, sizeof *r);
    r->setup = *setup;
    if (!make_model(r) || !make_state(r) || !clast_work_prepare(&r->work, &r->model, &r->state))
        return false;
    load(r, 0);
    clast_motion_start(&r->model, &r->state, &r->work);
    return true;
}

void rotor_close(rotor *r)
{
    clast_work_free(&r->work);
    clast_state_free(&r->state);
    clast_form_free(&r->form);
}

void rotor_step(rotor *r)
{
    clast_state *s = &r->state;
    const double h = r->model.dt, now = (double)s->step * h;
    if (r->setup.ahead > 0) {
        load(r, now + r->setup.ahead * h);
        /* extrapolates from the step before (3/2 T - 1/2 memory): both at one time give the torque of that time */
        if (strcmp(r->setup.scheme, "pcdm-mid") == 0)
            put(s->memory, get(s->t));
    }
    clast_work_bodies(&r->model, s, &r->work, clast_motion_begin);
    load(r, (double)(s->step + 1) * h);
    clast_motion_end(&r->model, s, &r->work);
    s->step++;
    s->time = (double)s->step * h;
}

vec3 rotor_x(const rotor *r) { return get(r->state.x); }

vec3 rotor_v(const rotor *r) { return get(r->state.v); }

quat rotor_q(const rotor *r) { return q_mul(get_q(r->state.q), q_conj(r->form.frame)); }

/* About the axes that the schemes use. */
static vec3 w_principal(const rotor *r) { return q_turn_back(get_q(r->state.q), get(r->state.w)); }

vec3 rotor_w_body(const rotor *r) { return q_turn(r->form.frame, w_principal(r)); }

vec3 rotor_momentum(const rotor *r) { return q_turn(get_q(r->state.q), times(v_of(r->form.inertia), w_principal(r))); }

double rotor_spin_energy(const rotor *r)
{
    vec3 w = w_principal(r);
    return 0.5 * v_dot(w, times(v_of(r->form.inertia), w));
}

double rotor_torque_work(const rotor *r)
{
    vec3 t = q_turn_back(get_q(r->state.q), get(r->state.t));
    return v_dot(t, (vec3){t.x / r->form.inertia[0], t.y / r->form.inertia[1], t.z / r->form.inertia[2]});
}

double rotor_angle(quat a, quat b)
{
    quat d = q_mul(q_conj(a), b);
    return 2 * atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), fabs(d.w));
}
