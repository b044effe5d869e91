/* breaks.csv: one line for every bond that broke. */
#ifndef CLAST_IO_BREAKS_H
#define CLAST_IO_BREAKS_H

#include "clast/clast.h"

typedef struct clast_breaks clast_breaks;

clast_status clast_breaks_create(const char *path, clast_breaks **breaks, clast_error *error);
/* The lines are in the file when this returns. */
clast_status clast_breaks_lines(clast_breaks *breaks, const clast_break *list, size_t n, clast_error *error);
void clast_breaks_free(clast_breaks *breaks);

#endif
