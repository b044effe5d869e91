#include "bench_turns.h"

#include "bench_apart.h"

#include "base/clock.h"
#include "base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { ONE, OTHER, COPIES, RUNS };

static clast_status time_turn(const bench_sims *sims, int which, int64_t steps, double *ms, clast_error *error)
{
    if (which == COPIES)
        return bench_apart_run(sims->copies, sims->n_copies, steps, ms, error);
    const double start = clock_seconds();
    clast_status status = clast_sim_step(which == ONE ? sims->one : sims->other, steps, error);
    *ms = 1e3 * (clock_seconds() - start) / (double)steps;
    return status;
}

/* Who goes first changes from turn to turn. */
clast_status bench_turns_run(const bench_sims *sims, bench_turns *turns, clast_error *error)
{
    enum { WARM = 20, EACH = 200 }; /* no fewer: the last step of a turn costs more, since somebody may look */
    const int runs = sims->n_copies ? RUNS : COPIES;
    clast_status status = CLAST_OK;
    double ms;
    for (int which = 0; which < runs && !status; which++)
        status = time_turn(sims, which, WARM, &ms, error);
    if (status)
        return status;
    turns->each = turns->steps < EACH ? turns->steps : EACH;
    turns->n = turns->steps / turns->each;
    turns->ms = calloc((size_t)turns->n, sizeof *turns->ms);
    if (!turns->ms)
        return clast_fail_memory(error);
    for (int64_t k = 0; k < turns->n && !status; k++)
        for (int j = 0; j < runs && !status; j++) {
            const int which = (int)((k + j) % runs);
            status = time_turn(sims, which, turns->each, &turns->ms[k][which], error);
        }
    return status;
}

static int ascending(const void *p, const void *q)
{
    const double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

/* Least and median over all turns of what run k takes; over: as a share of the first one's. */
static void sum_up(const bench_turns *turns, int k, bool over, double *least, double *median)
{
    double *const sorted = malloc((size_t)turns->n * sizeof *sorted);
    *least = *median = 0;
    for (int64_t i = 0; sorted && i < turns->n; i++)
        sorted[i] = turns->ms[i][k] / (over ? turns->ms[i][ONE] : 1);
    if (sorted) {
        qsort(sorted, (size_t)turns->n, sizeof *sorted, ascending);
        *least = sorted[0];
        *median = sorted[turns->n / 2];
    }
    free(sorted);
}

static void print_json(const bench_turns *turns, const char *name, const char *beside, int threads)
{
    const bool apart = turns->ms[0][COPIES] > 0;
    printf("{\"case\": \"%s\", \"beside\": \"%s\", \"threads\": %d, \"steps_each\": %" PRId64 ", \"pairs\": [", name,
           beside, threads, turns->each);
    for (int64_t k = 0; k < turns->n; k++)
        printf("%s[%.6g, %.6g]", k ? ", " : "", turns->ms[k][ONE], turns->ms[k][OTHER]);
    printf("]%s", apart ? ", \"apart\": [" : "}\n");
    for (int64_t k = 0; k < turns->n && apart; k++)
        printf("%s%.6g", k ? ", " : "", turns->ms[k][COPIES]);
    printf("%s", apart ? "]}\n" : "");
}

static void print_run(const bench_turns *turns, int k, const char *what, double *best)
{
    double median;
    sum_up(turns, k, false, best, &median);
    printf("  %-12s best %.4g, median %.4g ms per step\n", what, *best, median);
}

void bench_turns_print(const bench_turns *turns, const char *name, const char *beside, int threads, bool json)
{
    double best[RUNS], least, pairs, apart;
    if (json) {
        print_json(turns, name, beside, threads);
        return;
    }
    const bool of_threads = beside[0] == 't';
    printf("%s, %lld turns of %lld steps each:\n", name, (long long)turns->n, (long long)turns->each);
    print_run(turns, ONE, of_threads ? "one thread" : "no ledger", &best[ONE]);
    print_run(turns, OTHER, of_threads ? "threads" : "ledger", &best[OTHER]);
    sum_up(turns, OTHER, true, &least, &pairs);
    sum_up(turns, COPIES, true, &least, &apart);
    if (!of_threads) {
        printf("  the ledger costs %.1f %% by the best turns, %.1f %% by the median of pairs\n",
               100 * (best[OTHER] / best[ONE] - 1), 100 * (pairs - 1));
        return;
    }
    printf("  %d threads over one: %.3g by the best turns, %.3g by the median of pairs\n", threads,
           best[ONE] / best[OTHER], 1 / pairs);
    if (apart > 0)
        printf("  %d copies at the same time, which share nothing, over one: %.3g by the median\n", threads, 1 / apart);
}

void bench_turns_free(bench_turns *turns) { free(turns->ms); }
