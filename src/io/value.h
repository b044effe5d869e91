/* Reading the value of one key, by its row of the key table. */
#ifndef CLAST_IO_VALUE_H
#define CLAST_IO_VALUE_H

#include "io/section.h"

clast_status clast_value_read(clast_reader *r, const clast_key_row *key, const clast_node *node, void *out);
/* Puts the row's default there: read like the user's own text. */
clast_status clast_value_fallback(clast_reader *r, const clast_key_row *key, void *out);

#endif
