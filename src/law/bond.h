/* Bonds between spheres: not a term of a pair of materials, but something that single contacts have until it breaks.
 *
 *   contact bond    glue of no size (Hanley & O'Sullivan, section 4): the linear contact holds in tension too,
 *                   pull = kn gap, and does not slip; it breaks when pull > tensile or |fs| > cohesion, forces in N.
 *   parallel bond   a disc of radius rb beside the contact (eq 54-56, signs repaired: contact reference A.3, item 1):
 *                     pull = kbn A (gap - gap at the start)    fs <- turn(fs) - kbs A slip
 *                     mb <- turn(mb) - kbn I turn_t            mt <- mt - kbs J turn_n
 *                   A = pi rb^2, I = pi rb^4/4, J = 2 I; on a, the opposite on b. It breaks when
 *                   pull/A + |mb| rb/I > tensile or |fs|/A + |mt| rb/J > cohesion.
 *
 * A break is a force that ends within the step. At the fraction a' at which the strength is reached (linear in between)
 * the energy is set free, and the force acts with the weight a' - 1/2 for the last time: second order, like the opening
 * of a cohesive contact (cohesion_dmt.c). */
#ifndef CLAST_LAW_BOND_H
#define CLAST_LAW_BOND_H

#include "model/model.h"

/* The columns of history of the bonds: number of the rule + 1, gap at the start, pull, shear force, bending, twisting
 * moment. A pseudo law, so that it takes its columns as the laws do. */
extern const clast_law clast_bond_columns;
enum { BOND_RULE = 0, BOND_START = 1, BOND_PULL = 2, BOND_SHEAR = 3, BOND_BEND = 6, BOND_TWIST = 9 };

/* The attraction, before the damping needs it. */
void clast_bond_pull(const clast_model *m, clast_touch *t);
/* Over a gap below a parallel bond there is no contact to be damped. */
void clast_bond_open_gaps(const clast_model *m, clast_touch *t);
/* The rest, and what breaks. */
void clast_bond_apply(const clast_model *m, const clast_pair *pair, clast_touch *t);

#endif
