/* The free rigid body in closed form: Jacobi's elliptic functions for the spin, one smooth quadrature for the turn
 * about the angular momentum. Shares nothing with the library's schemes. */
#ifndef CLAST_VERIFY_ELLIPTIC_H
#define CLAST_VERIFY_ELLIPTIC_H

#include <stdbool.h>

#include "base/vec.h"

/* sn, cn, dn of u for the complementary parameter m1 = 1 - m, which may be tiny. */
void elliptic_jacobi(double u, double m1, double *sn, double *cn, double *dn);

/* A body with moments I.x < I.y < I.z, not turned at time 0, spinning with w (all of its components but y not 0):
 * its body spin and attitude at time t. */
void elliptic_rotor(vec3 inertia, vec3 w, double t, vec3 *w_body, quat *q);

#endif
