/* The command line: options from one table, with help and "did you mean" for each subcommand. */
#ifndef CLAST_APP_OPTIONS_H
#define CLAST_APP_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct app_options {
    const char *scene;
    const char *directory; /* NULL: not given */
    const char **set;      /* assignments "path=value"; --until is one of them */
    int n_set;
    char *until; /* the text of that one */
    int threads; /* 0: not given */
    bool quiet;
} app_options;

/* Reads the words behind the subcommand. On a mistake prints it and returns false. Free in both cases. */
bool app_options_read(const char *command, int argc, char **argv, app_options *options);
void app_options_free(app_options *options);

/* Lists the options of a subcommand. */
void app_options_help(const char *command, FILE *out);

#endif
