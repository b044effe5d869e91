/* clast check: makes the simulation as `clast run` would, says what it is, and runs it for about a second to
 * estimate how long the whole would take. Nothing is written. */
#include "app.h"
#include "base/clock.h"
#include "check_rules.h"
#include "format.h"
#include "model/scene.h"
#include "options.h"
#include "schedule.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void print_bodies(const clast_sim *sim)
{
    clast_info info = clast_sim_info(sim);
    size_t n = (size_t)info.bodies;
    char number[APP_FORMAT];
    printf("bodies       %s", app_format_count(info.bodies, number));
    int32_t *shape = calloc(n + 1, sizeof *shape);
    if (shape) {
        clast_sim_indices(sim, "shape", shape, n);
        const char *name;
        for (int k = 0, listed = 0; (name = clast_sim_shape_name(sim, k)); k++) {
            int64_t count = 0;
            for (size_t i = 0; i < n; i++)
                count += shape[i] == k;
            if (count)
                printf("%s%s %s", listed++ ? ", " : ": ", app_format_count(count, number), name);
        }
        free(shape);
    }
    printf("\nspheres      %s\n", app_format_count(info.spheres, number));
    printf("walls        %s\n", app_format_count(info.walls, number));
    if (clast_sim_bonds(sim) > 0)
        printf("bonds        %s\n", app_format_count(clast_sim_bonds(sim), number));
}

static void print_masses(const clast_sim *sim)
{
    size_t n = (size_t)clast_sim_info(sim).bodies;
    double *mass = calloc(n + 1, sizeof *mass), least = INFINITY, most = 0;
    if (!mass)
        return;
    clast_sim_array(sim, "mass", mass, n);
    for (size_t i = 0; i < n; i++) {
        least = fmin(least, mass[i]);
        most = fmax(most, mass[i]);
    }
    free(mass);
    printf("mass         %.4g kg in all; a body has %.4g to %.4g kg\n", clast_sim_info(sim).mass, least, most);
}

static void print_materials(const clast_scene *scene)
{
    for (size_t k = 0; k < scene->n_materials; k++) {
        const clast_material *m = &scene->materials[k];
        printf("%-12s %s:", k ? "" : "materials", m->name);
        if (m->density > 0)
            printf(" density %.4g kg/m3,", m->density);
        printf(" young %.4g Pa, poisson %.3g\n", m->young, m->poisson);
    }
}

/* A limit on the time step; it is kept when the step is at most `part` of it. */
static bool print_limit(const char *name, double limit, double part, double step, const char *meaning)
{
    if (!isfinite(limit)) {
        printf("  %-10s %-10s %-10s %-8s %-10s %s\n", name, "none", "", "", "ok", meaning);
        return true;
    }
    bool good = step <= part * limit * (1 + 1e-9);
    printf("  %-10s %-10.3g %-10.3g %-8g %-10s %s\n", name, limit, step / limit, part, good ? "ok" : "TOO LARGE",
           meaning);
    return good;
}

static void print_step(const clast_scene *scene, const clast_sim *sim)
{
    clast_info info = clast_sim_info(sim);
    clast_advice a = clast_sim_advice(sim);
    char number[APP_FORMAT];
    printf("time step    %.4g s (%s), %s steps to %.6g s\n", a.taken, scene->time.step > 0 ? "given" : "auto",
           app_format_count(app_schedule_step(info.end, info.dt), number), info.end);
    printf("  %-10s %-10s %-10s %-8s\n", "limit", "s", "step/limit", "at most");
    bool good = print_limit("Rayleigh", a.rayleigh, 0.2, a.taken, "surface wave over the smallest sphere");
    good &= print_limit("stiffness", a.stiffness, 0.9, a.taken, "2/omega of the stiffest contact");
    good &= print_limit("collision", a.collision, 0.05, a.taken, "the shortest one at the speed expected");
    good &= print_limit("rotation", a.rotation, 0.1, a.taken, "one radian at the fastest spin");
    printf("  highest speed expected %.3g m/s; `step: auto` takes %.4g s\n", a.speed, a.automatic);
    if (!good)
        printf("  The step is larger than a limit advises: expect a larger energy error, or an unstable run.\n");
}

/* ---- what it costs ------------------------------------------------------------------------------------------ */

/* Steps for about a second, from the start. */
static clast_status try_steps(clast_sim *sim, double *rate, clast_error *error)
{
    clast_info info = clast_sim_info(sim);
    int64_t last = app_schedule_step(info.end, info.dt), done = 0, chunk = 1;
    double begin = clock_seconds(), seconds = 0;
    while (seconds < 1 && done < last) {
        chunk = done + chunk < last ? chunk : last - done;
        clast_status status = clast_sim_step(sim, chunk, error);
        if (status != CLAST_OK)
            return status;
        done += chunk;
        seconds = clock_seconds() - begin;
        chunk = seconds < 0.3 ? 2 * chunk : chunk;
    }
    *rate = seconds > 0 ? (double)done / seconds : INFINITY;
    return CLAST_OK;
}

static void print_cost(const clast_sim *sim, double rate)
{
    clast_info info = clast_sim_info(sim);
    double steps = (double)app_schedule_step(info.end, info.dt);
    char a[APP_FORMAT], b[APP_FORMAT];
    printf("memory       %s\n", app_format_bytes(info.memory, a));
    printf("run time     about %s, an estimate: %s steps/s in the first second, on %d thread%s\n",
           app_format_duration(steps / rate, a), app_format_rate(rate, b), info.threads, info.threads == 1 ? "" : "s");
    printf("             (more contacts than at the start make it slower)\n");
}

/* How many moments 0, every, ... and the end there are. */
static int64_t moments(double every, double end) { return every > 0 ? 1 + (int64_t)ceil(end / every - 1e-9) : 2; }

static void print_outputs(const clast_scene *scene, const clast_sim *sim)
{
    clast_info info = clast_sim_info(sim);
    const clast_output *output = &scene->output;
    int64_t frames = moments(output->every, info.end);
    int64_t lines = moments(output->series > 0 ? output->series : output->every, info.end);
    double bytes = (double)frames * (128.0 * (double)info.bodies + (output->spheres ? 16.0 * (double)info.spheres : 0));
    char number[APP_FORMAT];
    printf("output       scene.yaml, summary.json\n");
    printf("             results.h5 and results.xdmf: %s frames,", app_format_count(frames, number));
    printf(" about %s%s\n", app_format_bytes(bytes, number),
           output->spheres ? "; results_spheres.xdmf: single spheres" : "");
    printf("             series.csv: %s lines\n", app_format_count(lines, number));
}

static void print_defaults(const clast_scene *scene)
{
    for (size_t k = 0; k < scene->n_taken; k++)
        printf("%-12s %s: %s\n", k ? "" : "defaults", scene->taken[k].path, scene->taken[k].value);
}

static void print_warnings(const clast_sim *sim)
{
    const char *warnings[16];
    int n = clast_sim_warnings(sim, warnings, 16);
    for (int k = 0; k < n && k < 16; k++)
        printf("%-12s %s\n", k ? "" : "warnings", warnings[k]);
}

static int report(const app_options *options, const clast_scene *scene, clast_sim *sim)
{
    clast_error error = {0};
    double rate = 0;
    printf("%s (%s)\n\n", scene->title && scene->title[0] ? scene->title : "a scene without a title", options->scene);
    print_bodies(sim);
    print_masses(sim);
    print_materials(scene);
    app_check_rules(scene, sim);
    print_step(scene, sim);
    fflush(stdout);
    clast_status status = try_steps(sim, &rate, &error);
    if (status != CLAST_OK) {
        app_fail(&error, true);
        return APP_BAD_INPUT;
    }
    print_cost(sim, rate);
    print_outputs(scene, sim);
    print_defaults(scene);
    print_warnings(sim);
    return APP_OK;
}

int app_check(int argc, char **argv)
{
    app_options options;
    clast_error error = {0};
    clast_scene *scene = NULL;
    clast_sim *sim = NULL;
    int exit_status = APP_BAD_INPUT;
    if (app_options_read("check", argc, argv, &options)) {
        clast_status status = clast_scene_read(options.scene, options.set, options.n_set, &scene, &error);
        if (status == CLAST_OK && options.threads)
            status = clast_scene_threads(scene, options.threads);
        if (status == CLAST_OK)
            status = clast_sim_create(scene, &sim, &error);
        exit_status = status == CLAST_OK ? report(&options, scene, sim) : app_fail(&error, true);
    }
    clast_sim_free(sim);
    clast_scene_free(scene);
    app_options_free(&options);
    return exit_status;
}
