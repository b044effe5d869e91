#include "law/law.h"

#include <string.h>

#define LAW(object) extern const clast_law object;
#include "law/laws.def"
#undef LAW

static const clast_law *const table[] = {
#define LAW(object) &(object),
#include "law/laws.def"
#undef LAW
};

int clast_law_count(void) { return (int)(sizeof table / sizeof *table); }

const clast_law *clast_law_at(int index) { return table[index]; }

const clast_law *clast_law_find(clast_term_kind kind, const char *name)
{
    for (int k = 0; k < clast_law_count(); k++)
        if (table[k]->kind == kind && strcmp(table[k]->name, name) == 0)
            return table[k];
    return NULL;
}
