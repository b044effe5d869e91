/* Geometry and motion of a block of contacts, in vector lanes. See touch_fill.c for what goes in and out.
 *
 * Second order in the step (budget reference, 1.1):
 *   contact point   between two spheres at x_a + (r_a - d/2) n, the same for both bodies; at a wall on the wall, or
 *                   behind it by a share of the overlap (pair->wall_arm)
 *   slip            dt [(v_a + wh_a x l_a) - (v_b + wh_b x l_b)]_t with half-step velocities and mid-step n and arms
 *   closing step    slip times the part of the step spent in contact, d / (d' dt)
 *   history         turned with the normal (the least rotation), then about it by the bodies' mean twist
 *   velocities      for dashpots extrapolated to the end of the step
 *   mobility        velocity per impulse of the contact point: 1/m + (l x u).I^-1 (l x u), summed over both bodies
 *
 * Normal and overlap of the start of the step follow from the bodies, which came by dt v from there. Where that is not so
 * (model_remembers_geometry()) they are those of the record, or for a contact that just closed those that touch_fill.c
 * worked out. */
#ifndef CLAST_COLLIDE_LANES_H
#define CLAST_COLLIDE_LANES_H

#include "model/contact.h"

/* One side of a block of contacts, in the rows in which clast_grip (model/work.h) and model->spheres have it. */
typedef struct clast_side {
    _Alignas(64) clast_lane wh[3], xx; /* mean spin of the step; inverse inertia in the world, of a ball the only one */
    clast_lane ws[3];                  /* extrapolated to the end of the step */
    union {
        clast_lane zz;
        clast_lane radius; /* of a ball */
    };
    clast_lane x[3], size; /* centre of mass (a point of the wall) */
    clast_lane xy, xz, yz, yy;
    clast_lane q[4], q0[4]; /* attitude now and at the start of the step */
    clast_lane s[3], sr;    /* sphere in its shape, for size 1 */
    clast_lane r;           /* out: its radius */
    clast_lane w0[3], none; /* for the ledger: spin at the start of the step, where the grips have it */
} clast_side;

/* Lanes of one block may have different walls. Of a wall only x, v and vs are used, the rest is 0. */
typedef struct clast_lanes {
    /* of both sides: a less b */
    _Alignas(64) clast_lane v[3], inverse_mass; /* half-step velocity of a over b; beside it the sum of both */
    clast_lane vs[3], beside_vs;                /* extrapolated to the end of the step */
    clast_lane x[3], beside_x;                  /* of balls and at walls: from a to b */
    clast_side a, b;
    bool spins;  /* w0 is there */
    bool starts; /* normal and overlap of the start are there */
    /* not used between bodies */
    clast_lane normal[3], beside;  /* of the wall */
    clast_lane wall_v[3], resting; /* its velocity */
    clast_lane x0[3], normal0[3];  /* from a to its point, and its normal, at the start of the step */
    double beyond;                 /* share of the overlap by which the arm reaches behind it (pair->wall_arm) */
} clast_lanes;

/* balls: all bodies are spheres about their centres of mass. */
void clast_lanes_motion(clast_lanes *in, bool walls, bool balls, clast_touch *t);
/* Turns the vectors of the history that letters name (see clast_law); leaves of ft0 the part in the plane of n. */
void clast_lanes_history(const clast_lanes *in, const char *letters, int n_history, clast_touch *t);
/* Force and torques from what the laws wrote; to f the extra forces of other laws have been added or it is 0. */
void clast_lanes_loads(clast_touch *t);

#endif
