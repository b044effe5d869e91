/* The same bits with fields on: for 1, 2, 3 and 8 threads, any skin, work thrown away, ledger or not; also in a plane. */
#include "api/sim.h"
#include "step/evaluate.h"
#include "world.h"

/* Fibres and balls of many sizes in a sheared fluid, attracting each other sphere by sphere and centre by centre. */
static clast_sim *cloud(int threads, bool ledger)
{
    clast_error error;
    clast_scene *scene = world_create(2700, 2e7, 0.2, clast_contact_hertz_mindlin(0.6, 0.4), 2e-5);
    const double down[3] = {5, 0, -30};
    clast_scene_gravity(scene, down);
    clast_scene_threads(scene, threads);
    clast_output output = {.ledger = ledger};
    clast_scene_output(scene, &output);
    world_fibre_shape(scene, "fibre");
    world_sphere_shape(scene, "ball", 0.008);
    world_box(scene, 0.13);
    const char *shapes[2] = {"fibre", "ball"};
    const double shares[2] = {1, 1};
    clast_fill fill = {.low = {0, 0, 0},
                       .high = {0.13, 0.13, 0.13},
                       .n_shapes = 2,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = 560,
                       .size = {0.3, 0.6},
                       .agitation = 1};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    clast_field fields[5] = {clast_field_lennard_jones(1e-6, 0.004, 0.012),
                             clast_field_lennard_jones(1e-6, 0.006, 0.02)};
    fields[1].centres = true;
    fields[2] = (clast_field){.kind = CLAST_FIELD_DRAG,
                              .coefficient = 1e-3,
                              .rotational = 1e-8,
                              .fluid = {.velocity = {0, 0.3, 0}, .gradient = {{0, 0, 4}, {0, 1, 0}, {2, 0, 0}}}};
    fields[3] = (clast_field){.kind = CLAST_FIELD_MAGNUS, .coefficient = 1e-5, .shape = "ball"};
    fields[4] = (clast_field){.kind = CLAST_FIELD_LOAD,
                              .force = {"1 mN * sin(300*t)", "0", "0"},
                              .torque = {"0", "0", "1 uN*m * cos(200*t)"},
                              .shape = "fibre"};
    for (int k = 0; k < 5; k++)
        CHECK_OK(clast_scene_field(scene, &fields[k], &error), &error);
    return world_start(scene);
}

enum { STEPS = 600 };

typedef struct outcome {
    uint64_t hash;
    clast_ledger ledger;
} outcome;

static outcome finish(clast_sim *sim)
{
    world_run(sim, STEPS - clast_sim_info(sim).step);
    CHECK(clast_sim_info(sim).contacts > 20 && sim->work.field.n_pairs > 500 &&
          (sim->work.field.list_builds > 2 || sim->work.field.skin > 0.003));
    const outcome out = {clast_sim_hash(sim), clast_sim_ledger(sim)};
    clast_sim_free(sim);
    return out;
}

static void same(outcome a, outcome b)
{
    CHECK(a.hash == b.hash);
    CHECK(a.ledger.near_field == b.ledger.near_field && a.ledger.drag == b.ledger.drag);
    CHECK(a.ledger.residual == b.ledger.residual && a.ledger.load_work == b.ledger.load_work);
}

static void test_threads(void **state)
{
    const outcome *one = *state;
    CHECK(one->ledger.near_field != 0 && one->ledger.drag > 0 && one->ledger.load_work != 0);
    same(finish(cloud(2, true)), *one);
    same(finish(cloud(3, true)), *one);
    same(finish(cloud(8, true)), *one);
}

static void test_skin(void **state)
{
    for (int k = 0; k < 3; k++) {
        clast_sim *sim = cloud(1, true);
        clast_work_free(&sim->work);
        sim->work.skin = 0.0003 * (1 + 7 * k);
        sim->work.skin_fixed = true;
        sim->work.field.skin = 0.0002 * (1 + 20 * k);
        same(finish(sim), *(const outcome *)*state);
    }
}

static void test_work_thrown_away(void **state)
{
    clast_sim *sim = cloud(2, true);
    for (int k = 0; k < 7; k++) {
        world_run(sim, 61 + k);
        clast_work_free(&sim->work);
    }
    same(finish(sim), *(const outcome *)*state);
}

static void test_ledger_does_not_touch_the_run(void **state)
{
    CHECK(finish(cloud(1, false)).hash == ((const outcome *)*state)->hash);
}

/* Evaluating again finds the same forces; a list made in between is no matter. */
static void test_evaluation_is_pure(void **state)
{
    (void)state;
    enum { BODIES = 560 };
    clast_error error;
    clast_sim *sim = cloud(1, true);
    double force[3][3 * BODIES];
    world_run(sim, 50);
    for (int k = 0; k < 3; k++) {
        if (k == 2)
            sim->work.field.list_builds = 0;
        CHECK_OK(clast_evaluate(&sim->model, &sim->state, &sim->work, false, &error), &error);
        CHECK(clast_sim_array(sim, "force", force[k], 3 * BODIES) == 3 * BODIES);
    }
    for (int k = 0; k < 3 * BODIES; k++)
        CHECK(force[0][k] == force[1][k] && force[0][k] == force[2][k]);
    clast_sim_free(sim);
}

static int reference(void **state)
{
    static outcome one;
    one = finish(cloud(1, true));
    *state = &one;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads), cmocka_unit_test(test_skin), cmocka_unit_test(test_work_thrown_away),
        cmocka_unit_test(test_ledger_does_not_touch_the_run), cmocka_unit_test(test_evaluation_is_pure)};
    return cmocka_run_group_tests(tests, reference, NULL);
}
