#include "model/state.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/pages.h"

/* Of a column with its gap to the next. The same element of many columns is wanted at once: they must not fall into one set
 * of the cache, as they would if columns began a multiple of a page apart. */
static size_t column_bytes(int32_t n, size_t each)
{
    enum { PAGE = 4096, SHIFT = 11 * 64 };
    return ((size_t)n * each + PAGE - 1) / PAGE * PAGE + SHIFT;
}

/* One block for all columns, which begin with lines of the cache. */
bool clast_state_reserve(clast_state *s, int32_t n)
{
    if (n <= s->room)
        return true;
    size_t bytes = 0;
#define FIELD(type, name, width, unit, meaning) bytes += (width)*column_bytes(n, sizeof(type));
#include "model/fields.def"
#undef FIELD
    char *const block = clast_pages_resize(NULL, 0, bytes), *at = block;
    if (!block)
        return false;
#define FIELD(type, name, width, unit, meaning)                            \
    for (int k = 0; k < (width); k++, at += column_bytes(n, sizeof(type))) \
        s->name[k] = s->room ? memcpy(at, s->name[k], (size_t)s->room * sizeof(type)) : (void *)at;
#include "model/fields.def"
#undef FIELD
    free(s->block);
    s->block = block;
    s->room = n;
    return true;
}

void clast_state_free(clast_state *s)
{
    free(s->block);
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
