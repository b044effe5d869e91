/* STS-KDK: free bodies, and the bouncing fibre of the papers (rotation reference, sections 1, 4, 6). */
#include "world.h"

/* A free body of given principal moments (two far spheres would not do: mass by hand). */
static clast_sim *free_body(const double inertia[3], const double spin[3], double dt)
{
    clast_error error;
    clast_scene *scene = world_create(1, 1e6, 0.25, world_smooth(1), dt);
    const double sphere[1][4] = {{0, 0, 0, 0.1}};
    clast_shape shape = {
        .name = "top", .n_spheres = 1, .spheres = sphere, .mass = 1, .inertia = {inertia[0], inertia[1], inertia[2]}};
    CHECK_OK(clast_scene_shape(scene, &shape, &error), &error);
    world_body(scene, (clast_body){.shape = "top", .spin = {spin[0], spin[1], spin[2]}});
    return world_start(scene);
}

/* Body components of the spin, from the drawn frame's quaternion. */
static void body_spin(const clast_sim *sim, double out[3])
{
    double q[4], w[3];
    clast_sim_array(sim, "quaternion", q, 4);
    clast_sim_array(sim, "spin", w, 3);
    const double u[3] = {-q[1], -q[2], -q[3]};
    const double t[3] = {2 * (u[1] * w[2] - u[2] * w[1]), 2 * (u[2] * w[0] - u[0] * w[2]),
                         2 * (u[0] * w[1] - u[1] * w[0])};
    out[0] = w[0] + q[0] * t[0] + u[1] * t[2] - u[2] * t[1];
    out[1] = w[1] + q[0] * t[1] + u[2] * t[0] - u[0] * t[2];
    out[2] = w[2] + q[0] * t[2] + u[0] * t[1] - u[1] * t[0];
}

/* Irazabal's free cylinder: I = (1, 1, 1/2), w' = (sin 50t, cos 50t, 100). Exact for STS-KDK. */
static void test_free_cylinder_is_exact(void **state)
{
    (void)state;
    clast_sim *sim = free_body((double[3]){1, 1, 0.5}, (double[3]){0, 1, 100}, 1e-3);
    double worst = 0;
    for (int n = 1; n <= 500; n++) {
        world_run(sim, 1);
        double w[3];
        body_spin(sim, w);
        worst = fmax(worst, fabs(w[0] - sin(0.05 * n)));
        worst = fmax(worst, fabs(w[1] - cos(0.05 * n)));
    }
    CHECK_BETWEEN(worst, 0, 1e-11);
    clast_sim_free(sim);
}

/* An asymmetric body next to its unstable axis: L kept to round-off, energy bounded. */
static void test_free_asymmetric_keeps_momentum(void **state)
{
    (void)state;
    clast_sim *sim = free_body((double[3]){1, 2, 3}, (double[3]){1e-3, 1, 1e-3}, 0.05);
    const double start = clast_sim_ledger(sim).rotational;
    world_run(sim, 100000);
    const double end = clast_sim_ledger(sim).rotational;
    CHECK_NEAR(end / start, 1, 2e-4);
    CHECK(end != start);
    clast_sim_free(sim);
}

/* Orders: the attitude error at t = 10 falls with the square of the step. */
static void test_free_asymmetric_order(void **state)
{
    (void)state;
    double error[3], reference[4];
    for (int k = 0; k < 4; k++) {
        const double dt = k < 3 ? 0.04 / (1 << k) : 0.001;
        clast_sim *sim = free_body((double[3]){1, 2, 3}, (double[3]){0.8, 1.1, -0.5}, dt);
        world_run(sim, llround(10 / dt));
        double q[4];
        clast_sim_array(sim, "quaternion", q, 4);
        if (k < 3)
            error[k] = q[1];
        else
            memcpy(reference, q, sizeof q);
        clast_sim_free(sim);
    }
    for (int k = 0; k < 3; k++)
        error[k] = fabs(error[k] - reference[1]);
    CHECK_BETWEEN(log2(error[0] / error[1]), 1.9, 2.1);
    CHECK_BETWEEN(log2(error[1] / error[2]), 1.9, 2.15);
}

/* Irazabal test 2 at h = 1e-6: contact times to 1e-4 s up to the third bounce, energy error below 1e-4 % after any
 * contact and 1e-3 % during. Material as in the paper gives E* = 2.7403e7 Pa. */
static void test_bouncing_fibre(void **state)
{
    (void)state;
    clast_error error;
    clast_scene *scene = world_create(1100 * 1.961e-6 / 1.9635e-6, 5e7, 0.35, world_smooth(1), 1e-6);
    clast_material floor = {.name = "floor", .young = 5e7, .poisson = 0.23};
    CHECK_OK(clast_scene_material(scene, &floor, &error), &error);
    const double down[3] = {0, -9.81, 0};
    clast_scene_gravity(scene, down);
    world_fibre_shape(scene, "fibre");
    clast_plane plane = {.name = "floor", .material = "floor", .normal = {0, 1, 0}};
    CHECK_OK(clast_scene_plane(scene, &plane, &error), &error);
    const double half = -WORLD_PI / 12;
    world_body(scene, (clast_body){.shape = "fibre", .at = {0, 0.5, 0}, .turn = {cos(half), 0, 0, sin(half)}});
    clast_sim *sim = world_start(scene);

    const double expected[] = {0.3161, 0.3187, 0.9439, 0.9479, 1.5290};
    const double energy = world_value(sim, "mass", 0) * 9.81 * 0.5;
    bool touching = false;
    int hits = 0;
    double during = 0, after = 0;
    for (int64_t n = 0; n < 1600000 / 10; n++) {
        world_run(sim, 10);
        clast_ledger l = clast_sim_ledger(sim);
        const double off = fabs((l.kinetic + l.rotational + l.gravity + l.normal_stored) / energy - 1);
        const bool now = clast_sim_info(sim).contacts > 0;
        during = fmax(during, off);
        if (!now)
            after = fmax(after, off);
        if (now && !touching && hits < 5)
            CHECK_NEAR(l.time, expected[hits], 1.2e-4);
        hits += now && !touching;
        touching = now;
    }
    CHECK(hits == 5);
    CHECK_BETWEEN(after, 0, 1e-6);
    CHECK_BETWEEN(during, 1e-6, 1e-5);
    clast_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_cylinder_is_exact), cmocka_unit_test(test_free_asymmetric_keeps_momentum),
        cmocka_unit_test(test_free_asymmetric_order), cmocka_unit_test(test_bouncing_fibre)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
