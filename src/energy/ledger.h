/* The accounts of energy: exact for kick-drift-kick, and kept twice where a law could be wrong without showing. */
#ifndef CLAST_ENERGY_LEDGER_H
#define CLAST_ENERGY_LEDGER_H

#include "model/work.h"

enum { CLAST_LEDGER_EVERY = 32 };

/* Whether R after this step counts for the largest: every so often where that is a work of its own, else always. */
static inline bool clast_ledger_is_due(const clast_model *m, int64_t step)
{
    return !model_books_late(m) || step % m->ledger_every == 0;
}

/* Opens the accounts after the first evaluation. False: memory is used up. */
bool clast_ledger_open(const clast_model *m, clast_state *s, clast_work *w);
/* Books one step; called with synchronised velocities, before the trial contacts become the state's. */
bool clast_ledger_book(const clast_model *m, clast_state *s, clast_work *w);
/* Makes the accounts complete up to the last accepted step: to be called before they are read. False: memory is used up. */
bool clast_ledger_settle(const clast_model *m, clast_state *s, clast_work *w);
/* An interval begins: the largest Omega is looked for anew. */
void clast_ledger_mark(clast_state *s);
/* The next steps are `factor` times as long: A goes with the square of the step, and R must not see that. */
void clast_ledger_change_step(clast_state *s, double factor);
clast_ledger clast_ledger_read(const clast_state *s);

#endif
