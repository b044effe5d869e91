/* clast verify: runs the papers' cases and says what was published, what is right and what comes out here. */
#include "verify/verify.h"
#include "app.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>

static const verify_group *find(const char *name)
{
    for (int k = 0; k < verify_count(); k++)
        if (strcmp(verify_at(k)->name, name) == 0)
            return verify_at(k);
    return NULL;
}

static int complain_group(const char *name)
{
    const char *names[16];
    int n = 0;
    for (; n < verify_count() && n < 16; n++)
        names[n] = verify_at(n)->name;
    const char *near = clast_nearest(name, names, n);
    fprintf(stderr, "clast verify: error: there is no group '%s'; ", name);
    if (near)
        fprintf(stderr, "did you mean '%s'? ", near);
    fprintf(stderr, "groups:");
    for (int k = 0; k < n; k++)
        fprintf(stderr, " %s", names[k]);
    fputc('\n', stderr);
    return APP_BAD_INPUT;
}

int app_verify(int argc, char **argv)
{
    static const char *const options[] = {"--quick", "--json"};
    bool quick = false, json = false;
    const verify_group *group = NULL;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0)
            quick = true;
        else if (strcmp(argv[i], "--json") == 0)
            json = true;
        else if (argv[i][0] == '-') {
            const char *near = clast_nearest(argv[i], options, 2);
            fprintf(stderr, "clast verify: error: unknown option '%s'; %s%s%s\n", argv[i], near ? "did you mean '" : "",
                    near ? near : "'clast help verify' lists them", near ? "'?" : "");
            return APP_BAD_INPUT;
        } else if (group) {
            fprintf(stderr, "clast verify: error: one group at a time; '%s' is too many\n", argv[i]);
            return APP_BAD_INPUT;
        } else if (!(group = find(argv[i])))
            return complain_group(argv[i]);
    }
    int failed = verify_run(group, quick, json, stdout, stderr);
    if (failed < 0)
        fprintf(stderr, "clast verify: error: memory is used up\n");
    return failed == 0 && fflush(stdout) == 0 ? APP_OK : APP_TROUBLE;
}
