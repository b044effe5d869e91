/* The groups, and running their cases side by side: every run is one task, and the output's order does not depend on
 * which ends first. */
#include "verify/verify.h"

#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/pool.h"
#include "verify/campello.h"
#include "verify/contact.h"
#include "verify/rotation.h"

static const verify_group *const groups[] = {&verify_rotation, &verify_contact, &verify_campello};

int verify_count(void) { return (int)(sizeof groups / sizeof *groups); }

const verify_group *verify_at(int index) { return groups[index]; }

void verify_add(verify_rows *rows, verify_row row, const char *quantity, ...)
{
    va_list arguments;
    va_start(arguments, quantity);
    vsnprintf(row.quantity, sizeof row.quantity, quantity, arguments);
    va_end(arguments);
    if (!ARRAY_RESERVE(rows->list, rows->room, rows->n + 1)) {
        rows->lost = true;
        return;
    }
    rows->list[rows->n++] = row;
}

bool verify_pass(const verify_row *row)
{
    /* written so that what is not a number fails */
    bool near = fabs(row->value - row->reference) <= row->tolerance;
    return near && (!row->as_published || fabs(row->value - row->published) <= row->tolerance);
}

/* ---- the runs as a list of tasks ---- */

typedef struct task {
    int result, run;
    double seconds;
} task;

typedef struct plan {
    verify_result *results;
    int n_results;
    void **shared; /* per result */
    int *left;     /* per result: runs that have not ended */
    double *spent; /* per result: seconds of all its runs */
    task *tasks;
    int n_tasks;

    bool quick, terminal;
    FILE *log;
    _Atomic int next; /* the task to be taken next */
    int ended;        /* tasks; under the lock, as left and spent */
    pthread_mutex_t lock;
} plan;

static int longest_first(const void *a, const void *b)
{
    const task *x = a, *y = b;
    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? 1 : -1;
    if (x->result != y->result)
        return x->result - y->result;
    return x->run - y->run;
}

static void count(const verify_group *only, int *n_cases, int *n_runs)
{
    *n_cases = *n_runs = 0;
    for (int g = 0; g < verify_count(); g++)
        for (int k = 0; (!only || only == groups[g]) && k < groups[g]->n_cases; k++) {
            ++*n_cases;
            *n_runs += groups[g]->cases[k]->n_runs;
        }
}

static bool make_plan(const verify_group *only, plan *p)
{
    int n_cases, n_runs;
    count(only, &n_cases, &n_runs);
    p->results = calloc((size_t)n_cases + 1, sizeof *p->results);
    p->shared = calloc((size_t)n_cases + 1, sizeof *p->shared);
    p->left = calloc((size_t)n_cases + 1, sizeof *p->left);
    p->spent = calloc((size_t)n_cases + 1, sizeof *p->spent);
    p->tasks = calloc((size_t)n_runs + 1, sizeof *p->tasks);
    if (!p->results || !p->shared || !p->left || !p->spent || !p->tasks)
        return false;
    for (int g = 0; g < verify_count(); g++)
        for (int k = 0; (!only || only == groups[g]) && k < groups[g]->n_cases; k++) {
            const verify_case *c = groups[g]->cases[k];
            int at = p->n_results++;
            p->left[at] = c->n_runs;
            p->results[at] = (verify_result){groups[g], c, calloc((size_t)c->n_runs + 1, sizeof(verify_rows))};
            if (!p->results[at].runs)
                return false;
            for (int run = 0; run < c->n_runs; run++)
                p->tasks[p->n_tasks++] = (task){at, run, c->seconds};
        }
    qsort(p->tasks, (size_t)p->n_tasks, sizeof *p->tasks, longest_first);
    return true;
}

static void free_plan(plan *p)
{
    for (int k = 0; k < p->n_results; k++) {
        for (int run = 0; p->results[k].runs && run < p->results[k].what->n_runs; run++)
            free(p->results[k].runs[run].list);
        free(p->results[k].runs);
        free(p->shared[k]);
    }
    free(p->results);
    free(p->shared);
    free(p->left);
    free(p->spent);
    free(p->tasks);
}

/* ---- running ---- */

typedef struct counts {
    int rows, failed, open;
    bool lost;
} counts;

static counts count_rows(const verify_result *result)
{
    counts c = {0};
    for (int run = 0; run < result->what->n_runs; run++) {
        const verify_rows *rows = &result->runs[run];
        c.lost |= rows->lost;
        c.rows += (int)rows->n;
        for (size_t k = 0; k < rows->n; k++) {
            c.failed += !verify_pass(&rows->list[k]) && !rows->list[k].open;
            c.open += !verify_pass(&rows->list[k]) && rows->list[k].open;
        }
    }
    return c;
}

/* One line when a case has ended; on a terminal also a line that counts the runs. */
static void say(const plan *p, int result)
{
    if (p->terminal)
        fputs("\r\033[K", p->log);
    if (p->left[result] == 0) {
        const verify_result *r = &p->results[result];
        counts c = count_rows(r);
        fprintf(p->log, "%s %s: %s: %d rows, ", r->group->name, r->what->name, r->what->about, c.rows);
        fprintf(p->log, c.failed ? "%d fail" : "all pass", c.failed);
        if (c.open)
            fprintf(p->log, " but %d open", c.open);
        fprintf(p->log, " (%.1f s)\n", p->spent[result]);
    }
    if (p->terminal && p->ended < p->n_tasks)
        fprintf(p->log, "%d of %d runs", p->ended, p->n_tasks);
    fflush(p->log);
}

/* What each thread does: the next task, as long as there is one. */
static void work(void *context, int64_t first, int64_t last)
{
    (void)first, (void)last;
    plan *p = context;
    for (int k = atomic_fetch_add(&p->next, 1); k < p->n_tasks; k = atomic_fetch_add(&p->next, 1)) {
        const task *t = &p->tasks[k];
        const verify_result *r = &p->results[t->result];
        double begin = clock_seconds();
        r->what->run(t->run, p->quick, p->shared[t->result], &r->runs[t->run]);
        pthread_mutex_lock(&p->lock);
        p->left[t->result]--;
        p->spent[t->result] += clock_seconds() - begin;
        p->ended++;
        if (p->log)
            say(p, t->result);
        pthread_mutex_unlock(&p->lock);
    }
}

static void run_tasks(plan *p, bool quick, FILE *log)
{
    p->quick = quick;
    p->log = log;
    p->terminal = log && isatty(fileno(log));
    for (int k = 0; k < p->n_results; k++)
        if (p->results[k].what->prepare)
            p->shared[k] = p->results[k].what->prepare(quick);
    int threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    clast_pool *pool = clast_pool_create(threads); /* without one the caller does it alone */
    pthread_mutex_init(&p->lock, NULL);
    clast_pool_for(pool, threads, 1, work, p);
    pthread_mutex_destroy(&p->lock);
    clast_pool_free(pool);
}

int verify_run(const verify_group *group, bool quick, bool json, FILE *out, FILE *log)
{
    plan p = {0};
    int failed = -1;
    if (make_plan(group, &p)) {
        run_tasks(&p, quick, log);
        failed = 0;
        bool lost = false;
        for (int k = 0; k < p.n_results; k++) {
            counts c = count_rows(&p.results[k]);
            failed += c.failed;
            lost |= c.lost;
        }
        (json ? verify_print_json : verify_print_table)(p.results, p.n_results, out);
        failed = lost ? -1 : failed;
    }
    free_plan(&p);
    return failed;
}
