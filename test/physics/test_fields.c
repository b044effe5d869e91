/* Fields against what can be worked out by hand, each to second order in the step and with a closed ledger. */
#include "api/sim.h"
#include "field/mie.h"
#include "world.h"

static const double density = 2000, radius = 0.005, dt0 = 1e-3;

static double ball_mass(void) { return density * 4.0 / 3 * WORLD_PI * pow(radius, 3); }
static double ball_inertia(void) { return 0.4 * ball_mass() * radius * radius; }

static clast_scene *world(double dt)
{
    clast_scene *scene = world_create(density, 1e7, 0.25, world_smooth(1), dt);
    world_sphere_shape(scene, "ball", radius);
    return scene;
}

static void add(clast_scene *scene, clast_field field)
{
    clast_error error;
    CHECK_OK(clast_scene_field(scene, &field, &error), &error);
}

static clast_sim *run(clast_scene *scene, double time, double dt)
{
    clast_sim *sim = world_start(scene);
    world_run(sim, llround(time / dt));
    return sim;
}

/* ---- drag ---- */

/* v and w decay as exp(-c t/m); the ledger of a body in a fluid at rest is exact. */
static void test_drag_decays(void **state)
{
    (void)state;
    double off[2][2];
    for (int fine = 0; fine < 2; fine++) {
        const double dt = fine ? 0.5 * dt0 : dt0, m = ball_mass();
        clast_scene *scene = world(dt);
        add(scene, (clast_field){.kind = CLAST_FIELD_DRAG, .coefficient = 50 * m, .rotational = 50 * ball_inertia()});
        world_body(scene, (clast_body){.shape = "ball", .velocity = {1, 0, 0}, .spin = {0, 0, 100}});
        clast_sim *sim = run(scene, 0.02, dt);
        off[fine][0] = fabs(world_value(sim, "velocity", 0) - exp(-1));
        off[fine][1] = fabs(world_value(sim, "spin", 2) / 100 - exp(-1));
        const clast_ledger l = clast_sim_ledger(sim);
        CHECK(fabs(l.residual) < 1e-14 * l.turnover && l.fluid_work == 0);
        CHECK_CLOSE(l.drag, 0.5 * (m + 1e4 * ball_inertia()) * (1 - exp(-2)), 1e-3);
        clast_sim_free(sim);
    }
    for (int k = 0; k < 2; k++) {
        CHECK_BETWEEN(off[0][k] / off[1][k], 3.8, 4.2);
        CHECK(off[1][k] < 1e-4);
    }
}

/* A step fifty times longer than m/c: still bounded, and at rest in the end. */
static void test_drag_is_stable(void **state)
{
    (void)state;
    clast_error error;
    clast_scene *scene = world(dt0);
    const double c = 50 / dt0;
    add(scene,
        (clast_field){.kind = CLAST_FIELD_DRAG, .coefficient = c * ball_mass(), .rotational = c * ball_inertia()});
    add(scene, (clast_field){.kind = CLAST_FIELD_MAGNUS, .coefficient = ball_mass()});
    clast_damping damping = {.global = c};
    CHECK_OK(clast_scene_damping(scene, &damping, &error), &error);
    world_body(scene, (clast_body){.shape = "ball", .velocity = {1, 0, 0}, .spin = {0, 0, 100}});
    clast_sim *sim = world_start(scene);
    for (int k = 0; k < 400; k++) {
        world_run(sim, 1);
        CHECK(hypot(world_value(sim, "velocity", 0), world_value(sim, "velocity", 1)) <= 1);
        CHECK(fabs(world_value(sim, "spin", 2)) <= 100);
    }
    CHECK_NEAR(world_value(sim, "velocity", 0), 0, 1e-3);
    CHECK_NEAR(world_value(sim, "spin", 2), 0, 0.1);
    clast_sim_free(sim);
}

/* Drag, global damping and gravity together: m v' = -(c + g m) v + m g; all velocity-dependent forces are solved as one. */
static void test_terminal_velocity(void **state)
{
    (void)state;
    double off[2];
    const double g = 9.81, rate = 30, global = 20, end = g / (rate + global);
    for (int fine = 0; fine < 2; fine++) {
        clast_error error;
        const double dt = fine ? 0.5 * dt0 : dt0, down[3] = {0, 0, -g};
        clast_scene *scene = world(dt);
        clast_scene_gravity(scene, down);
        add(scene, (clast_field){.kind = CLAST_FIELD_DRAG, .coefficient = rate * ball_mass()});
        clast_damping damping = {.global = global};
        CHECK_OK(clast_scene_damping(scene, &damping, &error), &error);
        world_body(scene, (clast_body){.shape = "ball"});
        clast_sim *sim = run(scene, 0.02, dt);
        off[fine] = fabs(-world_value(sim, "velocity", 2) - end * (1 - exp(-1)));
        world_run(sim, llround(1 / dt));
        CHECK_CLOSE(world_value(sim, "velocity", 2), -end, 1e-12);
        /* what is left is the trapezoid error of the potential, -dt^2/4 g.(F(0) - F) */
        CHECK_CLOSE(clast_sim_ledger(sim).residual, -0.25 * dt * dt * ball_mass() * g * g, 1e-6);
        clast_sim_free(sim);
    }
    CHECK_BETWEEN(off[0] / off[1], 3.8, 4.2);
}

/* v_fluid = G (z - z0) along x: a ball let go in it takes the speed of the fluid there and spins with half its curl. */
static void test_shear_carries(void **state)
{
    (void)state;
    const double G = 40, z = 0.02, z0 = 0.005, v = G * (z - z0), rate = 50;
    double off[2], sum[2];
    for (int fine = 0; fine < 2; fine++) {
        const double dt = fine ? 0.5 * dt0 : dt0;
        clast_scene *scene = world(dt);
        add(scene, (clast_field){.kind = CLAST_FIELD_DRAG,
                                 .coefficient = rate * ball_mass(),
                                 .rotational = rate * ball_inertia(),
                                 .fluid = {.gradient = {{0, 0, G}}, .at = {0, 0, z0}}});
        world_body(scene, (clast_body){.shape = "ball", .at = {0, 0, z}});
        clast_sim *sim = run(scene, 0.02, dt);
        off[fine] = fabs(world_value(sim, "velocity", 0) - v * (1 - exp(-1)));
        world_run(sim, llround(1 / dt));
        CHECK_CLOSE(world_value(sim, "velocity", 0), v, 1e-12);
        CHECK_CLOSE(world_value(sim, "spin", 1), 0.5 * G, 1e-12);
        CHECK_CLOSE(world_value(sim, "centre", 0), v * (1.02 - 1 / rate), 1e-4);
        const clast_ledger l = clast_sim_ledger(sim);
        const double kinetic = 0.5 * ball_mass() * v * v + 0.125 * ball_inertia() * G * G;
        sum[fine] = l.drag - kinetic;
        /* half of what the fluid gives stays in the body, half is lost */
        CHECK_CLOSE(l.fluid_work, 2 * kinetic, 1e-12);
        CHECK_CLOSE(l.drag, kinetic, 1e-3);
        CHECK(fabs(l.residual) < 1e-12 * l.turnover);
        clast_sim_free(sim);
    }
    CHECK_BETWEEN(off[0] / off[1], 3.8, 4.2);
    CHECK_BETWEEN(sum[0] / sum[1], 3.8, 4.2);
}

/* ---- Magnus ---- */

/* S w x v with constant w: a circle with angular velocity S w/m, traced at constant speed. */
static void test_magnus_circle(void **state)
{
    (void)state;
    const double w = 200, rate = 25, v = 0.5, turn = 2 * WORLD_PI / rate;
    double off[2];
    for (int fine = 0; fine < 2; fine++) {
        const double dt = turn / (fine ? 400 : 200);
        clast_scene *scene = world(dt);
        add(scene, (clast_field){.kind = CLAST_FIELD_MAGNUS, .coefficient = rate * ball_mass() / w});
        world_body(scene, (clast_body){.shape = "ball", .velocity = {v, 0, 0.2}, .spin = {0, 0, w}});
        clast_sim *sim = run(scene, 0.5 * turn, dt);
        CHECK_CLOSE(world_value(sim, "centre", 1), 2 * v / rate, fine ? 6.5e-5 : 2.6e-4);
        world_run(sim, llround(0.5 * turn / dt));
        off[fine] = hypot(world_value(sim, "centre", 0), world_value(sim, "centre", 1));
        CHECK_CLOSE(hypot(world_value(sim, "velocity", 0), world_value(sim, "velocity", 1)), v, 1e-13);
        CHECK_CLOSE(world_value(sim, "centre", 2), 0.2 * turn, 1e-13); /* along the spin nothing happens: a helix */
        const clast_ledger l = clast_sim_ledger(sim);
        CHECK(fabs(l.magnus) < 1e-14 * l.turnover && fabs(l.residual) < 1e-13 * l.turnover);
        clast_sim_free(sim);
    }
    CHECK_BETWEEN(off[0] / off[1], 3.9, 4.1);
}

/* Drag and Magnus force are solved as one: along the spin there is drag alone, by the trapezoid rule, to round-off. */
static void test_drag_along_the_spin(void **state)
{
    (void)state;
    const double rate = 100, share = 0.5 * rate * dt0;
    clast_scene *scene = world(dt0);
    add(scene, (clast_field){.kind = CLAST_FIELD_DRAG, .coefficient = rate * ball_mass()});
    add(scene, (clast_field){.kind = CLAST_FIELD_MAGNUS, .coefficient = 5 * ball_mass()});
    world_body(scene, (clast_body){.shape = "ball", .velocity = {0.3, 0, 1}, .spin = {0, 0, 200}});
    clast_sim *sim = run(scene, 10 * dt0, dt0);
    const double shrunk = pow((1 - share) / (1 + share), 10);
    CHECK_CLOSE(world_value(sim, "velocity", 2), shrunk, 1e-13);
    CHECK(fabs(world_value(sim, "velocity", 1)) > 0.01);
    clast_sim_free(sim);
}

/* In a wind the force is S w x (v - u): seen from the wind a circle, so the ball drifts with it. */
static void test_magnus_in_a_wind(void **state)
{
    (void)state;
    const double w = 200, rate = 25, turn = 2 * WORLD_PI / rate, dt = turn / 400;
    clast_scene *scene = world(dt);
    add(scene, (clast_field){.kind = CLAST_FIELD_MAGNUS,
                             .coefficient = rate * ball_mass() / w,
                             .fluid = {.velocity = {0.3, 0, 0}}});
    world_body(scene, (clast_body){.shape = "ball", .velocity = {0.5, 0, 0}, .spin = {0, 0, w}});
    clast_sim *sim = run(scene, turn, dt);
    CHECK_CLOSE(world_value(sim, "centre", 0), 0.3 * turn, 1e-3);
    CHECK_NEAR(world_value(sim, "centre", 1), 0, 1e-5);
    const clast_ledger l = clast_sim_ledger(sim);
    CHECK(fabs(l.magnus) < 1e-12 * l.turnover && fabs(l.residual) < 1e-12 * l.turnover);
    clast_sim_free(sim);
}

/* ---- near field ---- */

/* pull = dU/dr, both 0 at the cut-off, and the unshifted law is the paper's. */
static void test_mie_is_a_potential(void **state)
{
    (void)state;
    const double powers[3][2] = {{7, 13}, {2, 9}, {2.5, 3.5}};
    for (int k = 0; k < 3; k++) {
        clast_pair_field field = {.attraction = 3, .repulsion = 5, .scale = 0.7, .cutoff = 2.5};
        field.power[0] = powers[k][0], field.power[1] = powers[k][1];
        mie_cut(&field);
        const double k1 = 3 * pow(0.7, powers[k][0]), k2 = 5 * pow(0.7, powers[k][1]);
        for (int step = 6; step < 25; step++) {
            const double r = 0.1 * step;
            const double h = 1e-5 * r,
                         slope = (mie_at(&field, r + h).potential - mie_at(&field, r - h).potential) / (2 * h);
            const double stiff = (mie_at(&field, r + h).pull - mie_at(&field, r - h).pull) / (2 * h);
            CHECK_NEAR(mie_at(&field, r).pull, slope, 1e-7 * (1 + fabs(slope)));
            CHECK_NEAR(mie_at(&field, r).stiffness, fabs(stiff), 1e-7 * (1 + fabs(stiff)));
            CHECK_CLOSE(mie_whole(&field, r).pull, k1 * pow(r, -powers[k][0]) - k2 * pow(r, -powers[k][1]), 1e-12);
        }
        CHECK_NEAR(mie_at(&field, 2.5).pull, 0, 1e-15);
        CHECK_NEAR(mie_at(&field, 2.5).potential, 0, 1e-15);
    }
}

/* Two fibres askew, sphere on sphere: potential with one of them moved and turned. */
static double fibres(double along, double turn, double load[6])
{
    clast_scene *scene = world_create(density, 1e7, 0.25, world_smooth(1), 1e-5);
    world_fibre_shape(scene, "fibre");
    clast_field field = clast_field_lennard_jones(1e-6, 0.012, 0.03);
    add(scene, field);
    world_body(scene,
               (clast_body){.shape = "fibre", .at = {along, 0, 0}, .turn = {cos(0.5 * turn), 0, 0, sin(0.5 * turn)}});
    world_body(scene, (clast_body){.shape = "fibre", .at = {0.004, 0.012, 0.009}, .turn = {0.9, 0.2, -0.3, 0.1}});
    clast_sim *sim = world_start(scene);
    const double stored = clast_sim_ledger(sim).near_field;
    for (int c = 0; c < 3 && load; c++) {
        load[c] = world_value(sim, "force", (size_t)c) + world_value(sim, "force", (size_t)c + 3);
        load[c + 3] = c == 0 ? world_value(sim, "force", 0) : world_value(sim, "torque", 2);
    }
    clast_sim_free(sim);
    return stored;
}

static void test_spheres_pull_and_turn(void **state)
{
    (void)state;
    double load[6];
    const double h = 1e-6;
    fibres(0, 0, load);
    for (int c = 0; c < 3; c++)
        CHECK_NEAR(load[c], 0, 1e-15);
    CHECK(fabs(load[3]) > 1e-6 && fabs(load[4]) > 1e-7);
    CHECK_CLOSE(load[3], -(fibres(h, 0, NULL) - fibres(-h, 0, NULL)) / (2 * h), 1e-5);
    CHECK_CLOSE(load[4], -(fibres(0, h, NULL) - fibres(0, -h, NULL)) / (2 * h), 1e-5);
}

/* A Lennard-Jones pair swings about 2^(1/6) size with k = 57.1464 energy/size^2. */
static void test_lennard_jones_pair(void **state)
{
    (void)state;
    const double size = 0.02, energy = 1e-5, rest = pow(2, 1.0 / 6) * size, small = 1e-4 * size;
    const double omega = sqrt(2 * 72 / pow(2, 1.0 / 3) * energy / (size * size) / ball_mass()),
                 period = 2 * WORLD_PI / omega;
    double off[2], most[2] = {0, 0};
    for (int fine = 0; fine < 2; fine++) {
        const int steps = fine ? 200 : 100;
        clast_scene *scene = world(period / steps);
        clast_field field = clast_field_lennard_jones(energy, size, 40 * size);
        field.centres = true;
        add(scene, field);
        for (int side = -1; side <= 1; side += 2)
            world_body(scene, (clast_body){.shape = "ball", .at = {side * 0.5 * (rest + small), 0, 0}});
        clast_sim *sim = world_start(scene);
        CHECK_CLOSE(clast_sim_ledger(sim).near_field, -energy, 1e-6);
        world_run(sim, 10 * steps);
        off[fine] = fabs(world_value(sim, "centre", 3) - world_value(sim, "centre", 0) - rest - small) / small;
        for (int k = 0; k < steps; k++) {
            world_run(sim, 1);
            most[fine] = fmax(most[fine], fabs(clast_sim_ledger(sim).residual));
        }
        clast_sim_free(sim);
    }
    CHECK(off[0] < 2e-3 &&
          off[1] < 5e-4); /* a phase error of 10 omega dt^2/24 turns, and of the amplitude the square */
    CHECK(most[0] < 1e-6 * energy);
    CHECK_BETWEEN(most[0] / most[1], 3, 5);
}

/* Two balls that come, pass the cut-off and part again: the energy error is of second order. */
static void test_near_field_collision(void **state)
{
    (void)state;
    double off[3];
    for (int k = 0; k < 3; k++) {
        const double dt = 4e-4 * pow(0.5, k);
        clast_scene *scene = world(dt);
        add(scene, clast_field_lennard_jones(1e-5, 0.02, 0.05));
        for (int side = -1; side <= 1; side += 2)
            world_body(scene,
                       (clast_body){.shape = "ball", .at = {side * 0.0301, 0, 0}, .velocity = {-side * 0.15, 0, 0}});
        clast_sim *sim = world_start(scene);
        CHECK(clast_sim_ledger(sim).near_field == 0);
        off[k] = 0;
        for (int step = 0; step < llround(0.4 / dt); step++) {
            world_run(sim, 1);
            const clast_ledger l = clast_sim_ledger(sim);
            off[k] = fmax(off[k], fabs(l.residual) / (ball_mass() * 0.15 * 0.15));
        }
        CHECK(clast_sim_ledger(sim).near_field == 0 && clast_sim_info(sim).contacts == 0);
        CHECK_CLOSE(world_value(sim, "velocity", 3), 0.15, 1e-2 * pow(0.25, k));
        clast_sim_free(sim);
    }
    CHECK(off[2] < 2e-3);
    CHECK_BETWEEN(off[0] / off[1], 3.3, 5);
    CHECK_BETWEEN(off[1] / off[2], 3.3, 5);
}

/* A field between two materials leaves the others alone. */
static void test_materials(void **state)
{
    (void)state;
    clast_error error;
    clast_scene *scene = world(1e-4);
    clast_material other = {.name = "other", .density = density, .young = 1e7, .poisson = 0.25};
    CHECK_OK(clast_scene_material(scene, &other, &error), &error);
    clast_field field = clast_field_lennard_jones(1e-5, 0.02, 0.05);
    field.materials[0] = "other", field.materials[1] = "m";
    add(scene, field);
    clast_body third = {.shape = "ball", .material = "other", .at = {0, 0.03, 0}};
    world_body(scene, (clast_body){.shape = "ball"});
    world_body(scene, (clast_body){.shape = "ball", .at = {0.03, 0, 0}});
    CHECK_OK(clast_scene_body(scene, &third, &error), &error);
    clast_sim *sim = world_start(scene);
    clast_pair_field law = {
        .attraction = 24e-5 / 0.02, .repulsion = 48e-5 / 0.02, .scale = 0.02, .power = {7, 13}, .cutoff = 0.05};
    mie_cut(&law);
    CHECK_CLOSE(world_value(sim, "force", 1), mie_at(&law, 0.03).pull, 1e-12);
    CHECK(world_value(sim, "force", 0) == 0 && world_value(sim, "force", 1) > 0);
    CHECK(world_value(sim, "force", 3) < 0 && world_value(sim, "force", 4) > 0);
    clast_sim_free(sim);
}

/* ---- loads ---- */

/* F = F0 sin(W t) on one body of two, torque exp(-t): exact motion. */
static void test_load(void **state)
{
    (void)state;
    double off[2][2];
    const double W = 60, F = 2e-3, end = 0.1;
    static const int64_t second[] = {7};
    for (int fine = 0; fine < 2; fine++) {
        const double dt = fine ? 0.5 * dt0 : dt0;
        clast_scene *scene = world(dt);
        add(scene, (clast_field){.kind = CLAST_FIELD_LOAD,
                                 .force = {"2 mN * sin(60*t)", NULL, "0"},
                                 .torque = {"0", "2 uN*m * exp(-t/50 ms)", NULL},
                                 .ids = second,
                                 .n_ids = 1});
        world_body(scene, (clast_body){.shape = "ball", .id = 3});
        world_body(scene, (clast_body){.shape = "ball", .at = {0, 1, 0}, .id = 7});
        clast_sim *sim = run(scene, end, dt);
        CHECK(world_value(sim, "centre", 0) == 0 && world_value(sim, "spin", 1) == 0);
        off[fine][0] = fabs(world_value(sim, "centre", 3) - F / (ball_mass() * W) * (end - sin(W * end) / W));
        off[fine][1] = fabs(world_value(sim, "spin", 4) - 2e-6 * 0.05 / ball_inertia() * (1 - exp(-2)));
        CHECK(off[fine][0] < 1e-4 && off[fine][1] < 0.1);
        const clast_ledger l = clast_sim_ledger(sim);
        CHECK_CLOSE(l.load_work, l.kinetic + l.rotational, 2e-3);
        CHECK(l.load_work > 0 && fabs(l.residual) < 1e-13 * l.turnover);
        clast_sim_free(sim);
    }
    for (int k = 0; k < 2; k++)
        CHECK_BETWEEN(off[0][k] / off[1][k], 3.8, 4.2);
}

/* On all bodies, on those of a shape, of a material, of both; loads add up. */
static void test_which_bodies(void **state)
{
    (void)state;
    clast_error error;
    clast_scene *scene = world(dt0);
    world_fibre_shape(scene, "fibre");
    clast_material other = {.name = "other", .density = density, .young = 1e7, .poisson = 0.25};
    CHECK_OK(clast_scene_material(scene, &other, &error), &error);
    static const char *const choice[4][2] = {{NULL, NULL}, {"fibre", NULL}, {NULL, "other"}, {"ball", "other"}};
    static const char *const force[4] = {"1", "10", "100", "1000"};
    for (int k = 0; k < 4; k++)
        add(scene, (clast_field){
                       .kind = CLAST_FIELD_LOAD, .force = {force[k]}, .shape = choice[k][0], .material = choice[k][1]});
    for (int k = 0; k < 4; k++) {
        clast_body body = {.shape = k % 2 ? "fibre" : "ball", .material = k / 2 ? "other" : "m", .at = {0, 0, k}};
        CHECK_OK(clast_scene_body(scene, &body, &error), &error);
    }
    clast_sim *sim = world_start(scene);
    const double expected[4] = {1, 11, 1101, 111};
    for (size_t k = 0; k < 4; k++)
        CHECK(world_value(sim, "force", 3 * k) == expected[k]);
    clast_sim_free(sim);
}

/* A formula that has no value ends the run with its name. */
static void test_load_without_value(void **state)
{
    (void)state;
    clast_error error = {0};
    clast_scene *scene = world(dt0);
    add(scene, (clast_field){.kind = CLAST_FIELD_LOAD, .force = {NULL, "1/(t - 0.01)", NULL}});
    world_body(scene, (clast_body){.shape = "ball"});
    clast_sim *sim = world_start(scene);
    CHECK(clast_sim_step(sim, 100, &error) == CLAST_BAD_INPUT && clast_sim_info(sim).step == 9);
    assert_string_equal(error.text, "y of force of this load is infinite at t = 0.01 s; it must be finite");
    clast_sim_free(sim);
}

/* ---- the step ---- */

/* Without collisions in sight the step comes from the fields: 2 m/c of drag, 2/omega of the steepest near-field force. */
static void test_advice(void **state)
{
    (void)state;
    const double size = 0.012, energy = 1, rate = 1e5, plain = 1e-4;
    for (int k = 0; k < 3; k++) {
        clast_scene *scene = world(plain);
        world_body(scene, (clast_body){.shape = "ball"});
        if (k == 1)
            add(scene, (clast_field){.kind = CLAST_FIELD_DRAG, .coefficient = rate * ball_mass()});
        if (k == 2)
            add(scene, clast_field_lennard_jones(energy, size, 3 * size));
        clast_sim *sim = world_start(scene);
        /* slope of the pull where the potential is 0: (48 13 - 24 7) energy/size^2 */
        const double steep = (48 * 13 - 24 * 7) * energy / (size * size);
        const double expected[3] = {INFINITY, 2 / rate, 2 / sqrt(2 * steep / (0.5 * ball_mass()))};
        if (k == 0)
            CHECK(clast_sim_advice(sim).stiffness > 1e-3);
        else
            CHECK_CLOSE(clast_sim_advice(sim).stiffness, expected[k], 1e-9);
        clast_sim_free(sim);
    }
}

/* The stability number counts near-field pairs: dt sqrt(2 k/m) for a pair of balls. */
static void test_stability_number(void **state)
{
    (void)state;
    clast_scene *scene = world(1e-4);
    clast_field field = clast_field_lennard_jones(1e-3, 0.02, 0.05);
    field.centres = true;
    add(scene, field);
    world_body(scene, (clast_body){.shape = "ball"});
    world_body(scene, (clast_body){.shape = "ball", .at = {0.02, 0, 0}});
    clast_sim *sim = world_start(scene);
    const double k = (48 * 13 - 24 * 7) * 1e-3 / (0.02 * 0.02);
    CHECK_CLOSE(clast_sim_ledger(sim).stability, 1e-4 * sqrt(2 * k / ball_mass()), 1e-9);
    clast_sim_free(sim);
}

/* ---- everything on ---- */

/* Fibres that tumble in a sheared fluid, attract each other, are pushed, damped and weighed: R falls as the square of the
 * step, and so does the error of the motion. */
static clast_sim *everything(double dt, const char *rotation)
{
    clast_error error;
    clast_scene *scene = world(dt);
    clast_time time = {.end = 1, .step = dt, .rotation = rotation};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    const double down[3] = {0, 0, -2};
    clast_scene_gravity(scene, down);
    world_fibre_shape(scene, "fibre");
    add(scene, (clast_field){.kind = CLAST_FIELD_DRAG,
                             .coefficient = 20 * ball_mass(),
                             .rotational = 20 * ball_inertia(),
                             .fluid = {.velocity = {0.1, 0, 0}, .gradient = {{0, 5, 3}, {-2, 1, 0}, {0, 4, 0}}}});
    add(scene, (clast_field){.kind = CLAST_FIELD_MAGNUS,
                             .coefficient = 2 * ball_mass(),
                             .fluid = {.velocity = {0, 0.2, 0}},
                             .shape = "fibre"});
    add(scene, clast_field_lennard_jones(2e-6, 0.02, 0.06));
    add(scene, (clast_field){.kind = CLAST_FIELD_LOAD,
                             .force = {"1 mN*cos(30*t)", "0", "0"},
                             .torque = {"0", "1 uN*m*sin(20*t)", "0"},
                             .material = "m"});
    clast_damping damping = {.global = 3};
    CHECK_OK(clast_scene_damping(scene, &damping, &error), &error);
    world_body(scene, (clast_body){.shape = "fibre", .velocity = {0.1, 0, 0}, .spin = {20, 10, 5}});
    world_body(scene,
               (clast_body){.shape = "fibre", .at = {0.03, 0.03, 0}, .spin = {0, 30, 10}, .turn = {1, 0, 0.5, 0.5}});
    world_body(scene, (clast_body){.shape = "ball", .at = {0, 0.03, 0.02}, .velocity = {0, 0.05, 0}});
    return run(scene, 0.1, dt);
}

static void test_everything(void **state)
{
    (void)state;
    static const char *const schemes[] = {"sts-kdk", "direct"};
    for (int scheme = 0; scheme < 2; scheme++) {
        double r[3], x[3][9], off[2] = {0, 0};
        for (int k = 0; k < 3; k++) {
            clast_sim *sim = everything(4e-4 * pow(0.5, k), schemes[scheme]);
            const clast_ledger l = clast_sim_ledger(sim);
            CHECK(clast_sim_info(sim).contacts == 0 && l.near_field < 0 && l.drag > 0 && l.load_work != 0 &&
                  l.fluid_work > 0);
            r[k] = fabs(l.residual) / l.turnover;
            CHECK(clast_sim_array(sim, "centre", x[k], 9) == 9);
            clast_sim_free(sim);
        }
        for (int c = 0; c < 9; c++) {
            off[0] = fmax(off[0], fabs(x[0][c] - x[1][c]));
            off[1] = fmax(off[1], fabs(x[1][c] - x[2][c]));
        }
        print_message("%s: R %.2e %.2e %.2e, position %.2e %.2e\n", schemes[scheme], r[0], r[1], r[2], off[0], off[1]);
        CHECK(r[2] < 2e-5);
        CHECK_BETWEEN(r[0] / r[1], 3, 5.5);
        CHECK_BETWEEN(r[1] / r[2], 3, 5.5);
        CHECK_BETWEEN(off[0] / off[1], 3.3, 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_drag_decays),
                                       cmocka_unit_test(test_drag_is_stable),
                                       cmocka_unit_test(test_terminal_velocity),
                                       cmocka_unit_test(test_shear_carries),
                                       cmocka_unit_test(test_magnus_circle),
                                       cmocka_unit_test(test_drag_along_the_spin),
                                       cmocka_unit_test(test_magnus_in_a_wind),
                                       cmocka_unit_test(test_mie_is_a_potential),
                                       cmocka_unit_test(test_spheres_pull_and_turn),
                                       cmocka_unit_test(test_lennard_jones_pair),
                                       cmocka_unit_test(test_near_field_collision),
                                       cmocka_unit_test(test_materials),
                                       cmocka_unit_test(test_load),
                                       cmocka_unit_test(test_which_bodies),
                                       cmocka_unit_test(test_load_without_value),
                                       cmocka_unit_test(test_advice),
                                       cmocka_unit_test(test_stability_number),
                                       cmocka_unit_test(test_everything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
