/* The papers' cases as numbers. A group is a table of cases; a case is some independent runs; a run gives rows
 * "published / reference / here". Cases hold their own definition, reference values and tolerances; running them side
 * by side is in verify.c, printing in report.c. docs/verify.md says what each case shows. */
#ifndef CLAST_VERIFY_VERIFY_H
#define CLAST_VERIFY_VERIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { VERIFY_TEXT = 72 };

typedef struct verify_row {
    char quantity[VERIFY_TEXT];
    double published;  /* NAN: the paper has none */
    double reference;  /* what is to come out */
    double value;      /* what came out; NAN: nothing did */
    double tolerance;  /* |value - reference| at most; too good fails as well */
    bool as_published; /* the published number must be that near, too */
    const char *open;  /* why it may fail for now: shown and counted, but not as a failure; NULL: it may not */
    const char *note;  /* why it differs from the paper; NULL: it does not, or there is nothing to say */
} verify_row;

typedef struct verify_rows {
    verify_row *list;
    size_t n, room;
    bool lost; /* memory was used up: rows are missing */
} verify_rows;

typedef struct verify_case {
    const char *name, *about;
    int n_runs;
    double seconds;               /* a run takes about this long; long ones are started first */
    void *(*prepare)(bool quick); /* what the runs share, for free(); NULL: nothing */
    void (*run)(int index, bool quick, const void *shared, verify_rows *rows);
} verify_case;

typedef struct verify_group {
    const char *name, *about;
    const verify_case *const *cases;
    int n_cases;
} verify_group;

/* What came of a case: the rows of its runs, in their order. */
typedef struct verify_result {
    const verify_group *group;
    const verify_case *what;
    verify_rows *runs;
} verify_result;

/* The groups there are. */
int verify_count(void);
const verify_group *verify_at(int index);

/* Runs a group, or all of them (NULL), and prints a table or JSON on out; progress on log. Returns the number of rows
 * that fail and are not marked open, or -1 when memory is used up. */
int verify_run(const verify_group *group, bool quick, bool json, FILE *out, FILE *log);

/* Adds a row; the rest is its quantity, as for printf. */
void verify_add(verify_rows *rows, verify_row row, const char *quantity, ...) __attribute__((format(printf, 3, 4)));
bool verify_pass(const verify_row *row);

void verify_print_table(const verify_result *results, int n, FILE *out);
void verify_print_json(const verify_result *results, int n, FILE *out);

#endif
