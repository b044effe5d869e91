#include "io/breaks.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/text.h"

struct clast_breaks {
    FILE *file;
    char path[];
};

static clast_status push(clast_breaks *breaks, clast_error *error)
{
    if (fflush(breaks->file) == 0 && !ferror(breaks->file))
        return CLAST_OK;
    return clast_fail(error, CLAST_FILE, "cannot write '%s': %s", breaks->path, strerror(errno));
}

clast_status clast_breaks_create(const char *path, clast_breaks **breaks, clast_error *error)
{
    *breaks = NULL;
    clast_breaks *made = malloc(sizeof *made + strlen(path) + 1);
    if (!made)
        return clast_fail_memory(error);
    strcpy(made->path, path);
    made->file = fopen(path, "wxe");
    if (!made->file) {
        clast_fail(error, CLAST_FILE, "cannot create '%s': %s", path, strerror(errno));
        free(made);
        return CLAST_FILE;
    }
    fputs("time [s],body_a,body_b,sphere_a,sphere_b,energy [J],by\n", made->file);
    clast_status status = push(made, error);
    if (status) {
        clast_breaks_free(made);
        return status;
    }
    *breaks = made;
    return CLAST_OK;
}

clast_status clast_breaks_lines(clast_breaks *breaks, const clast_break *list, size_t n, clast_error *error)
{
    for (size_t k = 0; k < n; k++) {
        const clast_break *b = &list[k];
        char time[CLAST_TEXT_NUMBER], energy[CLAST_TEXT_NUMBER];
        fprintf(breaks->file, "%s,%" PRId64 ",%" PRId64 ",%" PRId32 ",%" PRId32 ",%s,%s\n",
                clast_text_number(b->time, time), b->body[0], b->body[1], b->sphere[0], b->sphere[1],
                clast_text_number(b->energy, energy), b->shear ? "shear" : "tension");
    }
    return push(breaks, error);
}

void clast_breaks_free(clast_breaks *breaks)
{
    if (!breaks)
        return;
    fclose(breaks->file);
    free(breaks);
}
