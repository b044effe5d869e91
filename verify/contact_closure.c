/* The ledger closes for every law there is: a bed of 500 clusters (fibres, and lopsided corners of three spheres) falls
 * into a box, with Hertz, Mindlin, friction and damping, and in turn each law of the table in its place. What is left
 * over must be below 1e-3 of the energy turned over at 0.1 Rayleigh times, and fall with the square of the step. */
#include <math.h>
#include <string.h>

#include "law/law.h"
#include "verify/contact.h"
#include "verify/grains.h"

static const double radius = 0.005, density = 1100, young = 1e7, poisson = 0.25;

enum {
    LAWS = 0
#define LAW(object) +1
#include "law/laws.def"
#undef LAW
};

/* Parameters that have no default, or whose default is not meant for this bed: a linear spring from the material is 30
 * times stiffer than Hertz at these overlaps. */
static const struct {
    clast_term_kind kind;
    const char *law;
    double param[CLAST_TERM_PARAMS];
} chosen[] = {
    {CLAST_NORMAL, "linear", {3000}},        {CLAST_DAMPING, "restitution", {0.5}}, {CLAST_DAMPING, "half-step", {0.5}},
    {CLAST_DAMPING, "viscous", {0.5, 0.3}}, {CLAST_FRICTION, "coulomb", {0.6, 0.4}},
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

/* |R|/Y at the end; NAN: it failed. */
static double leftover(const clast_contact *rule, double step, bool quick)
{
    grains g;
    double out = NAN;
    const double dt = step * grains_rayleigh(radius, density, young, poisson), time = quick ? 0.2 : 0.4;
    grains_open(&g, density, young, poisson, rule, dt);
    make_bed(&g, quick ? 4 : 7, quick ? 60 : 500);
    if (grains_start(&g) && grains_step(&g, llround(time / dt))) {
        const clast_ledger l = clast_sim_ledger(g.sim);
        out = fabs(l.residual / l.turnover);
    }
    grains_close(&g);
    return out;
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    static const char *const unknown = "a new law: this case has no parameters for it yet";
    static const char *const smooth = "smooth grains lose everything in dashpots, and R is 1.7/N^2 of that";
    const clast_law *law = clast_law_at(index);
    clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.5);
    const bool known = set_term(law, &rule.term[law->kind]);
    const double coarse = known ? leftover(&rule, 0.2, quick) : NAN, fine = known ? leftover(&rule, 0.1, quick) : NAN;
    char name[64];
    snprintf(name, sizeof name, "%s %s", clast_term_name(law->kind), law->name);
    verify_row row = {.published = NAN, .reference = 0, .value = fine, .tolerance = 1e-3};
    const bool without = law->kind == CLAST_TANGENTIAL && strcmp(law->name, "none") == 0;
    row.open = !known ? unknown : without ? smooth : NULL;
    verify_add(rows, row, "%s: |R|/Y at 0.1 Rayleigh", name);
    row.open = known ? NULL : unknown;
    /* at least second order; the random part of an elastic bed falls with 5/2 */
    row.reference = 2.2, row.value = log2(coarse / fine), row.tolerance = 0.4;
    verify_add(rows, row, "%s: order of R, 0.2 to 0.1", name);
}

const verify_case verify_contact_closure = {
    .name = "closure",
    .about = "a bed of clusters with every law in turn: the ledger closes",
    .n_runs = LAWS,
    .seconds = 20,
    .run = run,
};
