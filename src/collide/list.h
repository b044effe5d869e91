/* The lists of contacts: by key; by tile, material pair and kind of partner; and those that join two tiles.
 *
 * From step to step only lists of tiles in which something closed or opened are changed, in place; the list of all contacts
 * by key, which hardly anybody asks for, is left behind then. The implicit integrator may come back to the contacts of the
 * last accepted step, so there lists are copied with the changes put in. Only after a rebuild, or with contacts kept over
 * gaps, are all candidates gone through. */
#ifndef CLAST_COLLIDE_LIST_H
#define CLAST_COLLIDE_LIST_H

#include "model/work.h"

/* Lists the contacts of this evaluation. lists_new: the candidates are not those of the last accepted step. False: memory
 * is used up. */
bool clast_list_contacts(clast_job *job, bool lists_new);

/* Makes the list of the contacts by key, where it was left behind; between steps. */
void clast_list_catch_up(clast_state *s, clast_work *w);

/* Gives candidate c of a near pair, which begins to be a contact, its slot. */
void clast_list_begin(const clast_job *job, const clast_near *near, int32_t c, int32_t slot);

/* Whom a contact joins. */
clast_pick clast_list_pick(const clast_model *m, const clast_state *s, clast_key key);

/* The slot of the k-th contact that begins. */
static inline int32_t clast_list_new_slot(const clast_state *s, const clast_work *w, int32_t k)
{
    return k < w->n_free ? w->free_slots[w->n_free - 1 - k] : s->contacts.slots + (k - w->n_free);
}

#endif
