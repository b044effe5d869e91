/* Plane problems, and bodies that do not turn. */
#include "api/sim.h"
#include "motion/motion.h"
#include "world.h"

/* Grains that fall into a corner: in the plane given by two axes of the world, with the third across. */
static clast_sim *heap(clast_slice slice, int u, int v, const char *rotation, double dt)
{
    clast_error error;
    clast_scene *scene = world_create(2000, 1e6, 0.25, clast_contact_hertz_mindlin(0.5, 0.3), dt);
    clast_time time = {.end = 1, .step = dt, .rotation = rotation};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    CHECK_OK(clast_scene_slice(scene, slice, (clast_place){0}, &error), &error);
    double down[3] = {0, 0, 0};
    down[v] = -9.81;
    clast_scene_gravity(scene, down);
    /* three unequal moments, flat in the plane u-v: the axis across it is the one of the largest */
    double spheres[4][4] = {{0}};
    const double at[4][2] = {{0, 0}, {0.008, 0}, {-0.008, 0}, {0.001, 0.006}};
    for (int k = 0; k < 4; k++)
        spheres[k][u] = at[k][0], spheres[k][v] = at[k][1], spheres[k][3] = 0.005;
    clast_shape grain = {.name = "grain", .n_spheres = 4, .spheres = (const double(*)[4])spheres};
    CHECK_OK(clast_scene_shape(scene, &grain, &error), &error);
    world_sphere_shape(scene, "ball", 0.005);
    for (int k = 0; k < 2; k++) {
        double normal[3] = {0, 0, 0};
        normal[k ? u : v] = 1;
        world_plane(scene, k ? "side" : "floor", 0, 0, 0, normal[0], normal[1], normal[2]);
    }
    for (int k = 0; k < 6; k++) {
        clast_body body = {.shape = k % 2 ? "ball" : "grain"};
        body.at[u] = 0.02 + 0.003 * k, body.at[v] = 0.02 + 0.022 * k;
        body.velocity[u] = -0.4;
        body.spin[3 - u - v] = 5.0 * k;
        if (body.shape[0] == 'b') /* how a ball is turned means nothing */
            body.turn[0] = 0.5, body.turn[1] = 0.3, body.turn[2] = -0.7, body.turn[3] = 0.1;
        world_body(scene, body);
    }
    return world_start(scene);
}

/* Nothing leaves the plane, by any scheme, to the last bit; and there is something to see in it. */
static void stays_in(clast_slice slice, int u, int v, const char *rotation)
{
    const int c = 3 - u - v;
    clast_sim *sim = heap(slice, u, v, rotation, 1e-4);
    double start[6];
    memcpy(start, sim->state.x[c], sizeof start);
    double most_spin = 0;
    int64_t most_contacts = 0;
    for (int k = 0; k < 40; k++) {
        world_run(sim, 50);
        const clast_state *s = &sim->state;
        most_contacts = clast_sim_info(sim).contacts > most_contacts ? clast_sim_info(sim).contacts : most_contacts;
        for (int32_t i = 0; i < s->n; i++) {
            CHECK(s->v[c][i] == 0 && s->w[u][i] == 0 && s->w[v][i] == 0 && s->f[c][i] == 0);
            CHECK(s->t[u][i] == 0 && s->t[v][i] == 0 && s->L[u][i] == 0 && s->L[v][i] == 0);
            CHECK(s->x[c][i] == start[i]);
            most_spin = fmax(most_spin, fabs(s->w[c][i]));
        }
    }
    CHECK(most_contacts > 5);
    CHECK((most_spin > 10) == (strcmp(rotation, "none") != 0));
    double spheres[128];
    const size_t n = clast_sim_array(sim, "spheres", spheres, 128);
    CHECK(n == 15 * 4);
    for (size_t k = 0; k < n; k += 4)
        CHECK_NEAR(spheres[k + (size_t)c], 0, 1e-15);
    clast_sim_free(sim);
}

static void test_nothing_leaves_the_plane(void **state)
{
    (void)state;
    stays_in(CLAST_SLICE_XY, 0, 1, "sts-kdk");
    stays_in(CLAST_SLICE_XZ, 0, 2, "sts-kdk");
    stays_in(CLAST_SLICE_YZ, 1, 2, "sts-kdk");
    for (int k = 0; k < clast_scheme_count(); k++)
        stays_in(CLAST_SLICE_XZ, 0, 2, clast_scheme_at(k)->name);
}

/* A body that spins about its middle axis, which is unstable, stays on it. */
static void test_middle_axis(void **state)
{
    (void)state;
    clast_error error;
    double tilt[2];
    for (int plane = 0; plane < 2; plane++) {
        clast_scene *scene = world_create(2000, 1e6, 0.25, world_smooth(1), 1e-3);
        const double ball[1][4] = {{0, 0, 0, 0.01}};
        clast_shape shape = {
            .name = "top", .n_spheres = 1, .spheres = ball, .mass = 1, .inertia = {1e-4, 3e-4, 2e-4, 0, 0, 0}};
        CHECK_OK(clast_scene_shape(scene, &shape, &error), &error);
        if (plane)
            CHECK_OK(clast_scene_slice(scene, CLAST_SLICE_XY, (clast_place){0}, &error), &error);
        world_body(scene, (clast_body){.shape = "top", .spin = {0, 0, 30}, .turn = {cos(0.3), 0, 0, sin(0.3)}});
        clast_sim *sim = world_start(scene);
        world_run(sim, 20000);
        const double q[4] = {world_value(sim, "quaternion", 0), world_value(sim, "quaternion", 1),
                             world_value(sim, "quaternion", 2), world_value(sim, "quaternion", 3)};
        tilt[plane] = 2 * hypot(q[1], q[2]);
        if (plane) {
            CHECK(world_value(sim, "spin", 0) == 0 && world_value(sim, "spin", 1) == 0);
            CHECK_CLOSE(world_value(sim, "spin", 2), 30, 1e-12);
            const double angle = 2 * atan2(q[3], q[0]), wanted = 0.6 + 30 * 20;
            CHECK_NEAR(remainder(angle - wanted, 2 * WORLD_PI), 0, 1e-9);
        }
        clast_sim_free(sim);
    }
    CHECK(tilt[0] > 0.1); /* else there would be nothing to hold */
    CHECK(tilt[1] < 1e-12);
}

/* The ledger closes in the plane as it does in space. */
static void test_ledger(void **state)
{
    (void)state;
    double r[2];
    for (int fine = 0; fine < 2; fine++) {
        clast_sim *sim = heap(CLAST_SLICE_XZ, 0, 2, "sts-kdk", fine ? 0.5e-5 : 2e-5);
        world_run(sim, fine ? 40000 : 10000);
        const clast_ledger l = clast_sim_ledger(sim);
        r[fine] = l.error;
        clast_sim_free(sim);
    }
    print_message("error of the ledger %.2e %.2e\n", r[0], r[1]);
    CHECK(r[0] < 2e-3 && r[1] < r[0] / 4);
}

/* A block without rotation on a slope slides with g (sin - mu cos), by friction of the whole contact. */
static void test_rotation_none_slides(void **state)
{
    (void)state;
    clast_error error;
    const double slope = 0.6, mu = 0.3, g = 9.81, dt = 2e-5;
    clast_scene *scene = world_create(2000, 1e7, 0.25, clast_contact_hertz_mindlin(mu, 0.3), dt);
    clast_time time = {.end = 1, .step = dt, .rotation = "none"};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    clast_damping damping = {.local = 0.1, .global = 0.5};
    CHECK_OK(clast_scene_damping(scene, &damping, &error), &error);
    const double down[3] = {g * sin(slope), 0, -g * cos(slope)};
    clast_scene_gravity(scene, down);
    world_sphere_shape(scene, "ball", 0.01);
    world_plane(scene, "floor", 0, 0, 0, 0, 0, 1);
    world_body(scene, (clast_body){.shape = "ball", .at = {0, 0, 0.01}});
    clast_sim *sim = world_start(scene);
    world_run(sim, llround(0.2 / dt));
    /* local damping takes a tenth of the net force along the slope */
    const double a = 0.9 * g * (sin(slope) - mu * cos(slope));
    CHECK_CLOSE(world_value(sim, "velocity", 0), a / 0.5 * (1 - exp(-0.1)), 0.01);
    for (size_t c = 0; c < 3; c++)
        CHECK(world_value(sim, "spin", c) == 0);
    const clast_ledger l = clast_sim_ledger(sim);
    CHECK(l.rotational == 0 && l.friction > 0.1 * l.turnover && l.local_damping > 0 && l.global_damping > 0);
    CHECK(l.error < 1e-3);
    clast_sim_free(sim);
}

/* A fibre that does not turn hits the floor with its end: all of its mass comes back, with the restitution asked for. */
static void test_rotation_none_bounces(void **state)
{
    (void)state;
    clast_error error;
    const double dt = 1e-6;
    clast_scene *scene = world_create(2000, 1e7, 0.25, world_smooth(0.5), dt);
    clast_time time = {.end = 1, .step = dt, .rotation = "none"};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    world_fibre_shape(scene, "fibre");
    world_plane(scene, "floor", 0, 0, 0, 0, 0, 1);
    world_body(scene, (clast_body){.shape = "fibre",
                                   .at = {0, 0, 0.005 + 0.01 * sin(0.5) + 1e-5},
                                   .turn = {cos(0.25), 0, sin(0.25), 0},
                                   .velocity = {0, 0, -0.3}});
    clast_sim *sim = world_start(scene);
    world_run(sim, 5000);
    CHECK(clast_sim_info(sim).contacts == 0);
    CHECK_CLOSE(world_value(sim, "velocity", 2), 0.15, 1e-3);
    CHECK_NEAR(world_value(sim, "quaternion", 2), sin(0.25), 1e-15);
    clast_sim_free(sim);
}

/* A spin that can do nothing is told, not silently dropped. */
static void test_rotation_none_warns(void **state)
{
    (void)state;
    for (int spins = 0; spins < 2; spins++) {
        clast_error error;
        clast_scene *scene = world_create(2000, 1e7, 0.25, world_smooth(1), 1e-5);
        clast_time time = {.end = 1, .step = 1e-5, .rotation = "none"};
        CHECK_OK(clast_scene_time(scene, &time, &error), &error);
        world_sphere_shape(scene, "ball", 0.01);
        world_body(scene, (clast_body){.shape = "ball", .id = 5, .spin = {0, spins, 0}});
        clast_sim *sim = world_start(scene);
        const char *warnings[4];
        const int n = clast_sim_warnings(sim, warnings, 4);
        CHECK(n == spins);
        if (spins)
            assert_string_equal(warnings[0],
                                "body 5 is given a spin, and with rotation: none it does not turn; the spin is "
                                "left out");
        clast_sim_free(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_leaves_the_plane),
                                       cmocka_unit_test(test_middle_axis),
                                       cmocka_unit_test(test_ledger),
                                       cmocka_unit_test(test_rotation_none_slides),
                                       cmocka_unit_test(test_rotation_none_bounces),
                                       cmocka_unit_test(test_rotation_none_warns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
