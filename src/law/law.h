/* The table of contact laws, made from laws.def. */
#ifndef CLAST_LAW_LAW_H
#define CLAST_LAW_LAW_H

#include "model/law.h"

int clast_law_count(void);
const clast_law *clast_law_at(int index);
const clast_law *clast_law_find(clast_term_kind kind, const char *name); /* NULL when there is none */

#endif
