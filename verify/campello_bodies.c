/* Bodies that are no spheres in the fixed point: the free body with moments 1, 2, 3 against Jacobi's elliptic functions,
 * phi = 0, 1/2, 1; and the bouncing fibre of the rotation group, beside the explicit integrator. */
#include <math.h>

#include "verify/campello.h"
#include "verify/elliptic.h"
#include "verify/fibre.h"
#include "verify/rotor.h"

typedef struct free_error {
    double attitude, energy, momentum;
} free_error;

static clast_time implicit_time(double h, double phi)
{
    clast_time time = {.end = 1e9, .step = h, .integrator = CLAST_TRAPEZOID, .trapezoid = clast_trapezoid_default()};
    time.trapezoid.phi = phi;
    time.trapezoid.tolerance = 1e-12;
    return time;
}

static free_error spin_freely(double h, double phi, double duration)
{
    static const double sphere[1][4] = {{0, 0, 0, 0.1}};
    const vec3 inertia = {1, 2, 3}, spin = {0.6, 0.5, 0.7};
    free_error e = {NAN, NAN, NAN};
    grains g;
    const clast_contact rule = grains_contact((grains_rule){.tangential = "none"});
    const clast_time time = implicit_time(h, phi);
    grains_open(&g, 1000, 1e7, 0.25, &rule, h);
    if (!g.status)
        g.status = clast_scene_time(g.scene, &time, &g.error);
    grains_shape(&g,
                 &(clast_shape){.name = "body", .n_spheres = 1, .spheres = sphere, .mass = 1, .inertia = {1, 2, 3}});
    grains_body(&g, (clast_body){.shape = "body", .spin = {spin.x, spin.y, spin.z}});
    if (grains_start(&g)) {
        const vec3 L = v_at(g.sim->state.L, 0);
        const double energy = clast_sim_ledger(g.sim).rotational;
        double q[4];
        vec3 w_true;
        quat q_true;
        elliptic_rotor(inertia, spin, duration, &w_true, &q_true);
        if (grains_step(&g, lround(duration / h)) && clast_sim_array(g.sim, "quaternion", q, 4)) {
            e.attitude = rotor_angle(q_of(q), q_true);
            e.energy = clast_sim_ledger(g.sim).rotational / energy - 1;
            e.momentum = v_length(v_sub(v_at(g.sim->state.L, 0), L)) / v_length(L);
        }
    }
    grains_close(&g);
    return e;
}

static void add_free(verify_rows *rows)
{
    static const double phis[3] = {0.5, 0, 1};
    for (int k = 0; k < 3; k++) {
        const free_error coarse = spin_freely(0.02, phis[k], 10), fine = spin_freely(0.01, phis[k], 10);
        verify_row row = {.published = NAN, .reference = k == 0 ? 2 : 1, .tolerance = 0.2};
        row.value = log2(coarse.attitude / fine.attitude);
        verify_add(rows, row, "free body, phi %g: order of the attitude", phis[k]);
        row.value = log2(fabs(coarse.energy / fine.energy));
        if (k > 0)
            verify_add(rows, row, "free body, phi %g: order of the energy", phis[k]);
        row = (verify_row){.published = NAN, .value = fine.momentum, .tolerance = 1e-15};
        verify_add(rows, row, "free body, phi %g: change of angular momentum", phis[k]);
        if (k > 0)
            continue;
        row = (verify_row){.published = NAN, .value = fine.attitude, .tolerance = 1e-3};
        verify_add(rows, row, "free body, phi 0.5, h 0.01: attitude error, rad");
        row = (verify_row){.published = NAN, .value = fabs(spin_freely(0.02, 0.5, 200).energy), .tolerance = 1e-4};
        verify_add(rows, row, "free body, phi 0.5, h 0.02: energy error after 200 s");
    }
}

/* Energy error in % over `duration` with several bounces: the largest while nothing touches, and the last one. */
typedef struct bounces {
    double most, last;
} bounces;

static bounces bounce(double h, bool implicit, double height, double duration)
{
    clast_error error;
    clast_sim *sim = NULL;
    bounces out = {NAN, NAN};
    clast_scene *scene = fibre_scene(NULL, h, &error);
    const clast_time time = implicit_time(h, 0.5);
    if (scene && (!implicit || !clast_scene_time(scene, &time, &error)) &&
        !fibre_wall(scene, "floor", (vec3){0, 0, 0}, (vec3){0, 1, 0}, &error) &&
        !fibre_add(scene, (vec3){0, height, 0}, -M_PI / 6, (vec3){0, 0, 0}, &error) &&
        !clast_sim_create(scene, &sim, &error)) {
        const double start = fibre_energy(sim);
        clast_status status = CLAST_OK;
        out.most = 0;
        for (long n = lround(duration / h) / 10; n > 0 && !status; n--) {
            status = clast_sim_step(sim, 10, &error);
            if (clast_sim_info(sim).contacts == 0) {
                out.last = status ? NAN : 100 * (fibre_energy(sim) / start - 1);
                out.most = fmax(out.most, fabs(out.last));
            }
        }
    }
    clast_sim_free(sim);
    clast_scene_free(scene);
    return out;
}

/* One bounce is one phase of the step against the contact; over many the error is a random walk of closings and
 * openings, with the step to the 5/2 for Hertz. */
static double many(double h, bool implicit)
{
    enum { HEIGHTS = 32 };
    double square = 0;
    for (int k = 0; k < HEIGHTS; k++) {
        const double error = bounce(h, implicit, 0.05 + 0.001 * k, 0.3).last;
        square += error * error / HEIGHTS;
    }
    return sqrt(square);
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    (void)quick;
    if (index == 0) {
        add_free(rows);
        return;
    }
    const bool implicit = index == 1;
    const char *how = implicit ? "implicit" : "explicit";
    const double coarse = many(4e-5, implicit), fine = many(2e-5, implicit);
    verify_row row = {.published = NAN, .value = bounce(1e-5, implicit, 0.5, 2).most, .tolerance = 1e-2};
    verify_add(rows, row, "fibre, %s, h 1e-5: most energy error after contacts, %%", how);
    row = (verify_row){.published = NAN, .reference = 2.5, .value = log2(coarse / fine), .tolerance = 0.5};
    verify_add(rows, row, "fibre, %s: order of the rms over 32 falls, h 4e-5 to 2e-5", how);
}

const verify_case verify_campello_bodies = {
    .name = "bodies",
    .about = "bodies of any form in the fixed point",
    .n_runs = 3,
    .seconds = 1,
    .run = run,
};
