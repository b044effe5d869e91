#include "io/series.h"

#include "base/error.h"
#include "io/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMN(member, unit)                          \
    {                                                 \
#member, unit, offsetof(clast_ledger, member) \
    }

static const clast_series_column columns[] = {
    COLUMN(time, "s"), /* first: it also begins the line */
    COLUMN(kinetic, "J"),
    COLUMN(rotational, "J"),
    COLUMN(gravity, "J"),
    COLUMN(normal_stored, "J"),
    COLUMN(tangential_stored, "J"),
    COLUMN(friction, "J"),
    COLUMN(changing_stiffness, "J"),
    COLUMN(normal_damping, "J"),
    COLUMN(tangential_damping, "J"),
    COLUMN(rolling_stored, "J"),
    COLUMN(rolling_loss, "J"),
    COLUMN(cohesion, "J"),
    COLUMN(bond_stored, "J"),
    COLUMN(bond_broken, "J"),
    COLUMN(local_damping, "J"),
    COLUMN(global_damping, "J"),
    COLUMN(near_field, "J"),
    COLUMN(drag, "J"),
    COLUMN(magnus, "J"),
    COLUMN(wall_work, "J"),
    COLUMN(fluid_work, "J"),
    COLUMN(load_work, "J"),
    COLUMN(residual, "J"),
    COLUMN(tangential_check, "J"),
    COLUMN(damping_check, "J"),
    COLUMN(turnover, "J"),
    COLUMN(error, "1"),
    COLUMN(stability, "1"),
};

enum { COLUMNS = sizeof columns / sizeof *columns };
_Static_assert(COLUMNS * sizeof(double) == sizeof(clast_ledger), "every member of clast_ledger needs a column");

struct clast_series {
    FILE *file;
    char path[];
};

const clast_series_column *clast_series_columns(int *n)
{
    *n = COLUMNS;
    return columns;
}

double clast_series_value(const clast_series_column *column, const clast_ledger *ledger)
{
    double value;
    memcpy(&value, (const char *)ledger + column->offset, sizeof value);
    return value;
}

/* Hands the line over to the system; a full disk shows here. */
static clast_status push(clast_series *series, clast_error *error)
{
    if (fflush(series->file) == 0 && !ferror(series->file))
        return CLAST_OK;
    return clast_fail(error, CLAST_FILE, "cannot write '%s': %s", series->path, strerror(errno));
}

clast_status clast_series_create(const char *path, clast_series **series, clast_error *error)
{
    *series = NULL;
    clast_series *made = malloc(sizeof *made + strlen(path) + 1);
    if (!made)
        return clast_fail_memory(error);
    strcpy(made->path, path);
    made->file = fopen(path, "wxe");
    if (!made->file) {
        clast_fail(error, CLAST_FILE, "cannot create '%s': %s", path, strerror(errno));
        free(made);
        return CLAST_FILE;
    }
    fputs("time [s],step,contacts,coordination", made->file);
    for (int k = 1; k < COLUMNS; k++)
        fprintf(made->file, strcmp(columns[k].unit, "1") == 0 ? ",%s" : ",%s [%s]", columns[k].name, columns[k].unit);
    fputc('\n', made->file);
    clast_status status = push(made, error);
    if (status != CLAST_OK) {
        clast_series_free(made);
        return status;
    }
    *series = made;
    return CLAST_OK;
}

clast_status clast_series_line(clast_series *series, const clast_info *info, const clast_ledger *ledger,
                               double coordination, clast_error *error)
{
    char number[CLAST_TEXT_NUMBER];
    fputs(clast_text_number(ledger->time, number), series->file);
    fprintf(series->file, ",%" PRId64 ",%" PRId64 ",%s", info->step, info->contacts,
            clast_text_number(coordination, number));
    for (int k = 1; k < COLUMNS; k++) {
        fputc(',', series->file);
        fputs(clast_text_number(clast_series_value(&columns[k], ledger), number), series->file);
    }
    fputc('\n', series->file);
    return push(series, error);
}

void clast_series_free(clast_series *series)
{
    if (!series)
        return;
    fclose(series->file);
    free(series);
}
