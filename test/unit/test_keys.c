/* The key table is consistent with itself, with the schema made from it and with docs/scene.md. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/bytes.h"
#include "io/keys.h"
#include "io/schema.h"
#include "io/units.h"
#include "io/yaml.h"

static bool is_section(const char *name)
{
    for (int i = 0; i < clast_keys_count(); i++)
        if (!strcmp(clast_keys_at(i)->section, name))
            return true;
    return false;
}

static void rows_fit_together(void **state)
{
    (void)state;
    for (int i = 0; i < clast_keys_count(); i++) {
        const clast_key_row *key = clast_keys_at(i);
        char words[96];
        if (key->type == CLAST_KEY_SECTION || key->type == CLAST_KEY_NAMED || key->type == CLAST_KEY_ITEMS)
            CHECK(is_section(key->detail));
        if (key->with) {
            const clast_key_row *form = clast_keys_find(key->section, key->with, NULL);
            CHECK(form && form->need == CLAST_KEY_ONE_OF);
        }
        if (key->type == CLAST_KEY_NUMBER || key->type == CLAST_KEY_VECTOR || key->type == CLAST_KEY_BOX)
            CHECK(strncmp(clast_units_wanted(key->detail), "a", 1) == 0); /* the unit has a name and an example */
        CHECK((key->need == CLAST_KEY_LATER) == (key->type == CLAST_KEY_LATER_ON));
        CHECK(key->need != CLAST_KEY_NEEDED || !key->fallback);
        CHECK(key->meaning[0] != '\0');
        CHECK(clast_keys_type_words(key, words, sizeof words)[0] != '\0');
    }
}

static void forms_choose_rows(void **state)
{
    (void)state;
    CHECK(clast_keys_find("body", "shape", "at")->need == CLAST_KEY_NEEDED);
    CHECK(clast_keys_find("body", "shape", "file")->need == CLAST_KEY_OPTIONAL);
    CHECK(clast_keys_find("body", "shape", "fill") == NULL);
    CHECK(clast_keys_find("body", "shap", NULL) == NULL);
}

static void ranges(void **state)
{
    (void)state;
    char words[96];
    CHECK(clast_keys_inside("(-1, 0.5]", 0.5) && !clast_keys_inside("(-1, 0.5]", -1));
    CHECK(!clast_keys_inside("(-1, 0.5]", 0.7) && !clast_keys_inside("(-1, 0.5]", NAN));
    CHECK(clast_keys_inside("(0, inf)", 1e300) && !clast_keys_inside("(0, inf)", 0));
    CHECK(!clast_keys_inside("[0, inf)", INFINITY) && clast_keys_inside("[0, inf)", 0));
    CHECK(clast_keys_inside("", -5) && !clast_keys_inside("", INFINITY));
    assert_string_equal(clast_keys_range_words("(-1, 0.5]", 0.7, words, sizeof words), "-1 to 0.5");
    assert_string_equal(clast_keys_range_words("(-1, 0.5]", -1, words, sizeof words), "-1 to 0.5, this end excluded");
    assert_string_equal(clast_keys_range_words("(0, inf)", -1, words, sizeof words), "more than 0");
    assert_string_equal(clast_keys_range_words("[1, inf)", -1, words, sizeof words), "1 or more");
}

/* JSON is YAML: our own parser reads the schema, and every key that can be used is in it. */
static void schema_has_every_key(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    clast_arena arena = {0};
    clast_node *root = NULL;
    clast_error error = {0};
    FILE *out = open_memstream(&text, &size);
    clast_schema_print(out);
    fclose(out);
    CHECK_OK(clast_bytes_check(text, size, true, &error), &error);
    CHECK_OK(clast_yaml_parse(text, size, &arena, &root, &error), &error);
    const clast_node *sections = clast_node_find(root, "definitions");
    for (int i = 0; i < clast_keys_count(); i++) {
        const clast_key_row *key = clast_keys_at(i);
        const clast_node *section = clast_node_find(sections, key->section), *forms = clast_node_find(section, "anyOf");
        bool found = clast_node_find(clast_node_find(section, "properties"), key->name) != NULL;
        for (const clast_node *form = forms ? forms->first : NULL; form; form = form->next)
            found = found || clast_node_find(clast_node_find(form, "properties"), key->name);
        CHECK(found == (key->need != CLAST_KEY_LATER));
    }
    clast_arena_clear(&arena);
    free(text);
}

static void manual_is_true(void **state)
{
    (void)state;
    static const char mark[] = "<!-- keys -->\n";
    char *manual = NULL, *table = NULL;
    size_t size = 0;
    clast_error error = {0};
    CHECK_OK(clast_bytes_read(CLAST_SOURCE_DIR "/docs/scene.md", 0, NULL, &manual, &size, &error), &error);
    FILE *out = open_memstream(&table, &size);
    clast_keys_print(out);
    fclose(out);
    char *reference = strstr(manual, mark);
    CHECK(reference != NULL);
    /* when this fails: put the output of `clast list keys` behind the mark */
    assert_string_equal(reference + strlen(mark), table);
    free(manual);
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_fit_together), cmocka_unit_test(forms_choose_rows),
                                       cmocka_unit_test(ranges), cmocka_unit_test(schema_has_every_key),
                                       cmocka_unit_test(manual_is_true)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
