#include "step/apply.h"

#include <string.h>

#include "law/bond.h"

static void apply(clast_term_kind kind, const clast_pair *pair, clast_touch *t)
{
    if (pair->law[kind] && pair->law[kind]->apply)
        pair->law[kind]->apply(t, pair);
}

/* A contact that opened within the step: only its attraction still acts (law/cohesion_dmt.c). */
static void clear(clast_touch *t)
{
    clast_lane *const lanes[] = {&t->fel,   &t->stored, &t->kn,     &t->fd,       &t->cn,
                                 &t->kt,    &t->ut,     &t->d_slip, &t->d_change, &t->fs[0],
                                 &t->fs[1], &t->fs[2],  &t->ft[0],  &t->ft[1],    &t->ft[2]};
    for (size_t k = 0; k < sizeof lanes / sizeof *lanes; k++)
        memset(*lanes[k], 0, sizeof *lanes[k]);
}

void clast_apply_laws(const clast_model *m, const clast_pair *pair, clast_touch *t)
{
    const bool bonded = t->kind == CLAST_BONDED;
    t->wrote = 0;
    memset(t->new, 0, (size_t)((CONTACT_HISTORY + m->n_history + 3) / 4 * 4 - CONTACT_HISTORY) * sizeof *t->new);
    if (t->kind == CLAST_OPENED) {
        clear(t);
        apply(CLAST_COHESION, pair, t);
        return;
    }
    apply(CLAST_NORMAL, pair, t);
    apply(CLAST_COHESION, pair, t);
    if (bonded)
        clast_bond_pull(m, t);
    apply(CLAST_DAMPING, pair, t);
    if (bonded)
        clast_bond_open_gaps(m, t);
    apply(CLAST_FRICTION, pair, t);
    apply(CLAST_TANGENTIAL, pair, t);
    apply(CLAST_ROLLING, pair, t);
    if (bonded)
        clast_bond_apply(m, pair, t);
}
