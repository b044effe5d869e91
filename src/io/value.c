/* Values: each kind says what it got, what is allowed, and points at the value itself. */
#include "io/value.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/units.h"
#include "motion/motion.h"

clast_status clast_section_wrong_type(clast_reader *r, const clast_node *node, const char *name, const char *wanted)
{
    char quoted[CLAST_QUOTE];
    if (node->kind == CLAST_NODE_TEXT && !clast_node_is_null(node))
        return clast_fail_at(r->error, node->place, "%s is '%s'; wanted is %s", name,
                             clast_scene_quote(node->text, quoted), wanted);
    return clast_fail_at(r->error, node->place, "%s is %s; wanted is %s", name, clast_node_kind_name(node), wanted);
}

static clast_status check_range(clast_reader *r, const clast_node *node, const char *name, const char *range,
                                double value)
{
    char words[96], quoted[CLAST_QUOTE];
    if (!range[0] || clast_keys_inside(range, value))
        return CLAST_OK;
    return clast_fail_at(r->error, node->place, "%s is %s; allowed is %s", name, clast_scene_quote(node->text, quoted),
                         clast_keys_range_words(range, value, words, sizeof words));
}

clast_status clast_section_number(clast_reader *r, const clast_node *node, const char *name, const char *unit,
                                  const char *range, double *value)
{
    char why[200] = "", quoted[CLAST_QUOTE];
    if (node->kind != CLAST_NODE_TEXT || clast_node_is_null(node))
        return clast_section_wrong_type(r, node, name, clast_units_wanted(unit));
    if (!clast_units_read(node->text, unit, value, why, sizeof why))
        return clast_fail_at(r->error, node->place, "%s is '%s'%s", name, clast_scene_quote(node->text, quoted), why);
    return check_range(r, node, name, range, *value);
}

clast_status clast_section_numbers(clast_reader *r, const clast_node *node, const char *name, int n, const char *unit,
                                   double *values)
{
    static const char *const axes[] = {"x", "y", "z"};
    char wanted[64];
    snprintf(wanted, sizeof wanted, n == 3 ? "a vector [x, y, z]" : "a list of %d numbers", n);
    if (node->kind != CLAST_NODE_LIST)
        return clast_section_wrong_type(r, node, name, wanted);
    if (node->count != n)
        return clast_fail_at(r->error, node->place, "%s has %d components; wanted is %s", name, node->count, wanted);
    int i = 0;
    for (const clast_node *item = node->first; item && i < n; item = item->next, i++) {
        char part[96];
        if (n == 3)
            snprintf(part, sizeof part, "%s of %s", axes[i], name);
        else
            snprintf(part, sizeof part, "number %d of %s", i + 1, name);
        clast_status status = clast_section_number(r, item, part, unit, "", &values[i]);
        if (status)
            return status;
    }
    return CLAST_OK;
}

clast_status clast_section_box(clast_reader *r, const clast_node *node, const char *name, const char *unit,
                               double box[6])
{
    static const char axes[] = "xyz";
    if (node->kind != CLAST_NODE_LIST || node->count != 2)
        return clast_section_wrong_type(r, node, name, "[[low x, y, z], [high x, y, z]]");
    clast_status status = clast_section_numbers(r, node->first, "the low corner", 3, unit, box);
    if (!status)
        status = clast_section_numbers(r, node->first->next, "the high corner", 3, unit, box + 3);
    for (int i = 0; i < 3 && !status; i++)
        if (!(box[i] < box[i + 3]))
            status = clast_fail_at(r->error, node->place, "%s runs from %c = %.10g to %.10g; low must be below high",
                                   name, axes[i], box[i], box[i + 3]);
    return status;
}

static clast_status read_whole(clast_reader *r, const clast_key_row *key, const clast_node *node, int64_t *value)
{
    char *end = NULL;
    bool text = node->kind == CLAST_NODE_TEXT && !clast_node_is_null(node);
    errno = 0;
    long long digits = text && !strchr(" \t", node->text[0]) ? strtoll(node->text, &end, 10) : 0;
    if (end && end > node->text && !*end && errno == 0) {
        *value = digits;
        return check_range(r, node, key->name, key->range, (double)digits);
    }
    double number = 0;
    const char *rest = text ? clast_units_number(node->text, &number) : NULL;
    if (!rest || *rest || number != rint(number) || fabs(number) > 0x1p53) /* 1e6 is whole too */
        return clast_section_wrong_type(r, node, key->name, "a whole number");
    *value = (int64_t)number;
    return check_range(r, node, key->name, key->range, number);
}

static clast_status read_switch(clast_reader *r, const clast_key_row *key, const clast_node *node, bool *value)
{
    bool yes = node->kind == CLAST_NODE_TEXT && !strcmp(node->text, "true");
    bool no = node->kind == CLAST_NODE_TEXT && !strcmp(node->text, "false");
    if (!yes && !no)
        return clast_section_wrong_type(r, node, key->name, "true or false");
    *value = yes;
    return CLAST_OK;
}

/* A word out of a list. `integrator: {trapezoid: {...}}` is judged by its first key. */
static clast_status read_choice(clast_reader *r, const clast_key_row *key, const clast_node *node, int *value)
{
    const char *given = node->kind == CLAST_NODE_TEXT ? node->text : "";
    clast_place place = node->place;
    if (node->kind == CLAST_NODE_MAP && node->first) {
        given = node->first->key;
        place = node->first->key_place;
    }
    int index = 0;
    for (const char *word = key->detail; *word; index++) {
        size_t length = strcspn(word, " *");
        bool later = word[length] == '*', same = strlen(given) == length && !memcmp(word, given, length);
        if (same && later)
            return clast_fail_at(r->error, place, "%s '%s' comes in a later version; take it out to run with this one",
                                 key->name, given);
        if (same && node->kind == CLAST_NODE_TEXT) {
            *value = index;
            return CLAST_OK;
        }
        word += length + later;
        word += strspn(word, " ");
    }
    char words[128], wanted[160];
    snprintf(wanted, sizeof wanted, "one of: %s", clast_keys_type_words(key, words, sizeof words));
    return clast_section_wrong_type(r, node, key->name, wanted);
}

static clast_status read_text(clast_reader *r, const clast_node *node, const char *name, const char **text)
{
    if (node->kind != CLAST_NODE_TEXT || clast_node_is_null(node) || !node->text[0])
        return clast_section_wrong_type(r, node, name, "text");
    *text = clast_scene_name(r->scene, node->text);
    return *text ? CLAST_OK : clast_fail_memory(r->error);
}

clast_status clast_section_shape(clast_reader *r, const clast_node *node, const char **shape)
{
    clast_status status = read_text(r, node, "shape", shape);
    if (!status && clast_scene_find_shape(r->scene, *shape) < 0)
        status = clast_scene_unknown_shape(r->scene, *shape, node->place, r->error);
    return status;
}

clast_status clast_section_material(clast_reader *r, const clast_node *node, const char **material)
{
    clast_status status = read_text(r, node, "material", material);
    if (!status && clast_scene_find_material(r->scene, *material) < 0)
        status = clast_scene_unknown_material(r->scene, *material, node->place, r->error);
    return status;
}

clast_status clast_section_scheme(clast_reader *r, const clast_node *node, const char **scheme)
{
    clast_status status = read_text(r, node, "rotation", scheme);
    if (status || clast_scheme_find(*scheme))
        return status;
    const char *names[64];
    int n = 0;
    for (; n < clast_scheme_count() && n < 64; n++)
        names[n] = clast_scheme_at(n)->name;
    return clast_scene_unknown("rotation scheme", *scheme, "known", names, n, node->place, r->error);
}

clast_status clast_value_read(clast_reader *r, const clast_key_row *key, const clast_node *node, void *out)
{
    bool automatic = key->fallback && !strcmp(key->fallback, "auto") && !strcmp(node->text, "auto");
    if (automatic) {
        memset(out, 0, 8); /* a number or a whole number: 0 means auto */
        return CLAST_OK;
    }
    switch (key->type) {
    case CLAST_KEY_NUMBER:
        return clast_section_number(r, node, key->name, key->detail, key->range, out);
    case CLAST_KEY_WHOLE:
        return read_whole(r, key, node, out);
    case CLAST_KEY_SWITCH:
        return read_switch(r, key, node, out);
    case CLAST_KEY_TEXT:
        return read_text(r, node, key->name, out);
    case CLAST_KEY_SHAPE:
        return clast_section_shape(r, node, out);
    case CLAST_KEY_MATERIAL:
        return clast_section_material(r, node, out);
    case CLAST_KEY_SCHEME:
        return clast_section_scheme(r, node, out);
    case CLAST_KEY_CHOICE:
        return read_choice(r, key, node, out);
    case CLAST_KEY_VECTOR:
        return clast_section_numbers(r, node, key->name, 3, key->detail, out);
    case CLAST_KEY_BOX:
        return clast_section_box(r, node, key->name, key->detail, out);
    default:
        *(const clast_node **)out = node;
        return CLAST_OK;
    }
}

/* The rows' defaults are single words and vectors, so they need no parser. */
clast_status clast_value_fallback(clast_reader *r, const clast_key_row *key, void *out)
{
    if (!key->fallback ||
        key->type >= CLAST_KEY_SECTION) /* the section's reader knows what it means when nothing is given */
        return CLAST_OK;
    if (key->type == CLAST_KEY_VECTOR) {
        double *vector = out;
        const char *s = key->fallback;
        for (int i = 0; i < 3 && s; i++)
            s = clast_units_number(s + strspn(s, "[, "), &vector[i]);
        return CLAST_OK;
    }
    clast_node node = {.kind = CLAST_NODE_TEXT, .text = key->fallback};
    return clast_value_read(r, key, &node, out);
}
