/* Arrays that only laws out of the ordinary need: bonds, cohesion, rolling resistance, damping of bodies. Part of work:
 * derived, and made only for models that use them. */
#ifndef CLAST_MODEL_EXTRA_H
#define CLAST_MODEL_EXTRA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct clast_extra {
    int32_t contact_room, body_room;

    /* per entry of the table of contacts, of this step; 0 where the contact has no such law (collide/touch_more.c) */
    uint8_t *hold;                    /* glued: the dashpot may pull */
    uint8_t *how;                     /* a bond that broke: 0 by tension, 1 by shear */
    double *t[3];                     /* torque on a */
    double *roll[3], *roll_spring[3]; /* its part of rolling resistance, and of that the spring's */
    double *roll_stored, *roll_lost;
    double *bond_f[3];            /* the bond's part of the force on a */
    double *bond_stored, *broken; /* broken < 0: it holds */
    double *cohesion;             /* potential */
    double *kr;                   /* stiffness against turning (stability number) */

    /* per body (step/body_terms.c) */
    double *local_f[3], *local_t[3], *global_f[3], *global_t[3];
} clast_extra;

bool clast_extra_reserve_contacts(clast_extra *e, int32_t n); /* false when memory is used up */
bool clast_extra_reserve_bodies(clast_extra *e, int32_t n);
void clast_extra_free(clast_extra *e);
size_t clast_extra_bytes(const clast_extra *e);

#endif
