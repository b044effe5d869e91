/* The directory of results: made once, filled frame by frame and line by line, closed with a summary.
 * Nothing is ever overwritten, and after every call what is there can be read. */
#include "api/frames.h"
#include "base/clock.h"
#include "base/error.h"
#include "io/breaks.h"
#include "io/carry.h"
#include "io/series.h"
#include "io/summary.h"
#include "io/text.h"
#include "model/scene.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct clast_results {
    char *directory, *title;
    clast_frames frames;
    clast_series *series;
    clast_breaks *breaks;            /* NULL when the scene has no bonds */
    size_t n_breaks;                 /* written so far */
    int64_t frame_step, series_step; /* the last ones written, so that the end is not written twice; -1: none */
    double seconds;                  /* spent here */
};

/* Makes the folders above the last one. */
static clast_status make_parents(const char *directory, clast_error *error)
{
    char *path = strdup(directory);
    if (!path)
        return clast_fail_memory(error);
    clast_status status = CLAST_OK;
    for (char *slash = strchr(path + 1, '/'); slash && status == CLAST_OK; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            status = clast_fail(error, CLAST_FILE, "cannot make the directory '%s': %s", path, strerror(errno));
        *slash = '/';
    }
    free(path);
    return status;
}

static clast_status make_directory(const char *directory, clast_error *error)
{
    struct stat there;
    if (stat(directory, &there) == 0)
        return clast_fail(error, CLAST_BAD_INPUT,
                          "'%s' exists already and nothing is overwritten; give another directory", directory);
    clast_status status = make_parents(directory, error);
    if (status == CLAST_OK && mkdir(directory, 0777) != 0)
        status = clast_fail(error, CLAST_FILE, "cannot make the directory '%s': %s", directory, strerror(errno));
    return status;
}

/* The scene as run. A scene made by a program has no text and leaves no file. */
static clast_status write_scene(const clast_results *results, const clast_scene *scene, clast_error *error)
{
    const char *text = scene->as_run ? scene->as_run : scene->text;
    if (!text)
        return CLAST_OK;
    char *path = clast_frames_path(results->directory, "scene.yaml");
    if (!path)
        return clast_fail_memory(error);
    clast_status status = clast_text_replace(path, text, strlen(text), error);
    free(path);
    return status;
}

static clast_status make_series(clast_results *results, clast_error *error)
{
    char *path = clast_frames_path(results->directory, "series.csv");
    if (!path)
        return clast_fail_memory(error);
    clast_status status = clast_series_create(path, &results->series, error);
    free(path);
    return status;
}

static clast_status make_breaks(clast_results *results, const clast_scene *scene, clast_error *error)
{
    if (scene->n_bonds == 0)
        return CLAST_OK;
    char *path = clast_frames_path(results->directory, "breaks.csv");
    if (!path)
        return clast_fail_memory(error);
    clast_status status = clast_breaks_create(path, &results->breaks, error);
    free(path);
    return status;
}

/* The bonds that broke since the last call. */
static clast_status add_breaks(clast_results *results, const clast_sim *sim, clast_error *error)
{
    enum { BATCH = 64 };
    clast_break list[BATCH];
    clast_status status = CLAST_OK;
    while (results->breaks && status == CLAST_OK) {
        const size_t all = clast_sim_breaks(sim, results->n_breaks, list, BATCH), left = all - results->n_breaks;
        if (left == 0)
            break;
        const size_t n = left < BATCH ? left : BATCH;
        status = clast_breaks_lines(results->breaks, list, n, error);
        results->n_breaks += n;
    }
    return status;
}

static clast_status fill_directory(clast_results *results, const clast_scene *scene, const clast_sim *sim,
                                   clast_error *error)
{
    clast_status status = write_scene(results, scene, error);
    if (status == CLAST_OK)
        status = clast_frames_create(&results->frames, results->directory, scene, sim, error);
    if (status == CLAST_OK)
        status = make_series(results, error);
    if (status == CLAST_OK)
        status = make_breaks(results, scene, error);
    if (status == CLAST_OK)
        status = clast_carry_files(scene, results->directory, error);
    return status;
}

/* A directory that could not be filled goes away again. */
static void remove_directory(const char *directory)
{
    static const char *const names[] = {"scene.yaml", "results.h5", "series.csv", "breaks.csv"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char *path = clast_frames_path(directory, names[k]);
        if (path)
            unlink(path);
        free(path);
    }
    rmdir(directory);
}

clast_status clast_results_create(const char *directory, const clast_scene *scene, const clast_sim *sim,
                                  clast_results **results, clast_error *error)
{
    if (results)
        *results = NULL;
    if (!directory || !directory[0] || !scene || !sim || !results)
        return clast_fail(error, CLAST_BAD_INPUT, "clast_results_create needs a directory, a scene and a simulation");
    double begin = clock_seconds();
    clast_results *made = calloc(1, sizeof *made);
    if (!made)
        return clast_fail_memory(error);
    made->frame_step = made->series_step = -1;
    made->directory = strdup(directory);
    made->title = strdup(scene->title ? scene->title : "");
    clast_status status = made->directory && made->title ? make_directory(directory, error) : clast_fail_memory(error);
    if (status == CLAST_OK) {
        status = fill_directory(made, scene, sim, error);
        if (status != CLAST_OK)
            remove_directory(directory);
    }
    if (status != CLAST_OK) {
        clast_results_free(made);
        return status;
    }
    made->seconds = clock_seconds() - begin;
    *results = made;
    return CLAST_OK;
}

clast_status clast_results_frame(clast_results *results, const clast_sim *sim, clast_error *error)
{
    double begin = clock_seconds();
    int64_t step = clast_sim_info(sim).step;
    if (step == results->frame_step)
        return CLAST_OK;
    clast_status status = clast_frames_add(&results->frames, sim, error);
    if (status == CLAST_OK)
        results->frame_step = step;
    results->seconds += clock_seconds() - begin;
    return status;
}

clast_status clast_results_series(clast_results *results, const clast_sim *sim, clast_error *error)
{
    double begin = clock_seconds();
    clast_info info = clast_sim_info(sim);
    if (info.step == results->series_step)
        return CLAST_OK;
    clast_ledger ledger = clast_sim_ledger(sim);
    clast_status status = clast_series_line(results->series, &info, &ledger, clast_sim_coordination(sim), error);
    if (status == CLAST_OK)
        status = add_breaks(results, sim, error);
    if (status == CLAST_OK)
        results->series_step = info.step;
    results->seconds += clock_seconds() - begin;
    return status;
}

clast_status clast_results_finish(clast_results *results, const clast_sim *sim, const char *ending, double wall_seconds,
                                  clast_error *error)
{
    enum { MOST = 32 };
    clast_stage stages[MOST + 1];
    const char *warnings[MOST];
    int n_stages = clast_sim_stages(sim, stages, MOST);
    int n_warnings = clast_sim_warnings(sim, warnings, MOST);
    n_stages = n_stages < MOST ? n_stages : MOST;
    stages[n_stages++] = (clast_stage){"output", results->seconds};
    clast_summary summary = {
        .version = clast_version(),
        .title = results->title,
        .ending = ending ? ending : "finished",
        .wall_seconds = wall_seconds,
        .info = clast_sim_info(sim),
        .ledger = clast_sim_ledger(sim),
        .convergence = clast_sim_convergence(sim),
        .coordination = clast_sim_coordination(sim),
        .hash = clast_sim_hash(sim),
        .frames = results->frames.count,
        .stages = stages,
        .n_stages = n_stages,
        .warnings = warnings,
        .n_warnings = n_warnings < MOST ? n_warnings : MOST,
    };
    clast_status status = clast_frames_finish(&results->frames, error);
    char *path = clast_frames_path(results->directory, "summary.json");
    if (!path)
        return clast_fail_memory(error);
    /* the summary is tried even when the rest failed: it says how the run ended */
    clast_status summed = clast_summary_write(path, &summary, status == CLAST_OK ? error : NULL);
    free(path);
    return status == CLAST_OK ? summed : status;
}

void clast_results_free(clast_results *results)
{
    if (!results)
        return;
    clast_series_free(results->series);
    clast_breaks_free(results->breaks);
    clast_frames_clear(&results->frames);
    free(results->directory);
    free(results->title);
    free(results);
}
