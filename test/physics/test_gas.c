/* The ledger of 100 elastic frictionless Hertz spheres in a box behaves as the contact reference says: the residual is
 * a random walk of contact events, rms R/E0 about 3.4e-4 at 20 steps per collision and 1.45e-5 at 80. */
#include "world.h"

/* The reference's set-up: r 10 mm, 2500 kg/m3, E 1e7 Pa, nu 0.25, box 0.161 m, speeds of 1 m/s, 1 s. */
static double residual(double steps_per_collision, uint64_t seed)
{
    clast_error error;
    clast_scene *scene = world_create(2500, 1e7, 0.25, world_smooth(1), 2.06e-3 / steps_per_collision);
    clast_scene_seed(scene, seed);
    world_sphere_shape(scene, "ball", 0.01);
    world_box(scene, 0.161);
    const char *shapes[1] = {"ball"};
    const double shares[1] = {1};
    clast_fill fill = {.low = {0, 0, 0},
                       .high = {0.161, 0.161, 0.161},
                       .n_shapes = 1,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = 100,
                       .agitation = 1 / sqrt(3.0)};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    clast_sim *sim = world_start(scene);
    const double start = clast_sim_ledger(sim).kinetic;
    world_run(sim, llround(1 / (2.06e-3 / steps_per_collision)));
    const double r = clast_sim_ledger(sim).residual / start;
    clast_sim_free(sim);
    return r;
}

static double rms(double steps_per_collision)
{
    enum { SEEDS = 8 };
    double sum = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        double r = residual(steps_per_collision, 100 + seed);
        sum += r * r / SEEDS;
    }
    return sqrt(sum);
}

static void test_residual_of_gas(void **state)
{
    (void)state;
    double coarse = rms(20), fine = rms(80);
    print_message("rms R/E0: %.3g at N = 20, %.3g at N = 80\n", coarse, fine);
    CHECK_BETWEEN(coarse, 1.7e-4, 6.8e-4);
    CHECK_BETWEEN(fine, 0.73e-5, 2.9e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_residual_of_gas)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
