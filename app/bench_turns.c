#include "bench_turns.h"

#include "base/clock.h"
#include "base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static clast_status time_turn(clast_sim *sim, int64_t steps, double *ms, clast_error *error)
{
    const double start = clock_seconds();
    clast_status status = clast_sim_step(sim, steps, error);
    *ms = 1e3 * (clock_seconds() - start) / (double)steps;
    return status;
}

/* Who goes first changes from turn to turn. */
clast_status bench_turns_run(clast_sim *const sim[2], bench_turns *turns, clast_error *error)
{
    enum { WARM = 20, EACH = 200 }; /* no fewer: the last step of a turn costs more, since somebody may look */
    clast_status status = clast_sim_step(sim[0], WARM, error);
    if (!status)
        status = clast_sim_step(sim[1], WARM, error);
    if (status)
        return status;
    turns->each = turns->steps < EACH ? turns->steps : EACH;
    turns->n = turns->steps / turns->each;
    turns->ms = malloc((size_t)turns->n * sizeof *turns->ms);
    if (!turns->ms)
        return clast_fail_memory(error);
    for (int64_t k = 0; k < turns->n && !status; k++)
        for (int j = 0; j < 2 && !status; j++) {
            const int which = (int)((k + j) % 2);
            status = time_turn(sim[which], turns->each, &turns->ms[k][which], error);
        }
    return status;
}

static int ascending(const void *p, const void *q)
{
    const double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

/* Best and median of run k, or (k = 2) least and median of the ratios of the second to the first. */
static void sum_up(const bench_turns *turns, int k, double *least, double *median)
{
    double *const sorted = malloc((size_t)turns->n * sizeof *sorted);
    *least = *median = 0;
    for (int64_t i = 0; sorted && i < turns->n; i++)
        sorted[i] = k == 2 ? turns->ms[i][1] / turns->ms[i][0] : turns->ms[i][k];
    if (sorted) {
        qsort(sorted, (size_t)turns->n, sizeof *sorted, ascending);
        *least = sorted[0];
        *median = sorted[turns->n / 2];
    }
    free(sorted);
}

void bench_turns_print(const bench_turns *turns, const char *name, const char *beside, int threads, bool json)
{
    double best[3], median[3];
    for (int k = 0; k < 3; k++)
        sum_up(turns, k, &best[k], &median[k]);
    if (json) {
        printf("{\"case\": \"%s\", \"beside\": \"%s\", \"threads\": %d, \"steps_each\": %" PRId64 ", \"pairs\": [",
               name, beside, threads, turns->each);
        for (int64_t k = 0; k < turns->n; k++)
            printf("%s[%.6g, %.6g]", k ? ", " : "", turns->ms[k][0], turns->ms[k][1]);
        printf("]}\n");
        return;
    }
    const bool of_threads = beside[0] == 't';
    printf("%s, %lld turns of %lld steps each:\n", name, (long long)turns->n, (long long)turns->each);
    printf("  %-12s best %.4g, median %.4g ms per step\n", of_threads ? "one thread" : "no ledger", best[0], median[0]);
    printf("  %-12s best %.4g, median %.4g ms per step\n", of_threads ? "threads" : "ledger", best[1], median[1]);
    if (of_threads)
        printf("  %d threads over one: %.3g by the best turns, %.3g by the median of pairs\n", threads,
               best[0] / best[1], 1 / median[2]);
    else
        printf("  the ledger costs %.1f %% by the best turns, %.1f %% by the median of pairs\n",
               100 * (best[1] / best[0] - 1), 100 * (median[2] - 1));
}

void bench_turns_free(bench_turns *turns) { free(turns->ms); }
