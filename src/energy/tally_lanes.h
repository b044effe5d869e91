/* The tally of plain models, chunk by chunk. */
#ifndef CLAST_ENERGY_TALLY_LANES_H
#define CLAST_ENERGY_TALLY_LANES_H

#include "model/work.h"

/* Velocities of the end of the step for the contacts; before clast_tally_contacts. */
void clast_tally_sync(const clast_state *s, clast_work *w, int32_t first, int32_t last);
/* What contacts first .. last - 1 of w->contact_order hold and do; *to begins with zeros. */
void clast_tally_contacts(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
                          clast_tally *to);
/* Kinetic and potential energy of bodies, and A. */
void clast_tally_bodies(const clast_model *m, const clast_state *s, const clast_work *w, int32_t first, int32_t last,
                        clast_tally *to);

#endif
