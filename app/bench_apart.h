/* Copies of a bed, each on a thread of its own, at the same time: what the machine gives to threads that share nothing but it.
 * No loop of one bed that is shared out among them can be expected to bring more. */
#ifndef CLAST_APP_BENCH_APART_H
#define CLAST_APP_BENCH_APART_H

#include "clast/clast.h"

#include <stdint.h>

enum { BENCH_APART_MOST = 256 };

/* So many steps of every sim; *ms: per step and copy, by the sum of what all of them do in a time. */
clast_status bench_apart_run(clast_sim *const *sims, int n, int64_t steps, double *ms, clast_error *error);

#endif
