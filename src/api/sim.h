/* The simulation: model, state and work together. */
#ifndef CLAST_API_SIM_H
#define CLAST_API_SIM_H

#include "model/work.h"

struct clast_sim {
    clast_model model;
    clast_state state;
    clast_work work;
    int32_t *shown; /* which body was given first, second, ... */
    clast_advice advice;
    double end;
    char warnings[8][320];
    int n_warnings;
    int convergence_warning; /* which of the warnings it is, from 1; 0: none */
    bool spin_warned;        /* of a body that turns far in one step: said once */
};

#endif
