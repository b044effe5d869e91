/* Rotation vectors: the corrected tensor (10), (27), the composition (47), and the engine's attitude after 1e5 steps
 * against the vector composed of its own increments. */
#include <math.h>

#include "motion/rodrigues.h"
#include "verify/campello.h"
#include "verify/rotor.h"

/* Largest entry of Q^T Q - 1 over vectors of many lengths; base 4 is right, 1 is the print. */
static double orthogonality(clast_random *random, int count, double base)
{
    double most = 0;
    for (int k = 0; k < count; k++) {
        const double length = pow(10, 4 * random_uniform(random) - 3);
        const vec3 a = {length * random_normal(random), length * random_normal(random), length * random_normal(random)};
        vec3 column[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int c = 0; c < 3; c++) {
            const vec3 right = rodrigues_turn(a, column[c]), change = v_sub(right, column[c]);
            column[c] = v_add_mul(column[c], (4 + v_dot(a, a)) / (base + v_dot(a, a)), change);
        }
        for (int i = 0; i < 9; i++)
            most = fmax(most, fabs(v_dot(column[i / 3], column[i % 3]) - (i / 3 == i % 3)));
    }
    return most;
}

/* The angle between the attitude by (47) and that by quaternions after n turns of 0.07 rad about random axes. */
static double compose(clast_random *random, int n, double *longest)
{
    vec3 alpha = {0, 0, 0};
    quat q = {1, 0, 0, 0};
    *longest = 0;
    for (int k = 0; k < n; k++) {
        const vec3 axis = v_unit((vec3){random_normal(random), random_normal(random), 2 + random_normal(random)});
        const vec3 a = rodrigues_of_spin(axis, 0.07);
        alpha = rodrigues_compose(alpha, a);
        q = q_unit(q_mul(rodrigues_quat(a), q));
        *longest = fmax(*longest, v_length(alpha));
    }
    return rotor_angle(rodrigues_quat(alpha), q);
}

/* The same with the engine: a free body, its own mean spins, its own quaternion. */
static double engine(int64_t n, double *momentum)
{
    static const double sphere[1][4] = {{0, 0, 0, 0.1}};
    const double dt = 0.02;
    double angle = NAN;
    grains g;
    const clast_contact rule = grains_contact((grains_rule){.tangential = "none"});
    grains_open(&g, 1000, 1e7, 0.25, &rule, dt);
    campello_integrator(&g, dt, 1e-10, CLAST_JACOBI);
    grains_shape(&g,
                 &(clast_shape){.name = "body", .n_spheres = 1, .spheres = sphere, .mass = 1, .inertia = {1, 2, 3}});
    grains_body(&g, (clast_body){.shape = "body", .spin = {0.6, 0.5, 0.7}});
    bool ok = grains_start(&g);
    if (ok) {
        const clast_state *s = &g.sim->state;
        const vec3 start = v_at(s->L, 0);
        const quat q0 = q_at(s->q, 0);
        vec3 alpha = {0, 0, 0};
        for (int64_t k = 0; ok && k < n; k++) {
            ok = grains_step(&g, 1);
            alpha = rodrigues_compose(alpha, rodrigues_of_spin(v_at(g.sim->work.wh, 0), dt));
        }
        angle = rotor_angle(q_mul(rodrigues_quat(alpha), q0), q_at(s->q, 0));
        *momentum = v_length(v_sub(v_at(s->L, 0), start)) / v_length(start);
    }
    grains_close(&g);
    return ok ? angle : NAN;
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)index;
    (void)quick;
    (void)shared;
    enum { STEPS = 100000 };
    clast_random random = {.seed = 5};
    verify_row row = {.published = NAN, .value = orthogonality(&random, 10000, 4), .tolerance = 1e-15};
    verify_add(rows, row, "Q with 4/(4 + a^2): largest entry of Q^T Q - 1");
    row = (verify_row){.published = NAN, .reference = 3, .value = orthogonality(&random, 10000, 1), .tolerance = 2};
    row.note = "as printed it is no rotation";
    verify_add(rows, row, "Q with the printed 4/(1 + a^2): the same");
    double longest, momentum = NAN;
    row = (verify_row){.published = NAN, .value = compose(&random, STEPS, &longest), .tolerance = 1e-12};
    verify_add(rows, row, "(47) against quaternions after 1e5 steps, rad");
    row = (verify_row){.published = NAN, .value = engine(STEPS, &momentum), .tolerance = 1e-12};
    verify_add(rows, row, "(47) against the engine's attitude after 1e5 steps, rad");
    row = (verify_row){.published = NAN, .value = momentum, .tolerance = 1e-15};
    verify_add(rows, row, "the engine's angular momentum after 1e5 steps, change");
}

const verify_case verify_campello_rodrigues = {
    .name = "rodrigues",
    .about = "rotation vectors, their composition, and quaternions",
    .n_runs = 1,
    .seconds = 0.5,
    .run = run,
};
