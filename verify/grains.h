/* Scenes of spheres and clusters made in a few lines, for the cases of the contact group. Errors stick: after the first
 * one nothing more is done and grains_start says no. The engine takes the steps; the cases read its state. */
#ifndef CLAST_VERIFY_GRAINS_H
#define CLAST_VERIFY_GRAINS_H

#include "api/sim.h"
#include "base/random.h"
#include "clast/clast.h"

typedef struct grains {
    clast_scene *scene;
    clast_sim *sim;
    const char *wall; /* material of the walls to come */
    clast_status status;
    clast_error error;
} grains;

/* A rule by its terms: laws, and up to two parameters of each (NAN: the law's own default). */
typedef struct grains_rule {
    const char *normal, *damping, *tangential;
    double stiffness;        /* of a linear normal law; 0: from the material */
    double damping_param[2]; /* restitution, or dashpot coefficients */
    double tangential_param; /* stiffness; 0: Mindlin's share */
    double friction;         /* static and dynamic */
} grains_rule;
clast_contact grains_contact(grains_rule rule);

/* A scene with one material "m", one thread, and a sphere of radius 1 called "sphere", to be scaled. */
void grains_open(grains *g, double density, double young, double poisson, const clast_contact *rule, double dt);
void grains_material(grains *g, const char *name, double density, double young, double poisson);
void grains_shape(grains *g, const clast_shape *shape);
void grains_fibre_shape(grains *g, double radius); /* "fibre": five spheres in a row along x, a radius apart */
void grains_rigid_walls(grains *g);                /* walls to come do not give way: E* is that of the grains alone */
void grains_bond(grains *g, clast_bond bond);
void grains_damping(grains *g, double local, double global);
void grains_gravity(grains *g, double down); /* along -z */
void grains_sphere(grains *g, double radius, vec3 at, vec3 velocity, vec3 spin);
void grains_body(grains *g, clast_body body); /* material "m" when none is given */
void grains_plane(grains *g, const char *name, vec3 point, vec3 normal);
void grains_box(grains *g, double x, double y); /* floor and four walls, open above */

bool grains_start(grains *g); /* makes the simulation and gives up the scene */
bool grains_step(grains *g, int64_t steps);
void grains_close(grains *g);

/* Goes on from where it stands with another step: contacts keep their history, time and accounts begin anew. */
bool grains_restart(grains *g, double dt);
/* From now on this wall moves at this velocity; set_wall also puts it elsewhere, and wants a restart. */
void grains_move_wall(grains *g, int wall, vec3 velocity);
void grains_set_wall(grains *g, int wall, vec3 point, vec3 velocity);

vec3 grains_x(const grains *g, int32_t i);
vec3 grains_v(const grains *g, int32_t i);
vec3 grains_w(const grains *g, int32_t i);

/* n spheres at random in [0, side]^2 x [0, height] that do not touch; radius(random, context), velocity normal. */
void grains_scatter(grains *g, clast_random *random, int n, double side, double height,
                    double (*radius)(clast_random *random), double agitation);

/* Time of the surface wave over a sphere of this radius. */
double grains_rayleigh(double radius, double density, double young, double poisson);

#endif
