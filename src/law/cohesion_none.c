/* No cohesion. */
#include "model/model.h"

const clast_law clast_cohesion_none = {
    .kind = CLAST_COHESION,
    .name = "none",
    .source = "",
    .about = "no cohesion",
    .order = 2,
    .history = "",
};
