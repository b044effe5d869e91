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
    clast_lane *const lanes[] = {&t->fel,   &t->stored, &t->kn,     &t->fd,       &t->seen,
                                 &t->kt,    &t->ut,     &t->d_slip, &t->d_change, &t->fs[0],
                                 &t->fs[1], &t->fs[2],  &t->ft[0],  &t->ft[1],    &t->ft[2]};
    for (size_t k = 0; k < sizeof lanes / sizeof *lanes; k++)
        memset(*lanes[k], 0, sizeof *lanes[k]);
}

/* Columns of history that no law of the pair writes, and those that fill up the row. A spring alone writes all of its. */
static void clear_history(const clast_model *m, const clast_pair *pair, clast_touch *t)
{
    const bool own = m->n_columns == 1 && pair->law[CLAST_TANGENTIAL] == m->columns[0].law && t->kind == CLAST_TOUCHES;
    const int from = own ? m->n_history : 0, to = contact_forces(m->n_history) - CONTACT_HISTORY;
    if (to > from)
        memset(t->new + from, 0, (size_t)(to - from) * sizeof *t->new);
}

void clast_apply_laws(const clast_model *m, const clast_pair *pair, clast_touch *t)
{
    const bool bonded = t->kind == CLAST_BONDED;
    t->wrote = 0;
    clear_history(m, pair, t);
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
