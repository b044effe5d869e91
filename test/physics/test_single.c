/* Single contacts whose forces, or whose books, can be written down: what a bed of many hides in its sums. */
#include "api/sim.h"
#include "world.h"

static const double density = 1100, young = 1e7, poisson = 0.25, radius = 0.005;

static double ball_mass(void) { return density * 4.0 / 3 * WORLD_PI * pow(radius, 3); }

static double ball_inertia(void) { return 0.4 * ball_mass() * radius * radius; }

static clast_contact linear_rule(double friction, double stiffness, double stiffness_t)
{
    clast_contact rule = clast_contact_hertz_mindlin(friction, 1);
    rule.term[CLAST_NORMAL].law = "linear";
    rule.term[CLAST_NORMAL].param[0] = stiffness;
    rule.term[CLAST_TANGENTIAL].law = stiffness_t > 0 ? "spring-incremental" : "none";
    if (stiffness_t > 0)
        rule.term[CLAST_TANGENTIAL].param[0] = stiffness_t;
    return rule;
}

/* One ball above (or on) the floor z = 0. */
static clast_sim *on_floor(clast_contact rule, double dt, const double gravity[3], clast_body body)
{
    clast_scene *scene = world_create(density, young, poisson, rule, dt);
    clast_scene_gravity(scene, gravity);
    world_sphere_shape(scene, "ball", radius);
    world_plane(scene, "floor", 0, 0, 0, 0, 0, 1);
    body.shape = "ball";
    world_body(scene, body);
    return world_start(scene);
}

static const double weightless[3] = {0, 0, 0};

/* ---- tangential springs ---- */

/* In the step in which a Hertz contact closes its stiffness grows as the root of the overlap: its mean is 2/3 of the
 * last. A linear contact is as stiff from the start. */
static void test_first_step_of_a_tangential_spring(void **state)
{
    (void)state;
    const double dt = 1e-6, down = 1, side = 0.3;
    const double shear = young / (2 * (1 + poisson)) / (2 * (2 - poisson)); /* G* */
    for (int hertz = 0; hertz < 2; hertz++) {
        const double kt = hertz ? 8 * shear * sqrt(radius * down * dt) : 2000;
        const clast_contact rule = hertz ? clast_contact_hertz_mindlin(0.5, 1) : linear_rule(5, 3000, kt);
        clast_sim *sim =
            on_floor(rule, dt, weightless, (clast_body){.at = {0, 0, radius}, .velocity = {side, 0, -down}});
        world_run(sim, 1);
        CHECK_CLOSE(world_value(sim, "force", 0), -(hertz ? 2.0 / 3 : 1) * kt * side * dt, 1e-6);
        clast_sim_free(sim);
    }
}

/* The usual dashpot is off while the contact slips. The slip turns, since the ball slides down across a slope, so that a
 * dashpot would be seen: the spring lags behind. */
static void test_usual_dashpot_is_off_in_slip(void **state)
{
    (void)state;
    const double slope[3] = {0, 3, -9.81}, k = 3000;
    clast_contact rule = linear_rule(0.3, k, 2000);
    rule.term[CLAST_DAMPING].law = "half-step";
    rule.term[CLAST_DAMPING].param[0] = 0.5;
    clast_sim *sim = on_floor(rule, 2e-5, slope,
                              (clast_body){.at = {0, 0, radius - ball_mass() * 9.81 / k}, .velocity = {0.5, 0, 0}});
    world_run(sim, 100);
    const clast_ledger early = clast_sim_ledger(sim);
    world_run(sim, 500);
    const clast_ledger late = clast_sim_ledger(sim);
    CHECK(late.friction > 2 * early.friction);
    CHECK_NEAR(late.tangential_damping, early.tangential_damping, 1e-12 * late.friction);
    clast_sim_free(sim);
}

/* ---- rolling resistance ---- */

/* An elastic collision with the floor, spinning; the rolling spring is all that the spin meets. */
static clast_sim *rolling_bounce(clast_contact rule, double mu, double stiffness, double speed, double spin, double dt)
{
    rule.term[CLAST_ROLLING].law = "epsd";
    memcpy(rule.term[CLAST_ROLLING].param, (double[4]){mu, 0, stiffness, 0}, 4 * sizeof(double));
    return on_floor(
        rule, dt, weightless,
        (clast_body){.at = {0, 0, radius + 0.3 * speed * dt}, .velocity = {0, 0, -speed}, .spin = {0, spin, 0}});
}

/* A rolling spring that is still wound when the contact opens loses what it holds. */
static void test_opened_contact_loses_its_rolling_energy(void **state)
{
    (void)state;
    const double spin = 20;
    clast_sim *sim = rolling_bounce(linear_rule(0, 3000, 0), 1e6, 1e-3, 0.5, spin, 1e-5);
    world_run(sim, 200);
    CHECK(clast_sim_info(sim).contacts == 0);
    const clast_ledger l = clast_sim_ledger(sim);
    const double lost = 0.5 * ball_inertia() * spin * spin - l.rotational;
    CHECK(lost > 0.1 * l.rotational && l.rolling_stored == 0);
    CHECK_CLOSE(l.rolling_loss, lost, 0.02);
    CHECK(fabs(l.tangential_check) < 0.02 * lost);
    clast_sim_free(sim);
}

/* The stiffness of a rolling spring grows and falls with the load; what it takes along is in the books. */
static void test_rolling_spring_of_changing_stiffness(void **state)
{
    (void)state;
    clast_sim *sim = rolling_bounce(world_smooth(1), 0.1, 0, 1, 50, 4e-6);
    double wound = 0, worst = 0;
    for (int n = 0; n < 300; n++) {
        world_run(sim, 1);
        wound = fmax(wound, clast_sim_ledger(sim).rolling_stored);
        worst = fmax(worst, fabs(clast_sim_ledger(sim).tangential_check));
    }
    CHECK(clast_sim_info(sim).contacts == 0 && wound > 0.01 * clast_sim_ledger(sim).rotational);
    print_message("rolling spring: R_t %.1e of the %.1e J it held\n", worst / wound, wound);
    CHECK(worst < 2e-3 * wound);
    clast_sim_free(sim);
}

/* ---- bonds ---- */

/* Two balls along x. */
static clast_sim *pair(clast_contact rule, double gap, double apart, double along, clast_bond bond, double dt)
{
    clast_error error;
    clast_scene *scene = world_create(density, young, poisson, rule, dt);
    world_sphere_shape(scene, "ball", radius);
    for (int side = -1; side <= 1; side += 2)
        world_body(scene, (clast_body){.shape = "ball",
                                       .at = {side * (radius + 0.5 * gap), 0, 0},
                                       .velocity = {side * 0.5 * apart, side * 0.5 * along, 0}});
    if (bond.tensile > 0)
        CHECK_OK(clast_scene_bond(scene, &bond, &error), &error);
    return world_start(scene);
}

/* A dashpot implicit in its own contact is exact when nothing else acts; the pull of a bond counts as the contact's. */
static void test_dashpot_knows_the_pull(void **state)
{
    (void)state;
    clast_contact rule = linear_rule(0, 3000, 0);
    rule.term[CLAST_DAMPING].law = "viscous";
    rule.term[CLAST_DAMPING].param[0] = 0.2;
    clast_sim *sim =
        pair(rule, 0, 0.2, 0, (clast_bond){.kind = CLAST_BOND_CONTACT, .tensile = 1e9, .cohesion = 1e9}, 5e-5);
    world_run(sim, 12); /* the first swing, in tension */
    const clast_ledger l = clast_sim_ledger(sim);
    CHECK(l.bond_stored > 0 && l.normal_damping > 0.1 * l.turnover);
    CHECK(fabs(l.damping_check) < 1e-10 * l.turnover);
    clast_sim_free(sim);
}

/* Glue that shears off under load: from then on to the end of the step the contact slips. */
static double sheared_off(double strength, double dt)
{
    clast_sim *sim = pair(linear_rule(0.5, 3000, 2000), 0, -0.4, 0.5,
                          (clast_bond){.kind = CLAST_BOND_CONTACT, .tensile = strength, .cohesion = strength}, dt);
    const double most = strength / 2000 / 0.5;
    world_run(sim, llround(1.5 * most / dt));
    CHECK(clast_sim_bonds(sim) == 0 && clast_sim_info(sim).contacts == 1);
    const clast_ledger l = clast_sim_ledger(sim);
    const double check = l.tangential_check / l.bond_broken;
    CHECK(l.friction > 0);
    clast_sim_free(sim);
    return check;
}

static void test_slip_in_the_step_that_breaks(void **state)
{
    (void)state;
    enum { PHASES = 16 };
    double rms[2];
    for (int fine = 0; fine < 2; fine++) {
        const double dt = fine ? 2.5e-6 : 1e-5;
        double sum = 0;
        for (int k = 0; k < PHASES; k++)
            sum += pow(sheared_off(0.08 * (1 + 0.3 * (k + 0.5) / PHASES), dt), 2) / PHASES;
        rms[fine] = sqrt(sum);
    }
    print_message("bonds sheared off: R_t %.1e %.1e of what they held\n", rms[0], rms[1]);
    CHECK(rms[0] < 0.02 && rms[1] < 0.12 * rms[0]); /* second order: 1/16 */
}

/* Below a bond as light as a feather two balls that were apart collide as if there were none. */
static void test_contact_closes_below_a_bond(void **state)
{
    (void)state;
    const double dt = 1e-5;
    const clast_bond none = {0}, feather = {.kind = CLAST_BOND_PARALLEL,
                                            .gap = 1e-4,
                                            .radius = 0.5,
                                            .normal = 1e-3,
                                            .shear = 1e-3,
                                            .tensile = 1e9,
                                            .cohesion = 1e9};
    const clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.5);
    clast_sim *loose = pair(rule, 1.37e-5, -1, 0.3, none, dt), *bonded = pair(rule, 1.37e-5, -1, 0.3, feather, dt);
    CHECK(clast_sim_bonds(bonded) == 1);
    for (int n = 0; n < 10; n++) {
        world_run(loose, 1);
        world_run(bonded, 1);
        CHECK(n == 0 || world_value(loose, "force", 1) > 0);
        CHECK_NEAR(world_value(bonded, "force", 1), world_value(loose, "force", 1),
                   1e-3 * fabs(world_value(loose, "force", 1)) + 1e-9);
    }
    clast_sim_free(loose);
    clast_sim_free(bonded);
}

/* ---- a spring that is loaded when its contact opens ---- */

static void test_opened_contact_loses_its_spring(void **state)
{
    (void)state;
    const double dt = 1e-5, grip = 1e6; /* it never slips */
    clast_sim *sim = on_floor(linear_rule(grip, 3000, 2000), dt, weightless,
                              (clast_body){.at = {0, 0, radius - 1e-5}, .velocity = {0.3, 0, 0.5}});
    double stored = 0, lost = 0;
    for (int n = 0; n < 100 && clast_sim_info(sim).contacts; n++) {
        const clast_ledger l = clast_sim_ledger(sim);
        stored = l.tangential_stored, lost = l.changing_stiffness;
        world_run(sim, 1);
    }
    const clast_ledger end = clast_sim_ledger(sim);
    CHECK(clast_sim_info(sim).contacts == 0 && stored > 0 && end.tangential_stored == 0);
    CHECK_CLOSE(end.changing_stiffness - lost, stored, 1e-9);
    clast_sim_free(sim);
}

/* ---- the stability number ---- */

/* A ball rests on the floor, rises and is gone: Omega as by hand, kept for the run, forgotten by the interval. */
static void test_stability_number_of_an_interval(void **state)
{
    (void)state;
    const double dt = 1e-5, kn = 3000, kt = 2000, up = 0.5;
    clast_sim *sim = on_floor(linear_rule(0.5, kn, kt), dt, weightless,
                              (clast_body){.at = {0, 0, radius - 1e-6}, .velocity = {0, 0, up}});
    const double omega = dt * sqrt(2 * (kn + 3.5 * kt) / ball_mass());
    CHECK_CLOSE(clast_sim_ledger(sim).stability, omega, 1e-3);
    world_run(sim, 70);                                        /* it is taken every 64 */
    CHECK_CLOSE(clast_sim_ledger(sim).stability, omega, 1e-3); /* no mark yet: since the start */
    clast_sim_mark(sim);
    CHECK(clast_sim_ledger(sim).stability == 0);
    CHECK_CLOSE(clast_sim_ledger(sim).stability_most, omega, 1e-3);
    clast_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_step_of_a_tangential_spring),
                                       cmocka_unit_test(test_usual_dashpot_is_off_in_slip),
                                       cmocka_unit_test(test_opened_contact_loses_its_rolling_energy),
                                       cmocka_unit_test(test_rolling_spring_of_changing_stiffness),
                                       cmocka_unit_test(test_dashpot_knows_the_pull),
                                       cmocka_unit_test(test_slip_in_the_step_that_breaks),
                                       cmocka_unit_test(test_contact_closes_below_a_bond),
                                       cmocka_unit_test(test_opened_contact_loses_its_spring),
                                       cmocka_unit_test(test_stability_number_of_an_interval)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
