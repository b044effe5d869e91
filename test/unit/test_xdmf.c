/* results.xdmf: well-formed after every frame, with the datasets and times that were given. */
#include "check.h"

#include "io/xdmf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const clast_xdmf_array arrays[] = {
    {"position", "position", CLAST_H5_DOUBLE, 3},
    {"row", "/bodies/row", CLAST_H5_INT32, 1},
    {"quaternion", "quaternion", CLAST_H5_DOUBLE, 4},
    {"id", "/bodies/id", CLAST_H5_INT64, 1},
    {"speed", "speed", CLAST_H5_FLOAT, 1},
};

static char *content(const char *path)
{
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    char *text = calloc(1, 1 << 20);
    CHECK(text && fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (; (text = strstr(text, word)); text++)
        n++;
    return n;
}

/* Every element that opens closes in turn. */
static bool balanced(const char *text)
{
    int depth = 0;
    for (const char *c = strchr(strstr(text, "?>"), '<'); c; c = strchr(c + 1, '<')) {
        const char *end = strchr(c, '>');
        if (!end)
            return false;
        if (end[-1] != '/')
            depth += c[1] == '/' ? -1 : 1;
        if (depth < 0)
            return false;
    }
    return depth == 0;
}

static void a_frame_names_its_data(void **state)
{
    (void)state;
    clast_error error = {0};
    clast_xdmf *xdmf;
    CHECK_OK(clast_xdmf_create("one.xdmf", "results.h5", arrays, 5, &xdmf, &error), &error);
    CHECK_OK(clast_xdmf_frame(xdmf, "/steps/000007", 12, 0.1, &error), &error);
    clast_xdmf_free(xdmf);
    char *text = content("one.xdmf");
    CHECK(balanced(text));
    CHECK(strstr(text, "<Time Value=\"0.1\"/>") != NULL);
    CHECK(strstr(text, "TopologyType=\"Polyvertex\" NumberOfElements=\"12\"") != NULL);
    CHECK(strstr(text, "<Geometry GeometryType=\"XYZ\"><DataItem Format=\"HDF\" NumberType=\"Float\" Precision=\"8\" "
                       "Dimensions=\"12 3\">results.h5:/steps/000007/position</DataItem></Geometry>") != NULL);
    CHECK(strstr(text, "<Attribute Name=\"quaternion\" AttributeType=\"Matrix\"") != NULL);
    CHECK(strstr(text, "NumberType=\"Int\" Precision=\"8\" Dimensions=\"12\">results.h5:/bodies/id<") != NULL);
    CHECK(strstr(text, "NumberType=\"Float\" Precision=\"4\" Dimensions=\"12\">results.h5:/steps/000007/speed<") !=
          NULL);
    free(text);
}

static void the_file_is_whole_after_each_frame(void **state)
{
    (void)state;
    clast_error error = {0};
    clast_xdmf *xdmf;
    CHECK_OK(clast_xdmf_create("many.xdmf", "results.h5", arrays, 5, &xdmf, &error), &error);
    for (int k = 1; k <= 300; k++) {
        char group[32];
        snprintf(group, sizeof group, "/steps/%06d", k - 1);
        CHECK_OK(clast_xdmf_frame(xdmf, group, 2, 0.01 * k, &error), &error);
        if (k > 5 && k % 60)
            continue;
        char *text = content("many.xdmf");
        CHECK(balanced(text));
        int there = count(text, "<Time ");
        CHECK(k <= 128 ? there == k : there <= k && there > 0.99 * k - 1);
        free(text);
    }
    CHECK_OK(clast_xdmf_finish(xdmf, &error), &error);
    char *text = content("many.xdmf");
    CHECK(count(text, "<Time ") == 300 && balanced(text));
    free(text);
    clast_xdmf_free(xdmf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_names_its_data),
        cmocka_unit_test(the_file_is_whole_after_each_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
