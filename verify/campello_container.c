/* Example 5.3: 230 spheres fall out of a long vessel onto an inclined face and into a container, in a plane. The paper
 * shows the geometry in a figure only; it is that of the contact reference, B.4. Its packings come from random sequential
 * addition with the generator of the C++ library, so that they can be had here too, sphere by sphere.
 * The drag, c v with c = 0.005 N s/m, is the damping of bodies with c/m. */
#include <math.h>
#include <stdlib.h>

#include "verify/campello.h"
#include "verify/mt19937.h"

enum { BODIES = 230, SEEDS = 4 };
static const double radius = 0.1, density = 2500, young = 1e8, poisson = 0.25, width = 0.75, height = 20, dt = 1e-4;

/* The walls as lines in the plane, from and to. */
static const struct {
    const char *name;
    double from[2], to[2];
} lines[] = {{"vessel left", {0, 0}, {0, 21}},          {"vessel right", {0.75, 0}, {0.75, 21}},
             {"face", {-0.35, -0.85}, {1.65, -2.85}},   {"floor", {1.65, -2.85}, {4.65, -2.85}},
             {"right", {4.65, -2.85}, {4.65, 1.5}},     {"left", {-0.35, -0.85}, {-0.35, 0.6}},
             {"lip", {-0.35, 0.6}, {0, 0.6}}};

/* Random sequential addition, begun anew when the vessel is full too early. */
static bool pack(uint32_t seed, double at[BODIES][2])
{
    mt19937 random;
    mt19937_seed(&random, seed);
    for (int again = 0; again < 3; again++) {
        int n = 0;
        for (int tries = 0; tries < 300000 && n < BODIES; tries++) {
            const double x = radius + mt19937_uniform(&random) * (width - 2 * radius);
            const double y = radius + mt19937_uniform(&random) * (height - 2 * radius);
            bool free_place = true;
            for (int j = 0; j < n && free_place; j++)
                free_place = (x - at[j][0]) * (x - at[j][0]) + (y - at[j][1]) * (y - at[j][1]) >= 4 * radius * radius;
            if (free_place)
                at[n][0] = x, at[n++][1] = y;
        }
        if (n == BODIES)
            return true;
    }
    return false;
}

static void build(grains *g, uint32_t seed)
{
    double at[BODIES][2];
    if (!pack(seed, at))
        g->status = CLAST_BAD_INPUT;
    for (int i = 0; i < BODIES && !g->status; i++)
        grains_sphere(g, radius, (vec3){at[i][0], at[i][1], 0}, (vec3){0, 0, 0}, (vec3){0, 0, 0});
    for (size_t k = 0; k < sizeof lines / sizeof *lines && !g->status; k++) {
        clast_plane plate = {.name = lines[k].name, .material = "wall", .point = {lines[k].from[0], lines[k].from[1], -1}};
        for (int c = 0; c < 2; c++)
            plate.sides[0][c] = lines[k].to[c] - lines[k].from[c];
        plate.sides[1][2] = 2;
        g->status = clast_scene_plane(g->scene, &plate, &g->error);
    }
}

static void open_scene(grains *g, bool rotations, bool implicit)
{
    clast_contact rule = campello_contact(0.1, false, false);
    rule.term[CLAST_DAMPING].law = "share";
    rule.term[CLAST_DAMPING].param[0] = 0.9;
    rule.term[CLAST_DAMPING].param[1] = 0;
    grains_open(g, density, young, poisson, &rule, dt);
    grains_material(g, "wall", 0, 1e20, poisson);
    rule.material[0] = "m", rule.material[1] = "wall";
    rule.term[CLAST_FRICTION].param[0] = rule.term[CLAST_FRICTION].param[1] = 0.25;
    if (!g->status)
        g->status = clast_scene_contact(g->scene, &rule, &g->error);
    clast_time time = {.end = 5, .step = dt, .rotation = rotations ? NULL : "none"};
    if (implicit) {
        time.integrator = CLAST_TRAPEZOID;
        time.trapezoid = clast_trapezoid_default();
    }
    if (!g->status)
        g->status = clast_scene_time(g->scene, &time, &g->error);
    if (!g->status)
        clast_scene_gravity(g->scene, (double[3]){0, -9.81, 0});
    grains_damping(g, 0, 0.005 / (density * 4.0 / 3 * M_PI * radius * radius * radius));
}

typedef struct outcome {
    double first_spin, most, most_turning, rest; /* times and energies; rest: kinetic energy below 0.1 % from then on */
    double hump;                                 /* most of the translational energy between 2.6 and 3.4 s */
    double residual;
    int lost;
    bool ok;
} outcome;

static void watch(const grains *g, double t, outcome *out)
{
    const clast_ledger ledger = clast_sim_ledger(g->sim);
    for (int32_t i = 0; i < BODIES && out->first_spin < 0; i++)
        if (v_length(grains_w(g, i)) > 0.5)
            out->first_spin = t;
    out->most = fmax(out->most, ledger.kinetic);
    out->most_turning = fmax(out->most_turning, ledger.rotational);
    if (t > 2.6 && t < 3.4)
        out->hump = fmax(out->hump, ledger.kinetic);
    const bool rests = t > 1 && ledger.kinetic + ledger.rotational < 1e-3 * out->most;
    out->rest = !rests ? -1 : out->rest < 0 ? t : out->rest;
}

static outcome fall(uint32_t seed, bool rotations, bool implicit, double end, grains *g)
{
    outcome out = {.first_spin = -1, .rest = -1};
    const int64_t every = (int64_t)(0.01 / dt + 0.5);
    open_scene(g, rotations, implicit);
    build(g, seed);
    out.ok = grains_start(g);
    for (double t = 0.01; out.ok && t < end + 0.005; t += 0.01) {
        out.ok = grains_step(g, every);
        if (out.ok)
            watch(g, t, &out);
    }
    for (int32_t i = 0; i < BODIES && out.ok; i++) {
        const vec3 x = grains_x(g, i);
        out.lost += x.y < -3.2 || x.x > 5 || x.x < -0.5;
    }
    const clast_ledger ledger = out.ok ? clast_sim_ledger(g->sim) : (clast_ledger){.residual = NAN};
    out.residual = ledger.residual / ledger.turnover;
    return out;
}

/* Seed, rotations, integrator of a run; quick: the first two explicit ones, and the implicit ones until the first hit. */
static const struct {
    uint32_t seed;
    bool rotations, implicit;
} runs[] = {{1, true, true},  {1, false, true},  {1, true, false},  {1, false, false}, {2, true, false},
            {2, false, false}, {3, true, false}, {3, false, false}, {4, true, false},  {4, false, false}};

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    const bool implicit = runs[index].implicit, rotations = runs[index].rotations;
    if (quick && (runs[index].seed > 1 || (implicit && !rotations)))
        return;
    const bool whole = !(quick && implicit);
    grains g;
    const outcome out = fall(runs[index].seed, rotations, implicit, whole ? 5 : 0.6, &g);
    char name[64];
    snprintf(name, sizeof name, "%s, %s, packing %u", implicit ? "implicit" : "explicit",
             rotations ? "rotations" : "no rotations", runs[index].seed);
    verify_row row = {.published = NAN};
    if (rotations) {
        row = (verify_row){.published = 0.5, .reference = 0.54, .tolerance = 0.04};
        row.value = out.ok ? out.first_spin : NAN;
        verify_add(rows, row, "%s: first spin [s]", name);
    }
    if (whole) {
        row = (verify_row){.published = rotations ? 4.0 : NAN, .reference = rotations ? 4.35 : 3.15};
        row.tolerance = rotations ? 0.35 : 0.25;
        row.value = out.ok ? out.rest : NAN;
        verify_add(rows, row, "%s: kinetic energy below 0.1 %% from [s]", name);
        row = (verify_row){.published = NAN, .reference = 0, .value = out.ok ? (double)out.lost : NAN};
        verify_add(rows, row, "%s: spheres lost", name);
        row = (verify_row){.published = NAN, .reference = 0, .value = out.residual, .tolerance = 1e-3};
        verify_add(rows, row, "%s: R/Y", name);
    }
    if (whole && rotations) {
        row = (verify_row){.published = NAN, .reference = 1.05, .tolerance = 0.25};
        row.value = out.ok ? 100 * out.most_turning / out.most : NAN;
        verify_add(rows, row, "%s: most energy of rotation, %% of most", name);
    }
    if (whole) {
        row = (verify_row){.published = NAN, .reference = rotations ? 2000 : 200, .value = out.ok ? out.hump : NAN};
        row.tolerance = rotations ? 1500 : 200;
        verify_add(rows, row, "%s: most kinetic energy from 2.6 to 3.4 s [J]", name);
    }
    if (implicit) {
        const clast_convergence c = out.ok ? g.sim->state.convergence : (clast_convergence){0};
        row = (verify_row){.published = NAN, .reference = 4.7, .value = (double)c.iterations / (double)c.steps, .tolerance = 1};
        if (whole)
            verify_add(rows, row, "%s: passes per step", name);
        row = (verify_row){.published = NAN, .reference = 0, .value = (double)c.failed, .tolerance = 50};
        verify_add(rows, row, "%s: steps not converged", name);
    }
    grains_close(&g);
}

const verify_case verify_campello_container = {
    .name = "5.3",
    .about = "230 spheres fall into a container, with and without rotations",
    .n_runs = sizeof runs / sizeof *runs,
    .seconds = 20,
    .run = run,
};
