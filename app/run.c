/* clast run: a scene in, a directory of results out.
 * Steps are done in chunks that end where a frame or a line of the series is due, and after about a tenth of a second
 * of wall time at the latest, so that Ctrl-C and the progress line answer. */
#include "app.h"
#include "base/clock.h"
#include "format.h"
#include "interrupt.h"
#include "model/scene.h"
#include "options.h"
#include "progress.h"
#include "schedule.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct run {
    app_options options;
    char *directory;
    clast_scene *scene;
    clast_sim *sim;
    clast_results *results;
    app_progress progress;
    double begin; /* wall time at the first step */
} run;

/* ---- where the results go ----------------------------------------------------------------------------------- */

/* results/NAME for a scene file NAME.yaml. */
static char *default_directory(const char *scene)
{
    const char *slash = strrchr(scene, '/'), *name = slash ? slash + 1 : scene;
    const char *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    size_t size = sizeof "results/" + (size_t)length;
    char *directory = malloc(size);
    if (directory)
        snprintf(directory, size, "results/%.*s", length, name);
    return directory;
}

static bool exists(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0;
}

/* An existing directory is refused before anything is computed; the message has a name that is free. */
static int refuse_existing(const char *directory)
{
    int length = (int)strlen(directory);
    while (length > 1 && directory[length - 1] == '/')
        length--;
    size_t size = (size_t)length + 16;
    char *free_name = malloc(size);
    if (!free_name)
        return APP_TROUBLE;
    for (int k = 2; k < 100000; k++) {
        snprintf(free_name, size, "%.*s-%d", length, directory, k);
        if (!exists(free_name))
            break;
    }
    fprintf(stderr, "error: '%s' exists already and nothing is overwritten; take '-o %s' or remove it\n", directory,
            free_name);
    free(free_name);
    return APP_BAD_INPUT;
}

/* ---- the loop ----------------------------------------------------------------------------------------------- */

static clast_status write_due(run *r, bool frame, bool line, clast_error *error)
{
    clast_status status = CLAST_OK;
    if (frame)
        status = clast_results_frame(r->results, r->sim, error);
    if (line && status == CLAST_OK)
        status = clast_results_series(r->results, r->sim, error);
    if (line)
        clast_sim_mark(r->sim);
    return status;
}

/* Aims at chunks of about 0.07 s of wall time; never more than doubles, so one slow chunk is no disaster. */
static int64_t next_chunk(int64_t chunk, int64_t steps, double seconds)
{
    static const double wanted = 0.07;
    if (seconds * 2 * (double)chunk < wanted * (double)steps)
        return chunk < INT64_C(1) << 40 ? 2 * chunk : chunk;
    double fitting = wanted * (double)steps / seconds;
    return fitting > 1 ? (int64_t)fitting : 1;
}

static clast_status step_all(run *r, clast_error *error)
{
    const clast_output *output = &r->scene->output;
    clast_info info = clast_sim_info(r->sim);
    const double every = output->every, series = output->series > 0 ? output->series : every;
    const int64_t last = app_schedule_step(info.end, info.dt);
    int64_t chunk = 1;
    clast_status status = write_due(r, true, true, error);
    while (status == CLAST_OK && info.step < last && !app_interrupt_signal()) {
        int64_t frame = app_schedule_next(every, info.dt, info.step);
        int64_t line = app_schedule_next(series, info.dt, info.step);
        int64_t target = info.step + chunk < last ? info.step + chunk : last;
        target = frame < target ? frame : target;
        target = line < target ? line : target;
        double begin = clock_seconds();
        status = clast_sim_step(r->sim, target - info.step, error);
        if (status != CLAST_OK)
            break;
        chunk = next_chunk(chunk, target - info.step, clock_seconds() - begin);
        status = write_due(r, target == frame, target == line, error);
        info = clast_sim_info(r->sim);
        app_progress_show(&r->progress, r->sim);
    }
    /* the end, wherever it is; a step that was written already is not written twice */
    return status == CLAST_OK ? write_due(r, true, true, error) : status;
}

/* ---- the end ------------------------------------------------------------------------------------------------ */

static void print_stages(const clast_sim *sim, double wall)
{
    clast_stage stages[32];
    int n = clast_sim_stages(sim, stages, 32);
    double rest = wall;
    printf("  time by stage ");
    for (int k = 0; k < n && k < 32; k++) {
        printf(" %s %.0f %%,", stages[k].name, wall > 0 ? 100 * stages[k].seconds / wall : 0);
        rest -= stages[k].seconds;
    }
    printf(" output and rest %.0f %%\n", wall > 0 ? fmax(100 * rest / wall, 0) : 0);
}

static void print_end(const run *r, const char *ending, double wall)
{
    clast_info info = clast_sim_info(r->sim);
    clast_ledger ledger = clast_sim_ledger(r->sim);
    char a[APP_FORMAT], b[APP_FORMAT], c[APP_FORMAT];
    printf("%s at t = %.6g s after %s: %s steps, %s steps/s on %d thread%s\n", ending, info.time,
           app_format_duration(wall, a), app_format_count(info.step, b),
           app_format_rate(wall > 0 ? (double)info.step / wall : NAN, c), info.threads, info.threads == 1 ? "" : "s");
    if (ledger.turnover > 0)
        printf("  energy error   %s of the energy turned over; residual %.3g J of %.3g J; stability %.2g (keep below "
               "1.8)\n",
               app_format_percent(ledger.error, a), ledger.residual, ledger.turnover, ledger.stability_most);
    const clast_convergence passes = clast_sim_convergence(r->sim);
    if (passes.steps > 0)
        printf("  fixed point    %.2f passes per step, %lld at most; %s steps halved, %s not converged\n",
               (double)passes.iterations / (double)passes.steps, (long long)passes.most,
               app_format_count(passes.halved, a), app_format_count(passes.failed, b));
    print_stages(r->sim, wall);
    const char *warnings[8];
    int n = clast_sim_warnings(r->sim, warnings, 8);
    for (int k = 0; k < n && k < 8; k++)
        printf("  warning        %s\n", warnings[k]);
    printf("  results        %s\n", r->directory);
}

/* Steps to the end and closes the results whatever happened. */
static int do_run(run *r)
{
    clast_error error = {0}, second = {0};
    r->begin = clock_seconds();
    app_progress_begin(&r->progress, r->options.quiet);
    clast_status status = step_all(r, &error);
    double wall = clock_seconds() - r->begin;
    app_progress_clear(&r->progress);
    int came = app_interrupt_signal();
    const char *ending = status != CLAST_OK ? "failed" : came ? "interrupted" : "finished";
    clast_status closed = clast_results_finish(r->results, r->sim, ending, wall, &second);
    if (status != CLAST_OK) {
        int exit_status = app_fail(&error, false);
        fprintf(stderr, "What was written until then is in %s\n", r->directory);
        return exit_status;
    }
    if (closed != CLAST_OK)
        return app_fail(&second, false);
    if (!r->options.quiet)
        print_end(r, came ? "Interrupted" : "Finished", wall);
    return came ? APP_SIGNAL + came : APP_OK;
}

/* Everything that can be wrong with the input shows before the directory is made. */
static int prepare(run *r)
{
    clast_error error = {0};
    r->directory = r->options.directory ? strdup(r->options.directory) : default_directory(r->options.scene);
    if (!r->directory)
        return APP_TROUBLE;
    if (exists(r->directory))
        return refuse_existing(r->directory);
    clast_status status = clast_scene_read(r->options.scene, r->options.set, r->options.n_set, &r->scene, &error);
    if (status == CLAST_OK && r->options.threads)
        status = clast_scene_threads(r->scene, r->options.threads);
    if (status == CLAST_OK)
        status = clast_sim_create(r->scene, &r->sim, &error);
    if (status != CLAST_OK)
        return app_fail(&error, true);
    app_interrupt_catch();
    status = clast_results_create(r->directory, r->scene, r->sim, &r->results, &error);
    return status == CLAST_OK ? APP_OK : app_fail(&error, false);
}

int app_run(int argc, char **argv)
{
    run r = {0};
    int status = APP_BAD_INPUT;
    if (app_options_read("run", argc, argv, &r.options)) {
        status = prepare(&r);
        if (status == APP_OK)
            status = do_run(&r);
    }
    clast_results_free(r.results);
    clast_sim_free(r.sim);
    clast_scene_free(r.scene);
    free(r.directory);
    app_options_free(&r.options);
    return status;
}
