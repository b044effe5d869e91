/* Normal and overlap of the start of a step, which the lanes find from where the bodies came from, are those that wider
 * records remember: a bed goes the same way with both, to rounding. */
#include <math.h>

#include "api/sim.h"
#include "world.h"

enum { STEPS = 400 };

/* Spinning bodies tumble in a box whose lid comes down on them. */
static clast_sim *bed(bool balls)
{
    clast_error error;
    clast_scene *scene = world_create(2700, 2e7, 0.2, clast_contact_hertz_mindlin(0.6, 0.4), 2e-5);
    world_sphere_shape(scene, "ball", 0.008);
    if (!balls)
        world_fibre_shape(scene, "fibre");
    world_box(scene, 0.1);
    clast_plane lid = {
        .name = "lid", .material = "m", .point = {0, 0, 0.101}, .normal = {0, 0, -1}, .velocity = {0.1, 0, -0.5}};
    CHECK_OK(clast_scene_plane(scene, &lid, &error), &error);
    const char *shapes[2] = {"ball", "fibre"};
    const double shares[2] = {1, 2};
    clast_fill fill = {.high = {0.1, 0.1, 0.1},
                       .n_shapes = balls ? 1 : 2,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = balls ? 80 : 30,
                       .size = {0.6, 1},
                       .agitation = 3};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    clast_sim *sim = world_start(scene);
    sim->model.ledger = false;
    return sim;
}

/* Before anything touches. */
static void set_records(clast_sim *sim, bool geometry)
{
    clast_contacts *contacts = &sim->state.contacts;
    CHECK(contacts->n == 0);
    clast_contacts_free(contacts);
    contacts->n_history = sim->model.n_history;
    contacts->geometry = geometry;
    clast_work_free(&sim->work);
}

static void check_records(bool balls)
{
    clast_sim *found = bed(balls), *remembered = bed(balls);
    set_records(found, false);
    set_records(remembered, true);
    int32_t most = 0;
    for (int n = 0; n < STEPS; n++) {
        world_run(found, 1);
        world_run(remembered, 1);
        most = found->state.contacts.n > most ? found->state.contacts.n : most;
    }
    double off = 0, turned = 0;
    for (int32_t i = 0; i < found->state.n; i++)
        for (int c = 0; c < 3; c++) {
            off = fmax(off, fabs(found->state.x[c][i] - remembered->state.x[c][i]));
            turned = fmax(turned, fabs(found->state.w[c][i] - remembered->state.w[c][i]));
        }
    print_message("%d contacts at most; %g m, %g rad/s apart\n", (int)most, off, turned);
    CHECK(most > 5);
    CHECK(off < 1e-10);
    CHECK(turned < 1e-6);
    clast_sim_free(found);
    clast_sim_free(remembered);
}

static void test_balls(void **state)
{
    (void)state;
    check_records(true);
}

static void test_bodies(void **state)
{
    (void)state;
    check_records(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_balls), cmocka_unit_test(test_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
