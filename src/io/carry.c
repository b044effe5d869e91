#include "io/carry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"

static bool below(const char *name)
{
    if (name[0] == '/' || strncmp(name, "../", 3) == 0)
        return false;
    return !strstr(name, "/../");
}

static clast_status make_folders(char *path, size_t from, clast_error *error)
{
    for (char *slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const int made = mkdir(path, 0777);
        const int reason = errno;
        *slash = '/';
        if (made != 0 && reason != EEXIST)
            return clast_fail(error, CLAST_FILE, "cannot make the folders of '%s': %s", path, strerror(reason));
    }
    return CLAST_OK;
}

static clast_status copy(const char *from, const char *to, clast_error *error)
{
    char buffer[1 << 16];
    FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wbx") : NULL;
    bool good = in && out;
    for (size_t n; good && (n = fread(buffer, 1, sizeof buffer, in)) > 0;)
        good = fwrite(buffer, 1, n, out) == n;
    good = good && !ferror(in);
    const int reason = errno;
    if (in)
        fclose(in);
    if (out)
        good = fclose(out) == 0 && good;
    else if (reason == EEXIST)
        return CLAST_OK; /* named twice */
    return good ? CLAST_OK : clast_fail(error, CLAST_FILE, "cannot copy '%s' to '%s': %s", from, to, strerror(reason));
}

clast_status clast_carry_files(const clast_scene *scene, const char *directory, clast_error *error)
{
    clast_status status = CLAST_OK;
    const size_t start = strlen(directory) + 1;
    for (size_t k = 0; k < scene->n_mentions && !status; k++) {
        const clast_mention *mention = &scene->mentions[k];
        if (!below(mention->name))
            continue;
        const size_t size = start + strlen(mention->name) + 1;
        char *to = malloc(size);
        if (!to)
            return clast_fail_memory(error);
        snprintf(to, size, "%s/%s", directory, mention->name);
        status = make_folders(to, start, error);
        if (!status)
            status = copy(mention->path, to, error);
        free(to);
    }
    return status;
}
