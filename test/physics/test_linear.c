/* Cost per step is linear in the number of bodies: 1,000, 10,000 and 100,000 spheres within a factor 1.5 per body.
 * A ratio measured in one run, best of several interleaved rounds, so that a busy machine does not decide. */
#include <stdio.h>

#include "base/clock.h"
#include "world.h"

/* A shaken lattice in a box: every sphere has neighbours within the skin and meets them. */
static clast_sim *lattice(int64_t count)
{
    clast_error error;
    clast_scene *scene = world_create(2500, 1e7, 0.25, clast_contact_hertz_mindlin(0.5, 0.9), 1e-5);
    world_sphere_shape(scene, "ball", 0.005);
    const double side = 0.010001 * ceil(cbrt((double)count)) + 1e-6;
    world_box(scene, side);
    const char *shapes[1] = {"ball"};
    const double shares[1] = {1};
    clast_fill fill = {.high = {side, side, side},
                       .n_shapes = 1,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = count,
                       .how = CLAST_FILL_LATTICE,
                       .agitation = 0.05};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    clast_sim *sim = world_start(scene);
    world_run(sim, 20);
    return sim;
}

/* Largest over smallest. */
static double spread(const double *values, int n)
{
    double low = INFINITY, high = 0;
    for (int k = 0; k < n; k++) {
        low = fmin(low, values[k]);
        high = fmax(high, values[k]);
    }
    return high / low;
}

static void test_cost_is_linear(void **state)
{
    (void)state;
    enum { SIZES = 3, ROUNDS = 10, MOST_ROUNDS = 40, STEPS = 10 };
    const int64_t count[SIZES] = {1000, 10000, 100000};
    clast_sim *sim[SIZES];
    double best[SIZES] = {INFINITY, INFINITY, INFINITY};
    for (int k = 0; k < SIZES; k++)
        sim[k] = lattice(count[k]);
    /* other programs on the machine can only make a best time worse, so more rounds are fair */
    for (int round = 0; round < ROUNDS || (round < MOST_ROUNDS && spread(best, SIZES) > 1.5); round++)
        for (int k = 0; k < SIZES; k++) {
            double start = clock_seconds();
            world_run(sim[k], STEPS); /* the same moments for all: the lattice loosens with time */
            best[k] = fmin(best[k], (clock_seconds() - start) / (double)(count[k] * STEPS));
        }
    for (int k = 0; k < SIZES; k++) {
        print_message("%7lld spheres: %.1f contacts per sphere, %.0f ns per sphere and step\n", (long long)count[k],
                      (double)clast_sim_info(sim[k]).contacts / (double)count[k], 1e9 * best[k]);
        clast_sim_free(sim[k]);
    }
    CHECK_BETWEEN(spread(best, SIZES), 1, 1.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cost_is_linear)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
