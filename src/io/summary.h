/* summary.json: how a run ended, its size, speed, accounts and fingerprint, for people and for scripts. */
#ifndef CLAST_IO_SUMMARY_H
#define CLAST_IO_SUMMARY_H

#include "clast/clast.h"

typedef struct clast_summary {
    const char *version; /* of clast */
    const char *title;   /* may be NULL */
    const char *ending;  /* finished, interrupted, failed */
    double wall_seconds;
    clast_info info;
    clast_ledger ledger;
    clast_convergence convergence; /* steps 0: an explicit run, and nothing is said of it */
    double coordination;
    uint64_t hash;
    int64_t frames;
    const clast_stage *stages;
    int n_stages;
    const char *const *warnings;
    int n_warnings;
} clast_summary;

clast_status clast_summary_write(const char *path, const clast_summary *summary, clast_error *error);

#endif
