/* series.csv: a header with units, and a line that holds every account of the ledger when it is asked for. */
#include "check.h"

#include "io/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void lines_are_there_at_once(void **state)
{
    (void)state;
    clast_error error = {0};
    clast_series *series;
    unlink("series.csv");
    CHECK_OK(clast_series_create("series.csv", &series, &error), &error);
    clast_info info = {.step = 300, .contacts = 17};
    clast_ledger ledger;
    double *values = (double *)&ledger; /* time 1, kinetic 2, ... stability_most n */
    const int n = (int)(sizeof ledger / sizeof *values);
    for (int k = 0; k < n; k++)
        values[k] = k + 1;
    CHECK_OK(clast_series_line(series, &info, &ledger, 2.5, &error), &error);

    /* before it is closed */
    char header[1024], line[1024], empty[8];
    FILE *file = fopen("series.csv", "r");
    CHECK(file && fgets(header, sizeof header, file) && fgets(line, sizeof line, file));
    CHECK(!fgets(empty, sizeof empty, file));
    fclose(file);
    clast_series_free(series);

    const char *begin = "time [s],step,contacts,coordination,kinetic [J],rotational [J],gravity [J],";
    CHECK(strncmp(header, begin, strlen(begin)) == 0);
    CHECK(strstr(header, ",turnover [J],error,stability,stability_most\n") != NULL);
    int commas[2] = {0, 0};
    for (char *c = header; *c; c++)
        commas[0] += *c == ',';
    for (char *c = line; *c; c++)
        commas[1] += *c == ',';
    CHECK(commas[0] == n + 2 && commas[1] == n + 2);
    CHECK(strncmp(line, "1,300,17,2.5,2,3,4,", 19) == 0);
    CHECK_NEAR(atof(strrchr(line, ',') + 1), n, 0);
}

static void columns_fit_the_ledger(void **state)
{
    (void)state;
    int n;
    const clast_series_column *columns = clast_series_columns(&n);
    clast_ledger ledger = {.residual = -3, .stability = 1.5};
    CHECK(n == (int)(sizeof ledger / sizeof(double)));
    for (int k = 0; k < n; k++) {
        double want = strcmp(columns[k].name, "residual") == 0    ? -3
                      : strcmp(columns[k].name, "stability") == 0 ? 1.5
                                                                  : 0;
        CHECK_NEAR(clast_series_value(&columns[k], &ledger), want, 0);
        CHECK(columns[k].offset == (size_t)k * sizeof(double));
    }
}

static void nothing_is_overwritten(void **state)
{
    (void)state;
    clast_error error = {0};
    clast_series *series = NULL;
    fclose(fopen("there.csv", "w"));
    CHECK(clast_series_create("there.csv", &series, &error) == CLAST_FILE && !series);
    assert_string_equal(error.text, "cannot create 'there.csv': File exists");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_there_at_once),
        cmocka_unit_test(columns_fit_the_ledger),
        cmocka_unit_test(nothing_is_overwritten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
