/* The ledger of plain models (energy/late.c). The powers that the blocks of the next step take (energy/late.c) are those taken one by one where every step is settled: a
 * run in one go has the accounts of a run step by step, contacts that end within a step and moving walls included. */
#include <math.h>
#include <string.h>

#include "api/sim.h"
#include "energy/ledger.h"
#include "world.h"

enum { STEPS = 1500 };

/* Bodies tumble in a box whose lid comes down on them. */
static clast_scene *scene_of(bool balls, const char *scheme, clast_contact rule)
{
    clast_error error;
    clast_scene *scene = world_create(2700, 2e7, 0.2, rule, 2e-5);
    clast_time time = {.end = 1, .step = 2e-5, .rotation = scheme};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    world_sphere_shape(scene, "ball", 0.008);
    if (!balls)
        world_fibre_shape(scene, "fibre");
    world_box(scene, 0.12);
    clast_plane lid = {
        .name = "lid", .material = "m", .point = {0, 0, 0.122}, .normal = {0, 0, -1}, .velocity = {0.1, 0, -0.3}};
    CHECK_OK(clast_scene_plane(scene, &lid, &error), &error);
    const char *shapes[2] = {"ball", "fibre"};
    const double shares[2] = {1, 2};
    clast_fill fill = {.high = {0.12, 0.12, 0.12},
                       .n_shapes = balls ? 1 : 2,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = balls ? 80 : 40,
                       .size = {0.5, 1},
                       .agitation = 2};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    return scene;
}

static clast_sim *bed(bool balls, const char *scheme)
{
    return world_start(scene_of(balls, scheme, clast_contact_hertz_mindlin(0.6, 0.4)));
}

static void check_accounts(bool balls, const char *scheme)
{
    clast_sim *whole = bed(balls, scheme), *settled = bed(balls, scheme);
    int64_t ended = 0;
    for (int n = 0; n < STEPS; n++) {
        const int32_t before = settled->state.contacts.n;
        world_run(settled, 1);
        ended += settled->state.contacts.n < before;
    }
    world_run(whole, STEPS);
    const clast_accounts *a = &whole->state.accounts, *b = &settled->state.accounts;
    print_message("%lld steps with fewer contacts, work of the walls %g J\n", (long long)ended,
                  a->work[CLAST_WORK_WALL]);
    CHECK(ended > 20 && a->work[CLAST_WORK_WALL] != 0);
    for (int k = 0; k < CLAST_WORKS; k++)
        CHECK_NEAR(a->work[k], b->work[k], 1e-11 * fabs(b->work[k]));
    for (int k = 0; k < CLAST_LOSSES; k++)
        CHECK_NEAR(a->lost[k], b->lost[k], 1e-11 * fabs(b->lost[k]));
    for (int k = 0; k < CLAST_STORES; k++)
        CHECK(a->now.stored[k] == b->now.stored[k]);
    CHECK_NEAR(a->residual_most, b->residual_most, 1e-9 * a->now.stored[CLAST_STORE_KINETIC]);
    CHECK(clast_sim_hash(whole) == clast_sim_hash(settled));
    clast_sim_free(whole);
    clast_sim_free(settled);
}

/* What is stored is summed every so often, and when somebody looks: R then is the same. */
static void check_looks(bool balls)
{
    clast_sim *seldom = bed(balls, NULL), *often = bed(balls, NULL);
    CHECK(seldom->model.ledger_every == CLAST_LEDGER_EVERY && STEPS % CLAST_LEDGER_EVERY != 0);
    often->model.ledger_every = 1;
    world_run(seldom, STEPS);
    world_run(often, STEPS);
    const clast_accounts *a = &seldom->state.accounts, *b = &often->state.accounts;
    CHECK(memcmp(&a->now, &b->now, sizeof a->now) == 0 && memcmp(a->work, b->work, sizeof a->work) == 0 &&
          memcmp(a->lost, b->lost, sizeof a->lost) == 0);
    CHECK(clast_sim_ledger(seldom).residual == clast_sim_ledger(often).residual);
    print_message("largest |R| %g and %g J\n", a->residual_most, b->residual_most);
    CHECK(a->residual_most > 0.5 * b->residual_most && a->residual_most <= b->residual_most);
    CHECK(clast_sim_hash(seldom) == clast_sim_hash(often));
    clast_sim_free(seldom);
    clast_sim_free(often);
}

/* The ledger of a bed with a load that is none has a pass of its own over all contacts and sums nothing late. */
static void check_both_ledgers(bool balls, clast_contact rule)
{
    clast_error error;
    clast_scene *loaded = scene_of(balls, NULL, rule);
    const clast_field none = {.kind = CLAST_FIELD_LOAD, .force = {"0 N"}};
    CHECK_OK(clast_scene_field(loaded, &none, &error), &error);
    clast_sim *late = world_start(scene_of(balls, NULL, rule)), *apart = world_start(loaded);
    CHECK(model_books_late(&late->model) && !model_books_late(&apart->model));
    world_run(late, STEPS);
    world_run(apart, STEPS);
    CHECK(clast_sim_hash(late) == clast_sim_hash(apart));
    const clast_accounts *a = &late->state.accounts, *b = &apart->state.accounts;
    for (int k = 0; k < CLAST_WORKS; k++)
        CHECK_NEAR(a->work[k], b->work[k], 1e-10 * fabs(b->work[k]));
    for (int k = 0; k < CLAST_LOSSES; k++)
        CHECK_NEAR(a->lost[k], b->lost[k], 1e-10 * fabs(b->lost[k]));
    for (int k = 0; k < CLAST_STORES; k++)
        CHECK_NEAR(a->now.stored[k], b->now.stored[k], 1e-10 * fabs(b->now.stored[k]));
    const double check = clast_sim_ledger(late).damping_check;
    print_message("%s, %s, %s: R_d %g of %g J lost\n", rule.term[CLAST_NORMAL].law, rule.term[CLAST_TANGENTIAL].law,
                  rule.term[CLAST_DAMPING].law, check, a->work[CLAST_WORK_D]);
    CHECK_NEAR(check, clast_sim_ledger(apart).damping_check, 1e-6 * fabs(check));
    CHECK(check != 0 && fabs(check) < 0.05 * a->work[CLAST_WORK_D]);
    clast_sim_free(late);
    clast_sim_free(apart);
}

static clast_contact rule_of(const char *normal, double kn, const char *tangential, double kt)
{
    clast_contact rule = clast_contact_hertz_mindlin(0.6, 0.4);
    rule.term[CLAST_NORMAL].law = normal;
    rule.term[CLAST_NORMAL].param[0] = kn;
    rule.term[CLAST_TANGENTIAL].law = tangential;
    rule.term[CLAST_TANGENTIAL].param[0] = kt;
    return rule;
}

/* The elastic force of the step before follows from kt, from the overlap alone, or by a root (model/model.h). */
static void test_laws(void **state)
{
    (void)state;
    for (int balls = 0; balls < 2; balls++) {
        check_both_ledgers(balls, clast_contact_hertz_mindlin(0.6, 0.4));
        check_both_ledgers(balls, rule_of("hertz", 0, "spring-secant", 0));
        check_both_ledgers(balls, rule_of("hertz", 0, "spring-incremental", 2e4));
        check_both_ledgers(balls, rule_of("linear", 5e4, "spring-incremental", 2e4));
        check_both_ledgers(balls, rule_of("linear", 0, "spring-incremental", 2e4));
        check_both_ledgers(balls, rule_of("linear", 5e4, "none", 0));
        clast_contact usual = rule_of("hertz", 0, "spring-incremental-end", 0);
        usual.term[CLAST_DAMPING].law = "half-step";
        check_both_ledgers(balls, usual);
    }
}

static void test_looks(void **state)
{
    (void)state;
    check_looks(true);
    check_looks(false);
}

static void test_bodies(void **state)
{
    (void)state;
    check_accounts(false, NULL);
}

static void test_balls(void **state)
{
    (void)state;
    check_accounts(true, NULL);
}

/* A scheme whose spins do not follow from the grips. */
static void test_balls_by_another_scheme(void **state)
{
    (void)state;
    check_accounts(true, "pcdm-verlet");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bodies), cmocka_unit_test(test_balls),
                                       cmocka_unit_test(test_balls_by_another_scheme), cmocka_unit_test(test_looks),
                                       cmocka_unit_test(test_laws)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
