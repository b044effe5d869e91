/* Campello's Remark 5 goes through the bodies one by one. Bodies that do not touch may as well go together: those of one
 * colour, colours being such that bodies in contact at the start of the step differ. So the pass is a sweep in the order
 * of (colour, number), its colours are threaded, and nothing depends on threads or on the neighbour lists. (Two bodies
 * of one colour that meet within the step see each other one pass late in this step.) */
#include "step/sweep.h"

#include <string.h>

#include "motion/trapezoid.h"
#include "step/evaluate.h"

enum { COLOURS = 64 }; /* bits of clast_iterate.taken; whoever comes later shares the last */

static uint64_t bodies_of(const clast_contacts *c, int32_t k) { return c->key[c->list[k]].bodies; }

/* The lowest colour that no lower neighbour has. Contacts ascend by their first body. Returns how many there are. */
static int colour(const clast_state *s, clast_iterate *it)
{
    const clast_contacts *contacts = &s->contacts;
    int most = 0;
    int32_t k = 0;
    memset(it->taken, 0, (size_t)s->n * sizeof *it->taken);
    for (int32_t i = 0; i < s->n; i++) {
        int c = 0;
        while (c < COLOURS - 1 && it->taken[i] >> c & 1)
            c++;
        it->colour[i] = (uint8_t)c;
        most = c > most ? c : most;
        for (; k < contacts->n && bodies_of(contacts, k) >> 32 == (uint64_t)i; k++)
            if (!(bodies_of(contacts, k) & CLAST_WALL))
                it->taken[bodies_of(contacts, k) & 0x7FFFFFFF] |= UINT64_C(1) << c;
    }
    return most + 1;
}

clast_status clast_sweep(const clast_model *m, clast_state *s, clast_work *w, clast_error *error)
{
    clast_iterate *it = &w->iterate;
    const int colours = colour(s, it);
    clast_status status = CLAST_OK;
    for (int c = 0; c < colours && !status; c++) {
        for (int32_t i = 0; i < s->n; i++)
            it->mask[i] = it->colour[i] == c;
        w->only = it->mask;
        w->forces_only = true;
        status = clast_evaluate(m, s, w, false, error);
        w->forces_only = false;
        clast_trapezoid_move(m, s, w, NULL);
    }
    w->only = NULL;
    clast_trapezoid_sum(m, s, w);
    return status;
}
