/* No rolling resistance. */
#include "model/model.h"

const clast_law clast_rolling_none = {
    .kind = CLAST_ROLLING,
    .name = "none",
    .source = "",
    .about = "no rolling and twisting resistance",
    .order = 2,
    .history = "",
};
