/* Limits of the time step, each for the worst body of the scene:
 *   Rayleigh    pi r sqrt(rho/G) / (0.1631 nu + 0.8766), r the smallest sphere
 *   stiffness   2/omega with omega^2 = 2 (kn + 7/2 kt)/m: one contact on the lightest body (budget reference, finding 5)
 *   collision   duration of the fastest collision: Hertz 2.868 (m*^2/(r* E*^2 v))^(1/5), linear pi sqrt(m/k)
 *   rotation    the time for one radian at the fastest spin
 *               likewise the steepest near-field force; and 2 m/c of drag
 * The speed expected is the largest at the start plus that of a free fall through the whole scene. */
#include "step/advice.h"

#include <math.h>

#include "base/trig.h"
#include "field/field.h"

/* Shares of the limits that `step: auto` stays below: second-order accurate and well inside stability. */
static const double rayleigh_share = 0.15, stiffness_share = 0.25, collision_share = 1.0 / 20, rotation_share = 0.05;

static double lowest(const clast_wall *plate, vec3 up)
{
    return v_dot(plate->point, up) - fabs(v_dot(plate->along[0], up)) * plate->half[0] -
           fabs(v_dot(plate->along[1], up)) * plate->half[1];
}

static double fall_height(const clast_model *m, const clast_state *s)
{
    double g = v_length(m->gravity), top = -INFINITY, bottom = INFINITY;
    if (g == 0)
        return 0;
    vec3 up = v_mul(-1 / g, m->gravity);
    for (int32_t i = 0; i < s->n; i++) {
        double h = v_dot(up, (vec3){s->x[0][i], s->x[1][i], s->x[2][i]});
        top = fmax(top, h);
        bottom = fmin(bottom, h);
    }
    /* walls that face up catch what falls */
    double floor = INFINITY;
    for (int32_t k = 0; k < m->n_walls; k++)
        if (!m->walls[k].plate && v_dot(m->walls[k].normal, up) > 0.1)
            floor = fmin(floor, v_dot(m->walls[k].point, up));
        else if (m->walls[k].plate)
            bottom = fmin(bottom, lowest(&m->walls[k], up));
    bottom = isfinite(floor) ? floor : bottom;
    return fmax(0, top - bottom);
}

static double expected_speed(const clast_model *m, const clast_state *s)
{
    double most = 0, wall = 0;
    for (int32_t i = 0; i < s->n; i++) {
        const clast_form *form = &m->shapes[s->shape[0][i]];
        double v = sqrt(s->v[0][i] * s->v[0][i] + s->v[1][i] * s->v[1][i] + s->v[2][i] * s->v[2][i]);
        double w = sqrt(s->w[0][i] * s->w[0][i] + s->w[1][i] * s->w[1][i] + s->w[2][i] * s->w[2][i]);
        most = fmax(most, v + w * form->bound * s->size[0][i]);
    }
    for (int32_t k = 0; k < m->n_walls; k++)
        wall = fmax(wall, v_length(m->walls[k].velocity));
    return most + wall + sqrt(2 * v_length(m->gravity) * fall_height(m, s));
}

/* The stiffest bond: 2/omega with omega^2 = 2 (kn + 7/2 kt)/m, between the body's largest spheres. */
static void bond_limits(const clast_model *m, const clast_form *form, double size, double mass, clast_advice *out)
{
    double radius = 0;
    for (int32_t k = 0; m->n_glue && k < form->n_spheres; k++)
        radius = fmax(radius, size * form->sr[k]);
    for (int32_t k = 0; k < m->n_glue; k++) {
        const clast_glue *glue = &m->glue[k];
        const double area = TRIG_PI * glue->radius * glue->radius * radius * radius;
        const double omega = sqrt(2 * area * (glue->normal + 3.5 * glue->shear) / mass);
        if (glue->parallel && omega > 0)
            out->stiffness = fmin(out->stiffness, 2 / omega);
    }
}

static void field_limits(const clast_model *m, const clast_state *s, int32_t i, double r, double mass,
                         clast_advice *out)
{
    const double k = clast_field_stiffness(m, s->material[0][i], r), c = clast_field_drag_of(m, s, i);
    if (k > 0)
        out->stiffness = fmin(out->stiffness, 2 / sqrt(2 * k / (0.5 * mass)));
    if (c > 0)
        out->stiffness = fmin(out->stiffness, 2 * mass / c);
}

/* Stiffness at the deepest overlap of a head-on collision, and its duration. */
static void meet(const clast_pair *pair, double mass, double radius, double speed, clast_advice *out)
{
    double overlap = pow(15 * mass * speed * speed / (16 * pair->young * sqrt(radius)), 0.4);
    double kn = pair_kn(pair, radius, fmin(overlap, radius)), kt = pair->kt + pair->kt_share * kn, duration;
    if (!pair->hertz)
        duration = TRIG_PI * sqrt(mass / kn);
    else
        duration = speed > 0 ? 2.868 * pow(mass * mass / (radius * pair->young * pair->young * speed), 0.2) : INFINITY;
    double omega = sqrt(2 * (kn + 3.5 * kt) / mass);
    out->collision = fmin(out->collision, duration);
    if (omega > 0)
        out->stiffness = fmin(out->stiffness, 2 / omega);
}

static void body_limits(const clast_model *m, const clast_state *s, int32_t i, clast_advice *out)
{
    const clast_material *material = &m->materials[s->material[0][i]];
    const clast_form *form = &m->shapes[s->shape[0][i]];
    const double size = s->size[0][i], r = form->smallest * size;
    const double mass = clast_form_mass(form, material->density, size);
    const double density = mass / (form->volume * size * size * size);
    const double shear = material->young / (2 * (1 + material->poisson));
    const double w = sqrt(s->w[0][i] * s->w[0][i] + s->w[1][i] * s->w[1][i] + s->w[2][i] * s->w[2][i]);
    if (shear > 0)
        out->rayleigh =
            fmin(out->rayleigh, TRIG_PI * r * sqrt(density / shear) / (0.1631 * material->poisson + 0.8766));
    if (w > 0)
        out->rotation = fmin(out->rotation, 1 / w);
    /* against its like (half the mass, half the radius), and against every wall's material */
    meet(model_pair(m, s->material[0][i], s->material[0][i]), 0.5 * mass, 0.5 * r, out->speed, out);
    bond_limits(m, form, size, 0.5 * mass, out);
    field_limits(m, s, i, r, mass, out);
    for (int32_t k = 0; k < m->n_walls; k++)
        meet(model_pair(m, s->material[0][i], m->walls[k].material), mass, r, out->speed, out);
}

clast_advice clast_advice_of(const clast_model *m, const clast_state *s)
{
    clast_advice out = {.rayleigh = INFINITY, .stiffness = INFINITY, .collision = INFINITY, .rotation = INFINITY};
    out.speed = expected_speed(m, s);
    for (int32_t i = 0; i < s->n; i++)
        body_limits(m, s, i, &out);
    out.automatic = fmin(fmin(rayleigh_share * out.rayleigh, stiffness_share * out.stiffness),
                         fmin(collision_share * out.collision, rotation_share * out.rotation));
    out.taken = m->dt;
    return out;
}
