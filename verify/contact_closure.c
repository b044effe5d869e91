/* The ledger closes for every law there is: a bed of 500 clusters (fibres, and lopsided corners of three spheres) falls
 * into a box, with Hertz, Mindlin, friction and damping, and in turn each law of the table in its place. What is left
 * over must be below 1e-3 of the energy turned over at 0.1 Rayleigh times, and fall with the square of the step. */
#include <math.h>
#include <string.h>

#include "law/law.h"
#include "verify/contact.h"
#include "verify/grains.h"

/* As stiff as grains are usually taken: R is 1.7/N^2 of what dashpots lose, with N the steps of a collision, which take
 * the more Rayleigh times the stiffer the grains (docs/verify_contact.md). */
static const double radius = 0.005, density = 1100, young = 1e8, poisson = 0.25;

enum {
    LAWS = 0
#define LAW(object) +1
#include "law/laws.def"
#undef LAW
};

/* Parameters that have no default, or whose default is not meant for this bed: a linear spring from the material is several
 * times stiffer than Hertz at these overlaps. */
static const struct {
    clast_term_kind kind;
    const char *law;
    double param[CLAST_TERM_PARAMS];
} chosen[] = {
    {CLAST_NORMAL, "linear", {20000}},
    {CLAST_DAMPING, "restitution", {0.5}},
    {CLAST_DAMPING, "half-step", {0.5}},
    {CLAST_ROLLING, "constant", {0.1, 0.05}},
    {CLAST_ROLLING, "epsd", {0.1, 0.05, 0, 0.3}},
    {CLAST_COHESION, "dmt", {0.5}},
    {CLAST_DAMPING, "viscous", {0.5, 0.3}},
    {CLAST_DAMPING, "share", {0.3, 0.2}},
    {CLAST_FRICTION, "coulomb", {0.6, 0.4}},
};

/* False: the law has a parameter of which this case knows nothing. */
static bool set_term(const clast_law *law, clast_term *term)
{
    bool known = true;
    term->law = law->name;
    for (int k = 0; k < law->n_params; k++) {
        term->param[k] = NAN;
        known &= !isnan(law->params[k].fallback);
    }
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++)
        if (chosen[i].kind == law->kind && strcmp(chosen[i].law, law->name) == 0) {
            memcpy(term->param, chosen[i].param, (size_t)law->n_params * sizeof *term->param);
            known = true;
        }
    return known;
}

static void add_cluster(grains *g, clast_random *r, int k, vec3 at)
{
    clast_body body = {.shape = k % 2 ? "corner" : "fibre"};
    quat q = {random_normal(r), random_normal(r), random_normal(r), random_normal(r)};
    q = q_unit(q);
    memcpy(body.turn, (double[4]){q.w, q.x, q.y, q.z}, sizeof body.turn);
    v_put(body.at, at);
    for (int c = 0; c < 3; c++) {
        body.velocity[c] = 0.1 * random_normal(r);
        body.spin[c] = 5 * random_normal(r);
    }
    grains_body(g, body);
}

/* What is not a row of the table: glue that breaks when the bed hits the floor, and damping of bodies. */
enum { WITH_NOTHING, WITH_CONTACT_BONDS, WITH_PARALLEL_BONDS, WITH_LOCAL, WITH_GLOBAL, WITH_ALL };
static const char *const extra_names[WITH_ALL] = {"", "contact bonds", "parallel bonds", "local damping",
                                                  "global damping"};

/* Fibres side by side in pairs, glued. */
static void make_glued_bed(grains *g, int across, int n, int extra)
{
    const double cell = 0.037, side = cell * across;
    clast_random random = {.seed = 9};
    grains_gravity(g, 9.81);
    grains_fibre_shape(g, radius);
    grains_box(g, side, side);
    for (int k = 0; k < n / 2; k++) {
        const int row = k / across % across, layer = k / (across * across);
        const vec3 at = {cell * (k % across + 0.5), cell * (row + 0.5), 0.019 + cell * layer};
        clast_body body = {.shape = "fibre", .velocity = {0, 0, -0.5}};
        const quat q = q_unit(
            (quat){random_normal(&random), random_normal(&random), random_normal(&random), random_normal(&random)});
        const vec3 half = q_turn(q, (vec3){0, 0.996 * radius, 0});
        memcpy(body.turn, (double[4]){q.w, q.x, q.y, q.z}, sizeof body.turn);
        v_put(body.at, v_add(at, half));
        grains_body(g, body);
        v_put(body.at, v_sub(at, half));
        grains_body(g, body);
    }
    clast_bond bond = {.kind = CLAST_BOND_CONTACT, .tensile = 0.5, .cohesion = 0.5};
    if (extra == WITH_PARALLEL_BONDS)
        bond = (clast_bond){
            .kind = CLAST_BOND_PARALLEL, .radius = 0.5, .normal = 2e8, .shear = 1e8, .tensile = 6e4, .cohesion = 6e4};
    grains_bond(g, bond);
}

static void make_bed(grains *g, int across, int n)
{
    static const double corner[3][4] = {{0, 0, 0, 0.005}, {0.006, 0, 0, 0.005}, {0, 0.004, 0.003, 0.004}};
    const double cell = 0.0315, side = cell * across;
    clast_random random = {.seed = 8};
    grains_gravity(g, 9.81);
    grains_fibre_shape(g, radius);
    grains_shape(g, &(clast_shape){.name = "corner", .n_spheres = 3, .spheres = corner});
    grains_box(g, side, side);
    for (int k = 0; k < n; k++) {
        const int row = k / across % across, layer = k / (across * across);
        const vec3 at = {cell * (k % across + 0.5), cell * (row + 0.5), 0.017 + cell * layer};
        add_cluster(g, &random, k, at);
    }
}

/* |R|/Y at the end; NAN: it failed. *broke: bonds that did. */
static double leftover(const clast_contact *rule, int extra, double step, bool quick, double *broke)
{
    grains g;
    double out = NAN;
    const double dt = step * grains_rayleigh(radius, density, young, poisson), time = quick ? 0.2 : 0.4;
    grains_open(&g, density, young, poisson, rule, dt);
    if (extra == WITH_CONTACT_BONDS || extra == WITH_PARALLEL_BONDS)
        make_glued_bed(&g, quick ? 3 : 5, quick ? 60 : 500, extra);
    else
        make_bed(&g, quick ? 4 : 7, quick ? 60 : 500);
    if (extra == WITH_LOCAL || extra == WITH_GLOBAL)
        grains_damping(&g, extra == WITH_LOCAL ? 0.3 : 0, extra == WITH_GLOBAL ? 5 : 0);
    if (grains_start(&g) && grains_step(&g, llround(time / dt))) {
        const clast_ledger l = clast_sim_ledger(g.sim);
        out = fabs(l.residual / l.turnover);
        *broke = (double)clast_sim_breaks(g.sim, 0, NULL, 0);
    }
    grains_close(&g);
    return out;
}

static const char unknown[] = "a new law: this case has no parameters for it yet";

static void add_rows(verify_rows *rows, const clast_contact *rule, int extra, bool quick, const char *name,
                     const char *open)
{
    double broke = 0;
    const bool known = open != unknown;
    const double coarse = known ? leftover(rule, extra, 0.2, quick, &broke) : NAN;
    const double fine = known ? leftover(rule, extra, 0.1, quick, &broke) : NAN;
    verify_row row = {.published = NAN, .reference = 0, .value = fine, .tolerance = 1e-3, .open = open};
    verify_add(rows, row, "%s: |R|/Y at 0.1 Rayleigh", name);
    row.reference = 2.05, row.value = log2(coarse / fine), row.tolerance = 0.25;
    verify_add(rows, row, "%s: order of R, 0.2 to 0.1", name);
    if (extra == WITH_CONTACT_BONDS || extra == WITH_PARALLEL_BONDS) {
        row = (verify_row){.published = NAN, .reference = 1, .value = broke > 0};
        verify_add(rows, row, "%s: some broke (%.0f did)", name, broke);
    }
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.5);
    const int extra = index < LAWS ? WITH_NOTHING : index - LAWS + 1;
    if (extra != WITH_NOTHING) {
        if (extra == WITH_CONTACT_BONDS) /* they hold a linear contact */
            set_term(clast_law_find(CLAST_NORMAL, "linear"), &rule.term[CLAST_NORMAL]);
        add_rows(rows, &rule, extra, quick, extra_names[extra], NULL);
        return;
    }
    char name[64];
    const clast_law *law = clast_law_at(index);
    const bool known = set_term(law, &rule.term[law->kind]);
    snprintf(name, sizeof name, "%s %s", clast_term_name(law->kind), law->name);
    add_rows(rows, &rule, extra, quick, name, known ? NULL : unknown);
}

const verify_case verify_contact_closure = {
    .name = "closure",
    .about = "a bed of clusters with every law in turn: the ledger closes",
    .n_runs = LAWS + WITH_ALL - 1,
    .seconds = 20,
    .run = run,
};
