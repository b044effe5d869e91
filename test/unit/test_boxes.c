/* Bodies near in space become near in memory; users see them in the order in which they gave them. */
#include "model/boxes.h"

#include <math.h>
#include <stdlib.h>

#include "api/sim.h"
#include "base/random.h"
#include "world.h"

enum { MANY = 1500, TILE = 188 /* eight of them */ };

static void scatter(clast_body *list)
{
    for (size_t k = 0; k < MANY; k++) {
        clast_random random = {.seed = 3, .stream = k};
        list[k] = (clast_body){.id = (int64_t)(10 + k), .shape = "ball"};
        for (int c = 0; c < 3; c++)
            list[k].at[c] = 100 + random_uniform(&random) - (c == 1 ? 300 : 0);
    }
}

/* Mean distance of bodies that follow each other. */
static double stride(const clast_body *list)
{
    double sum = 0;
    for (int k = 1; k < MANY; k++)
        sum += v_length(v_sub(v_of(list[k].at), v_of(list[k - 1].at))) / (MANY - 1);
    return sum;
}

static void test_neighbours_stand_together(void **state)
{
    (void)state;
    clast_body list[MANY], before[MANY];
    int32_t given[MANY];
    scatter(list);
    memcpy(before, list, sizeof before);
    clast_bodies bodies = {list, MANY, MANY};
    CHECK(clast_boxes_sort(&bodies, TILE, given));
    bool seen[MANY] = {false};
    for (int k = 0; k < MANY; k++) {
        CHECK(given[k] >= 0 && given[k] < MANY && !seen[given[k]]);
        seen[given[k]] = true;
        CHECK(list[k].id == before[given[k]].id && list[k].at[0] == before[given[k]].at[0]);
    }
    /* at random 0.66; the distance of 1500 points in a unit cube is about 0.05 */
    CHECK(stride(before) > 0.6 && stride(list) < 0.15);
}

/* A cube cut in two three times is eight cubes. */
static void test_tiles_are_compact(void **state)
{
    (void)state;
    clast_body list[MANY];
    int32_t given[MANY];
    scatter(list);
    clast_bodies bodies = {list, MANY, MANY};
    CHECK(clast_boxes_sort(&bodies, TILE, given));
    for (int first = 0; first < MANY; first += TILE)
        for (int c = 0; c < 3; c++) {
            double low = INFINITY, high = -INFINITY;
            for (int k = first; k < first + TILE && k < MANY; k++)
                low = fmin(low, list[k].at[c]), high = fmax(high, list[k].at[c]);
            CHECK(high - low < 0.6);
        }
}

/* All of the first ones lie below all others along an axis. */
static bool is_cut_at(const clast_body *list, int lower, int axis)
{
    double highest = -INFINITY, lowest = INFINITY;
    for (int k = 0; k < lower; k++)
        highest = fmax(highest, list[k].at[axis]);
    for (int k = lower; k < MANY; k++)
        lowest = fmin(lowest, list[k].at[axis]);
    return highest < lowest;
}

/* Contacts between two parts belong to the first one. */
static void test_the_first_part_is_the_smaller(void **state)
{
    (void)state;
    for (int tiles = 3; tiles <= 5; tiles += 2)
        for (int axis = 0; axis < 3; axis++) {
            clast_body list[MANY];
            int32_t given[MANY];
            scatter(list);
            for (int k = 0; k < MANY; k++)
                list[k].at[axis] *= 1.2; /* the longest edge, and of neither part */
            clast_bodies bodies = {list, MANY, MANY};
            CHECK(clast_boxes_sort(&bodies, (size_t)(MANY / tiles), given));
            CHECK(is_cut_at(list, tiles / 2 * (MANY / tiles), axis));
        }
}

static void test_bodies_in_one_place(void **state)
{
    (void)state;
    clast_body list[3] = {{.id = 5}, {.id = 3}, {.id = 4}};
    int32_t given[3];
    clast_bodies bodies = {list, 3, 3};
    CHECK(clast_boxes_sort(&bodies, TILE, given));
    CHECK(given[0] == 0 && given[1] == 1 && given[2] == 2 && list[1].id == 3);
}

static void test_rows_are_in_the_order_given(void **state)
{
    (void)state;
    clast_body list[MANY];
    clast_scene *scene = world_create(2500, 1e7, 0.25, clast_contact_hertz_mindlin(0.5, 0.5), 1e-5);
    world_sphere_shape(scene, "ball", 1e-4);
    scatter(list);
    for (int k = 0; k < MANY; k++)
        world_body(scene, list[k]);
    clast_sim *sim = world_start(scene);
    int64_t *ids = malloc(MANY * sizeof *ids);
    double *x = malloc(3 * MANY * sizeof *x), *spheres = malloc(4 * MANY * sizeof *spheres);
    clast_sim_ids(sim, ids, MANY);
    clast_sim_array(sim, "position", x, (size_t)3 * MANY);
    clast_sim_array(sim, "spheres", spheres, (size_t)4 * MANY);
    int elsewhere = 0;
    for (int k = 0; k < MANY; k++) {
        CHECK(ids[k] == list[k].id);
        for (int c = 0; c < 3; c++)
            CHECK(x[3 * k + c] == list[k].at[c] && spheres[4 * k + c] == list[k].at[c]);
        elsewhere += sim->state.id[0][k] != list[k].id;
    }
    CHECK(elsewhere > MANY / 2);
    free(ids);
    free(x);
    free(spheres);
    clast_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_neighbours_stand_together), cmocka_unit_test(test_tiles_are_compact),
        cmocka_unit_test(test_the_first_part_is_the_smaller), cmocka_unit_test(test_bodies_in_one_place),
        cmocka_unit_test(test_rows_are_in_the_order_given)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
