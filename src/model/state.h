/* Everything that must be saved: bodies (fields.def), contacts with their history, time, and the running accounts. */
#ifndef CLAST_MODEL_STATE_H
#define CLAST_MODEL_STATE_H

#include "clast/clast.h"
#include "model/contact.h"

/* The accounts of the ledger (energy/). Works are trapezoid sums of powers over the steps; what is lost counts positive. */
enum {
    CLAST_WORK_T,         /* W_t: against the tangential forces */
    CLAST_WORK_D,         /* W_d: against the normal dashpots */
    CLAST_WORK_WALL,      /* W_in: by moving walls */
    CLAST_WORK_DASHPOT_T, /* D_td, D_n: what the dashpots should take by their own coefficients */
    CLAST_WORK_DASHPOT_N,
    CLAST_WORK_ROLL, /* against rolling resistance, and its dashpots alone */
    CLAST_WORK_DASHPOT_R,
    CLAST_WORK_BOND,
    CLAST_WORK_LOCAL,
    CLAST_WORK_GLOBAL,
    CLAST_WORK_DRAG, /* lost in the fluid's friction; against the Magnus force, which takes nothing */
    CLAST_WORK_MAGNUS,
    CLAST_WORK_FLUID, /* W_f, W_p: by the moving fluid, by prescribed forces */
    CLAST_WORK_LOAD,
    CLAST_WORKS
};
/* What is lost step by step: D_F, D_k, the same of rolling springs, energy of broken bonds. */
enum { CLAST_LOSS_SLIP, CLAST_LOSS_CHANGE, CLAST_LOSS_ROLL, CLAST_LOSS_BROKEN, CLAST_LOSSES };
/* State functions. */
enum {
    CLAST_STORE_KINETIC,
    CLAST_STORE_ROTATIONAL,
    CLAST_STORE_GRAVITY,
    CLAST_STORE_REVERSIBLE, /* A */
    CLAST_STORE_NORMAL,
    CLAST_STORE_TANGENTIAL,
    CLAST_STORE_COHESION,
    CLAST_STORE_ROLL,
    CLAST_STORE_BOND,
    CLAST_STORE_NEAR, /* U_f: potential of near-field forces */
    CLAST_STORES
};

/* All of one moment: powers, losses since the step before, state functions. */
typedef struct clast_tally {
    double power[CLAST_WORKS], lost[CLAST_LOSSES], stored[CLAST_STORES];
} clast_tally;

typedef struct clast_accounts {
    double start, start_springs; /* energy at the start, A included; of the springs with history */
    clast_tally now;             /* of the last step */
    double work[CLAST_WORKS], lost[CLAST_LOSSES];
    double seen;          /* of the last step, if it sums late: power of dashpots by the rates that they saw */
    double residual_most; /* max |R| so far */
    double stability, stability_interval,
        stability_last; /* Omega: largest so far; since the last mark; last one taken */
} clast_accounts;

typedef struct clast_state {
    int64_t step;
    double time;
    int32_t n, room;
    void *block; /* in which the arrays of bodies lie */
#define FIELD(type, name, width, unit, meaning) type *name[width];
#include "model/fields.def"
#undef FIELD
    clast_contacts contacts;
    clast_accounts accounts;
    clast_convergence convergence; /* of the implicit integrator */
    clast_break *breaks;           /* bonds that broke, in the order in which they did */
    size_t n_breaks, c_breaks;
} clast_state;

bool clast_state_reserve(clast_state *s, int32_t n); /* false when memory is used up */
void clast_state_free(clast_state *s);
uint64_t clast_state_hash(const clast_state *s); /* of bodies, contacts and time, not of the accounts */
size_t clast_state_bytes(const clast_state *s);

#endif
