/* clast bench: times the steps of a scene, without results. CASE is a scene file, or the name of one under bench/. */
#include "app.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "bench_apart.h"
#include "bench_turns.h"
#include "model/scene.h"

#include <errno.h>
#include <inttypes.h>
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
    int64_t steps, watch;
    double stir;
    bool json, ledger;
    const char *beside; /* NULL, "threads" or "ledger" */
} bench_options;

/* Energy of motion and contacts between bodies at one step of the run. */
typedef struct bench_moment {
    int64_t step, contacts;
    double time, kinetic;
} bench_moment;

typedef struct bench_result {
    double seconds;
    clast_info info;
    uint64_t hash;
    bench_moment *moments; /* with --watch */
    int64_t n_moments;
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

static bool speed(const char *option, const char *text, double *out)
{
    char *end = NULL;
    *out = text ? strtod(text, &end) : 0;
    if (text && *text && !*end && *out > 0 && *out <= 1e3)
        return true;
    fprintf(stderr, "clast: error: %s takes a speed in m/s, more than 0 and up to 1000, not '%s'\n", option,
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
        } else if (strcmp(argv[i], "--watch") == 0) {
            if (!number("--watch", next, 1, 1000000000, &value))
                return false;
            o->watch = value;
            i++;
        } else if (strcmp(argv[i], "--beside") == 0) {
            if (!next || (strcmp(next, "threads") != 0 && strcmp(next, "ledger") != 0)) {
                fprintf(stderr, "clast: error: --beside takes 'threads' or 'ledger', not '%s'\n",
                        next ? next : "nothing");
                return false;
            }
            o->beside = next;
            i++;
        } else if (strcmp(argv[i], "--stir") == 0) {
            if (!speed("--stir", next, &o->stir))
                return false;
            i++;
        } else if (argv[i][0] == '-' || o->name) {
            static const char *const known[] = {"--json",  "--ledger", "--threads", "--steps",
                                                "--watch", "--stir",   "--beside"};
            const char *near = clast_nearest(argv[i], known, sizeof known / sizeof *known);
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

/* Every body of the scene's lists gets a random velocity: its k-th component is the k-th normal number of the stream that
 * has the body's place in the list (seed 1, counters from 0). bench/beds.py gives the other codes the same. */
static clast_status stir(clast_scene *scene, double deviation, clast_error *error)
{
    enum { SEED = 1 };
    if (scene->n_fills)
        return clast_fail(error, CLAST_BAD_INPUT,
                          "--stir moves bodies that the scene lists; this one has a fill: use its 'agitation'");
    for (size_t i = 0; i < scene->n_bodies; i++) {
        clast_random random = {.seed = SEED, .stream = i};
        for (int k = 0; k < 3; k++)
            scene->bodies[i].velocity[k] = deviation * random_normal(&random);
    }
    return CLAST_OK;
}

static void note_moment(const clast_sim *sim, bench_result *r)
{
    const clast_info info = clast_sim_info(sim);
    const clast_ledger ledger = clast_sim_ledger(sim);
    r->moments[r->n_moments++] = (bench_moment){.step = info.step,
                                                .contacts = info.contacts - info.wall_contacts,
                                                .time = info.time,
                                                .kinetic = ledger.kinetic + ledger.rotational};
}

/* Looks at the bed every `watch` steps from the start; the looking is timed with the rest. */
static clast_status watch_steps(const bench_options *o, clast_sim *sim, bench_result *r, clast_error *error)
{
    clast_status status = CLAST_OK;
    r->moments = malloc((size_t)(o->steps / o->watch + 2) * sizeof *r->moments);
    if (!r->moments)
        return clast_fail_memory(error);
    note_moment(sim, r);
    for (int64_t done = 0; done < o->steps && !status;) {
        const int64_t now = o->steps - done < o->watch ? o->steps - done : o->watch;
        status = clast_sim_step(sim, now, error);
        done += now;
        if (!status)
            note_moment(sim, r);
    }
    return status;
}

static clast_status time_steps(const bench_options *o, clast_sim *sim, bench_result *r, clast_error *error)
{
    enum { WARM = 20 };
    clast_status status = o->watch ? CLAST_OK : clast_sim_step(sim, WARM, error);
    clast_stage before[16], after[16];
    r->n_stages = clast_sim_stages(sim, before, 16);
    const int64_t builds = clast_sim_info(sim).list_builds;
    const double start = clock_seconds();
    if (!status)
        status = o->watch ? watch_steps(o, sim, r, error) : clast_sim_step(sim, o->steps, error);
    r->seconds = clock_seconds() - start;
    clast_sim_stages(sim, after, 16);
    for (int k = 0; k < r->n_stages; k++) {
        r->stages[k] = after[k].seconds - before[k].seconds;
        r->stage_names[k] = after[k].name;
    }
    r->info = clast_sim_info(sim);
    r->info.list_builds -= builds;
    r->hash = clast_sim_hash(sim);
    return status;
}

static void print_json(const bench_options *o, const bench_result *r, double ms, double rate, double memory)
{
    const clast_info *info = &r->info;
    printf("{\"case\": \"%s\", \"threads\": %d, \"steps\": %" PRId64 ", \"ms_per_step\": %.6g, "
           "\"sphere_steps_per_s\": %.6g, \"contacts\": %" PRId64 ", \"memory_mb\": %.1f, ",
           o->name, info->threads, o->steps, ms, rate, info->contacts, memory);
    printf("\"bodies\": %" PRId64 ", \"spheres\": %" PRId64 ", \"body_contacts\": %" PRId64
           ", \"list_builds\": %" PRId64 ", \"ledger\": %s, \"stir\": %g, \"state_hash\": \"%016" PRIx64
           "\", \"stages_ms\": {",
           info->bodies, info->spheres, info->contacts - info->wall_contacts, info->list_builds,
           o->ledger ? "true" : "false", o->stir, r->hash);
    for (int k = 0; k < r->n_stages; k++)
        printf("%s\"%s\": %.4g", k ? ", " : "", r->stage_names[k], 1e3 * r->stages[k] / (double)o->steps);
    printf("}");
    for (int64_t k = 0; k < r->n_moments; k++) {
        const bench_moment *m = &r->moments[k];
        printf("%s{\"step\": %" PRId64 ", \"time\": %.6g, \"kinetic\": %.10g, \"body_contacts\": %" PRId64 "}",
               k ? ", " : ", \"watch\": [", m->step, m->time, m->kinetic, m->contacts);
    }
    printf("%s}\n", r->n_moments ? "]" : "");
}

/* The most memory that this program held, in MB. getrusage alone would also count the program that started this one. */
static double memory_held(void)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    long kilobytes = 0;
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "VmHWM:", 6) == 0)
            kilobytes = strtol(line + 6, NULL, 10);
    if (status)
        fclose(status);
    struct rusage usage;
    if (kilobytes == 0 && getrusage(RUSAGE_SELF, &usage) == 0)
        kilobytes = usage.ru_maxrss;
    return (double)kilobytes / 1024;
}

static void print(const bench_options *o, const bench_result *r)
{
    const double ms = 1e3 * r->seconds / (double)o->steps, memory = memory_held();
    const double rate = (double)r->info.spheres * (double)o->steps / r->seconds;
    if (o->json) {
        print_json(o, r, ms, rate, memory);
        return;
    }
    printf("%s: %lld bodies, %lld spheres, %lld contacts (%lld with walls), %d thread%s\n", o->name,
           (long long)r->info.bodies, (long long)r->info.spheres, (long long)r->info.contacts,
           (long long)r->info.wall_contacts, r->info.threads, r->info.threads > 1 ? "s" : "");
    printf("  %.4g ms per step over %lld steps, %.3g million sphere-steps/s, %lld list builds, %.0f MB\n ", ms,
           (long long)o->steps, 1e-6 * rate, (long long)r->info.list_builds, memory);
    for (int k = 0; k < r->n_stages; k++)
        printf(" %s %.0f %%", r->stage_names[k], 100 * r->stages[k] / r->seconds);
    printf("\n");
    for (int64_t k = 0; k < r->n_moments; k++)
        printf("  step %-8lld t = %-10.4g s  kinetic energy %-12.6g J  %lld contacts between bodies\n",
               (long long)r->moments[k].step, r->moments[k].time, r->moments[k].kinetic,
               (long long)r->moments[k].contacts);
}

static clast_status start(const bench_options *o, int threads, bool ledger, clast_sim **sim, clast_error *error)
{
    clast_scene *scene = NULL;
    const char *set[1] = {ledger ? "output.ledger=true" : "output.ledger=false"};
    clast_status status = clast_scene_read(o->path, set, 1, &scene, error);
    if (!status && threads)
        status = clast_scene_threads(scene, threads);
    if (!status && o->stir > 0)
        status = stir(scene, o->stir, error);
    if (!status)
        status = clast_sim_create(scene, sim, error);
    clast_scene_free(scene);
    return status;
}

/* With and without what --beside names; for threads copies on one thread each besides, as many as there are threads. */
static clast_status start_beside(const bench_options *o, bool threads, bench_sims *sims, clast_error *error)
{
    const int n = threads && !o->threads ? 2 : o->threads;
    clast_status status = start(o, threads ? 1 : n, o->ledger && threads, &sims->one, error);
    if (!status)
        status = start(o, n, o->ledger || !threads, &sims->other, error);
    if (status || !threads || n < 2 || n > BENCH_APART_MOST)
        return status;
    sims->copies = calloc((size_t)n, sizeof(clast_sim *));
    if (!sims->copies)
        return clast_fail_memory(error);
    while (sims->n_copies < n && !status) {
        status = start(o, 1, o->ledger, &sims->copies[sims->n_copies], error);
        sims->n_copies += !status;
    }
    return status;
}

/* The bed with and without what --beside names, by turns. */
static int bench_beside(const bench_options *o)
{
    clast_error error;
    bench_sims sims = {0};
    bench_turns turns = {.steps = o->steps};
    clast_status status = start_beside(o, strcmp(o->beside, "threads") == 0, &sims, &error);
    const bool started = !status;
    if (!status)
        status = bench_turns_run(&sims, &turns, &error);
    if (!status)
        bench_turns_print(&turns, o->name, o->beside, clast_sim_info(sims.other).threads, o->json);
    clast_sim_free(sims.one);
    clast_sim_free(sims.other);
    for (int k = 0; k < sims.n_copies; k++)
        clast_sim_free(sims.copies[k]);
    free(sims.copies);
    bench_turns_free(&turns);
    return status ? app_fail(&error, !started) : APP_OK;
}

int app_bench(int argc, char **argv)
{
    bench_options o = {.steps = 200};
    if (!read_options(argc, argv, &o))
        return APP_BAD_INPUT;
    if (o.beside)
        return bench_beside(&o);
    clast_error error;
    clast_sim *sim = NULL;
    bench_result result = {0};
    o.ledger = o.ledger || o.watch; /* the accounts hold the energy of motion */
    clast_status status = start(&o, o.threads, o.ledger, &sim, &error);
    if (!status)
        status = time_steps(&o, sim, &result, &error);
    if (!status)
        print(&o, &result);
    int code = status ? app_fail(&error, sim == NULL) : APP_OK;
    clast_sim_free(sim);
    free(result.moments);
    return code;
}
