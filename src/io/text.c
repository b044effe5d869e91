#include "io/text.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *clast_text_number(double value, char out[CLAST_TEXT_NUMBER])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, CLAST_TEXT_NUMBER, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            break;
    }
    char *comma = strchr(out, ',');
    if (comma)
        *comma = '.';
    return out;
}

clast_status clast_text_replace(const char *path, const char *text, size_t length, clast_error *error)
{
    char *temporary = malloc(strlen(path) + sizeof ".new");
    if (!temporary)
        return clast_fail_memory(error);
    strcpy(temporary, path);
    strcat(temporary, ".new");
    clast_status status = CLAST_OK;
    FILE *file = fopen(temporary, "wb");
    bool good = file && fwrite(text, 1, length, file) == length;
    if (file)
        good = fclose(file) == 0 && good;
    if (!good || rename(temporary, path) != 0) {
        status = clast_fail(error, CLAST_FILE, "cannot write '%s': %s", path, strerror(errno));
        unlink(temporary);
    }
    free(temporary);
    return status;
}

clast_status clast_text_reserve(const char *path, size_t bytes, clast_error *error)
{
    int file = open(path, O_WRONLY | O_CREAT, 0666);
    if (file < 0)
        return clast_fail(error, CLAST_FILE, "cannot write '%s': %s", path, strerror(errno));
    struct stat now;
    int trouble = fstat(file, &now) == 0 ? posix_fallocate(file, now.st_size, (off_t)(bytes ? bytes : 1)) : errno;
    if (trouble && trouble != EINVAL && trouble != EOPNOTSUPP) {
        /* what was given to the file before the room ran out goes back */
        if (ftruncate(file, now.st_size) != 0)
            trouble = errno;
    } else
        trouble = 0; /* done, or a file system that cannot say */
    close(file);
    if (trouble)
        return clast_fail(error, CLAST_FILE, "cannot write %.3g MB more to '%s': %s", (double)bytes * 1e-6, path,
                          strerror(trouble));
    return CLAST_OK;
}
