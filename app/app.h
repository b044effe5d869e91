/* The program's parts: one function a subcommand, given the words behind its name. Each returns the exit status. */
#ifndef CLAST_APP_APP_H
#define CLAST_APP_APP_H

#include "clast/clast.h"

enum {
    APP_OK = 0,
    APP_TROUBLE = 1,   /* the system: disk full, no memory */
    APP_BAD_INPUT = 2, /* the scene or the command line; nothing was written */
    APP_UNSTABLE = 3,  /* the run went wrong */
    APP_SIGNAL = 128   /* plus the number of the signal that ended the run */
};

int app_run(int argc, char **argv);
int app_check(int argc, char **argv);
int app_list(int argc, char **argv);
int app_verify(int argc, char **argv);
int app_bench(int argc, char **argv);

/* Prints the error and returns the exit status that goes with it. before_run: also unreadable files are bad input. */
int app_fail(const clast_error *error, bool before_run);

#endif
