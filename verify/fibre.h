/* The fibre of both papers: five spheres of 5 mm in a row, 5 mm apart, along its axis x. The volume of their union is
 * the printed one; the mass is density times the printed volume. Elastic, frictionless Hertz contacts. */
#ifndef CLAST_VERIFY_FIBRE_H
#define CLAST_VERIFY_FIBRE_H

#include "base/vec.h"
#include "clast/clast.h"

#define FIBRE_RADIUS  0.005
#define FIBRE_SPACING 0.005
#define FIBRE_MASS    (1100 * 1.961e-6)
#define FIBRE_GRAVITY 9.81
enum { FIBRE_SPHERES = 5, FIBRE_MIDDLE = 2 };

/* Principal moments about x, y, z; false: memory is used up. */
bool fibre_inertia(vec3 *inertia);
/* E* of fibre and wall. */
double fibre_stiffness(void);

/* A scene with gravity along -y and the shape "fibre", to which fibres and walls are added. NULL: memory is used up. */
clast_scene *fibre_scene(const char *rotation, double step, clast_error *error);
/* A fibre whose axis is turned by `angle` about z. */
clast_status fibre_add(clast_scene *scene, vec3 at, double angle, vec3 velocity, clast_error *error);
clast_status fibre_wall(clast_scene *scene, const char *name, vec3 point, vec3 normal, clast_error *error);

/* Kinetic, rotational, potential and elastic energy. */
double fibre_energy(const clast_sim *sim);

#endif
