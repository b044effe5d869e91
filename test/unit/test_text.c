/* Numbers that read back exactly; files that are replaced whole; room asked for before it is needed. */
#include "check.h"

#include "io/text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void numbers_read_back(void **state)
{
    (void)state;
    char out[CLAST_TEXT_NUMBER];
    const double values[] = {0.1, 1.0 / 3, 1e-310, 1.7976931348623157e308, 0.1 + 0.2, -2, 5e22, 123456789.123456789};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++)
        CHECK_NEAR(strtod(clast_text_number(values[k], out), NULL), values[k], 0);
    assert_string_equal(clast_text_number(0.1, out), "0.1"); /* and no longer than they must be */
    assert_string_equal(clast_text_number(2, out), "2");
    assert_string_equal(clast_text_number(-0.0, out), "-0");
}

static size_t content(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "r");
    size_t n = file ? fread(out, 1, size - 1, file) : 0;
    if (file)
        fclose(file);
    out[n] = '\0';
    return n;
}

static void a_file_is_replaced_whole(void **state)
{
    (void)state;
    clast_error error = {0};
    char text[64];
    CHECK_OK(clast_text_replace("whole.txt", "first and long", 14, &error), &error);
    CHECK_OK(clast_text_replace("whole.txt", "second", 6, &error), &error);
    content("whole.txt", text, sizeof text);
    assert_string_equal(text, "second");
    CHECK(access("whole.txt.new", F_OK) != 0);
    CHECK(clast_text_replace("nowhere/whole.txt", "x", 1, &error) == CLAST_FILE);
    assert_string_equal(error.text, "cannot write 'nowhere/whole.txt': No such file or directory");
}

/* A limit on the size of files stands for the full disk. */
static void a_full_disk_shows_before_anything_is_written(void **state)
{
    (void)state;
    clast_error error = {0};
    char text[64];
    struct rlimit before, little;
    CHECK_OK(clast_text_replace("full.txt", "kept", 4, &error), &error);
    signal(SIGXFSZ, SIG_IGN);
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    little = before;
    little.rlim_cur = 1000;
    CHECK(setrlimit(RLIMIT_FSIZE, &little) == 0);
    clast_status reserved = clast_text_reserve("full.txt", 100000, &error);
    char big[2000] = "";
    clast_status replaced = clast_text_replace("full.txt", big, sizeof big, NULL);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(reserved == CLAST_FILE && replaced == CLAST_FILE);
    assert_string_equal(error.text, "cannot write 0.1 MB more to 'full.txt': File too large");
    CHECK(content("full.txt", text, sizeof text) == 4 && strcmp(text, "kept") == 0);
    CHECK(access("full.txt.new", F_OK) != 0);
    struct stat now;
    CHECK_OK(clast_text_reserve("full.txt", 100000, &error), &error);
    CHECK(stat("full.txt", &now) == 0 && now.st_size >= 100004);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(a_file_is_replaced_whole),
        cmocka_unit_test(a_full_disk_shows_before_anything_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
