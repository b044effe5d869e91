/* Whole arrays and texts through HDF5 and back, and what is said when that does not work. */
#include "check.h"

#include "io/h5.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static clast_h5 *fresh(const char *path)
{
    clast_error error = {0};
    clast_h5 *h5 = NULL;
    unlink(path);
    CHECK_OK(clast_h5_create(path, &h5, &error), &error);
    return h5;
}

static void numbers_return_unchanged(void **state)
{
    (void)state;
    clast_error error = {0};
    const double rows[2][3] = {{1, 2, 0.1}, {-4, 1e-300, 6}};
    const int64_t ids[3] = {1, INT64_C(1) << 60, -7};
    clast_h5 *h5 = fresh("numbers.h5");
    CHECK_OK(clast_h5_write(h5, "/steps/000000/position", CLAST_H5_DOUBLE, rows, 2, 3, &error), &error);
    CHECK_OK(clast_h5_write(h5, "/bodies/id", CLAST_H5_INT64, ids, 3, 1, &error), &error);
    CHECK_OK(clast_h5_write(h5, "/none", CLAST_H5_FLOAT, NULL, 0, 3, &error), &error);
    CHECK_OK(clast_h5_attribute_number(h5, "/steps/000000", "time", 0.5, &error), &error);
    CHECK_OK(clast_h5_close(h5, &error), &error);

    CHECK_OK(clast_h5_open("numbers.h5", false, &h5, &error), &error);
    CHECK(clast_h5_has(h5, "/steps/000000/position") && clast_h5_has(h5, "/steps"));
    CHECK(!clast_h5_has(h5, "/steps/000001/position") && !clast_h5_has(h5, "/step"));
    void *data;
    size_t n, width;
    CHECK_OK(clast_h5_read(h5, "/steps/000000/position", CLAST_H5_DOUBLE, &data, &n, &width, &error), &error);
    CHECK(n == 2 && width == 3 && memcmp(data, rows, sizeof rows) == 0);
    free(data);
    CHECK_OK(clast_h5_read(h5, "/bodies/id", CLAST_H5_INT64, &data, &n, &width, &error), &error);
    CHECK(n == 3 && width == 1 && memcmp(data, ids, sizeof ids) == 0);
    free(data);
    CHECK_OK(clast_h5_read(h5, "/none", CLAST_H5_DOUBLE, &data, &n, &width, &error), &error);
    CHECK(n == 0 && width == 3 && data);
    free(data);
    CHECK_OK(clast_h5_close(h5, &error), &error);
}

static void numbers_are_converted(void **state)
{
    (void)state;
    clast_error error = {0};
    const float singles[2] = {1.5f, -2};
    const int32_t whole[2] = {7, -8};
    clast_h5 *h5 = fresh("convert.h5");
    CHECK_OK(clast_h5_write(h5, "singles", CLAST_H5_FLOAT, singles, 2, 1, &error), &error);
    CHECK_OK(clast_h5_write(h5, "whole", CLAST_H5_INT32, whole, 2, 1, &error), &error);
    void *data;
    size_t n, width;
    CHECK_OK(clast_h5_read(h5, "singles", CLAST_H5_DOUBLE, &data, &n, &width, &error), &error);
    CHECK_NEAR(((double *)data)[0], 1.5, 0);
    CHECK_NEAR(((double *)data)[1], -2, 0);
    free(data);
    CHECK_OK(clast_h5_read(h5, "whole", CLAST_H5_INT64, &data, &n, &width, &error), &error);
    CHECK(((int64_t *)data)[0] == 7 && ((int64_t *)data)[1] == -8);
    free(data);
    CHECK_OK(clast_h5_close(h5, &error), &error);
}

static void texts_return_unchanged(void **state)
{
    (void)state;
    clast_error error = {0};
    const char *const names[] = {"stone", "", "gr\xC3\xBCn"};
    clast_h5 *h5 = fresh("texts.h5");
    CHECK_OK(clast_h5_write_texts(h5, "/names/materials", names, 3, &error), &error);
    CHECK_OK(clast_h5_write_texts(h5, "/names/none", names, 0, &error), &error);
    CHECK_OK(clast_h5_attribute(h5, "/", "title", "first", &error), &error);
    CHECK_OK(clast_h5_attribute(h5, "/", "title", "", &error), &error);
    CHECK_OK(clast_h5_close(h5, &error), &error);

    char **texts;
    size_t n;
    CHECK_OK(clast_h5_open("texts.h5", false, &h5, &error), &error);
    CHECK_OK(clast_h5_read_texts(h5, "/names/materials", &texts, &n, &error), &error);
    CHECK(n == 3);
    for (int k = 0; k < 3; k++)
        assert_string_equal(texts[k], names[k]);
    free(texts);
    CHECK_OK(clast_h5_read_texts(h5, "/names/none", &texts, &n, &error), &error);
    CHECK(n == 0);
    free(texts);
    CHECK_OK(clast_h5_close(h5, &error), &error);
}

/* One frame at a time, as a run writes them: what is closed is there. */
static void a_file_grows_when_reopened(void **state)
{
    (void)state;
    clast_error error = {0};
    clast_h5 *h5 = fresh("grow.h5");
    CHECK_OK(clast_h5_close(h5, &error), &error);
    /* a reader who locks the file, as ParaView does, must not be in the writer's way */
    int reader = open("grow.h5", O_RDONLY);
    CHECK(reader >= 0 && flock(reader, LOCK_SH) == 0);
    for (int k = 0; k < 3; k++) {
        double value = k;
        char path[32];
        snprintf(path, sizeof path, "/steps/%06d/position", k);
        CHECK_OK(clast_h5_open("grow.h5", true, &h5, &error), &error);
        CHECK_OK(clast_h5_write(h5, path, CLAST_H5_DOUBLE, &value, 1, 1, &error), &error);
        CHECK_OK(clast_h5_close(h5, &error), &error);
    }
    close(reader);
    CHECK_OK(clast_h5_open("grow.h5", false, &h5, &error), &error);
    CHECK(clast_h5_has(h5, "/steps/000000/position") && clast_h5_has(h5, "/steps/000002/position"));
    CHECK_OK(clast_h5_close(h5, &error), &error);
}

static void a_group_is_renamed(void **state)
{
    (void)state;
    clast_error error = {0};
    double value = 3;
    clast_h5 *h5 = fresh("rename.h5");
    CHECK_OK(clast_h5_write(h5, "/unfinished/a", CLAST_H5_DOUBLE, &value, 1, 1, &error), &error);
    CHECK_OK(clast_h5_rename(h5, "/unfinished", "/steps/000000", &error), &error);
    CHECK(clast_h5_has(h5, "/steps/000000/a") && !clast_h5_has(h5, "/unfinished"));
    CHECK_OK(clast_h5_write(h5, "/unfinished/a", CLAST_H5_DOUBLE, &value, 1, 1, &error), &error);
    CHECK(clast_h5_rename(h5, "/unfinished", "/steps/000000", &error) == CLAST_FILE); /* taken */
    CHECK_OK(clast_h5_close(h5, &error), &error);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    clast_error error = {0};
    void *data;
    size_t n, width;
    char **texts;
    clast_h5 *h5 = NULL, *other = NULL;
    CHECK(clast_h5_open("nowhere.h5", false, &h5, &error) == CLAST_FILE && !h5);
    assert_string_equal(error.text, "cannot open 'nowhere.h5': No such file or directory");

    FILE *file = fopen("junk.h5", "w");
    fputs("this is no HDF5 file", file);
    fclose(file);
    CHECK(clast_h5_open("junk.h5", false, &h5, &error) == CLAST_BAD_INPUT && !h5);
    CHECK(strstr(error.text, "'junk.h5' is not an HDF5 file") != NULL);

    h5 = fresh("mistakes.h5");
    CHECK_OK(clast_h5_close(h5, &error), &error);
    CHECK(clast_h5_create("mistakes.h5", &other, &error) == CLAST_FILE && !other);
    assert_string_equal(error.text, "'mistakes.h5' exists already; nothing is overwritten");
    CHECK_OK(clast_h5_open("mistakes.h5", true, &h5, &error), &error);
    CHECK(clast_h5_read(h5, "/a", CLAST_H5_DOUBLE, &data, &n, &width, &error) == CLAST_BAD_INPUT && !data);
    assert_string_equal(error.text, "'mistakes.h5' has no dataset '/a'");
    const char *const words[] = {"x"};
    CHECK_OK(clast_h5_write_texts(h5, "/words", words, 1, &error), &error);
    CHECK(clast_h5_read(h5, "/words", CLAST_H5_DOUBLE, &data, &n, &width, &error) == CLAST_BAD_INPUT && !data);
    assert_string_equal(error.text, "dataset '/words' of 'mistakes.h5' does not hold numbers");
    double one = 1;
    CHECK_OK(clast_h5_write(h5, "/one", CLAST_H5_DOUBLE, &one, 1, 1, &error), &error);
    CHECK(clast_h5_read_texts(h5, "/one", &texts, &n, &error) == CLAST_BAD_INPUT && !texts);
    CHECK(clast_h5_write(h5, "/one", CLAST_H5_DOUBLE, &one, 1, 1, &error) == CLAST_FILE);
    CHECK(strstr(error.text, "cannot write '/one' to 'mistakes.h5': ") != NULL);
    CHECK_OK(clast_h5_close(h5, &error), &error);
    CHECK_OK(clast_h5_close(NULL, &error), &error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_return_unchanged), cmocka_unit_test(numbers_are_converted),
        cmocka_unit_test(texts_return_unchanged),   cmocka_unit_test(a_file_grows_when_reopened),
        cmocka_unit_test(a_group_is_renamed),       cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
