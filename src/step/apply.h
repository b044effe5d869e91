/* The terms of a contact law, applied to a block in the order in which each needs the ones before. */
#ifndef CLAST_STEP_APPLY_H
#define CLAST_STEP_APPLY_H

#include "model/model.h"

void clast_apply_laws(const clast_model *m, const clast_pair *pair, clast_touch *t);

#endif
