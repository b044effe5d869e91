/* [H]: the truncation error of one velocity-Verlet step from just touching, eps = E(t + dt) + lost - E(t), against
 * the formulas (14) ... (53). Equal spheres of 0.397 mm, the contact at the origin. The energies are formed here from
 * the engine's arrays; only the motion is the engine's.
 *
 * For any law eps is, exactly (contact reference, A.2),
 *     eps = [dPE - trapezoid work of the forces] + dt^2/8 change of sum(F^2/m + T^2/I).
 * The paper's formulas (40), (45), (48), (53) hold for the usual law (end-of-step geometry, dashpot of the half step),
 * which is `spring-incremental-end` and `half-step` here. The engine's own laws take the slip at mid-step geometry, 2/3
 * of the stiffness for a closing Hertz contact, and a weighted implicit dashpot: their rows are held to the identity
 * with these terms put in. Starting from touching the whole step is spent in contact, so the closing fraction is 1. */
#include <math.h>

#include "verify/contact.h"
#include "verify/grains.h"

static const double radius = 3.97e-4, density = 2650, shear = 29e9, poisson = 0.2, linear_bar = 1e-6, hertz_bar = 1e-8;

typedef struct step_setup {
    bool hertz;
    double kn, ks, v, w, dt;
    double mass_ratio;      /* mb/ma by density; total mass kept when total > 0 */
    double total;           /* kg */
    double radius_b;        /* 0: as a */
    const char *tangential; /* NULL: none */
    double friction;
    const char *damping; /* NULL: none */
    double viscous;
} step_setup;

static const step_setup standard = {.kn = 1e6, .ks = 1e6, .v = 1, .w = 100, .dt = 1e-8, .mass_ratio = 1};

/* What the engine made of it. */
typedef struct outcome {
    bool ok;
    double kinetic0, kinetic1;
    double ma, mb, inertia;
    double overlap;            /* after the step, from the centres */
    double normal, tangential; /* force on a: along -x, across */
} outcome;

static double young(void) { return 2 * shear * (1 + poisson); }

static clast_contact rule_of(const step_setup *s)
{
    grains_rule rule = {.normal = s->hertz ? "hertz" : "linear", .damping = s->damping, .tangential = s->tangential};
    rule.stiffness = s->hertz ? 0 : s->kn;
    rule.tangential_param = s->hertz ? 0 : s->ks;
    rule.friction = s->friction;
    rule.damping_param[0] = s->viscous;
    return grains_contact(rule);
}

static double kinetic(const grains *g)
{
    double sum = 0;
    for (int32_t i = 0; i < g->sim->state.n; i++)
        sum += 0.5 * g->sim->work.mass[i] * v_dot(grains_v(g, i), grains_v(g, i)) +
               0.5 * g->sim->work.inertia[0][i] * v_dot(grains_w(g, i), grains_w(g, i));
    return sum;
}

static outcome pair_step(const step_setup *s)
{
    grains g;
    outcome o = {0};
    const double rb = s->radius_b > 0 ? s->radius_b : radius, volume = 4.0 / 3 * M_PI * radius * radius * radius;
    const double volume_b = 4.0 / 3 * M_PI * rb * rb * rb;
    const double ma = s->total > 0 ? s->total / (1 + s->mass_ratio) : volume * density;
    const clast_contact rule = rule_of(s);
    grains_open(&g, ma / volume, young(), poisson, &rule, s->dt);
    grains_material(&g, "b", ma * s->mass_ratio / volume_b, young(), poisson);
    grains_sphere(&g, radius, (vec3){-radius, 0, 0}, (vec3){s->v, 0, 0}, (vec3){0, 0, s->tangential ? s->w : 0});
    grains_body(&g, (clast_body){.shape = "sphere", .material = "b", .size = rb, .at = {rb, 0, 0}});
    if (grains_start(&g)) {
        o.kinetic0 = kinetic(&g);
        o.ok = grains_step(&g, 1);
        o.kinetic1 = kinetic(&g);
        o.ma = g.sim->work.mass[0], o.mb = g.sim->work.mass[1], o.inertia = g.sim->work.inertia[0][0];
        o.overlap = radius + rb - v_length(v_sub(grains_x(&g, 1), grains_x(&g, 0)));
        o.normal = -g.sim->state.f[0][0];
        o.tangential = fabs(g.sim->state.f[1][0]);
    }
    grains_close(&g);
    return o;
}

static double hertz_stiffness(double ra, double rb)
{
    return 4 * shear / (3 * (1 - poisson)) * sqrt(ra * rb / (ra + rb));
}

static double hertz_shear(void) { return 4 * shear / (2 - poisson) * sqrt(radius / 2); }

/* ---- the paper's formulas ---- */

static double eps14(const step_setup *s, double m) { return s->kn * s->kn * s->v * s->v * pow(s->dt, 4) / (4 * m); }

static double polynomial(double u) { return 28 * radius * radius - 20 * u * radius + 5 * u * u; }

static double eps40(const step_setup *s, double m)
{
    const double u = s->v * s->dt, d = 2 * radius - u;
    return eps14(s, m) +
           s->ks * s->ks * s->w * s->w * pow(s->dt, 4) * polynomial(u) * d * d / (128 * m * radius * radius);
}

static double eps45(const step_setup *s, double m)
{
    const double u = s->v * s->dt;
    return eps14(s, m) + s->friction * s->friction * s->kn * s->kn * s->v * s->v * pow(s->dt, 4) /
                             (32 * m * radius * radius) * polynomial(u);
}

static double eps21(const step_setup *s, double ma, double mb, double stiffness)
{
    const double u = s->v * s->dt;
    return stiffness * stiffness * pow(s->v, 3) * pow(s->dt, 5) * (ma + mb) / (8 * ma * mb) -
           stiffness * pow(u, 2.5) / 10;
}

static double eps48(const step_setup *s, double m)
{
    const double u = s->v * s->dt, d = 2 * radius - u, ks = hertz_shear();
    return eps21(s, m, m, hertz_stiffness(radius, radius)) +
           ks * ks * s->v * s->w * s->w * pow(s->dt, 5) * polynomial(u) * d * d / (128 * m * radius * radius);
}

/* ---- rows ---- */

/* bar: relative */
static void add(verify_rows *rows, double eps, double formula, double bar, bool published, const char *what)
{
    verify_row row = {.published = published ? formula : NAN, .reference = formula, .value = eps};
    row.tolerance = bar * fabs(formula);
    verify_add(rows, row, "%s: eps, J", what);
}

/* Elastic and friction energies as the paper forms them: E_F from the mean of the forces before (0) and after. */
static double elastic(const step_setup *s, const outcome *o)
{
    const double rb = s->radius_b > 0 ? s->radius_b : radius, d = fmax(o->overlap, 0);
    return s->hertz ? 0.4 * hertz_stiffness(radius, rb) * d * d * sqrt(d) : 0.5 * s->kn * d * d;
}

static double tangential_energy(const step_setup *s, const outcome *o)
{
    const double ks = s->hertz ? hertz_shear() * sqrt(o->overlap) : s->ks, f = o->tangential;
    return 0.5 * f * f / ks;
}

static double slip_loss(const step_setup *s, const outcome *o)
{
    const double slip = s->w * (radius - 0.5 * o->overlap) * s->dt;
    return 0.5 * o->tangential * (slip - o->tangential / s->ks);
}

static double measure(const step_setup *s, outcome *o)
{
    *o = pair_step(s);
    double eps = o->kinetic1 + elastic(s, o) - o->kinetic0;
    if (s->tangential)
        eps += tangential_energy(s, o);
    return o->ok ? eps : NAN;
}

static void normal_rows(verify_rows *rows)
{
    outcome o;
    step_setup s = standard;
    double eps = measure(&s, &o);
    add(rows, eps, eps14(&s, o.ma), linear_bar, true, "(14) linear");
    s.dt = 1e-7;
    eps = measure(&s, &o);
    add(rows, eps, eps14(&s, o.ma), linear_bar, true, "(14) linear, dt x 10");
    static const double ratios[] = {0.001, 0.1, 0.5};
    for (int k = 0; k < 3; k++) {
        char what[32];
        s = standard;
        s.total = 1.39e-6;
        s.mass_ratio = ratios[k];
        eps = measure(&s, &o);
        snprintf(what, sizeof what, "(16) unequal, R = %g", ratios[k]);
        add(rows, eps, s.kn * s.kn * s.v * s.v * pow(s.dt, 4) * (o.ma + o.mb) / (8 * o.ma * o.mb), linear_bar, true,
            what);
    }
    s = standard;
    s.hertz = true;
    eps = measure(&s, &o);
    add(rows, eps, eps21(&s, o.ma, o.ma, hertz_stiffness(radius, radius)), hertz_bar, true, "(22) Hertz");
    s.mass_ratio = 8;
    s.radius_b = 2 * radius;
    eps = measure(&s, &o);
    add(rows, eps, eps21(&s, o.ma, o.mb, hertz_stiffness(radius, 2 * radius)), hertz_bar, true,
        "(21) Hertz, mb = 8 ma");
}

/* (49): from the overlap v dt to touching; velocities such that the half kicks leave a at -v and b at rest. */
static void unloading_row(verify_rows *rows)
{
    grains g;
    const step_setup *s = &standard;
    const clast_contact rule = rule_of(s);
    const double u = s->v * s->dt, m = 4.0 / 3 * M_PI * radius * radius * radius * density;
    const double kick = s->kn * u * s->dt / (2 * m);
    double eps = NAN;
    grains_open(&g, density, young(), poisson, &rule, s->dt);
    grains_sphere(&g, radius, (vec3){-radius, 0, 0}, (vec3){-s->v + kick, 0, 0}, (vec3){0, 0, 0});
    grains_sphere(&g, radius, (vec3){radius - u, 0, 0}, (vec3){-kick, 0, 0}, (vec3){0, 0, 0});
    if (grains_start(&g)) {
        const double d0 = 2 * radius - v_length(v_sub(grains_x(&g, 1), grains_x(&g, 0)));
        const double before = kinetic(&g) + 0.5 * s->kn * d0 * d0;
        if (grains_step(&g, 1)) {
            const double d1 = fmax(0, 2 * radius - v_length(v_sub(grains_x(&g, 1), grains_x(&g, 0))));
            eps = kinetic(&g) + 0.5 * s->kn * d1 * d1 - before;
        }
    }
    grains_close(&g);
    add(rows, eps, -eps14(s, m), linear_bar, true, "(49) linear, unloading");
}

static void tangential_rows(verify_rows *rows)
{
    static const double friction[] = {0.1, 0.25, 0.5, 1};
    outcome o;
    step_setup s = standard;
    s.tangential = "spring-incremental-end";
    s.friction = 1e6;
    double eps = measure(&s, &o);
    add(rows, eps, eps40(&s, o.ma), linear_bar, true, "(40) linear and shear");
    s.ks *= 10;
    eps = measure(&s, &o);
    add(rows, eps, eps40(&s, o.ma), linear_bar, true, "(40) ks x 10");
    s.ks = standard.ks, s.w *= 10;
    eps = measure(&s, &o);
    add(rows, eps, eps40(&s, o.ma), linear_bar, true, "(40) w x 10");
    s.v = 10, s.w = 1e4;
    eps = measure(&s, &o);
    add(rows, eps, eps40(&s, o.ma), 2e-5, true, "(40) arm is D/2, not r: v 10, w 1e4");
    for (int k = 0; k < 4; k++) {
        char what[32];
        s = standard;
        s.tangential = "spring-incremental-end";
        s.ks *= 100;
        s.friction = friction[k];
        eps = measure(&s, &o) + slip_loss(&s, &o);
        snprintf(what, sizeof what, "(45) sliding, mu = %g", friction[k]);
        add(rows, eps, eps45(&s, o.ma), linear_bar, true, what);
    }
    s = standard;
    s.hertz = true;
    s.tangential = "spring-incremental-end";
    s.friction = 1e9;
    s.w = 1e4;
    eps = measure(&s, &o);
    add(rows, eps, eps48(&s, o.ma), hertz_bar, true, "(48) Hertz and shear, w 1e4");
}

/* The engine's own tangential laws: slip with the mid-step arm r - u/4, `share` of the stiffness while closing. */
static double own_law(const step_setup *s, const outcome *o, double share)
{
    const double u = s->v * s->dt, mid = s->w * s->dt * (radius - u / 4), arm = radius - u / 2;
    const double end = s->w * s->dt * arm, k = s->hertz ? hertz_shear() * sqrt(u) : s->ks, f = share * k * mid;
    const double normal = s->hertz ? eps21(s, o->ma, o->ma, hertz_stiffness(radius, radius)) : eps14(s, o->ma);
    const double bracket = 0.5 * f * f / k - 0.5 * f * end;
    return normal + bracket + s->dt * s->dt / 4 * (f * f / o->ma + f * f * arm * arm / o->inertia);
}

static void own_rows(verify_rows *rows)
{
    static const struct {
        const char *law, *what;
        bool hertz;
        double share;
    } laws[] = {
        {"spring-incremental", "identity A.2, spring-incremental, linear", false, 1},
        {"spring-secant", "identity A.2, spring-secant, linear", false, 1},
        {"spring-incremental", "identity A.2, spring-incremental, Hertz", true, 2.0 / 3},
        {"mindlin", "identity A.2, mindlin, Hertz", true, 2.0 / 3},
        {"spring-secant", "identity A.2, spring-secant, Hertz", true, 1},
    };
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        outcome o;
        step_setup s = standard;
        s.hertz = laws[k].hertz;
        s.tangential = laws[k].law;
        s.friction = 1e9;
        s.w = s.hertz ? 1e4 : 1000;
        double eps = measure(&s, &o);
        add(rows, eps, own_law(&s, &o, laws[k].share), s.hertz ? hertz_bar : linear_bar, false, laws[k].what);
    }
}

/* (53): the printed one counts the dashpot's force as stored; both times the dashpot is that of the half step, whose
 * restitution is chosen so that its coefficient is the paper's 0.1 N s/m. */
static void viscous_rows(verify_rows *rows)
{
    const double c = 0.1, m = 4.0 / 3 * M_PI * radius * radius * radius * density;
    outcome o;
    step_setup s = standard;
    const double zeta = c / (2 * sqrt(0.5 * m * s.kn)), u = s.v * s.dt;
    s.damping = "half-step";
    s.viscous = exp(-M_PI * zeta / sqrt(1 - zeta * zeta));
    double eps = measure(&s, &o);
    const double fd = o.normal - s.kn * o.overlap, kinetic_change = o.kinetic1 - o.kinetic0;
    const double stored = 0.5 * o.normal * o.normal / s.kn;
    const double printed = 2 * c * m + s.kn * s.dt * (6 * m + 2 * s.kn * s.dt * s.dt + c * s.dt);
    add(rows, kinetic_change + stored + fd * u, eps14(&s, m) + c * s.v * s.v / (4 * m * s.kn) * printed, 1e-8, true,
        "(53) viscous, printed book-keeping");
    add(rows, eps + 0.5 * fd * u, s.dt * s.dt * s.v * s.v * pow(c + s.kn * s.dt, 2) / (4 * m), linear_bar, false,
        "(53) viscous, consistent");
    /* the engine's own: W = 3/2 for a whole step in contact, implicit in its own contact */
    s.damping = "viscous";
    s.viscous = c;
    eps = measure(&s, &o);
    const double kick = s.dt / m, force = 1.5 * c * (s.v - kick * s.kn * u) / (1 + c * kick);
    add(rows, eps + 0.5 * (o.normal - s.kn * o.overlap) * u, s.dt * s.dt * pow(force + s.kn * u, 2) / (4 * m),
        linear_bar, false, "identity A.2, viscous, linear");
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)quick, (void)shared, (void)index;
    normal_rows(rows);
    unloading_row(rows);
    tangential_rows(rows);
    own_rows(rows);
    viscous_rows(rows);
}

const verify_case verify_contact_one_step = {
    .name = "one-step",
    .about = "energy error of a single step, Hanley & O'Sullivan",
    .n_runs = 1,
    .seconds = 0.1,
    .run = run,
};
