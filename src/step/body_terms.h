/* Forces on bodies that no contact carries, added after the contacts: fields (field/), local and global damping; and what
 * a plane problem takes out. */
#ifndef CLAST_STEP_BODY_TERMS_H
#define CLAST_STEP_BODY_TERMS_H

#include "model/work.h"

/* `first`: the velocities of s are those of now; else of the half step, and the end of the step is sought. */
clast_status clast_body_terms(const clast_model *m, clast_state *s, clast_work *w, bool first, clast_error *error);

#endif
