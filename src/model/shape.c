#include "model/shape.h"

#include <math.h>
#include <stdlib.h>

#include "base/eigen.h"
#include "base/error.h"
#include "model/mass.h"

static bool finite_all(const double *a, int n)
{
    for (int k = 0; k < n; k++)
        if (!isfinite(a[k]))
            return false;
    return true;
}

static clast_status check(const clast_shape *shape, clast_error *error)
{
    if (shape->n_spheres < 1)
        return clast_fail_at(error, shape->place, "shape '%s' has no spheres; it needs at least one", shape->name);
    for (int k = 0; k < shape->n_spheres; k++) {
        if (!finite_all(shape->spheres[k], 4))
            return clast_fail_at(error, shape->place, "shape '%s': sphere %d holds a value that is not a number",
                                 shape->name, k + 1);
        if (shape->spheres[k][3] <= 0)
            return clast_fail_at(error, shape->place, "shape '%s': the radius of sphere %d is %g; it must be positive",
                                 shape->name, k + 1, shape->spheres[k][3]);
    }
    if (!(shape->mass >= 0) || !isfinite(shape->mass))
        return clast_fail_at(error, shape->place, "shape '%s': mass is %g kg; it must be positive", shape->name,
                             shape->mass);
    return CLAST_OK;
}

/* A physical body's principal moments obey the triangle inequality; one ulp of slack for flat bodies. */
static clast_status check_inertia(const clast_shape *shape, const double moment[3], clast_error *error)
{
    if (!(moment[0] > 0) || !(moment[0] + moment[1] >= moment[2] * (1 - 1e-12)))
        return clast_fail_at(
            error, shape->place,
            "shape '%s': principal moments of inertia %g, %g, %g are not those of a body; each must be "
            "positive and at most the sum of the other two",
            shape->name, moment[0], moment[1], moment[2]);
    return CLAST_OK;
}

static quat quaternion_of_axes(const double a[3][3])
{
    /* a[k] is the image of axis k: the columns of the matrix. Largest component first, so nothing cancels. */
    double m00 = a[0][0], m11 = a[1][1], m22 = a[2][2];
    quat q;
    if (m00 + m11 + m22 > 0)
        q = (quat){1 + m00 + m11 + m22, a[1][2] - a[2][1], a[2][0] - a[0][2], a[0][1] - a[1][0]};
    else if (m00 >= m11 && m00 >= m22)
        q = (quat){a[1][2] - a[2][1], 1 + m00 - m11 - m22, a[0][1] + a[1][0], a[2][0] + a[0][2]};
    else if (m11 >= m22)
        q = (quat){a[2][0] - a[0][2], a[0][1] + a[1][0], 1 - m00 + m11 - m22, a[1][2] + a[2][1]};
    else
        q = (quat){a[0][1] - a[1][0], a[2][0] + a[0][2], a[1][2] + a[2][1], 1 - m00 - m11 + m22};
    return q_unit(q);
}

/* Puts first the axis whose two partners have the most alike inverse moments; keeps the frame right-handed. */
static void order_axes(double moment[3], double axis[3][3])
{
    int best = 0;
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        double i = 1 / moment[(k + 1) % 3], j = 1 / moment[(k + 2) % 3];
        if (fabs(i - j) < least) {
            least = fabs(i - j);
            best = k;
        }
    }
    double old_moment[3], old_axis[3][3];
    for (int k = 0; k < 3; k++) {
        old_moment[k] = moment[k];
        for (int c = 0; c < 3; c++)
            old_axis[k][c] = axis[k][c];
    }
    for (int k = 0; k < 3; k++) {
        moment[k] = old_moment[(k + best) % 3];
        for (int c = 0; c < 3; c++)
            axis[k][c] = old_axis[(k + best) % 3][c];
    }
}

static bool place_spheres(const clast_shape *shape, clast_form *form)
{
    size_t n = (size_t)shape->n_spheres;
    double *all = malloc(4 * n * sizeof *all);
    if (!all)
        return false;
    form->n_spheres = shape->n_spheres;
    form->sx = all, form->sy = all + n, form->sz = all + 2 * n, form->sr = all + 3 * n;
    form->smallest = INFINITY;
    for (size_t k = 0; k < n; k++) {
        vec3 s = q_turn_back(form->frame, v_sub(v_of(shape->spheres[k]), form->centre));
        form->sx[k] = s.x, form->sy[k] = s.y, form->sz[k] = s.z, form->sr[k] = shape->spheres[k][3];
        form->bound = fmax(form->bound, v_length(s) + form->sr[k]);
        form->swing = fmax(form->swing, v_length(s));
        form->smallest = fmin(form->smallest, form->sr[k]);
    }
    return true;
}

clast_status clast_form_make(const clast_shape *shape, clast_form *form, clast_error *error)
{
    *form = (clast_form){.name = shape->name, .mass = shape->mass, .place = shape->place};
    clast_status status = check(shape, error);
    if (status)
        return status;
    clast_mass mass;
    clast_mass_of_union(shape->spheres, shape->n_spheres, &mass);
    form->volume = mass.volume;
    const double *inertia = shape->mass > 0 ? shape->inertia : mass.inertia;
    form->centre = v_of(shape->mass > 0 ? shape->centre : mass.centre);
    double axis[3][3];
    clast_eigen_symmetric(inertia, form->inertia, axis);
    status = check_inertia(shape, form->inertia, error);
    if (status)
        return status;
    /* one sphere: exactly equal moments and the frame as drawn */
    if (shape->n_spheres == 1 && shape->mass == 0) {
        double r = shape->spheres[0][3];
        for (int k = 0; k < 3; k++) {
            form->inertia[k] = 0.4 * mass.volume * r * r;
            for (int c = 0; c < 3; c++)
                axis[k][c] = k == c;
        }
        form->centre = v_of(shape->spheres[0]);
    }
    order_axes(form->inertia, axis);
    form->frame = quaternion_of_axes(axis);
    form->ball = shape->n_spheres == 1 && shape->mass == 0;
    return place_spheres(shape, form) ? CLAST_OK : clast_fail_memory(error);
}

void clast_form_free(clast_form *form) { free(form->sx); }

double clast_form_mass(const clast_form *form, double density, double size)
{
    double cube = size * size * size;
    return form->mass > 0 ? form->mass * cube : density * form->volume * cube;
}

vec3 clast_form_inertia(const clast_form *form, double density, double size)
{
    double scale = (form->mass > 0 ? 1 : density) * size * size * size * size * size;
    return v_mul(scale, v_of(form->inertia));
}
