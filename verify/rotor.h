/* One rigid body, driven by hand: the library's own halves of a step around a force that the case gives. So a case can
 * prescribe a torque, take it at another time than the scheme would, and run 2e7 steps in seconds. */
#ifndef CLAST_VERIFY_ROTOR_H
#define CLAST_VERIFY_ROTOR_H

#include "model/scheme.h"
#include "model/work.h"

struct rotor;

/* Force and torque (world) on the body in its pose, at this time. */
typedef void rotor_load(const struct rotor *r, double time, void *context, vec3 *force, vec3 *torque);

typedef struct rotor_setup {
    const char *scheme;
    double step;
    double mass;
    vec3 inertia; /* about the axes of the case; the library turns them as its schemes like them */
    vec3 x, v;
    quat q;           /* all 0: not turned */
    vec3 w;           /* world */
    rotor_load *load; /* NULL: free */
    void *context;
    double ahead; /* the torque that the scheme finds as T(n) is taken this share of a step later */
} rotor_setup;

typedef struct rotor {
    rotor_setup setup;
    clast_material material;
    clast_form form; /* its frame turns the schemes' axes into those of the case */
    clast_model model;
    clast_state state;
    clast_work work;
} rotor;

/* false: the scheme is not there, or memory is used up. Close it in both cases. It must not be moved in memory. */
bool rotor_open(rotor *r, const rotor_setup *setup);
void rotor_close(rotor *r);

void rotor_step(rotor *r);

/* After a step; body vectors are about the axes of the case. */
vec3 rotor_x(const rotor *r);
vec3 rotor_v(const rotor *r);
quat rotor_q(const rotor *r);
vec3 rotor_w_body(const rotor *r);
vec3 rotor_momentum(const rotor *r); /* angular, world */
double rotor_spin_energy(const rotor *r);
double rotor_torque_work(const rotor *r); /* T . I^-1 T of the last torque */

/* The angle between two attitudes. */
double rotor_angle(quat a, quat b);

#endif
