#include "bench_apart.h"

#include "base/clock.h"
#include "base/error.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { WAIT, GO, LEAVE };

typedef struct copy {
    clast_sim *sim;
    int64_t steps;
    _Atomic int *gate; /* opened when all threads are there, so that they have as much of the machine from the start */
    double seconds;
    clast_status status;
    clast_error error;
} copy;

static void *go(void *context)
{
    copy *const own = context;
    while (atomic_load(own->gate) == WAIT)
        sched_yield();
    if (atomic_load(own->gate) == LEAVE)
        return NULL;
    const double start = clock_seconds();
    own->status = clast_sim_step(own->sim, own->steps, &own->error);
    own->seconds = clock_seconds() - start;
    return NULL;
}

/* The caller goes through the last copy itself. */
static clast_status run_all(copy *copies, int n, _Atomic int *gate, clast_error *error)
{
    pthread_t thread[BENCH_APART_MOST];
    int made = 0;
    for (int k = 0; k < n; k++)
        copies[k].gate = gate;
    while (made < n - 1 && pthread_create(&thread[made], NULL, go, &copies[made]) == 0)
        made++;
    atomic_store(gate, made == n - 1 ? GO : LEAVE);
    go(&copies[n - 1]);
    for (int k = 0; k < made; k++)
        pthread_join(thread[k], NULL);
    return made == n - 1 ? CLAST_OK
                         : clast_fail(error, CLAST_NO_MEMORY, "no thread could be had for copy %d of %d", made + 1, n);
}

clast_status bench_apart_run(clast_sim *const *sims, int n, int64_t steps, double *ms, clast_error *error)
{
    copy copies[BENCH_APART_MOST];
    _Atomic int gate = WAIT;
    double rate = 0;
    for (int k = 0; k < n; k++)
        copies[k] = (copy){.sim = sims[k], .steps = steps};
    clast_status status = run_all(copies, n, &gate, error);
    for (int k = 0; k < n && !status; k++) {
        status = copies[k].status;
        if (status)
            *error = copies[k].error;
        rate += (double)steps / copies[k].seconds;
    }
    *ms = 1e3 / rate;
    return status;
}
