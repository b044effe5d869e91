/* series.csv: one line per interval with the step, the contacts and every account of the ledger. */
#ifndef CLAST_IO_SERIES_H
#define CLAST_IO_SERIES_H

#include "clast/clast.h"

/* One number of clast_ledger by name; the one list of them for every file that writes the ledger. */
typedef struct clast_series_column {
    const char *name, *unit;
    size_t offset; /* of the double in clast_ledger */
} clast_series_column;

const clast_series_column *clast_series_columns(int *n);
double clast_series_value(const clast_series_column *column, const clast_ledger *ledger);

typedef struct clast_series clast_series;

clast_status clast_series_create(const char *path, clast_series **series, clast_error *error);
/* The line is in the file when this returns. */
clast_status clast_series_line(clast_series *series, const clast_info *info, const clast_ledger *ledger,
                               double coordination, clast_error *error);
void clast_series_free(clast_series *series);

#endif
