/* Geometry and motion of a block of contacts, in vector lanes. See touch_fill.c for what goes in and out.
 *
 * Second order in the step (budget reference, 1.1):
 *   contact point   between two spheres at x_a + (r_a - d/2) n, the same for both bodies; at a wall on the wall, or
 *                   behind it by a share of the overlap (pair->wall_arm)
 *   slip            dt [(v_a + wh_a x l_a) - (v_b + wh_b x l_b)]_t with half-step velocities and mid-step n and arms
 *   closing step    slip times the part of the step spent in contact, d / (d' dt)
 *   history         turned with the normal (the least rotation), then about it by the bodies' mean twist
 *   velocities      for dashpots extrapolated to the end of the step
 *   mobility        velocity per impulse of the contact point: 1/m + (l x u).I^-1 (l x u), summed over both bodies */
#ifndef CLAST_COLLIDE_LANES_H
#define CLAST_COLLIDE_LANES_H

#include "model/contact.h"

/* One side of a block of contacts. A wall has no arms, no spin and an inverse mass of 0. */
typedef struct clast_side {
    clast_lane x[3], x0[3]; /* centre of the sphere (a point of the wall) now and at the start of the step */
    clast_lane l[3], l0[3]; /* from the centre of mass to the centre of the sphere, now and then */
    clast_lane r;
    clast_lane v[3], wh[3];  /* half-step velocity, mean spin of the step */
    clast_lane vs[3], ws[3]; /* extrapolated to the end of the step */
    clast_lane inverse_mass;
    clast_lane inertia[6]; /* inverse inertia in the world: xx yy zz xy xz yz */
} clast_side;

/* The normal of the walls of a block; lanes of one block may have different walls. */
typedef struct clast_lanes {
    clast_side a, b;
    /* of the wall; not used between bodies */
    clast_lane normal[3], normal0[3]; /* now and at the start of the step */
    clast_lane beyond;                /* share of the overlap by which the arm reaches behind it */
    clast_lane la[3], lb[3];          /* out: arms to the contact point */
    clast_lane n_old[3];              /* normal of the last accepted step, for the history */
} clast_lanes;

void clast_lanes_bodies(clast_lanes *in, clast_touch *t);
void clast_lanes_walls(clast_lanes *in, clast_touch *t);
/* Turns ft0 and the vectors of the history that letters name (see clast_law). */
void clast_lanes_history(const clast_lanes *in, const char *letters, int n_history, clast_touch *t);

#endif
