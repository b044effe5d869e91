/* The battery: every row of the table of rotation schemes is held to what it claims, from both sides. A claim that is
 * too modest fails like one that is too bold. No scheme is listed here; a new row is tested because it is there. */
#include "spin_world.h"

static const vec3 inertia = {1, 2, 3}, spin = {0.8, 1.1, -0.5};
static const double horizon = 4;

/* ---- the reference: classical Runge-Kutta on (q, L), far finer than any step tested ---- */

typedef struct motion {
    quat q;
    vec3 L;
} motion;

static motion slope(motion y, spin_torque *torque)
{
    const vec3 b = q_turn_back(y.q, y.L), w = q_turn(y.q, (vec3){b.x / inertia.x, b.y / inertia.y, b.z / inertia.z});
    return (motion){q_mul_scalar(0.5, q_mul((quat){0, w.x, w.y, w.z}, y.q)), torque(y.q)};
}

static motion along(motion y, double h, motion k)
{
    const quat q = {y.q.w + h * k.q.w, y.q.x + h * k.q.x, y.q.y + h * k.q.y, y.q.z + h * k.q.z};
    return (motion){q, v_add_mul(y.L, h, k.L)};
}

static motion reference(spin_torque *torque)
{
    enum { STEPS = 16000 };
    const double h = horizon / STEPS;
    motion y = {{1, 0, 0, 0}, {inertia.x * spin.x, inertia.y * spin.y, inertia.z * spin.z}};
    for (int n = 0; n < STEPS; n++) {
        const motion k1 = slope(y, torque), k2 = slope(along(y, h / 2, k1), torque);
        const motion k3 = slope(along(y, h / 2, k2), torque), k4 = slope(along(y, h, k3), torque);
        y = along(along(along(along(y, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
        y.q = q_unit(y.q);
    }
    return y;
}

static vec3 body_spin(quat q, vec3 w) { return q_turn_back(q, w); }

/* ---- order ---- */

typedef struct errors {
    double turn, spin; /* of the attitude (rad) and of w' (rad/s) at the horizon */
} errors;

static errors errors_at(const clast_scheme *scheme, spin_torque *torque, motion truth, double h)
{
    spin_world world = spin_world_create(scheme->name, inertia, spin, torque, h);
    spin_world_run(&world, lround(horizon / h));
    const quat q = spin_world_turn(&world);
    const vec3 b = q_turn_back(truth.q, truth.L), exact = {b.x / inertia.x, b.y / inertia.y, b.z / inertia.z};
    const vec3 off = v_sub(body_spin(q, spin_world_at(world.sim->state.w)), exact);
    spin_world_free(&world);
    return (errors){spin_angle(q, truth.q), v_length(off)};
}

/* Within 0.2 of the claim over two halvings of the step; order 0 claims that there is no error at all. */
static void hold_order(const clast_scheme *scheme, const char *what, int claim, const double error[3])
{
    const double first = log2(error[0] / error[1]), second = log2(error[1] / error[2]);
    print_message("%-22s %-14s claimed %d, observed %5.2f %5.2f, error %.2e\n", scheme->name, what, claim, first,
                  second, error[2]);
    if (claim == 0)
        CHECK_BETWEEN(error[2], 0, 1e-12);
    else {
        CHECK_NEAR(first, claim, 0.2);
        CHECK_NEAR(second, claim, 0.2);
    }
}

static void test_order(void **state)
{
    (void)state;
    const motion free_truth = reference(spin_torque_none), forced_truth = reference(spin_torque_field);
    for (int k = 0; k < clast_scheme_count(); k++) {
        const clast_scheme *scheme = clast_scheme_at(k);
        double turn_free[3], turn_forced[3], spin_free[3];
        if (scheme->still)
            continue;
        for (int d = 0; d < 3; d++) {
            const double h = 0.02 / (1 << d);
            const errors e = errors_at(scheme, spin_torque_none, free_truth, h);
            turn_free[d] = e.turn;
            spin_free[d] = e.spin;
            turn_forced[d] = errors_at(scheme, spin_torque_field, forced_truth, h).turn;
        }
        hold_order(scheme, "free attitude", scheme->order_free, turn_free);
        hold_order(scheme, "free w'", scheme->order_spin, spin_free);
        hold_order(scheme, "forced", scheme->order_forced, turn_forced);
    }
}

/* A scheme whose coupling to the torque is first order says so where people choose. */
static void test_first_order_is_said(void **state)
{
    (void)state;
    for (int k = 0; k < clast_scheme_count(); k++) {
        const clast_scheme *scheme = clast_scheme_at(k);
        CHECK((scheme->order_forced == 1) == (strstr(scheme->about, "first order") != NULL));
        CHECK(scheme->still || scheme->source[0]);
    }
}

/* ---- conservation ---- */

static double momentum_error(const char *scheme, int64_t steps)
{
    spin_world world = spin_world_create(scheme, inertia, spin, spin_torque_none, 0.05);
    spin_world_run(&world, steps);
    const quat q = spin_world_turn(&world);
    const vec3 b = body_spin(q, spin_world_at(world.sim->state.w));
    const vec3 L = q_turn(q, (vec3){inertia.x * b.x, inertia.y * b.y, inertia.z * b.z});
    const vec3 L0 = {inertia.x * spin.x, inertia.y * spin.y, inertia.z * spin.z};
    const vec3 kept = spin_world_at(world.sim->state.L);
    spin_world_free(&world);
    /* what the arrays say of L belongs to q and w */
    CHECK(v_length(v_sub(kept, L)) <= 1e-12 * v_length(L) || !isfinite(v_length(L)));
    return v_length(v_sub(L, L0)) / v_length(L0);
}

static void test_momentum(void **state)
{
    (void)state;
    for (int k = 0; k < clast_scheme_count(); k++) {
        const clast_scheme *scheme = clast_scheme_at(k);
        if (scheme->still)
            continue;
        const double error = momentum_error(scheme->name, 100000);
        print_message("%-22s %s L; error after 1e5 steps %.1e\n", scheme->name,
                      scheme->keeps_momentum ? "keeps" : "does not keep", error);
        CHECK(scheme->keeps_momentum == (error <= 1e-13));
    }
    CHECK_BETWEEN(momentum_error("sts-kdk", 1000000), 0, 1e-13);
}

/* ---- reversal ---- */

static void test_reversal(void **state)
{
    (void)state;
    for (int k = 0; k < clast_scheme_count(); k++) {
        const clast_scheme *scheme = clast_scheme_at(k);
        spin_world world = spin_world_create(scheme->name, inertia, spin, spin_torque_field, 0.05);
        const quat q = spin_world_turn(&world);
        const vec3 w = spin_world_at(world.sim->state.w);
        spin_world_run(&world, 200);
        CHECK(scheme->still || spin_angle(spin_world_turn(&world), q) > 0.1);
        spin_world_reverse(&world);
        spin_world_run(&world, 200);
        const double off =
            spin_angle(spin_world_turn(&world), q) + v_length(v_add(spin_world_at(world.sim->state.w), w));
        print_message("%-22s %s; back to %.1e\n", scheme->name, scheme->reversible ? "reversible" : "not reversible",
                      off);
        CHECK(scheme->reversible == (off <= 1e-10));
        spin_world_free(&world);
    }
}

/* ---- bodies with two equal moments ---- */

/* Irazabal's cylinder: w' = (sin 50t, cos 50t, 100); attitude exp(t L/It) exp(t (1/Ia - 1/It) La e3). */
static double cylinder_error(const char *scheme)
{
    const vec3 w = {0, 1, 100}, L = {0, 1, 50};
    spin_world world = spin_world_create(scheme, (vec3){1, 1, 0.5}, w, spin_torque_none, 1e-3);
    double worst = 0;
    for (int n = 1; n <= 500; n++) {
        spin_world_run(&world, 1);
        const quat q = spin_world_turn(&world);
        const vec3 b = body_spin(q, spin_world_at(world.sim->state.w));
        const double t = 1e-3 * n, angle = 0.5 * t * v_length(L);
        const vec3 e = v_mul(sin(angle), v_unit(L));
        const quat truth = q_mul((quat){cos(angle), e.x, e.y, e.z}, (quat){cos(25 * t), 0, 0, sin(25 * t)});
        worst = fmax(worst, fmax(fabs(b.x - sin(50 * t)), fabs(b.y - cos(50 * t))));
        worst = fmax(worst, spin_angle(q, truth));
    }
    spin_world_free(&world);
    return worst;
}

static void test_tops(void **state)
{
    (void)state;
    for (int k = 0; k < clast_scheme_count(); k++) {
        const clast_scheme *scheme = clast_scheme_at(k);
        if (scheme->still)
            continue;
        const double error = cylinder_error(scheme->name);
        print_message("%-22s free cylinder: error %.1e\n", scheme->name, error);
        CHECK(scheme->exact_tops == (error <= 1e-12));
    }
}

/* ---- rotations switched off ---- */

static void test_still(void **state)
{
    (void)state;
    int found = 0;
    for (int k = 0; k < clast_scheme_count(); k++) {
        const clast_scheme *scheme = clast_scheme_at(k);
        if (!scheme->still)
            continue;
        found++;
        spin_world world = spin_world_create(scheme->name, inertia, spin, spin_torque_field, 0.01);
        spin_world_run(&world, 100);
        CHECK(spin_angle(spin_world_turn(&world), (quat){1, 0, 0, 0}) == 0);
        CHECK(v_length(spin_world_at(world.sim->state.w)) == 0 && v_length(spin_world_at(world.sim->state.L)) == 0);
        spin_world_free(&world);
    }
    CHECK(found == 1);
}

/* ---- what is kept ---- */

/* Everything a scheme needs at the next step is in the state: work may be thrown away between any two. */
static void test_work_is_scratch(void **state)
{
    (void)state;
    for (int k = 0; k < clast_scheme_count(); k++) {
        const char *name = clast_scheme_at(k)->name;
        spin_world kept = spin_world_create(name, inertia, spin, spin_torque_field, 0.01);
        spin_world bare = spin_world_create(name, inertia, spin, spin_torque_field, 0.01);
        for (int n = 0; n < 20; n++) {
            clast_work_free(&bare.sim->work);
            CHECK(clast_work_prepare(&bare.sim->work, &bare.sim->model, &bare.sim->state));
            spin_world_run(&kept, 1);
            spin_world_run(&bare, 1);
            CHECK(clast_sim_hash(kept.sim) == clast_sim_hash(bare.sim));
        }
        spin_world_free(&kept);
        spin_world_free(&bare);
    }
}

/* ---- the default ---- */

/* The default is no worse than NO_SQUISH at equal step, free and under torque. */
static void test_default_against_no_squish(void **state)
{
    (void)state;
    const motion truths[2] = {reference(spin_torque_none), reference(spin_torque_field)};
    for (int forced = 0; forced < 2; forced++)
        for (double h = 0.1; h > 0.004; h /= 5) {
            spin_torque *torque = forced ? spin_torque_field : spin_torque_none;
            const double own = errors_at(clast_scheme_find("sts-kdk"), torque, truths[forced], h).turn;
            const double other = errors_at(clast_scheme_find("no-squish"), torque, truths[forced], h).turn;
            CHECK_BETWEEN(own, 0.1 * other, other);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_first_order_is_said),
        cmocka_unit_test(test_momentum),
        cmocka_unit_test(test_reversal),
        cmocka_unit_test(test_tops),
        cmocka_unit_test(test_still),
        cmocka_unit_test(test_work_is_scratch),
        cmocka_unit_test(test_default_against_no_squish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
