/* The same bits: for 1, 2, 3 and 8 threads, for any skin, with work thrown away in mid-run, with and without ledger; bodies are
 * sorted anew again and again. */
#include "api/sim.h"
#include "world.h"

typedef enum bed_kind {
    MIXED,   /* fibres and balls with friction */
    STILL,   /* the same between walls that rest: candidates are looked at with the end of the step before */
    SPHERES, /* balls alone: the narrow phase has a kernel of its own for them */
    GLUED, /* fibres and balls with rolling resistance, cohesion, and bonds that break: contacts that need not touch */
} bed_kind;

static clast_contact rule_of(bed_kind kind)
{
    clast_contact rule = clast_contact_hertz_mindlin(0.6, 0.4);
    if (kind == GLUED) {
        rule.term[CLAST_COHESION] = (clast_term){.law = "dmt", .param = {0.05}};
        rule.term[CLAST_ROLLING] = (clast_term){.law = "epsd", .param = {0.1, 0.05, 0, 0.3}};
    }
    return rule;
}

/* 300 bodies of many sizes, or 600 balls, falling and tumbling into a box with a moving lid; lists are rebuilt often. */
static clast_sim *bed(bed_kind kind, int threads, bool ledger)
{
    clast_error error;
    clast_scene *scene = world_create(2700, 2e7, 0.2, rule_of(kind), 2e-5);
    clast_time time = {.end = 1, .step = 2e-5, .sort_every = 400};
    CHECK_OK(clast_scene_time(scene, &time, &error), &error);
    const double down[3] = {5, 0, -60};
    clast_scene_gravity(scene, down);
    clast_scene_threads(scene, threads);
    clast_output output = {.ledger = ledger};
    clast_scene_output(scene, &output);
    if (kind != SPHERES)
        world_fibre_shape(scene, "fibre");
    world_sphere_shape(scene, "ball", 0.008);
    world_box(scene, 0.254);
    clast_plane lid = {
        .name = "lid", .material = "m", .point = {0, 0, 0.256}, .normal = {0, 0, -1}, .velocity = {0.1, 0, -0.3}};
    if (kind != STILL)
        CHECK_OK(clast_scene_plane(scene, &lid, &error), &error);
    const char *shapes[2] = {"ball", "fibre"};
    const double shares[2] = {1, 2};
    clast_fill fill = {.low = {0, 0, 0},
                       .high = {0.254, 0.254, 0.254},
                       .n_shapes = kind == SPHERES ? 1 : 2,
                       .shapes = shapes,
                       .shares = shares,
                       .material = "m",
                       .count = kind == SPHERES ? 600 : 300,
                       .size = {0.5, 1},
                       .agitation = 1};
    CHECK_OK(clast_scene_fill(scene, &fill, &error), &error);
    if (kind == GLUED) {
        clast_bond bond = {.kind = CLAST_BOND_PARALLEL,
                           .gap = 0.015,
                           .radius = 1,
                           .normal = 1e9,
                           .shear = 5e8,
                           .tensile = 1e6,
                           .cohesion = 1e6};
        CHECK_OK(clast_scene_bond(scene, &bond, &error), &error);
    }
    clast_sim *sim = world_start(scene);
    sim->work.sort_always = true;
    return sim;
}

enum { STEPS = 3000 };

static uint64_t finish(clast_sim *sim)
{
    world_run(sim, STEPS - clast_sim_info(sim).step);
    CHECK(clast_sim_info(sim).contacts > 20 && clast_sim_info(sim).list_builds > 5);
    CHECK(clast_sim_info(sim).sorts > 0);
    uint64_t hash = clast_sim_hash(sim);
    clast_sim_free(sim);
    return hash;
}

static uint64_t with_skin(bed_kind kind, double skin)
{
    clast_sim *sim = bed(kind, 1, true);
    sim->work.skin = skin;
    sim->work.skin_fixed = true;
    return finish(sim);
}

/* Nothing of the next step is begun with the end of the last one. */
static uint64_t step_by_step(bed_kind kind)
{
    clast_sim *sim = bed(kind, 1, true);
    for (int k = 0; k < STEPS; k++)
        world_run(sim, 1);
    return finish(sim);
}

/* As large beds do: bodies of a tile move on while others are still evaluated. */
static uint64_t with_flow(bed_kind kind, int threads)
{
    clast_sim *sim = bed(kind, threads, true);
    sim->work.flow_small = true;
    return finish(sim);
}

static uint64_t with_work_thrown_away(bed_kind kind)
{
    clast_sim *sim = bed(kind, 2, true);
    for (int k = 0; k < 7; k++) {
        world_run(sim, 311 + k);
        clast_work_free(&sim->work);
    }
    return finish(sim);
}

/* The largest difference between two beds in an array of `width` numbers a body, over the largest number in it. */
static double apart(const clast_sim *one, const clast_sim *other, const char *name, size_t width)
{
    enum { MOST = 600 * 4 };
    double a[MOST], b[MOST], most = 0, size = 0;
    const size_t n = (size_t)clast_sim_info(one).bodies * width;
    CHECK(n <= MOST && clast_sim_array(one, name, a, n) == n && clast_sim_array(other, name, b, n) == n);
    for (size_t k = 0; k < n; k++)
        most = fmax(most, fabs(a[k] - b[k])), size = fmax(size, fabs(a[k]));
    return most / size;
}

/* A bed that is sorted in mid-run goes on as one that is not, but for rounding: histories go along with their contacts, whose
 * bodies may have changed places. */
static void check_sorting(bed_kind kind)
{
    enum { BEFORE = 4000, AFTER = 40 };
    clast_sim *still = bed(kind, 1, true), *sorted = bed(kind, 1, true);
    still->model.sort_every = INT64_MAX;
    sorted->model.sort_every = BEFORE;
    world_run(still, BEFORE + AFTER);
    world_run(sorted, BEFORE + AFTER);
    const clast_info one = clast_sim_info(still), other = clast_sim_info(sorted);
    CHECK(one.sorts == 0 && other.sorts == 1 && one.contacts > 100 && one.contacts == other.contacts);
    int moved = 0;
    for (int32_t i = 0; i < still->state.n; i++)
        moved += still->state.id[0][i] != sorted->state.id[0][i];
    CHECK(moved > still->state.n / 2);
    CHECK(apart(still, sorted, "position", 3) < 1e-12 && apart(still, sorted, "quaternion", 4) < 1e-11);
    CHECK(apart(still, sorted, "velocity", 3) < 1e-10 && apart(still, sorted, "spin", 3) < 1e-10);
    const clast_ledger a = clast_sim_ledger(still), b = clast_sim_ledger(sorted);
    CHECK_NEAR(a.residual, b.residual, 1e-11 * a.turnover);
    CHECK_NEAR(a.tangential_check, b.tangential_check, 1e-11 * a.turnover);
    CHECK_NEAR(a.damping_check, b.damping_check, 1e-11 * a.turnover);
    CHECK_NEAR(a.friction, b.friction, 1e-11 * a.turnover);
    CHECK_NEAR(a.tangential_stored + a.bond_stored, b.tangential_stored + b.bond_stored, 1e-11 * a.turnover);
    CHECK(clast_sim_bonds(still) == clast_sim_bonds(sorted));
    clast_sim_free(still);
    clast_sim_free(sorted);
}

static void check_all(bed_kind kind)
{
    check_sorting(kind);
    const uint64_t one = finish(bed(kind, 1, true));
    CHECK(finish(bed(kind, 2, true)) == one);
    CHECK(finish(bed(kind, 3, true)) == one);
    CHECK(finish(bed(kind, 8, true)) == one);
    CHECK(with_skin(kind, 0.0002) == one);
    CHECK(with_skin(kind, 0.0016) == one);
    CHECK(with_skin(kind, 0.003) == one);
    CHECK(with_work_thrown_away(kind) == one);
    CHECK(step_by_step(kind) == one);
    CHECK(with_flow(kind, 1) == one);
    CHECK(with_flow(kind, 2) == one);
    CHECK(with_flow(kind, 3) == one);
    CHECK(finish(bed(kind, 1, false)) == one);
}

static void test_mixed(void **state)
{
    (void)state;
    check_all(MIXED);
}

static void test_still(void **state)
{
    (void)state;
    check_all(STILL);
}

static void test_spheres(void **state)
{
    (void)state;
    check_all(SPHERES);
}

static void test_glued(void **state)
{
    (void)state;
    clast_sim *sim = bed(GLUED, 1, true);
    const int64_t bonds = (int64_t)clast_sim_bonds(sim);
    world_run(sim, STEPS);
    const int64_t broken = (int64_t)clast_sim_breaks(sim, 0, NULL, 0);
    print_message("%lld bonds, %lld broken\n", (long long)bonds, (long long)broken);
    CHECK(bonds > 5 && broken > 0 && broken < bonds);
    clast_sim_free(sim);
    check_all(GLUED);
}

/* The hash sees a change in the last place of one number. */
static void test_hash_sees_one_bit(void **state)
{
    (void)state;
    clast_sim *sim = bed(MIXED, 1, true);
    const uint64_t before = clast_sim_hash(sim);
    sim->state.x[1][3] = nextafter(sim->state.x[1][3], 1);
    CHECK(clast_sim_hash(sim) != before);
    clast_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mixed), cmocka_unit_test(test_still),
                                       cmocka_unit_test(test_spheres), cmocka_unit_test(test_glued),
                                       cmocka_unit_test(test_hash_sees_one_bit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
