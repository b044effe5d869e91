/* No damping: collisions are elastic. */
#include "model/model.h"

static void apply(clast_touch *t, const clast_pair *pair)
{
    (void)pair;
    t->ct_root = t->ct_fixed = 0;
    for (int k = 0; k < CLAST_BLOCK; k++) {
        t->fd[k] = t->seen[k] = 0;
        t->weight[k] = 1;
    }
}

const clast_law clast_damping_none = {
    .kind = CLAST_DAMPING,
    .name = "none",
    .source = "",
    .about = "no damping",
    .order = 2,
    .history = "",
    .apply = apply,
};
