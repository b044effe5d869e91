/* Damping of bodies rather than of contacts: Cundall's local damping and global viscous damping. */
#ifndef CLAST_STEP_BODY_TERMS_H
#define CLAST_STEP_BODY_TERMS_H

#include "model/work.h"

/* Adds them to the forces and torques that the gather left; keeps them in w->extra for the ledger. False: memory is
 * used up. */
bool clast_body_terms(const clast_model *m, clast_state *s, clast_work *w, bool first);

#endif
