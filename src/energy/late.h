/* The ledger of plain models, summed in the blocks in which contacts are evaluated.
 *
 * The work of a force is the trapezoid sum of its power with the synchronised velocities (ledger.c). They are known when
 * the step is over, and another pass over all contacts would take a third of the step. But the blocks of the next step
 * have all that is needed at hand: the record of the step before, the arms at its end, and of the velocity at its end
 *     v_n = 2 v - v*        (v the half-step velocity, v* = v + kick the extrapolated one)
 * Only the spin may need a row of its own in the grips (with the usual scheme it is 2 wh - w*). So powers are booked one step late (clast_work.owes), contacts that
 * end in between are looked at one by one, and whoever wants to read the accounts has them settled first (clast_ledger_settle).
 * What is lost is summed as the laws leave it, and so is what is stored, in steps after which somebody looks
 * (clast_work.looks): works and losses are sums over all steps, but R is that of a moment. */
#ifndef CLAST_ENERGY_LATE_H
#define CLAST_ENERGY_LATE_H

#include "collide/lanes.h"
#include "model/work.h"

/* Of what is stored the sums over a tile's blocks, by lanes; those over all steps are in the block itself. */
typedef struct clast_late_lanes {
    _Alignas(64) clast_lane normal, tangential;
} clast_late_lanes;

/* Before the history is turned; for blocks in which that has been done, powers were found there, too (collide/fill_wide.h). */
void clast_late_powers(const clast_lanes *in, clast_touch *t, const clast_pair *pair, bool walls);
/* After the laws; where somebody looks, or for pairs with laws that do not sum themselves. */
void clast_late_energies(clast_touch *t, const clast_pair *pair, clast_late_lanes *sum);
/* In a fixed order. */
void clast_late_total(const clast_touch *t, const clast_late_lanes *sum, clast_late *to);

/* Contacts that ended within the step; before the bodies end it. */
void clast_late_ended(const clast_model *m, const clast_state *s, clast_work *w);

/* Energies of a chunk of bodies at the end of the step, and their spins for the next: a clast_body_task. */
void clast_late_bodies(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last);

/* Sums of the step: *now gets what is stored and lost, *before the powers of the step before, *seen the power of dashpots by the rates
 * that they saw: of theirs (2 d' fd in *before) it is to be taken off. */
void clast_late_read(const clast_work *w, clast_tally *now, clast_tally *before, double *seen);

/* Powers of the accepted contacts, with the velocities of now. False: memory is used up. */
bool clast_late_settle(const clast_model *m, clast_state *s, clast_work *w, clast_tally *now);

/* Room for the sums of tiles. False: memory is used up. */
bool clast_late_reserve(const clast_model *m, clast_work *w);

#endif
