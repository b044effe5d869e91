/* [H] Table I: several spheres meet one at rest; the truncation error of the step from just touching as a multiple of
 * that of a pair. Geometries a ... g as the text has them; all follow from (contact reference, A.1)
 *     linear  factor = (Nc + |sum n|^2)/2
 *     Hertz   eps = factor H^2 v^3 dt^5/(4 m) - Nc/10 H (v dt)^(5/2)
 * so Hertz does not follow the factors of the linear spring: its dominant term counts contacts. */
#include <math.h>

#include "verify/contact.h"
#include "verify/grains.h"

static const double radius = 3.97e-4, density = 2650, shear = 29e9, poisson = 0.2, stiffness = 1e6, speed = 1,
                    dt = 1e-8;
static const double linear_bar = 1e-6, hertz_bar = 1e-8;

static double hertz_stiffness(void) { return 4 * shear / (3 * (1 - poisson)) * sqrt(radius / 2); }

typedef struct gathering {
    int n;
    vec3 from[4];
} gathering;

#define HALF_ROOT 0.70710678118654752440
static const gathering gatherings[] = {
    {2, {{1, 0, 0}, {-1, 0, 0}}},
    {2, {{1, 0, 0}, {0, 1, 0}}},
    {3, {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}}},
    {4, {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}}},
    {3, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {3, {{1, 0, 0}, {0, 1, 0}, {-HALF_ROOT, -HALF_ROOT, 0}}},
    {4, {{1, 0, 0}, {0, 1, 0}, {-HALF_ROOT, -HALF_ROOT, 0}, {0, 0, 1}}},
};

static double kinetic(const grains *g)
{
    double sum = 0;
    for (int32_t i = 0; i < g->sim->state.n; i++)
        sum += 0.5 * g->sim->work.mass[i] * v_dot(grains_v(g, i), grains_v(g, i));
    return sum;
}

static double elastic(const grains *g, int n, bool hertz)
{
    double sum = 0;
    for (int k = 1; k <= n; k++) {
        const double d = fmax(0, 2 * radius - v_length(v_sub(grains_x(g, k), grains_x(g, 0))));
        sum += hertz ? 0.4 * hertz_stiffness() * d * d * sqrt(d) : 0.5 * stiffness * d * d;
    }
    return sum;
}

static double gather_step(const gathering *at, bool hertz)
{
    grains g;
    const clast_contact rule =
        grains_contact((grains_rule){.normal = hertz ? "hertz" : "linear", .stiffness = hertz ? 0 : stiffness});
    double eps = NAN;
    grains_open(&g, density, 2 * shear * (1 + poisson), poisson, &rule, dt);
    grains_sphere(&g, radius, (vec3){0, 0, 0}, (vec3){0, 0, 0}, (vec3){0, 0, 0});
    for (int k = 0; k < at->n; k++)
        grains_sphere(&g, radius, v_mul(2 * radius, at->from[k]), v_mul(-speed, at->from[k]), (vec3){0, 0, 0});
    if (grains_start(&g)) {
        const double before = kinetic(&g);
        if (grains_step(&g, 1))
            eps = kinetic(&g) + elastic(&g, at->n, hertz) - before;
    }
    grains_close(&g);
    return eps;
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)index, (void)quick, (void)shared;
    const double m = 4.0 / 3 * M_PI * radius * radius * radius * density, h = hertz_stiffness();
    const double eps14 = pow(stiffness * speed * dt * dt, 2) / (4 * m), u = speed * dt;
    const double published[] = {1, 2, 2, 2, 3, 3 - 2 * HALF_ROOT, 4 - 2 * HALF_ROOT};
    for (int k = 0; k < 7; k++) {
        const gathering *at = &gatherings[k];
        vec3 sum = {0, 0, 0};
        for (int i = 0; i < at->n; i++)
            sum = v_add(sum, at->from[i]);
        const double factor = 0.5 * (at->n + v_dot(sum, sum));
        verify_row row = {.published = published[k], .reference = factor, .tolerance = linear_bar * factor};
        row.as_published = true;
        row.value = gather_step(at, false) / eps14;
        verify_add(rows, row, "Table I %c, linear: factor on (14)", "abcdefg"[k]);
        const double inertial = h * h * pow(speed, 3) * pow(dt, 5) / (4 * m);
        const double spring = h * pow(u, 2.5) / 10;
        row = (verify_row){.published = k == 1 ? 2 : NAN, .as_published = k == 1};
        row.reference = (factor * inertial - at->n * spring) / (inertial - spring);
        row.tolerance = hertz_bar * row.reference;
        row.value = gather_step(at, true) / (inertial - spring);
        verify_add(rows, row, "Table I %c, Hertz: factor on (22)", "abcdefg"[k]);
    }
}

const verify_case verify_contact_table = {
    .name = "table-1",
    .about = "energy error of a step with several contacts, Hanley & O'Sullivan Table I",
    .n_runs = 1,
    .seconds = 0.1,
    .run = run,
};
