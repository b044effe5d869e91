/* Campello's examples and scheme (2015), with the corrections of the contact reference (part B): the cases of the group,
 * one file each. Every example is run by the implicit and by the explicit integrator. */
#ifndef CLAST_VERIFY_CAMPELLO_H
#define CLAST_VERIFY_CAMPELLO_H

#include "verify/grains.h"
#include "verify/verify.h"

extern const verify_group verify_campello;

extern const verify_case verify_campello_rolling, verify_campello_three, verify_campello_container,
    verify_campello_collision, verify_campello_rodrigues, verify_campello_bodies, verify_campello_cost;

/* The friction law of section 3.5 on Hertz contacts, without damping: secant spring, k_t of the paper or Mindlin's, arm
 * at walls of r or to the wall. */
clast_contact campello_contact(double friction, bool mindlin, bool arm_to_wall);

/* After grains_open: steps are made this way. tolerance 0: explicit. */
void campello_integrator(grains *g, double dt, double tolerance, clast_iteration iteration);

/* Mean number of passes per step. */
double campello_passes(const grains *g);

#endif
