/* Of the bodies of another thread contacts and candidates read copies of the grips, and no copies but those. */
#include "collide/ghost.h"

#include "api/sim.h"
#include "world.h"

/* Fibres falling into a box, many of them side by side. */
static clast_sim *bed(int threads)
{
    clast_error error;
    clast_scene *scene = world_create(2700, 2e7, 0.2, clast_contact_hertz_mindlin(0.6, 0.4), 2e-5);
    const double down[3] = {0, 0, -600};
    clast_scene_gravity(scene, down);
    clast_scene_threads(scene, threads);
    world_fibre_shape(scene, "fibre");
    world_box(scene, 0.17);
    const char *shapes[1] = {"fibre"};
    const double shares[1] = {1};
    clast_fill fill = {.low = {0, 0, 0},
                       .high = {0.17, 0.17, 0.17},
                       .n_shapes = 1,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = 250,
                       .size = {0.6, 0.8},
                       .agitation = 1};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    clast_sim *sim = world_start(scene);
    world_run(sim, 800); /* until they lie on each other */
    return sim;
}

/* The thread that has a body. */
static int32_t thread_of(const clast_work *w, int32_t body)
{
    int32_t k = 0;
    while (clast_pool_share_end(w->pool, work_tiles(w), k) <= body / w->body_chunk)
        k++;
    return k;
}

static bool is_right(const clast_work *w, int32_t a, int32_t b, int32_t row)
{
    if (thread_of(w, a) == thread_of(w, b))
        return row == b;
    return row >= w->n_body && row < w->n_body + w->n_ghosts && w->ghost_body[row - w->n_body] == b;
}

static void test_others_read_copies(void **state)
{
    (void)state;
    clast_sim *sim = bed(2);
    const clast_work *w = &sim->work;
    for (int runs = 0; runs < 20; runs++) {
        int across = 0;
        world_run(sim, 100);
        const clast_contacts *contacts = &sim->state.contacts;
        for (int32_t k = 0; k < contacts->n; k++) {
            const int32_t slot = contacts->list[k], a = w->pick[slot].a, b = w->pick[slot].b;
            if (b < 0)
                continue;
            CHECK(is_right(w, a, b, w->hold[slot].grip_b / w->grip_width));
            CHECK(w->hold[slot].grip_a == a * w->grip_width);
            across += thread_of(w, a) != thread_of(w, b);
        }
        for (size_t p = 0; p < w->n_near; p++)
            CHECK(w->near[p].b < 0 || is_right(w, w->near[p].a, w->near[p].b, w->near_grip[p]));
        CHECK(across > 10);
    }
    clast_sim_free(sim);
}

static void test_copies_are_copies(void **state)
{
    (void)state;
    clast_sim *sim = bed(2);
    const clast_work *w = &sim->work;
    const size_t width = (size_t)w->grip_width;
    for (int runs = 0; runs < 20; runs++) {
        world_run(sim, 50);
        CHECK(w->n_ghosts > 0);
        for (int32_t k = 0; k < w->n_ghosts; k++)
            CHECK(memcmp(w->grip + (size_t)(w->n_body + k) * width, w->grip + (size_t)w->ghost_body[k] * width,
                         width * sizeof *w->grip) == 0);
    }
    clast_sim_free(sim);
}

/* Copies that are not kept up any more are not read. */
static void test_large_beds_have_none(void **state)
{
    (void)state;
    clast_sim *sim = bed(2);
    clast_work *w = &sim->work;
    const int32_t n = w->n_order, ghosts = w->n_ghosts;
    CHECK(ghosts > 0);
    w->n_order = 1000000;
    CHECK(clast_ghosts_assign(w) && w->n_ghosts == 0);
    for (size_t p = 0; p < w->n_near; p++)
        CHECK(w->near[p].b < 0 || w->near_grip[p] == w->near[p].b);
    w->n_order = n;
    CHECK(clast_ghosts_assign(w) && w->n_ghosts == ghosts);
    clast_sim_free(sim);
}

static void test_one_thread_has_none(void **state)
{
    (void)state;
    clast_sim *sim = bed(1);
    CHECK(sim->work.n_ghosts == 0 && sim->work.grip_rows == sim->work.n_body);
    clast_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_others_read_copies), cmocka_unit_test(test_copies_are_copies),
        cmocka_unit_test(test_large_beds_have_none), cmocka_unit_test(test_one_thread_has_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
