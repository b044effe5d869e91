/* The contact laws, the damping and the ledger against the papers and the reference programs: the cases of the group,
 * one file each.
 *   [H] Hanley & O'Sullivan, "Analytical study of the accuracy of discrete element simulations" (2017)
 *   [C] Campello, "A description of rotations for DEM models of particle systems" (2015)
 * "reference" is an independent set of small programs that found out what the published numbers really are. */
#ifndef CLAST_VERIFY_CONTACT_H
#define CLAST_VERIFY_CONTACT_H

#include "verify/verify.h"

extern const verify_group verify_contact;

extern const verify_case verify_contact_one_step, verify_contact_table, verify_contact_bonds, verify_contact_collision,
    verify_contact_rotating;
extern const verify_case verify_contact_oblique, verify_contact_twist, verify_contact_damped,
    verify_contact_restitution;
extern const verify_case verify_contact_rlaw, verify_contact_piston, verify_contact_gas;
extern const verify_case verify_contact_budget, verify_contact_closure;

#endif
