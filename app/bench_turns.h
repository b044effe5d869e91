/* Two runs of one bed by turns, some hundred steps each, so that what disturbs the machine meets both. Bits depend on neither
 * threads nor ledger, so in every turn both go the same way. */
#ifndef CLAST_APP_BENCH_TURNS_H
#define CLAST_APP_BENCH_TURNS_H

#include "clast/clast.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct bench_turns {
    int64_t steps;   /* of each run, in all */
    int64_t each, n; /* steps of a turn; how many turns */
    double (*ms)[2]; /* per step, of both runs, per turn */
} bench_turns;

clast_status bench_turns_run(clast_sim *const sim[2], bench_turns *turns, clast_error *error);
void bench_turns_print(const bench_turns *turns, const char *name, const char *beside, int threads, bool json);
void bench_turns_free(bench_turns *turns);

#endif
