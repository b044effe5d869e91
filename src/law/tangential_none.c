/* No tangential force: smooth bodies. */
#include "model/model.h"

static void apply(clast_touch *t, const clast_pair *pair)
{
    (void)pair;
    for (int k = 0; k < CLAST_BLOCK; k++) {
        t->kt[k] = t->ut[k] = t->d_slip[k] = t->d_change[k] = 0;
        for (int c = 0; c < 3; c++)
            t->fs[c][k] = t->ft[c][k] = 0;
    }
}

const clast_law clast_tangential_none = {
    .kind = CLAST_TANGENTIAL,
    .name = "none",
    .source = "",
    .about = "no tangential force",
    .order = 2,
    .history = "",
    .apply = apply,
};
