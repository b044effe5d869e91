/* clast bench: times the steps of a scene, without results. CASE is a scene file, or the name of one under bench/. */
#include "app.h"
#include "base/clock.h"
#include "base/error.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct bench_options {
    const char *name;
    char path[PATH_MAX];
    int threads;
    int64_t steps;
    bool json, ledger;
} bench_options;

typedef struct bench_result {
    double seconds;
    clast_info info;
    double stages[16];
    const char *stage_names[16];
    int n_stages;
} bench_result;

static bool number(const char *option, const char *text, long low, long high, long *out)
{
    char *end = NULL;
    errno = 0;
    *out = text ? strtol(text, &end, 10) : 0;
    if (text && *text && !*end && !errno && *out >= low && *out <= high)
        return true;
    fprintf(stderr, "clast: error: %s takes a whole number from %ld to %ld, not '%s'\n", option, low, high,
            text ? text : "nothing");
    return false;
}

static bool read_options(int argc, char **argv, bench_options *o)
{
    for (int i = 0; i < argc; i++) {
        long value = 0;
        const char *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--json") == 0)
            o->json = true;
        else if (strcmp(argv[i], "--ledger") == 0)
            o->ledger = true;
        else if (strcmp(argv[i], "--threads") == 0) {
            if (!number("--threads", next, 1, 4096, &value))
                return false;
            o->threads = (int)value;
            i++;
        } else if (strcmp(argv[i], "--steps") == 0) {
            if (!number("--steps", next, 1, 1000000000, &value))
                return false;
            o->steps = value;
            i++;
        } else if (argv[i][0] == '-' || o->name) {
            static const char *const known[] = {"--json", "--ledger", "--threads", "--steps"};
            const char *near = clast_nearest(argv[i], known, 4);
            fprintf(stderr, "clast: error: unknown option '%s' of 'clast bench'%s%s%s\n", argv[i],
                    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
            return false;
        } else
            o->name = argv[i];
    }
    if (!o->name) {
        fprintf(stderr,
                "clast: error: clast bench needs a case: a scene file, or a name such as C450 (bench/C450.yaml)\n");
        return false;
    }
    snprintf(o->path, sizeof o->path, "%s", o->name);
    if (access(o->path, R_OK) != 0)
        snprintf(o->path, sizeof o->path, "bench/%s.yaml", o->name);
    return true;
}

static clast_status time_steps(const bench_options *o, clast_sim *sim, bench_result *r, clast_error *error)
{
    enum { WARM = 10 };
    clast_status status = clast_sim_step(sim, WARM, error);
    clast_stage before[16], after[16];
    r->n_stages = clast_sim_stages(sim, before, 16);
    const double start = clock_seconds();
    if (!status)
        status = clast_sim_step(sim, o->steps, error);
    r->seconds = clock_seconds() - start;
    clast_sim_stages(sim, after, 16);
    for (int k = 0; k < r->n_stages; k++) {
        r->stages[k] = after[k].seconds - before[k].seconds;
        r->stage_names[k] = after[k].name;
    }
    r->info = clast_sim_info(sim);
    return status;
}

static void print(const bench_options *o, const bench_result *r)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    const double ms = 1e3 * r->seconds / (double)o->steps, memory = (double)usage.ru_maxrss / 1024;
    const double rate = (double)r->info.spheres * (double)o->steps / r->seconds;
    if (o->json) {
        printf(
            "{\"case\": \"%s\", \"threads\": %d, \"steps\": %lld, \"ms_per_step\": %.6g, \"sphere_steps_per_s\": %.6g, "
            "\"contacts\": %lld, \"memory_mb\": %.1f}\n",
            o->name, r->info.threads, (long long)o->steps, ms, rate, (long long)r->info.contacts, memory);
        return;
    }
    printf("%s: %lld bodies, %lld spheres, %lld contacts, %d thread%s\n", o->name, (long long)r->info.bodies,
           (long long)r->info.spheres, (long long)r->info.contacts, r->info.threads, r->info.threads > 1 ? "s" : "");
    printf("  %.4g ms per step over %lld steps, %.3g million sphere-steps/s, %.0f MB\n ", ms, (long long)o->steps,
           1e-6 * rate, memory);
    for (int k = 0; k < r->n_stages; k++)
        printf(" %s %.0f %%", r->stage_names[k], 100 * r->stages[k] / r->seconds);
    printf("\n");
}

int app_bench(int argc, char **argv)
{
    bench_options o = {.steps = 200};
    if (!read_options(argc, argv, &o))
        return APP_BAD_INPUT;
    clast_error error;
    clast_scene *scene = NULL;
    clast_sim *sim = NULL;
    bench_result result = {0};
    const char *set[1] = {o.ledger ? "output.ledger=true" : "output.ledger=false"};
    clast_status status = clast_scene_read(o.path, set, 1, &scene, &error);
    if (!status && o.threads)
        status = clast_scene_threads(scene, o.threads);
    if (!status)
        status = clast_sim_create(scene, &sim, &error);
    if (!status)
        status = time_steps(&o, sim, &result, &error);
    if (!status)
        print(&o, &result);
    int code = status ? app_fail(&error, sim == NULL) : APP_OK;
    clast_sim_free(sim);
    clast_scene_free(scene);
    return code;
}
