/* The table made from keys.def, what can be asked of a row, and the reference printed from it. */
#include "io/keys.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "io/units.h"

#define KEY(section_, name_, type_, detail_, range_, need_, fallback_, with_, struct_, member_, meaning_) \
    {.section = #section_,                                                                                \
     .name = name_,                                                                                       \
     .type = CLAST_KEY_##type_,                                                                           \
     .detail = detail_,                                                                                   \
     .range = range_,                                                                                     \
     .need = CLAST_KEY_##need_,                                                                           \
     .fallback = fallback_,                                                                               \
     .with = with_,                                                                                       \
     .offset = offsetof(struct_, member_),                                                                \
     .meaning = meaning_},
static const clast_key_row keys[] = {
#include "io/keys.def"
};
#undef KEY

int clast_keys_count(void) { return (int)(sizeof keys / sizeof *keys); }

const clast_key_row *clast_keys_at(int index) { return &keys[index]; }

const clast_key_row *clast_keys_find(const char *section, const char *name, const char *form)
{
    for (int i = 0; i < clast_keys_count(); i++) {
        const clast_key_row *key = &keys[i];
        if (strcmp(key->section, section) != 0 || strcmp(key->name, name) != 0)
            continue;
        if (!form || !key->with || !strcmp(key->with, form))
            return key;
    }
    return NULL;
}

/* "(0, inf)" to its two ends; an empty range is everything. */
static void ends(const char *range, double *low, double *high)
{
    *low = -INFINITY;
    *high = INFINITY;
    if (!range[0])
        return;
    clast_units_number(range + 1, low);
    const char *comma = strchr(range, ',');
    if (comma && strncmp(comma + 2, "inf", 3) != 0)
        clast_units_number(comma + 2, high);
}

bool clast_keys_inside(const char *range, double value)
{
    double low, high;
    ends(range, &low, &high);
    bool above = range[0] == '(' ? value > low : value >= low;
    bool below = range[0] && range[strlen(range) - 1] == ')' ? value < high : value <= high;
    return above && below && isfinite(value);
}

const char *clast_keys_range_words(const char *range, double value, char *out, size_t size)
{
    double low, high;
    ends(range, &low, &high);
    if (!range[0])
        snprintf(out, size, "any number");
    else if (isfinite(low) && isfinite(high))
        snprintf(out, size, "%.10g to %.10g%s", low, high, value == low || value == high ? ", this end excluded" : "");
    else if (isfinite(low))
        snprintf(out, size, range[0] == '(' ? "more than %.10g" : "%.10g or more", low);
    else
        snprintf(out, size, "%.10g or less", high);
    return out;
}

static void choice_words(const char *words, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (const char *word = words; *word;) {
        size_t length = strcspn(word, " *");
        bool later = word[length] == '*';
        if (!later && used + length + 4 < size)
            used += (size_t)snprintf(out + used, size - used, "%s%.*s", used ? ", " : "", (int)length, word);
        word += length + later;
        word += strspn(word, " ");
    }
}

/* @ stands for the row's detail, $ for its unit with a comma in front if it has one. */
static const char *const type_words[] = {
    [CLAST_KEY_NUMBER] = "number$",
    [CLAST_KEY_WHOLE] = "whole number",
    [CLAST_KEY_SWITCH] = "true, false",
    [CLAST_KEY_TEXT] = "text",
    [CLAST_KEY_SHAPE] = "name of a shape",
    [CLAST_KEY_MATERIAL] = "name of a material",
    [CLAST_KEY_SCHEME] = "name of a scheme",
    [CLAST_KEY_CHOICE] = "",
    [CLAST_KEY_VECTOR] = "[x, y, z]$",
    [CLAST_KEY_BOX] = "[low, high]$",
    [CLAST_KEY_SECTION] = "section `@`",
    [CLAST_KEY_NAMED] = "name: section `@`",
    [CLAST_KEY_ITEMS] = "list of `@`",
    [CLAST_KEY_TERM] = "a @ law",
    [CLAST_KEY_SPHERES] = "list of [x, y, z, r]$",
    [CLAST_KEY_INERTIA] = "list of 3 or 6$",
    [CLAST_KEY_TURN] = "section `turn` or [w, x, y, z]",
    [CLAST_KEY_SHARES] = "name or {name: share}",
    [CLAST_KEY_SIZES] = "number or {uniform: [low, high]}",
    [CLAST_KEY_SIDES] = "list of sides",
    [CLAST_KEY_BETWEEN] = "all-touching or [id, id]",
    [CLAST_KEY_FLUID] = "[x, y, z]$ or section `fluid`",
    [CLAST_KEY_WHICH] = "all, [id, ...] or section `which`",
    [CLAST_KEY_MATERIALS] = "[material, material]",
    [CLAST_KEY_MATRIX] = "three rows of three$",
    [CLAST_KEY_FORMULAS] = "[x, y, z] of formulas$",
    [CLAST_KEY_LATER_ON] = "comes later",
};

const char *clast_keys_type_words(const clast_key_row *key, char *out, size_t size)
{
    if (key->type == CLAST_KEY_CHOICE) {
        choice_words(key->detail, out, size);
        return out;
    }
    const char *words = type_words[key->type];
    if (key->type == CLAST_KEY_TERM && !strcmp(key->detail, "restitution")) /* a parameter under a name of its own */
        words = "number";
    bool automatic = key->fallback && !strcmp(key->fallback, "auto");
    size_t length = strcspn(words, "@$");
    const char *rest = words[length] ? words + length + 1 : "";
    snprintf(out, size, "%s%.*s%s%s%s", automatic ? "auto or " : "", (int)length, words,
             words[length] == '$' && key->detail[0] ? ", " : "", words[length] ? key->detail : "", rest);
    return out;
}

static void print_row(FILE *out, const clast_key_row *key)
{
    char type[96], range[64];
    clast_keys_type_words(key, type, sizeof type);
    const char *fallback = key->need == CLAST_KEY_NEEDED   ? "needed"
                           : key->need == CLAST_KEY_ONE_OF ? "one of these"
                           : key->fallback                 ? key->fallback
                                                           : "";
    fprintf(out, "| `%s` | %s | %s | %s | %s%s%s%s |\n", key->name, type,
            key->range[0] ? clast_keys_range_words(key->range, NAN, range, sizeof range) : "", fallback, key->meaning,
            key->with ? " (with `" : "", key->with ? key->with : "", key->with ? "`)" : "");
}

void clast_keys_print(FILE *out)
{
    const char *section = "";
    for (int i = 0; i < clast_keys_count(); i++) {
        if (strcmp(keys[i].section, section) != 0) {
            section = keys[i].section;
            fprintf(out, "%s### `%s`\n\n| key | takes | range | default | meaning |\n|---|---|---|---|---|\n",
                    i ? "\n" : "", section);
        }
        print_row(out, &keys[i]);
    }
}
