#include "api/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "energy/ledger.h"
#include "model/scheme.h"
#include "step/advice.h"
#include "step/bonds.h"
#include "step/build.h"
#include "step/guard.h"
#include "step/resort.h"
#include "step/step.h"

const char *clast_version(void) { return CLAST_VERSION; }

static void warn(clast_sim *sim, const char *text)
{
    int most = (int)(sizeof sim->warnings / sizeof *sim->warnings);
    if (sim->n_warnings < most)
        snprintf(sim->warnings[sim->n_warnings++], sizeof *sim->warnings, "%s", text);
}

static clast_status choose_step(const clast_scene *scene, clast_sim *sim, clast_error *error)
{
    sim->advice = clast_advice_of(&sim->model, &sim->state);
    double step = scene->time.step > 0 ? scene->time.step : sim->advice.automatic;
    if (!isfinite(step))
        return clast_fail_at(error, scene->time.place,
                             "no limit of the time step can be found in this scene; give time.step");
    sim->model.dt = sim->advice.taken = step;
    if (step > 0.4 * sim->advice.rayleigh || step > sim->advice.stiffness || step > sim->advice.collision / 8) {
        char text[256];
        snprintf(text, sizeof text,
                 "the time step %.3g s is large (Rayleigh %.3g s, collision %.3g s): friction may melt silently and "
                 "energy drift; 'step: auto' would take %.3g s",
                 step, sim->advice.rayleigh, sim->advice.collision, sim->advice.automatic);
        warn(sim, text);
    }
    return CLAST_OK;
}

/* Density scaling changes the motion; the user should know what is left of it. */
static void watch_scaling(clast_sim *sim)
{
    const double scaling = sim->model.scaling;
    if (scaling == 1)
        return;
    char text[256];
    snprintf(
        text, sizeof text,
        "density scaling %g: inertia is %g times the real one and weight is not, so bodies fall and waves run %.3g "
        "times too slowly; only slow (quasi-static) results mean anything",
        scaling, scaling, sqrt(scaling));
    warn(sim, text);
}

/* A spin given to a body that does not turn is lost. */
static void watch_still(clast_sim *sim, const clast_body *bodies)
{
    const clast_state *s = &sim->state;
    for (int32_t i = 0; i < s->n; i++) {
        if (!sim->model.shapes[s->shape[0][i]].scheme->still || v_length(v_of(bodies[i].spin)) == 0)
            continue;
        char text[256];
        snprintf(text, sizeof text,
                 "body %lld is given a spin, and with rotation: none it does not turn; the spin is left out",
                 (long long)s->id[0][i]);
        warn(sim, text);
        return;
    }
}

/* Every scheme loses its order when a body turns far in one step. */
static void watch_spin(clast_sim *sim)
{
    const clast_state *s = &sim->state;
    const bool due = clast_guard_spin_is_due(s) && !sim->spin_warned;
    const int32_t i = due ? clast_guard_spin(&sim->model, s) : -1;
    if (i < 0)
        return;
    const double w = v_length((vec3){s->w[0][i], s->w[1][i], s->w[2][i]});
    char text[256];
    snprintf(text, sizeof text,
             "body %lld turns by %.2g rad in one step at t = %g s, more than %g: its rotation is not accurate; a step "
             "of %.3g s would do",
             (long long)s->id[0][i], w * sim->model.dt, s->time, CLAST_GUARD_TURN, 0.5 * CLAST_GUARD_TURN / w);
    warn(sim, text);
    sim->spin_warned = true;
}

static void show_as_given(clast_sim *sim)
{
    for (int32_t i = 0; i < sim->state.n; i++)
        sim->shown[sim->state.given[0][i]] = i;
}

static clast_status create(const clast_scene *scene, clast_sim *sim, clast_error *error)
{
    clast_bodies bodies = {0};
    sim->end = scene->time.end;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    sim->work.pool = clast_pool_create(scene->threads > 0 ? scene->threads : cores > 0 ? (int)cores : 1);
    if (!sim->work.pool)
        return clast_fail(error, CLAST_NO_MEMORY, "the system gives no more threads or memory; use fewer threads");
    clast_status status = clast_build(scene, &sim->model, &sim->state, &bodies, error);
    if (!status && !(sim->shown = malloc(((size_t)sim->state.n + 1) * sizeof *sim->shown)))
        status = clast_fail_memory(error);
    if (!status) {
        show_as_given(sim);
        status = choose_step(scene, sim, error);
    }
    if (!status)
        watch_scaling(sim);
    if (!status)
        watch_still(sim, bodies.list);
    if (!status)
        status = clast_bonds_make(scene, &sim->model, &sim->state, &sim->work, error);
    if (!status)
        status = clast_step_start(&sim->model, &sim->state, &sim->work, error);
    if (!status)
        status = clast_guard_start(&sim->model, &sim->state, &sim->work, bodies.list, error);
    if (!status)
        watch_spin(sim);
    free(bodies.list);
    return status;
}

clast_status clast_sim_create(const clast_scene *scene, clast_sim **sim, clast_error *error)
{
    if (!scene || !sim)
        return clast_fail(error, CLAST_BAD_INPUT, "clast_sim_create needs a scene and a place for the simulation");
    *sim = calloc(1, sizeof **sim);
    if (!*sim)
        return clast_fail_memory(error);
    clast_status status = create(scene, *sim, error);
    if (status) {
        if (error)
            clast_scene_locate(scene, error);
        clast_sim_free(*sim);
        *sim = NULL;
    }
    return status;
}

void clast_sim_free(clast_sim *sim)
{
    if (!sim)
        return;
    clast_model_free(&sim->model);
    clast_state_free(&sim->state);
    free(sim->shown);
    clast_work_free(&sim->work);
    clast_pool_free(sim->work.pool);
    free(sim);
}

/* Above 1.8 sticking contacts chatter and friction melts without any other sign (budget reference, 4.1). */
static void watch_stability(clast_sim *sim, double before)
{
    const double omega = sim->state.accounts.stability, limit = 1.8;
    if (before > limit || omega <= limit)
        return;
    char text[256];
    snprintf(text, sizeof text,
             "stability number %.2f above 1.8 at t = %g s: sticking contacts may chatter and friction melt silently; a "
             "step of %.3g s would keep it below 1.5",
             omega, sim->state.time, sim->model.dt * 1.5 / omega);
    warn(sim, text);
}

/* One warning that is kept up to date. */
static void watch_convergence(clast_sim *sim, int64_t before)
{
    const clast_convergence *c = &sim->state.convergence;
    if (c->failed == before)
        return;
    if (sim->convergence_warning == 0) {
        warn(sim, "");
        sim->convergence_warning = sim->n_warnings;
    }
    snprintf(
        sim->warnings[sim->convergence_warning - 1], sizeof *sim->warnings,
        "%lld steps did not converge in %d iterations and were kept as they were; worst: a change of %.2g at t = %g "
        "s, most of it in body %lld; a smaller step%s would help",
        (long long)c->failed, sim->model.trapezoid.most_iterations, c->worst, c->worst_time, (long long)c->worst_body,
        sim->model.trapezoid.on_failure == CLAST_HALVE ? "" : " or on_failure: halve");
}

/* The accounts are settled before, since what they are owed is derived. */
static clast_status sort_again(clast_sim *sim, clast_error *error)
{
    bool sorted = false;
    if (!clast_ledger_settle(&sim->model, &sim->state, &sim->work))
        return clast_fail_memory(error);
    clast_status status = clast_resort(&sim->model, &sim->state, &sim->work, &sorted, error);
    if (sorted)
        show_as_given(sim);
    return status;
}

clast_status clast_sim_step(clast_sim *sim, int64_t steps, clast_error *error)
{
    if (!sim || steps < 0)
        return clast_fail(error, CLAST_BAD_INPUT, "clast_sim_step needs a simulation and a number of steps from 0 on");
    for (int64_t k = 0; k < steps; k++) {
        double before = sim->state.accounts.stability;
        const int64_t failed = sim->state.convergence.failed;
        const bool sorts = clast_resort_is_due(&sim->model, sim->state.step + 1);
        clast_status status = clast_step(&sim->model, &sim->state, &sim->work, k + 1 < steps && !sorts, error);
        if (status)
            return status;
        watch_stability(sim, before);
        watch_convergence(sim, failed);
        watch_spin(sim);
        if (sorts && (status = sort_again(sim, error)))
            return status;
    }
    return clast_ledger_settle(&sim->model, &sim->state, &sim->work) ? CLAST_OK : clast_fail_memory(error);
}

clast_info clast_sim_info(const clast_sim *sim)
{
    const clast_state *s = &sim->state;
    clast_info info = {.bodies = s->n,
                       .contacts = s->contacts.n,
                       .walls = sim->model.n_walls,
                       .step = s->step,
                       .time = s->time,
                       .dt = sim->model.dt,
                       .end = sim->end,
                       .threads = clast_pool_threads(sim->work.pool),
                       .list_builds = sim->work.builds_before + sim->work.list_builds,
                       .sorts = sim->work.sorts};
    for (int32_t i = 0; i < s->n; i++) {
        const clast_form *form = &sim->model.shapes[s->shape[0][i]];
        info.spheres += form->n_spheres;
        info.mass += clast_form_mass(form, sim->model.materials[s->material[0][i]].density, s->size[0][i]);
    }
    info.mass /= sim->model.scaling;
    for (int32_t k = 0; k < s->contacts.n; k++)
        info.wall_contacts += (s->contacts.key[s->contacts.list[k]].bodies & CLAST_WALL) != 0;
    info.memory = (double)(sizeof *sim + clast_state_bytes(s) + clast_work_bytes(&sim->work));
    return info;
}

clast_advice clast_sim_advice(const clast_sim *sim) { return sim->advice; }

void clast_sim_mark(clast_sim *sim) { clast_ledger_mark(&sim->state); }

clast_convergence clast_sim_convergence(const clast_sim *sim) { return sim->state.convergence; }

clast_ledger clast_sim_ledger(const clast_sim *sim) { return clast_ledger_read(&sim->state); }

size_t clast_sim_breaks(const clast_sim *sim, size_t first, clast_break *out, size_t most)
{
    const clast_state *s = &sim->state;
    for (size_t k = 0; k < most && first + k < s->n_breaks; k++)
        out[k] = s->breaks[first + k];
    return s->n_breaks;
}

int64_t clast_sim_bonds(const clast_sim *sim)
{
    const clast_contacts *c = &sim->state.contacts;
    int64_t bonds = 0;
    for (int32_t k = 0; k < c->n; k++)
        bonds += c->kind[c->list[k]] == CLAST_BONDED;
    return bonds;
}

uint64_t clast_sim_hash(const clast_sim *sim) { return clast_state_hash(&sim->state); }

int clast_sim_stages(const clast_sim *sim, clast_stage *stages, int most)
{
    static const char *const names[CLAST_STAGES] = {"lists", "touch", "laws", "move", "ledger"};
    for (int k = 0; k < CLAST_STAGES && k < most; k++)
        stages[k] = (clast_stage){names[k], sim->work.stage_seconds[k]};
    return CLAST_STAGES;
}

int clast_sim_warnings(const clast_sim *sim, const char **texts, int most)
{
    for (int k = 0; k < sim->n_warnings && k < most; k++)
        texts[k] = sim->warnings[k];
    return sim->n_warnings;
}

/* Contacts are sorted by key, so those of one pair of partners follow each other. */
double clast_sim_coordination(const clast_sim *sim)
{
    const clast_contacts *c = &sim->state.contacts;
    int64_t partners = 0;
    uint64_t last = UINT64_MAX;
    for (int32_t k = 0; k < c->n; k++)
        if (contact_goes_on(c->kind[c->list[k]]) && c->key[c->list[k]].bodies != last) {
            last = c->key[c->list[k]].bodies;
            partners += last & CLAST_WALL ? 1 : 2;
        }
    return sim->state.n ? (double)partners / (double)sim->state.n : 0;
}
