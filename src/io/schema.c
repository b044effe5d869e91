/* Made from the tables of keys, laws and schemes; nothing here knows a key by name. */
#include "io/schema.h"

#include <math.h>
#include <string.h>

#include "io/keys.h"
#include "io/units.h"
#include "law/law.h"
#include "motion/motion.h"

/* A number as text, with a unit or without. */
#define QUANTITY "^[+-]?([0-9]+\\\\.?[0-9]*|\\\\.[0-9]+)([eE][+-]?[0-9]+)?( *[^0-9 ].*)?$"

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

/* The bounds of a range as members, each with a comma in front. */
static void put_bounds(FILE *out, const char *range)
{
    double low = NAN, high = NAN;
    const char *comma = strchr(range, ',');
    if (!range[0] || !comma)
        return;
    clast_units_number(range + 1, &low);
    if (strncmp(comma + 2, "inf", 3) != 0)
        clast_units_number(comma + 2, &high);
    if (!isnan(low))
        fprintf(out, ", \"%s\": %.17g", range[0] == '(' ? "exclusiveMinimum" : "minimum", low);
    if (!isnan(high))
        fprintf(out, ", \"%s\": %.17g", range[strlen(range) - 1] == ')' ? "exclusiveMaximum" : "maximum", high);
}

/* A number in range, or text with a unit (whose value the editor cannot judge). */
static void put_number(FILE *out, const char *range, const char *word)
{
    fputs("\"anyOf\": [{\"type\": \"number\"", out);
    put_bounds(out, range);
    fprintf(out, "}, {\"type\": \"string\", \"pattern\": \"%s\"}", QUANTITY);
    if (word)
        fprintf(out, ", {\"const\": \"%s\"}", word);
    fputs("]", out);
}

/* Members of a list of `least` to `most` quantities, and of a list of such lists. */
#define LIST(least, most)                                                 \
    "\"type\": \"array\", \"minItems\": " #least ", \"maxItems\": " #most \
    ", \"items\": {\"$ref\": \"#/definitions/quantity\"}"
#define LISTS(least, items) "\"type\": \"array\", \"minItems\": " #least ", \"items\": {" items "}"
#define REFERENCE           "\"$ref\": \"#/definitions/@\"" /* @ stands for the row's detail */
#define NAME                "\"type\": [\"string\", \"number\", \"boolean\"]"

/* Types whose schema is the same for every row. */
static const char *const fixed[CLAST_KEY_LATER_ON + 1] = {
    [CLAST_KEY_SWITCH] = "\"type\": \"boolean\"",
    [CLAST_KEY_TEXT] = NAME,
    [CLAST_KEY_SHAPE] = NAME,
    [CLAST_KEY_MATERIAL] = NAME,
    [CLAST_KEY_VECTOR] = LIST(3, 3),
    [CLAST_KEY_BOX] = LISTS(2, LIST(3, 3)),
    [CLAST_KEY_SECTION] = REFERENCE,
    [CLAST_KEY_NAMED] = "\"type\": \"object\", \"additionalProperties\": {" REFERENCE "}",
    [CLAST_KEY_ITEMS] = LISTS(1, REFERENCE),
    [CLAST_KEY_BETWEEN] = "\"anyOf\": [{\"const\": \"all-touching\"}, {\"type\": \"array\", \"minItems\": 2, "
                          "\"maxItems\": 2, \"items\": {\"type\": \"integer\", \"minimum\": 1}}]",
    [CLAST_KEY_FLUID] = "\"anyOf\": [{\"$ref\": \"#/definitions/fluid\"}, {" LIST(3, 3) "}]",
    [CLAST_KEY_WHICH] = "\"anyOf\": [{\"const\": \"all\"}, {\"type\": \"array\", \"minItems\": 1, \"items\": "
                        "{\"type\": \"integer\", \"minimum\": 1}}, {\"$ref\": \"#/definitions/which\"}]",
    [CLAST_KEY_MATERIALS] = "\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {" NAME "}",
    [CLAST_KEY_MATRIX] = LISTS(3, LIST(3, 3)),
    [CLAST_KEY_FORMULAS] = "\"type\": \"array\", \"minItems\": 3, \"maxItems\": 3, \"items\": "
                           "{\"type\": [\"number\", \"string\"]}",
    [CLAST_KEY_SPHERES] = LISTS(1, LIST(4, 4)),
    [CLAST_KEY_INERTIA] = LIST(3, 6),
    [CLAST_KEY_TURN] = "\"anyOf\": [{\"$ref\": \"#/definitions/turn\"}, {" LIST(4, 4) "}]",
    [CLAST_KEY_SHARES] = "\"anyOf\": [{\"type\": \"string\"}, {\"type\": \"object\", \"additionalProperties\": "
                         "{\"$ref\": \"#/definitions/quantity\"}}]",
    [CLAST_KEY_SIZES] = "\"anyOf\": [{\"$ref\": \"#/definitions/quantity\"}, {\"type\": \"object\", "
                        "\"required\": [\"uniform\"], \"additionalProperties\": false, "
                        "\"properties\": {\"uniform\": {" LIST(2, 2) "}}}]",
};

static void put_words(FILE *out, const char *words)
{
    const char *comma = "";
    fputs("\"enum\": [", out);
    while (*words) {
        size_t length = strcspn(words, " *");
        bool later = words[length] == '*';
        if (!later) {
            fprintf(out, "%s\"%.*s\"", comma, (int)length, words);
            comma = ", ";
        }
        words += length + later;
        words += strspn(words, " ");
    }
    fputs("]", out);
}

static void put_schemes(FILE *out)
{
    fputs("\"enum\": [", out);
    for (int i = 0; i < clast_scheme_count(); i++)
        fprintf(out, "%s\"%s\"", i ? ", " : "", clast_scheme_at(i)->name);
    fputs("]", out);
}

static void put_params(FILE *out, const clast_law *law)
{
    fputs("\"type\": \"object\", \"additionalProperties\": false, \"properties\": {", out);
    for (int i = 0; i < law->n_params; i++) {
        fputs(i ? ", " : "", out);
        put_string(out, law->params[i].name);
        fputs(": {\"$ref\": \"#/definitions/quantity\"}", out);
    }
    fputs("}", out);
}

/* A law by name, or {law: {parameter: value}}. Friction also takes bare coefficients. */
static void put_term(FILE *out, const char *kind)
{
    const char *comma = "";
    if (!strcmp(kind, "restitution")) {
        fputs("\"$ref\": \"#/definitions/quantity\"", out);
        return;
    }
    fputs("\"anyOf\": [", out);
    if (!strcmp(kind, "friction"))
        fputs("{\"$ref\": \"#/definitions/quantity\"}, ", out);
    for (int i = 0; i < clast_law_count(); i++) {
        const clast_law *law = clast_law_at(i);
        if (strcmp(clast_term_name(law->kind), kind) != 0)
            continue;
        fprintf(out, "%s{\"const\": \"%s\"}", comma, law->name);
        comma = ", ";
        if (law->n_params == 0)
            continue;
        fprintf(out,
                ", {\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"%s\"], "
                "\"properties\": {\"%s\": {\"anyOf\": [{\"$ref\": \"#/definitions/quantity\"}, {",
                law->name, law->name);
        put_params(out, law);
        fputs("}]}}}", out);
        if (!strcmp(kind, "friction")) {
            fputs(", {", out);
            put_params(out, law);
            fputs("}", out);
        }
    }
    fputs("]", out);
}

static void put_type(FILE *out, const clast_key_row *key)
{
    const char *word = key->fallback && !strcmp(key->fallback, "auto") ? "auto" : NULL;
    if (fixed[key->type]) {
        for (const char *s = fixed[key->type]; *s; s++)
            if (*s == '@')
                fputs(key->detail, out);
            else
                fputc(*s, out);
    } else if (key->type == CLAST_KEY_NUMBER || key->type == CLAST_KEY_WHOLE) {
        put_number(out, key->range, word);
    } else if (key->type == CLAST_KEY_SCHEME) {
        put_schemes(out);
    } else if (key->type == CLAST_KEY_CHOICE) {
        put_words(out, key->detail);
    } else if (key->type == CLAST_KEY_TERM) {
        put_term(out, key->detail);
    } else if (key->type == CLAST_KEY_SIDES) {
        fputs("\"type\": \"array\", \"items\": {", out);
        put_words(out, key->detail);
        fputs("}", out);
    }
}

/* A section as an object; `form` is the ONE_OF key it is for, NULL when it has no forms. */
static void put_object(FILE *out, const char *section, const char *form)
{
    const char *comma = "";
    fputs("{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {", out);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < clast_keys_count(); i++) {
            const clast_key_row *key = clast_keys_at(i);
            bool other = strcmp(key->section, section) != 0 || key->need == CLAST_KEY_LATER ||
                         (form && key->with && strcmp(key->with, form) != 0) ||
                         (form && key->need == CLAST_KEY_ONE_OF && strcmp(key->name, form) != 0);
            bool needed = key->need == CLAST_KEY_NEEDED || key->need == CLAST_KEY_ONE_OF;
            if (other || (pass == 1 && !needed))
                continue;
            fputs(comma, out);
            comma = ", ";
            put_string(out, key->name);
            if (pass == 1)
                continue;
            fputs(": {\"description\": ", out);
            put_string(out, key->meaning);
            fputs(", ", out);
            put_type(out, key);
            fputs("}", out);
            comma = ",\n      ";
        }
        fputs(pass == 0 ? "}, \"required\": [" : "]}", out);
        comma = "";
    }
}

static void put_section(FILE *out, const char *section)
{
    int forms = 0;
    for (int i = 0; i < clast_keys_count(); i++) {
        const clast_key_row *key = clast_keys_at(i);
        if (strcmp(key->section, section) != 0 || key->need != CLAST_KEY_ONE_OF)
            continue;
        fputs(forms++ ? ",\n      " : "{\"anyOf\": [", out);
        put_object(out, section, key->name);
    }
    if (forms)
        fputs("]}", out);
    else
        put_object(out, section, NULL);
}

void clast_schema_print(FILE *out)
{
    const char *section = "scene";
    fputs("{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n  \"title\": \"clast scene\",\n"
          "  \"allOf\": [{\"$ref\": \"#/definitions/scene\"}],\n  \"definitions\": {\n    \"quantity\": {",
          out);
    put_number(out, "", NULL);
    fputs("},\n    \"scene\": ", out);
    put_section(out, section);
    for (int i = 0; i < clast_keys_count(); i++) {
        if (!strcmp(clast_keys_at(i)->section, section))
            continue;
        section = clast_keys_at(i)->section;
        fprintf(out, ",\n    \"%s\": ", section);
        put_section(out, section);
    }
    fputs("\n  }\n}\n", out);
}
