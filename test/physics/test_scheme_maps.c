/* What the rotation reference says about single schemes: which printed forms are the same map, and the exact turn where
 * elliptic functions degenerate. */
#include "motion/spin.h"
#include "spin_world.h"

static double turn_between(const spin_world *a, const spin_world *b)
{
    return spin_angle(spin_world_turn(a), spin_world_turn(b));
}

/* Kleppmann's tangent step and direct multiplication land on the same quaternion (errata, eq 45). */
static void test_scalar_factor_is_direct_multiplication(void **state)
{
    (void)state;
    const vec3 inertia = {1, 2, 3}, w = {0.8, 1.1, -0.5};
    spin_world a = spin_world_create("scalar-factor", inertia, w, spin_torque_field, 0.01);
    spin_world b = spin_world_create("direct-multiplication", inertia, w, spin_torque_field, 0.01);
    for (int n = 0; n < 400; n++) {
        spin_world_run(&a, 1);
        spin_world_run(&b, 1);
        CHECK_NEAR(turn_between(&a, &b), 0, 1e-13);
    }
    spin_world_free(&a);
    spin_world_free(&b);
}

/* Leap-frog with the printed factor f = |beta|^2/A, renormalised as the paper says (Zhao & van Wachem, eqs 35-39). */
static quat printed_leapfrog(quat q, vec3 w, double h)
{
    const vec3 b = v_mul(0.25 * h, w);
    const quat beta = {1, b.x, b.y, b.z};
    const double f = q_dot(beta, beta) / (1 + 2 * v_dot(b, b));
    const quat step = q_mul(q_mul_scalar(f, q_mul(beta, beta)), q);
    CHECK(fabs(q_dot(step, step) - 1) > 1e-8); /* without renormalising it would differ */
    return q_unit(step);
}

static void test_printed_leapfrog_factor_does_not_matter(void **state)
{
    (void)state;
    const vec3 inertia = {2, 2, 2}, w = {3, -4, 5}; /* a free ball: w(n+1/2) is w */
    spin_world world = spin_world_create("leapfrog", inertia, w, spin_torque_none, 0.1);
    quat q = {1, 0, 0, 0};
    for (int n = 0; n < 100; n++) {
        spin_world_run(&world, 1);
        q = printed_leapfrog(q, w, 0.1);
        CHECK_NEAR(spin_angle(q, spin_world_turn(&world)), 0, 1e-13);
    }
    CHECK_NEAR(spin_angle((quat){1, 0, 0, 0}, spin_world_turn(&world)),
               fabs(remainder(400 * atan(0.025 * v_length(w)), 2 * WORLD_PI)), 1e-12);
    spin_world_free(&world);
}

/* The turn of a step is the corrected tensor 1 + 4/(4 + a.a) (S + S^2/2) of the Rodrigues vector a = h w. */
static void test_rodrigues_tensor(void **state)
{
    (void)state;
    const vec3 w = {3, -4, 5}, v = {0.3, 0.7, -0.2}, a = v_mul(0.1, w);
    spin_world world = spin_world_create("rodrigues", (vec3){2, 2, 2}, w, spin_torque_none, 0.1);
    spin_world_run(&world, 1);
    const vec3 sv = v_cross(a, v), turned = v_add_mul(v, 4 / (4 + v_dot(a, a)), v_add_mul(sv, 0.5, v_cross(a, sv)));
    CHECK_NEAR(v_length(v_sub(turned, q_turn(spin_world_turn(&world), v))), 0, 1e-15);
    spin_world_free(&world);
}

/* PCDM with the mid-step torque: a caller who knows it writes it to t and memory. Under a torque of time alone, constant
 * in direction, the mid-point rule has the angle error of h^2/24 times the third derivative. */
static void test_pcdm_mid_takes_a_known_torque(void **state)
{
    (void)state;
    double error[2];
    for (int d = 0; d < 2; d++) {
        const double h = 0.02 / (1 << d);
        spin_world world = spin_world_create("pcdm-mid", (vec3){1, 1, 1}, (vec3){0, 0, 0}, spin_torque_none, h);
        clast_sim *sim = world.sim;
        for (int n = 0; n < (int)lround(1 / h); n++) {
            sim->state.t[2][0] = sim->state.memory[2][0] = cos((n + 0.5) * h);
            clast_work_bodies(&sim->model, &sim->state, &sim->work, clast_motion_begin);
            clast_motion_end(&sim->model, &sim->state, &sim->work);
        }
        error[d] = spin_angle(spin_world_turn(&world), (quat){1, 0, 0, 0}) - (1 - cos(1));
        spin_world_free(&world);
    }
    CHECK_CLOSE(error[0] / error[1], 4, 1e-3);
    CHECK_BETWEEN(fabs(error[1]), 1e-7, 1e-5);
}

/* exact-kdk over one long step against many short ones of the fourth-order turn. */
static void compare_exact(vec3 inertia, vec3 w, double t, double tolerance)
{
    const int64_t steps = lround(t / 1e-3);
    spin_world whole = spin_world_create("exact-kdk", inertia, w, spin_torque_none, t);
    spin_world fine = spin_world_create("mag4-kdk", inertia, w, spin_torque_none, t / (double)steps);
    spin_world_run(&whole, 1);
    spin_world_run(&fine, steps);
    CHECK_NEAR(turn_between(&whole, &fine), 0, tolerance);
    const double speed = v_length(w) + 1e-300;
    const vec3 off = v_sub(spin_world_at(whole.sim->state.w), spin_world_at(fine.sim->state.w));
    CHECK_NEAR(v_length(off) / speed, 0, tolerance);
    spin_world_free(&whole);
    spin_world_free(&fine);
}

static void test_exact_turn_everywhere(void **state)
{
    (void)state;
    /* every order of the axes, middle inertia second and third; ball and tops; nearly so */
    const vec3 moments[] = {
        {1, 2, 3}, {3, 1, 2},   {2, 3, 1},   {3, 2, 1},   {2, 1, 3},   {1, 3, 2},          {1, 1.2, 2},
        {2, 2, 2}, {1, 1, 0.5}, {1, 1, 1.9}, {0.5, 1, 1}, {1, 0.5, 1}, {1, 1 + 1e-9, 0.5}, {1, 1 + 1e-9, 1 + 2e-9}};
    /* any; about an axis, and near one; in a plane; hardly; not at all */
    const vec3 spins[] = {{0.8, 1.1, -0.5}, {0, 0, 1},  {0, 1, 0},           {1, 0, 0}, {1e-9, 1, -1e-9},
                          {-1, 0, 1},       {0, 2, -1}, {1e-8, 2e-8, -1e-8}, {0, 0, 0}};
    for (size_t k = 0; k < sizeof moments / sizeof *moments; k++)
        for (size_t j = 0; j < sizeof spins / sizeof *spins; j++) {
            compare_exact(moments[k], spins[j], 0.3, 2e-13);
            compare_exact(moments[k], spins[j], 5, 2e-12);
        }
}

/* On the separatrix, L^2 = 2E I2, where the period is infinite: w2 = w2'(0)/p tanh(p t), from axes 1 and 3 to axis 2. */
static void test_exact_turn_on_the_separatrix(void **state)
{
    (void)state;
    const vec3 inertia = {1, 2, 3};
    const double w3 = 0.7, w1 = w3 * sqrt(3); /* I1 (I2-I1) w1^2 = I3 (I3-I2) w3^2 */
    compare_exact(inertia, (vec3){w1, 0, w3}, 0.5, 2e-13);
    compare_exact(inertia, (vec3){w1, 0.4, w3}, 0.5, 2e-13);
    spin_world world = spin_world_create("exact-kdk", inertia, (vec3){w1, 0, w3}, spin_torque_none, 0.05);
    spin_world_run(&world, 60);
    const vec3 b = q_turn_back(spin_world_turn(&world), spin_world_at(world.sim->state.w));
    const double rate = (inertia.z - inertia.x) / inertia.y * w3 * w1;
    const double p = w3 * sqrt((inertia.z - inertia.x) * (inertia.z - inertia.y) / (inertia.x * inertia.y));
    CHECK_NEAR(b.y, rate / p * tanh(p * 3), 1e-12);
    spin_world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalar_factor_is_direct_multiplication),
        cmocka_unit_test(test_printed_leapfrog_factor_does_not_matter),
        cmocka_unit_test(test_rodrigues_tensor),
        cmocka_unit_test(test_pcdm_mid_takes_a_known_torque),
        cmocka_unit_test(test_exact_turn_everywhere),
        cmocka_unit_test(test_exact_turn_on_the_separatrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
