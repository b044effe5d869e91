#include "options.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

typedef enum option_key { OPTION_OUT, OPTION_UNTIL, OPTION_SET, OPTION_THREADS, OPTION_QUIET, OPTION_HELP } option_key;

typedef struct option {
    option_key key;
    const char *name, *letter; /* letter NULL: there is no short form */
    const char *value;         /* what it takes; NULL: nothing */
    const char *commands;      /* the subcommands that know it */
    const char *help;
} option;

static const option table[] = {
    {OPTION_OUT, "--out", "-o", "DIR", "run",
     "where the results go; must not exist (default: results/NAME of the scene)"},
    {OPTION_UNTIL, "--until", NULL, "T", "run check", "the time to end at, instead of time.end (0.5, 200 ms)"},
    {OPTION_SET, "--set", NULL, "PATH=VALUE", "run check",
     "changes the scene, e.g. --set time.step=2e-5; may be repeated"},
    {OPTION_THREADS, "--threads", NULL, "N", "run check", "threads to use (default: as the scene says)"},
    {OPTION_QUIET, "--quiet", "-q", NULL, "run", "prints nothing but errors"},
    {OPTION_HELP, "--help", "-h", NULL, "run check list", "prints this"},
};
enum { N_OPTIONS = sizeof table / sizeof *table };

static bool known_to(const option *o, const char *command) { return strstr(o->commands, command) != NULL; }

void app_options_help(const char *command, FILE *out)
{
    for (int k = 0; k < N_OPTIONS; k++) {
        if (!known_to(&table[k], command))
            continue;
        char left[64];
        snprintf(left, sizeof left, "%s%s%s%s%s", table[k].letter ? table[k].letter : "", table[k].letter ? ", " : "",
                 table[k].name, table[k].value ? " " : "", table[k].value ? table[k].value : "");
        fprintf(out, "  %-18s  %s\n", left, table[k].help);
    }
}

/* The option that a word names; *value is what is glued to it (--until=1, -oDIR) or NULL. */
static const option *find(const char *command, const char *word, const char **value)
{
    for (int k = 0; k < N_OPTIONS; k++) {
        const option *o = &table[k];
        size_t length = strlen(o->name);
        *value = NULL;
        if (!known_to(o, command))
            continue;
        if (strcmp(word, o->name) == 0 || (o->letter && strcmp(word, o->letter) == 0))
            return o;
        if (strncmp(word, o->name, length) == 0 && word[length] == '=') {
            *value = word + length + 1;
            return o;
        }
        if (o->letter && o->value && strncmp(word, o->letter, 2) == 0) {
            *value = word + 2;
            return o;
        }
    }
    return NULL;
}

static bool complain_unknown(const char *command, const char *word)
{
    const char *names[N_OPTIONS];
    int n = 0;
    for (int k = 0; k < N_OPTIONS; k++)
        if (known_to(&table[k], command))
            names[n++] = table[k].name;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *near = clast_nearest(name, names, n);
    fprintf(stderr, "clast %s: error: unknown option '%s'", command, word);
    if (near)
        fprintf(stderr, "; did you mean '%s'?\n", near);
    else
        fprintf(stderr, "; 'clast help %s' lists them\n", command);
    return false;
}

static bool read_threads(const char *text, int *threads)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n < 1 || n > 1024) {
        fprintf(stderr, "clast: error: --threads is '%s'; it must be a whole number from 1 to 1024\n", text);
        return false;
    }
    *threads = (int)n;
    return true;
}

static bool read_set(const char *text, app_options *options)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        fprintf(stderr, "clast: error: --set is '%s'; it must be PATH=VALUE, e.g. time.step=2e-5\n", text);
        return false;
    }
    options->set[options->n_set++] = text;
    return true;
}

static bool read_until(const char *text, app_options *options)
{
    if (options->until) {
        fprintf(stderr, "clast: error: --until is given twice\n");
        return false;
    }
    size_t size = strlen(text) + sizeof "time.end=";
    options->until = malloc(size);
    if (!options->until)
        return false;
    snprintf(options->until, size, "time.end=%s", text);
    options->set[options->n_set++] = options->until;
    return true;
}

static bool take(const option *o, const char *value, app_options *options)
{
    if (o->value && !value[0]) {
        fprintf(stderr, "clast: error: %s needs %s, which is empty\n", o->name, o->value);
        return false;
    }
    switch (o->key) {
    case OPTION_OUT:
        options->directory = value;
        break;
    case OPTION_UNTIL:
        return read_until(value, options);
    case OPTION_SET:
        return read_set(value, options);
    case OPTION_THREADS:
        return read_threads(value, &options->threads);
    case OPTION_QUIET:
        options->quiet = true;
        break;
    case OPTION_HELP:
        break; /* answered before any command starts */
    }
    return true;
}

static bool take_scene(const char *word, const char *command, app_options *options)
{
    if (!options->scene) {
        options->scene = word;
        return true;
    }
    fprintf(stderr, "clast %s: error: '%s' is one scene too many after '%s'\n", command, word, options->scene);
    return false;
}

static bool read_words(const char *command, int argc, char **argv, app_options *options)
{
    bool plain = false; /* behind -- */
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i], *value;
        if (plain || word[0] != '-' || !word[1]) {
            if (!take_scene(word, command, options))
                return false;
            continue;
        }
        plain = strcmp(word, "--") == 0;
        if (plain)
            continue;
        const option *o = find(command, word, &value);
        if (!o)
            return complain_unknown(command, word);
        if (value && !o->value) {
            fprintf(stderr, "clast %s: error: %s takes no value, but was given '%s'\n", command, o->name, value);
            return false;
        }
        if (o->value && !value && !(value = ++i < argc ? argv[i] : NULL)) {
            fprintf(stderr, "clast %s: error: %s needs %s behind it\n", command, o->name, o->value);
            return false;
        }
        if (!take(o, value ? value : "", options))
            return false;
    }
    if (options->scene)
        return true;
    fprintf(stderr, "clast %s: error: needs a scene file: clast %s SCENE\n", command, command);
    return false;
}

bool app_options_read(const char *command, int argc, char **argv, app_options *options)
{
    memset(options, 0, sizeof *options);
    options->set = malloc(((size_t)argc + 1) * sizeof *options->set);
    if (options->set)
        return read_words(command, argc, argv, options);
    fprintf(stderr, "clast: error: memory is used up\n");
    return false;
}

void app_options_free(app_options *options)
{
    free(options->set);
    free(options->until);
}
