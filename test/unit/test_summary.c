/* summary.json: the exact text, so that scripts can rely on its names; awkward values stay JSON. */
#include "check.h"

#include "io/summary.h"

#include <stdio.h>
#include <string.h>

static void write_and_read(const clast_summary *summary, char *text, size_t size)
{
    clast_error error = {0};
    CHECK_OK(clast_summary_write("summary.json", summary, &error), &error);
    FILE *file = fopen("summary.json", "r");
    CHECK(file != NULL);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void the_names_are_these(void **state)
{
    (void)state;
    const clast_stage stages[] = {{"contacts", 1.5}, {"output", 0.25}};
    const char *const warnings[] = {"a \"quoted\"\nline", "another"};
    clast_summary summary = {
        .version = "1.2.3",
        .title = "box",
        .ending = "finished",
        .wall_seconds = 2,
        .info = {.bodies = 3,
                 .spheres = 9,
                 .contacts = 4,
                 .walls = 1,
                 .mass = 0.5,
                 .step = 100,
                 .time = 0.1,
                 .dt = 1e-3,
                 .threads = 2,
                 .memory = 4096,
                 .list_builds = 7,
                 .sorts = 2},
        .ledger = {.time = 0.1,
                   .kinetic = 2,
                   .residual = -1e-3,
                   .turnover = 2,
                   .error = 5e-4,
                   .stability = 0.125,
                   .stability_most = 0.25},
        .coordination = 1.5,
        .hash = 0xabcdef,
        .frames = 11,
        .stages = stages,
        .n_stages = 2,
        .warnings = warnings,
        .n_warnings = 2,
    };
    char text[4096];
    write_and_read(&summary, text, sizeof text);
    assert_string_equal(
        text,
        "{\n  \"clast\": \"1.2.3\",\n  \"title\": \"box\",\n  \"ending\": \"finished\",\n  \"steps\": 100,\n"
        "  \"time\": 0.1,\n  \"dt\": 0.001,\n  \"wall_seconds\": 2,\n  \"steps_per_second\": 50,\n  \"frames\": 11,\n"
        "  \"bodies\": 3,\n  \"spheres\": 9,\n  \"walls\": 1,\n  \"mass\": 0.5,\n  \"contacts\": 4,\n"
        "  \"coordination\": 1.5,\n  \"threads\": 2,\n  \"residual\": -0.001,\n  \"relative_residual\": -0.0005,\n"
        "  \"error\": 0.0005,\n  \"stability\": 0.25,\n  \"ledger\": {\n    \"time\": 0.1,\n    \"kinetic\": 2,\n"
        "    \"rotational\": 0,\n    \"gravity\": 0,\n    \"normal_stored\": 0,\n    \"tangential_stored\": 0,\n"
        "    \"friction\": 0,\n    \"changing_stiffness\": 0,\n    \"normal_damping\": 0,\n"
        "    \"tangential_damping\": 0,\n    \"rolling_stored\": 0,\n    \"rolling_loss\": 0,\n    \"cohesion\": 0,\n"
        "    \"bond_stored\": 0,\n    \"bond_broken\": 0,\n    \"local_damping\": 0,\n    \"global_damping\": 0,\n"
        "    \"near_field\": 0,\n    \"drag\": 0,\n    \"magnus\": 0,\n    \"wall_work\": 0,\n"
        "    \"fluid_work\": 0,\n    \"load_work\": 0,\n"
        "    \"residual\": -0.001,\n    \"tangential_check\": 0,\n    \"damping_check\": 0,\n    \"turnover\": 2,\n"
        "    \"error\": 0.0005,\n    \"stability\": 0.125,\n    \"stability_most\": 0.25\n  },\n  \"state_hash\": "
        "\"0000000000abcdef\",\n"
        "  \"list_builds\": 7,\n  \"sorts\": 2,\n  \"memory_bytes\": 4096,\n  \"stages\": {\n    \"contacts\": 1.5,\n"
        "    \"output\": 0.25\n  },\n  \"warnings\": [\n    \"a \\\"quoted\\\"\\u000aline\",\n    \"another\"\n  "
        "]\n}\n");
}

static void what_is_no_number_is_null(void **state)
{
    (void)state;
    clast_summary summary = {.version = "1", .ending = "failed", .ledger = {.error = NAN, .kinetic = INFINITY}};
    char text[4096];
    write_and_read(&summary, text, sizeof text);
    CHECK(strstr(text, "\"error\": null") && strstr(text, "\"kinetic\": null"));
    CHECK(strstr(text, "\"relative_residual\": null") && strstr(text, "\"steps_per_second\": null"));
    CHECK(strstr(text, "\"title\": \"\"") && strstr(text, "\"stages\": {}") && strstr(text, "\"warnings\": []"));
    CHECK(!strstr(text, "nan") && !strstr(text, "inf"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_names_are_these),
        cmocka_unit_test(what_is_no_number_is_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
