/* Sums of powers, losses and energies over all contacts and bodies at one moment. */
#ifndef CLAST_ENERGY_TALLY_H
#define CLAST_ENERGY_TALLY_H

#include "model/work.h"

/* Of the trial contacts, with synchronised velocities, before they become the state's. False: memory is used up. */
bool clast_tally_read(const clast_model *m, clast_state *s, clast_work *w, clast_tally *tally);

#endif
