/* A shape: spheres in the principal frame about the centre of mass, and the mass properties per unit density. */
#ifndef CLAST_MODEL_SHAPE_H
#define CLAST_MODEL_SHAPE_H

#include "base/vec.h"
#include "clast/clast.h"

typedef struct clast_form {
    const char *name;
    int32_t n_spheres;
    double *sx, *sy, *sz, *sr; /* principal frame, size 1 */
    double volume;             /* of the union, size 1 */
    double mass;               /* given by hand for size 1; 0: density times volume */
    double inertia[3];         /* principal moments for size 1: per unit density, or absolute when mass is given */
    bool ball;                 /* one sphere about its centre of mass, all moments equal */
    double bound;              /* radius of the bounding sphere about the centre of mass */
    double swing;              /* largest distance of a sphere's centre from it; 0 for a ball */
    double smallest;           /* smallest sphere's radius */
    vec3 centre;               /* centre of mass in the drawn frame */
    quat frame;                /* principal frame to drawn frame */
    const struct clast_scheme *scheme;
    clast_place place;
} clast_form;

/* Mass, centre, inertia (union, or as given) and principal frame. The first principal axis is the one about which the
 * other two moments are most alike, as STS-KDK wants it (reference: rotation, section 7). */
clast_status clast_form_make(const clast_shape *shape, clast_form *form, clast_error *error);
void clast_form_free(clast_form *form);

double clast_form_mass(const clast_form *form, double density, double size);
vec3 clast_form_inertia(const clast_form *form, double density, double size);

#endif
