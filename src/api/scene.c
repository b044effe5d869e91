/* The life of a scene and its plain settings. What is added to its lists stands in scene_add.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/argument.h"
#include "base/error.h"
#include "io/scene_read.h"
#include "model/scene.h"
#include "motion/motion.h"

clast_scene *clast_scene_create(void)
{
    clast_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return NULL;
    /* the same defaults as those of the scene language */
    scene->gravity[2] = -9.81;
    scene->seed = 1;
    scene->output.ledger = true;
    return scene;
}

void clast_scene_free(clast_scene *scene)
{
    if (!scene)
        return;
    free(scene->materials);
    free(scene->contacts);
    free(scene->shapes);
    free(scene->bodies);
    free(scene->fills);
    free(scene->planes);
    free(scene->bonds);
    free(scene->fields);
    free(scene->taken);
    free(scene->mentions);
    free(scene->names);
    clast_arena_clear(&scene->arena);
    free(scene);
}

clast_status clast_scene_read(const char *file, const char *const *set, int n_set, clast_scene **scene,
                              clast_error *error)
{
    if (!file || !scene || n_set < 0 || (n_set > 0 && !set))
        return clast_fail(error, CLAST_BAD_INPUT, "clast_scene_read needs a file, a scene to fill and n_set overrides");
    *scene = NULL;
    for (int i = 0; i < n_set; i++)
        if (!set[i])
            return clast_fail(error, CLAST_BAD_INPUT, "clast_scene_read: override %d is NULL", i);
    clast_scene *made = clast_scene_create();
    if (!made)
        return clast_fail_memory(error);
    clast_status status = clast_scene_read_file(made, file, set, n_set, error);
    if (status)
        clast_scene_free(made);
    else
        *scene = made;
    return status;
}

clast_status clast_scene_title(clast_scene *scene, const char *title, clast_error *error)
{
    if (!scene)
        return clast_argument_missing("clast_scene_title", error);
    char *copy = clast_arena_text(&scene->arena, title);
    if (title && !copy)
        return clast_fail_memory(error);
    scene->title = copy;
    return CLAST_OK;
}

clast_trapezoid clast_trapezoid_default(void)
{
    return (clast_trapezoid){.phi = 0.5, .tolerance = 1e-4, .most_iterations = 50, .halvings = 6};
}

static clast_status check_trapezoid(const clast_time *time, clast_error *error)
{
    const clast_trapezoid *t = &time->trapezoid;
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"phi", t->phi},
                   {"tolerance", t->tolerance},
                   {"most_iterations", t->most_iterations},
                   {"halvings", t->halvings}};
    clast_status status = CLAST_OK;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers && !status; k++)
        status =
            clast_argument_number("trapezoid", numbers[k].key, numbers[k].value, "time.trapezoid", time->place, error);
    return status;
}

clast_status clast_scene_time(clast_scene *scene, const clast_time *time, clast_error *error)
{
    if (!scene || !time)
        return clast_argument_missing("clast_scene_time", error);
    clast_status status = clast_argument_number("time", "end", time->end, "time", time->place, error);
    if (!status && time->step != 0)
        status = clast_argument_number("time", "step", time->step, "time", time->place, error);
    if (!status && time->density_scaling != 0)
        status = clast_argument_number("time", "density_scaling", time->density_scaling, "time", time->place, error);
    if (!status && time->sort_every != 0)
        status = clast_argument_number("time", "sort_every", (double)time->sort_every, "time", time->place, error);
    if (!status && time->integrator == CLAST_TRAPEZOID)
        status = check_trapezoid(time, error);
    if (status)
        return status;
    clast_time kept = *time;
    kept.rotation = time->integrator == CLAST_TRAPEZOID ? "rodrigues" : "sts-kdk";
    if (time->rotation) {
        const clast_scheme *scheme = clast_scheme_find(time->rotation);
        if (!scheme)
            return clast_argument_scheme(time->rotation, time->place, error);
        kept.rotation = scheme->name;
    }
    scene->time = kept;
    return CLAST_OK;
}

clast_status clast_scene_gravity(clast_scene *scene, const double gravity[3])
{
    if (!scene || !gravity || !isfinite(gravity[0] + gravity[1] + gravity[2]))
        return CLAST_BAD_INPUT;
    memcpy(scene->gravity, gravity, sizeof scene->gravity);
    return CLAST_OK;
}

clast_status clast_scene_seed(clast_scene *scene, uint64_t seed)
{
    if (!scene)
        return CLAST_BAD_INPUT;
    scene->seed = seed;
    return CLAST_OK;
}

clast_status clast_scene_threads(clast_scene *scene, int threads)
{
    if (!scene || threads < 0)
        return CLAST_BAD_INPUT;
    scene->threads = threads;
    return CLAST_OK;
}

clast_status clast_scene_output(clast_scene *scene, const clast_output *output)
{
    if (!scene || !output || !(output->every >= 0) || !(output->series >= 0) ||
        !isfinite(output->every + output->series))
        return CLAST_BAD_INPUT;
    scene->output = *output;
    return CLAST_OK;
}

clast_contact clast_contact_default(void)
{
    clast_contact contact = {0};
    for (int kind = 0; kind < CLAST_TERM_KINDS; kind++)
        for (int i = 0; i < CLAST_TERM_PARAMS; i++)
            contact.term[kind].param[i] = NAN;
    return contact;
}

clast_contact clast_contact_hertz_mindlin(double friction, double restitution)
{
    clast_contact contact = clast_contact_default();
    contact.term[CLAST_NORMAL].law = "hertz";
    contact.term[CLAST_TANGENTIAL].law = "mindlin";
    contact.term[CLAST_DAMPING].law = "restitution";
    contact.term[CLAST_DAMPING].param[0] = restitution;
    contact.term[CLAST_FRICTION].law = "coulomb";
    contact.term[CLAST_FRICTION].param[0] = friction;
    contact.term[CLAST_FRICTION].param[1] = friction;
    return contact;
}
