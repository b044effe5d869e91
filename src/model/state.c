#include "model/state.h"

#include <stdlib.h>

#include "base/hash.h"

bool clast_state_reserve(clast_state *s, int32_t n)
{
    if (n <= s->room)
        return true;
    size_t room = (size_t)n;
#define FIELD(type, name, width, unit, meaning)                 \
    for (int k = 0; k < (width); k++) {                         \
        type *moved = realloc(s->name[k], room * sizeof(type)); \
        if (!moved)                                             \
            return false;                                       \
        s->name[k] = moved;                                     \
    }
#include "model/fields.def"
#undef FIELD
    s->room = n;
    return true;
}

void clast_state_free(clast_state *s)
{
#define FIELD(type, name, width, unit, meaning) \
    for (int k = 0; k < (width); k++)           \
        free(s->name[k]);
#include "model/fields.def"
#undef FIELD
    clast_contacts_free(&s->contacts);
    free(s->breaks);
    *s = (clast_state){0};
}

static uint64_t hash_contacts(uint64_t hash, const clast_contacts *c)
{
    const size_t columns = CONTACT_HISTORY + (size_t)c->n_history; /* not what fills up the row, nor the ledger's */
    const size_t geometry = c->geometry ? CLAST_GEOMETRY : 0;
    for (int32_t k = 0; k < c->n; k++) {
        const int32_t slot = c->list[k];
        hash = hash_bytes(hash, &c->key[slot], sizeof c->key[slot]);
        hash = hash_bytes(hash, &c->kind[slot], 1);
        hash = hash_bytes(hash, contact_record(c, slot), columns * sizeof(double));
        hash = hash_bytes(hash, contact_record(c, slot) + contact_forces(c->n_history), geometry * sizeof(double));
    }
    return hash;
}

uint64_t clast_state_hash(const clast_state *s)
{
    uint64_t hash = hash_word(0, (uint64_t)s->step);
    hash = hash_bytes(hash, &s->time, sizeof s->time);
#define FIELD(type, name, width, unit, meaning) \
    for (int k = 0; k < (width); k++)           \
        hash = hash_bytes(hash, s->name[k], (size_t)s->n * sizeof(type));
#include "model/fields.def"
#undef FIELD
    return hash_contacts(hash, &s->contacts);
}

size_t clast_state_bytes(const clast_state *s)
{
    size_t per_body = 0;
#define FIELD(type, name, width, unit, meaning) per_body += (width) * sizeof(type);
#include "model/fields.def"
#undef FIELD
    return per_body * (size_t)s->room + clast_contacts_bytes(&s->contacts);
}
