/* Forces are a pure function: asking twice gives the same and changes neither history nor the run. */
#include "step/evaluate.h"

#include "api/sim.h"
#include "world.h"

static clast_sim *touching_pair(void)
{
    clast_scene *scene = world_create(2500, 1e7, 0.25, clast_contact_hertz_mindlin(0.5, 0.5), 1e-5);
    world_sphere_shape(scene, "ball", 0.01);
    world_body(scene, (clast_body){.shape = "ball", .at = {-0.00999, 0, 0}, .velocity = {0.5, 0.3, 0}});
    world_body(scene,
               (clast_body){.shape = "ball", .at = {0.00999, 0, 0}, .velocity = {-0.5, 0, 0}, .spin = {1, 2, 3}});
    return world_start(scene);
}

static void test_evaluation_is_pure(void **state)
{
    (void)state;
    clast_error error;
    clast_sim *once = touching_pair(), *often = touching_pair();
    for (int n = 0; n < 50; n++) {
        world_run(once, 1);
        world_run(often, 1);
        /* forces of a pose and a motion that are not the run's, several times, then put back */
        clast_state *s = &often->state;
        double keep[6];
        for (int c = 0; c < 3; c++)
            keep[c] = s->f[c][0], keep[c + 3] = s->f[c][1];
        double torque[6];
        for (int c = 0; c < 3; c++)
            torque[c] = s->t[c][0], torque[c + 3] = s->t[c][1];
        for (int k = 0; k < 3; k++)
            CHECK_OK(clast_evaluate(&often->model, s, &often->work, false, &error), &error);
        for (int c = 0; c < 3; c++) {
            s->f[c][0] = keep[c], s->f[c][1] = keep[c + 3];
            s->t[c][0] = torque[c], s->t[c][1] = torque[c + 3];
        }
    }
    CHECK(clast_sim_info(once).contacts == 1);
    CHECK(clast_sim_hash(once) == clast_sim_hash(often));
    clast_sim_free(once);
    clast_sim_free(often);
}

/* Newton's third law, and the torque of one contact point for both bodies, to round-off. */
static void test_third_law(void **state)
{
    (void)state;
    clast_sim *sim = touching_pair();
    world_run(sim, 20);
    const clast_state *s = &sim->state;
    for (int c = 0; c < 3; c++)
        CHECK_NEAR(s->f[c][0] + s->f[c][1], 0, 1e-12);
    CHECK(fabs(s->f[0][0]) > 1 && fabs(s->f[1][0]) > 0.1);
    double moment = s->t[2][0] + s->t[2][1];
    for (int b = 0; b < 2; b++)
        moment += s->x[0][b] * s->f[1][b] - s->x[1][b] * s->f[0][b];
    CHECK_NEAR(moment, 0, 1e-14);
    clast_sim_free(sim);
}

/* Hertz by hand: f = 4/3 E* sqrt(r*) d^1.5 at rest. */
static void test_hertz_force(void **state)
{
    (void)state;
    clast_scene *scene = world_create(2500, 1e7, 0.25, clast_contact_hertz_mindlin(0.5, 0.5), 1e-5);
    world_sphere_shape(scene, "ball", 0.01);
    world_body(scene, (clast_body){.shape = "ball", .at = {-0.00999, 0, 0}});
    world_body(scene, (clast_body){.shape = "ball", .at = {0.00999, 0, 0}});
    clast_sim *sim = world_start(scene);
    const double young = 1e7 / (2 * (1 - 0.0625)), d = 2e-5;
    CHECK_CLOSE(world_value(sim, "force", 3), 4.0 / 3 * young * sqrt(0.005) * d * sqrt(d), 1e-9);
    CHECK_CLOSE(clast_sim_ledger(sim).normal_stored, 0.4 * world_value(sim, "force", 3) * d, 1e-9);
    clast_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_evaluation_is_pure), cmocka_unit_test(test_third_law),
                                       cmocka_unit_test(test_hertz_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
