/* Runs of one bed by turns, some hundred steps each, so that what disturbs the machine meets all. Bits depend on neither
 * threads nor ledger, so in every turn all go the same way. */
#ifndef CLAST_APP_BENCH_TURNS_H
#define CLAST_APP_BENCH_TURNS_H

#include "clast/clast.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct bench_turns {
    int64_t steps;   /* of each run, in all */
    int64_t each, n; /* steps of a turn; how many turns */
    double (*ms)[3]; /* per step, of both runs and of the copies, per turn */
} bench_turns;

/* The two that are compared; and, at the same time and each on one thread, copies (bench_apart.h). */
typedef struct bench_sims {
    clast_sim *one, *other, **copies;
    int n_copies; /* 0: none */
} bench_sims;

clast_status bench_turns_run(const bench_sims *sims, bench_turns *turns, clast_error *error);
void bench_turns_print(const bench_turns *turns, const char *name, const char *beside, int threads, bool json);
void bench_turns_free(bench_turns *turns);

#endif
