/* The implicit integrator: what its fixed point satisfies, its limits in phi, steps that do not converge. */
#include <stdio.h>

#include "api/sim.h"
#include "world.h"

static void integrator(clast_scene *scene, double dt, clast_trapezoid trapezoid)
{
    clast_error error;
    clast_time time = {.end = 1, .step = dt, .integrator = CLAST_TRAPEZOID, .trapezoid = trapezoid};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
}

static clast_trapezoid with(double phi, double tolerance, clast_iteration iteration)
{
    clast_trapezoid t = clast_trapezoid_default();
    t.phi = phi;
    t.tolerance = tolerance;
    t.iteration = iteration;
    t.most_iterations = 200;
    return t;
}

static clast_contact rough(void)
{
    clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.6);
    rule.term[CLAST_TANGENTIAL].law = "spring-secant";
    return rule;
}

/* A ball hits a fibre off its middle and at an angle; the fibre lies against a wall. */
static clast_scene *collision(clast_contact rule)
{
    clast_scene *scene = world_create(2500, 1e7, 0.25, rule, 1e-5);
    world_sphere_shape(scene, "ball", 0.01);
    world_fibre_shape(scene, "fibre");
    world_plane(scene, "wall", 0, 0, -0.0049999, 0, 0, 1);
    world_body(scene, (clast_body){.shape = "fibre", .spin = {3, 0, 5}});
    world_body(
        scene,
        (clast_body){.shape = "ball", .at = {0.007, 0.001, 0.01497}, .velocity = {0.3, 0.1, -1}, .spin = {9, 1, 2}});
    return scene;
}

static vec3 at(double *const a[3], int32_t i) { return v_at(a, i); }

/* (42) and (45) hold between two steps, with the forces that the state keeps, in either form of the fixed point. */
static void test_equations(void **state)
{
    (void)state;
    static const double phis[] = {0, 0.3, 0.5, 1};
    for (int k = 0; k < 8; k++) {
        const double dt = 1e-5, phi = phis[k / 2];
        clast_scene *scene = collision(rough());
        integrator(scene, dt, with(phi, 1e-13, k % 2 ? CLAST_JACOBI : CLAST_GAUSS_SEIDEL));
        clast_sim *sim = world_start(scene);
        clast_state *s = &sim->state;
        const clast_work *w = &sim->work;
        for (int n = 0; n < 40; n++) {
            vec3 x0[2], v0[2], w0[2], L0[2], f0[2], t0[2];
            quat q0[2];
            for (int32_t i = 0; i < 2; i++) {
                x0[i] = at(s->x, i), v0[i] = at(s->v, i), w0[i] = at(s->w, i), L0[i] = at(s->L, i);
                f0[i] = at(s->f, i), t0[i] = at(s->t, i), q0[i] = q_at(s->q, i);
            }
            world_run(sim, 1);
            for (int32_t i = 0; i < 2; i++) {
                const vec3 force = v_add_mul(v_mul(phi, at(s->f, i)), 1 - phi, f0[i]);
                const vec3 torque = v_add_mul(v_mul(phi, at(s->t, i)), 1 - phi, t0[i]);
                const vec3 v = v_add_mul(v_mul(phi, at(s->v, i)), 1 - phi, v0[i]);
                const vec3 spin = v_add_mul(v_mul(phi, at(s->w, i)), 1 - phi, w0[i]);
                const vec3 dv = v_sub(v_sub(at(s->v, i), v0[i]), v_mul(dt * w->inverse_mass[i], force));
                const vec3 dL = v_sub(v_sub(at(s->L, i), L0[i]), v_mul(dt, torque));
                CHECK_NEAR(v_length(dv), 0, 1e-13);
                CHECK_NEAR(v_length(dL), 0, 1e-15 * (1 + v_length(L0[i])));
                CHECK_NEAR(v_length(v_sub(v_sub(at(s->x, i), x0[i]), v_mul(dt, v))), 0, 1e-17);
                const double angle = dt * v_length(spin);
                const vec3 axis = v_mul(sin(angle / 2) / v_length(spin), spin);
                const quat q = q_mul((quat){cos(angle / 2), axis.x, axis.y, axis.z}, q0[i]);
                CHECK_NEAR(fabs(q_dot(q, q_at(s->q, i))), 1, 1e-15);
                const vec3 b = q_turn_back(q_at(s->q, i), at(s->w, i)), inertia = v_at(w->inertia, i);
                const vec3 L = q_turn(q_at(s->q, i), (vec3){inertia.x * b.x, inertia.y * b.y, inertia.z * b.z});
                CHECK_NEAR(v_length(v_sub(L, at(s->L, i))), 0, 1e-11 * v_length(L));
            }
        }
        CHECK(clast_sim_convergence(sim).failed == 0 && clast_sim_info(sim).contacts >= 2);
        clast_sim_free(sim);
    }
}

/* The form of the fixed point is a matter of the way only. */
static void test_forms_agree(void **state)
{
    (void)state;
    clast_sim *sims[2];
    for (int k = 0; k < 2; k++) {
        clast_scene *scene = collision(rough());
        integrator(scene, 1e-5, with(0.5, 1e-13, k ? CLAST_JACOBI : CLAST_GAUSS_SEIDEL));
        sims[k] = world_start(scene);
        world_run(sims[k], 400);
    }
    for (size_t k = 0; k < 6; k++) {
        CHECK_NEAR(world_value(sims[0], "velocity", k), world_value(sims[1], "velocity", k), 1e-10);
        CHECK_NEAR(world_value(sims[0], "spin", k), world_value(sims[1], "spin", k), 1e-8);
    }
    clast_sim_free(sims[0]);
    clast_sim_free(sims[1]);
}

/* A damped linear spring of k and c, mass m, by the rule itself: a 2 x 2 system a step. */
static void spring_step(double m, double k, double c, double dt, double phi, double *d, double *rate)
{
    const double a = phi * dt, b = (1 - phi) * dt;
    const double force0 = -k * *d - c * *rate, r0 = *rate, d0 = *d;
    /* r1 = r0 + (b force0 + a (-k d1 - c r1))/m,  d1 = d0 + b r0 + a r1 */
    *rate = (r0 + (b * force0 - a * k * (d0 + b * r0)) / m) / (1 + a * (c + a * k) / m);
    *d = d0 + b * r0 + a * *rate;
}

/* The dashpot of the laws, which in the explicit scheme goes ahead of its contact, is the plain c d' here. */
static void test_dashpot_is_plain(void **state)
{
    (void)state;
    static const double phis[] = {0, 0.5, 1};
    for (int n = 0; n < 3; n++) {
        const double dt = 2e-5, r = 0.01, k = 2e4, c = 1.5, start = 1e-4;
        clast_contact rule = clast_contact_hertz_mindlin(0, 1);
        rule.term[CLAST_NORMAL] = (clast_term){.law = "linear", .param = {k, NAN, NAN}};
        rule.term[CLAST_DAMPING] = (clast_term){.law = "viscous", .param = {c, 0}};
        rule.term[CLAST_TANGENTIAL].law = "none";
        clast_scene *scene = world_create(2500, 1e7, 0.25, rule, dt);
        integrator(scene, dt, with(phis[n], 1e-14, CLAST_JACOBI));
        world_sphere_shape(scene, "ball", r);
        world_plane(scene, "wall", 0, 0, 0, 0, 0, 1);
        world_body(scene, (clast_body){.shape = "ball", .at = {0, 0, r - start}, .velocity = {0, 0, -0.2}});
        clast_sim *sim = world_start(scene);
        const double m = sim->work.mass[0];
        double d = start, rate = 0.2;
        for (int step = 0; step < 15; step++) {
            world_run(sim, 1);
            spring_step(m, k, c, dt, phis[n], &d, &rate);
            CHECK(clast_sim_info(sim).contacts == 1);
            CHECK_NEAR(r - world_value(sim, "centre", 2), d, 1e-15);
            CHECK_NEAR(-world_value(sim, "velocity", 2), rate, 1e-12);
            CHECK_CLOSE(world_value(sim, "force", 2), k * d + c * rate, 1e-9);
        }
        clast_sim_free(sim);
    }
}

/* The tangential spring is stretched by the way that the body went, whatever phi and whatever the velocities. */
static void test_slip_is_the_way(void **state)
{
    (void)state;
    static const double phis[] = {0, 0.5, 1};
    for (int n = 0; n < 3; n++) {
        clast_error error;
        const double dt = 2e-5, r = 0.01, kt = 5e3;
        clast_contact rule = clast_contact_hertz_mindlin(10, 1);
        rule.term[CLAST_NORMAL] = (clast_term){.law = "linear", .param = {2e4, NAN, NAN}};
        rule.term[CLAST_DAMPING] = (clast_term){.law = "none"};
        rule.term[CLAST_TANGENTIAL] = (clast_term){.law = "spring-secant", .param = {kt, NAN, NAN}};
        clast_scene *scene = world_create(2500, 1e7, 0.25, rule, dt);
        clast_time time = {.end = 1, .step = dt, .integrator = CLAST_TRAPEZOID, .rotation = "none"};
        time.trapezoid = with(phis[n], 1e-14, CLAST_JACOBI);
        CHECK_OK(clast_scene_time(scene, &time, &error), &error);
        world_sphere_shape(scene, "ball", r);
        world_plane(scene, "wall", 0, 0, 0, 0, 0, 1);
        world_body(scene, (clast_body){.shape = "ball", .at = {0, 0, r - 1e-4}, .velocity = {0.1, 0, -0.1}});
        clast_sim *sim = world_start(scene);
        for (int step = 0; step < 15; step++) {
            world_run(sim, 1);
            CHECK(clast_sim_info(sim).contacts == 1);
            CHECK_CLOSE(world_value(sim, "force", 0), -kt * world_value(sim, "centre", 0), 1e-9);
        }
        CHECK(world_value(sim, "force", 0) < -0.01);
        clast_sim_free(sim);
    }
}

/* Gauss-Seidel is worth its name: with the newest motion of the others it needs fewer passes. */
static void test_gauss_seidel_is_faster(void **state)
{
    (void)state;
    int64_t passes[2];
    for (int k = 0; k < 2; k++) {
        clast_scene *scene = world_create(2500, 1e7, 0.25, world_smooth(1), 1e-4);
        integrator(scene, 2e-4, with(0.5, 1e-12, k ? CLAST_JACOBI : CLAST_GAUSS_SEIDEL));
        world_sphere_shape(scene, "ball", 0.01);
        for (int i = 0; i < 6; i++) /* a row, struck at one end */
            world_body(scene, (clast_body){.shape = "ball", .at = {0.01999 * i, 0, 0}, .velocity = {i ? 0 : 1, 0, 0}});
        clast_sim *sim = world_start(scene);
        world_run(sim, 20);
        passes[k] = clast_sim_convergence(sim).iterations;
        CHECK(clast_sim_convergence(sim).failed == 0);
        clast_sim_free(sim);
    }
    CHECK((double)passes[0] < 0.95 * (double)passes[1]);
}

/* phi 1/2 keeps the energy of a linear spring to the last places, where Verlet only comes back to it. */
static void test_linear_spring_keeps_energy(void **state)
{
    (void)state;
    const double k = 2e4;
    clast_contact rule = world_smooth(1);
    rule.term[CLAST_NORMAL] = (clast_term){.law = "linear", .param = {k, NAN, NAN}};
    clast_scene *scene = world_create(2500, 1e7, 0.25, rule, 5e-5);
    integrator(scene, 5e-5, with(0.5, 1e-14, CLAST_JACOBI));
    world_sphere_shape(scene, "ball", 0.01);
    world_body(scene, (clast_body){.shape = "ball", .at = {-0.00995, 0, 0}, .velocity = {0.3, 0, 0}});
    world_body(scene, (clast_body){.shape = "ball", .at = {0.00995, 0, 0}, .velocity = {-0.3, 0, 0}});
    clast_sim *sim = world_start(scene);
    clast_ledger l = clast_sim_ledger(sim);
    const double energy = l.kinetic + l.normal_stored;
    for (int n = 0; n < 30 && clast_sim_info(sim).contacts; n++) {
        l = clast_sim_ledger(sim);
        CHECK_CLOSE(l.kinetic + l.normal_stored, energy, 1e-12);
        world_run(sim, 1);
    }
    CHECK(clast_sim_info(sim).step > 15);
    clast_sim_free(sim);
}

/* R of a damped collision with friction, at the end. */
static double residual(double dt, double phi, double duration)
{
    clast_scene *scene = collision(rough());
    integrator(scene, dt, with(phi, 1e-12, CLAST_JACOBI));
    clast_sim *sim = world_start(scene);
    world_run(sim, (int64_t)(duration / dt + 0.5));
    const clast_ledger l = clast_sim_ledger(sim);
    CHECK(l.normal_damping > 0.05 * l.turnover && l.friction > 5e-4 * l.turnover);
    clast_sim_free(sim);
    return l.residual / l.turnover;
}

/* The accounts close to second order for phi 1/2; Euler's dissipation is not a loss of the model, and R shows it. */
static void test_ledger(void **state)
{
    (void)state;
    const double coarse = residual(1e-5, 0.5, 1e-3), fine = residual(2.5e-6, 0.5, 1e-3);
    CHECK(fabs(coarse) < 1e-5 && fabs(fine) < 1e-6);
    CHECK_BETWEEN(coarse / fine, 8, 32);
    const double euler = residual(1e-5, 1, 1e-3), finer = residual(2.5e-6, 1, 1e-3);
    CHECK(euler < -5e-3);
    CHECK_BETWEEN(euler / finer, 2.5, 6);
}

/* ---- steps that do not converge ---- */

static void test_failure_is_told(void **state)
{
    (void)state;
    clast_trapezoid t = with(0.5, 1e-12, CLAST_JACOBI);
    t.most_iterations = 3;
    clast_scene *scene = collision(rough());
    integrator(scene, 1e-5, t);
    clast_sim *sim = world_start(scene);
    world_run(sim, 100);
    const clast_convergence c = clast_sim_convergence(sim);
    const char *text[8];
    CHECK(c.steps == 100 && c.failed > 10 && c.failed <= 100 && c.most == 3 && c.halved == 0);
    CHECK(c.worst > 1e-12 && (c.worst_body == 1 || c.worst_body == 2) && c.worst_time > 0);
    int told = 0;
    char count[64];
    snprintf(count, sizeof count, "%lld steps did not converge", (long long)c.failed);
    for (int k = 0, n = clast_sim_warnings(sim, text, 8); k < n; k++)
        told += strstr(text[k], count) != NULL;
    CHECK(told == 1);
    clast_sim_free(sim);
}

/* With one pass allowed no step converges: halved once, each is two steps of half the size, to the last bit. */
static void test_halves_are_steps(void **state)
{
    (void)state;
    clast_sim *sims[2];
    for (int k = 0; k < 2; k++) {
        clast_trapezoid t = with(0.5, 1e-12, CLAST_JACOBI);
        t.most_iterations = 1;
        t.on_failure = k ? CLAST_KEEP : CLAST_HALVE;
        t.halvings = 1;
        clast_scene *scene = collision(rough());
        integrator(scene, k ? 0x1p-18 : 0x1p-17, t);
        sims[k] = world_start(scene);
        world_run(sims[k], k ? 200 : 100);
    }
    const clast_convergence c = clast_sim_convergence(sims[0]);
    CHECK(c.halved == 100 && c.steps == 200 && c.failed == 200 && clast_sim_info(sims[0]).contacts > 0);
    CHECK(sims[0]->state.time == sims[1]->state.time);
    for (size_t k = 0; k < 6; k++) {
        CHECK(world_value(sims[0], "centre", k) == world_value(sims[1], "centre", k));
        CHECK(world_value(sims[0], "spin", k) == world_value(sims[1], "spin", k));
    }
    const clast_ledger a = clast_sim_ledger(sims[0]), b = clast_sim_ledger(sims[1]);
    CHECK_NEAR(a.residual / b.turnover, b.residual / b.turnover, 1e-12);
    clast_sim_free(sims[0]);
    clast_sim_free(sims[1]);
}

/* A step for which the fixed point diverges: kept it goes astray, halved it does not. */
static void test_halving_helps(void **state)
{
    (void)state;
    double off[2];
    for (int k = 0; k < 2; k++) {
        clast_trapezoid t = clast_trapezoid_default();
        t.most_iterations = 8;
        t.on_failure = k ? CLAST_HALVE : CLAST_KEEP;
        clast_scene *scene = world_create(2500, 1e7, 0.25, world_smooth(1), 9e-4);
        integrator(scene, 9e-4, t);
        world_sphere_shape(scene, "ball", 0.01);
        world_body(scene, (clast_body){.shape = "ball", .at = {-0.01, 0, 0}, .velocity = {1, 0, 0}});
        world_body(scene, (clast_body){.shape = "ball", .at = {0.01, 0, 0}, .velocity = {-1, 0, 0}});
        clast_sim *sim = world_start(scene);
        const double before = clast_sim_ledger(sim).kinetic;
        world_run(sim, 12);
        const clast_convergence c = clast_sim_convergence(sim);
        CHECK(k ? c.halved > 0 && c.failed == 0 : c.halved == 0 && c.failed > 0);
        CHECK(clast_sim_info(sim).contacts == 0);
        off[k] = fabs(clast_sim_ledger(sim).kinetic / before - 1);
        clast_sim_free(sim);
    }
    CHECK(off[1] < 0.2 * off[0]);
}

/* rotation: none. */
static void test_no_rotation(void **state)
{
    (void)state;
    clast_error error;
    clast_scene *scene = collision(rough());
    clast_time time = {.end = 1, .step = 1e-5, .integrator = CLAST_TRAPEZOID, .rotation = "none"};
    time.trapezoid = clast_trapezoid_default();
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    clast_sim *sim = world_start(scene);
    world_run(sim, 100);
    CHECK(clast_sim_info(sim).contacts > 0);
    for (size_t k = 0; k < 6; k++)
        CHECK(world_value(sim, "spin", k) == 0 && world_value(sim, "rotation", k) == 0 &&
              sim->state.L[k % 3][k / 3] == 0);
    CHECK(world_value(sim, "torque", 0) != 0);
    clast_sim_free(sim);
}

/* Drag in a fluid at rest, and gravity: the trapezoidal rule by hand, its account, and a plane that is kept. */
static void test_drag_in_a_plane(void **state)
{
    (void)state;
    clast_error error;
    const double dt = 1e-3, c = 0.05, g = 9.81;
    clast_scene *scene = world_create(2500, 1e7, 0.25, world_smooth(1), dt);
    integrator(scene, dt, with(0.5, 1e-14, CLAST_GAUSS_SEIDEL));
    clast_scene_gravity(scene, (double[3]){0, -g, 0});
    CHECK_OK(clast_scene_field(scene, &(clast_field){.kind = CLAST_FIELD_DRAG, .coefficient = c}, &error), &error);
    CHECK_OK(clast_scene_slice(scene, CLAST_SLICE_XY, (clast_place){0}, &error), &error);
    world_fibre_shape(scene, "fibre");
    world_body(scene, (clast_body){.shape = "fibre", .velocity = {0.3, 0, 0}, .spin = {0, 0, 4}});
    clast_sim *sim = world_start(scene);
    const double a = 0.5 * dt * c / sim->work.mass[0];
    double v = 0;
    for (int n = 0; n < 200; n++) {
        world_run(sim, 1);
        v = ((1 - a) * v - dt * g) / (1 + a);
        CHECK_CLOSE(world_value(sim, "velocity", 1), v, 1e-9);
    }
    const clast_ledger l = clast_sim_ledger(sim);
    CHECK(l.drag > 0.1 * l.kinetic);
    CHECK_NEAR(l.residual / l.turnover, 0, 1e-5);
    CHECK(world_value(sim, "velocity", 2) == 0 && world_value(sim, "spin", 0) == 0 && world_value(sim, "spin", 1) == 0);
    CHECK_CLOSE(world_value(sim, "spin", 2), 4, 1e-12);
    clast_sim_free(sim);
}

/* A body that spins about its middle axis, which is unstable, stays in its plane. */
static void test_middle_axis_in_a_plane(void **state)
{
    (void)state;
    clast_error error;
    clast_scene *scene = world_create(2000, 1e6, 0.25, world_smooth(1), 1e-3);
    integrator(scene, 1e-3, with(0.5, 1e-10, CLAST_JACOBI));
    const double ball[1][4] = {{0, 0, 0, 0.01}};
    clast_shape shape = {.name = "top", .n_spheres = 1, .spheres = ball, .mass = 1, .inertia = {1e-4, 3e-4, 2e-4}};
    CHECK_OK(clast_scene_shape(scene, &shape, &error), &error);
    CHECK_OK(clast_scene_slice(scene, CLAST_SLICE_XY, (clast_place){0}, &error), &error);
    world_body(scene, (clast_body){.shape = "top", .spin = {0, 0, 30}, .turn = {cos(0.3), 0, 0, sin(0.3)}});
    clast_sim *sim = world_start(scene);
    world_run(sim, 20000);
    CHECK(world_value(sim, "spin", 0) == 0 && world_value(sim, "spin", 1) == 0);
    CHECK_CLOSE(world_value(sim, "spin", 2), 30, 1e-12);
    CHECK(hypot(world_value(sim, "quaternion", 1), world_value(sim, "quaternion", 2)) < 1e-12);
    clast_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equations),
                                       cmocka_unit_test(test_forms_agree),
                                       cmocka_unit_test(test_dashpot_is_plain),
                                       cmocka_unit_test(test_linear_spring_keeps_energy),
                                       cmocka_unit_test(test_ledger),
                                       cmocka_unit_test(test_failure_is_told),
                                       cmocka_unit_test(test_halves_are_steps),
                                       cmocka_unit_test(test_halving_helps),
                                       cmocka_unit_test(test_no_rotation),
                                       cmocka_unit_test(test_slip_is_the_way),
                                       cmocka_unit_test(test_gauss_seidel_is_faster),
                                       cmocka_unit_test(test_drag_in_a_plane),
                                       cmocka_unit_test(test_middle_axis_in_a_plane)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
