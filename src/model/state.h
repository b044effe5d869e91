/* Everything that must be saved: bodies (fields.def), contacts with their history, time, and the running accounts. */
#ifndef CLAST_MODEL_STATE_H
#define CLAST_MODEL_STATE_H

#include "model/contact.h"

/* Running sums of the ledger. Powers are those at the last step: works are their trapezoid sums (energy/ledger.c). */
typedef struct clast_accounts {
    double start;                              /* energy at the start, A term included */
    double work_t, work_d, work_wall;          /* W_t, W_d, W_in */
    double slip, change, dashpot_t, dashpot_n; /* D_F, D_k, D_td, D_n */
    double stored_t_start;                     /* U_t at the start */
    double power_t, power_d, power_wall, power_dashpot_t, power_dashpot_n;
    double kinetic, rotational, gravity, stored_n, stored_t, reversible; /* state functions at the last step */
    double residual_most;                                                /* max |R| so far */
    double stability;                                                    /* largest Omega so far */
} clast_accounts;

typedef struct clast_state {
    int64_t step;
    double time;
    int32_t n, room;
#define FIELD(type, name, width, unit, meaning) type *name[width];
#include "model/fields.def"
#undef FIELD
    clast_contacts contacts;
    clast_accounts accounts;
} clast_state;

bool clast_state_reserve(clast_state *s, int32_t n); /* false when memory is used up */
void clast_state_free(clast_state *s);
uint64_t clast_state_hash(const clast_state *s); /* of bodies, contacts and time, not of the accounts */
size_t clast_state_bytes(const clast_state *s);

#endif
