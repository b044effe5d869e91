/* clast list: what there is to choose from, always from the tables that the simulator itself reads. */
#include "app.h"
#include "base/error.h"
#include "io/keys.h"
#include "io/schema.h"
#include "io/units.h"
#include "law/law.h"
#include "list_schemes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void print_range(const clast_param *p)
{
    if (isinf(p->low) && isinf(p->high))
        return;
    if (isinf(p->high) && p->low > 0 && p->low < 1e-100)
        printf(", more than 0");
    else if (isinf(p->high))
        printf(", at least %g", p->low);
    else if (isinf(p->low))
        printf(", at most %g", p->high);
    else
        printf(", %g to %g", p->low, p->high);
}

static void list_laws(void)
{
    for (int kind = 0; kind < CLAST_TERM_KINDS; kind++) {
        printf("%s%s\n", kind ? "\n" : "", clast_term_name((clast_term_kind)kind));
        for (int k = 0; k < clast_law_count(); k++) {
            const clast_law *law = clast_law_at(k);
            if ((int)law->kind != kind)
                continue;
            printf("  %-22s %s\n", law->name, law->about);
            if (law->source && law->source[0])
                printf("  %-22s source: %s\n", "", law->source);
            for (int i = 0; i < law->n_params; i++) {
                const clast_param *p = &law->params[i];
                printf("  %-22s %s: %s%s%s", "", p->name, p->meaning, strcmp(p->unit, "1") ? ", in " : "",
                       strcmp(p->unit, "1") ? p->unit : "");
                print_range(p);
                if (!isnan(p->fallback))
                    printf(" (default %g)", p->fallback);
                printf("\n");
            }
        }
    }
}

static void list_schemes(void) { app_list_schemes(false); }
static void list_keys(void) { clast_keys_print(stdout); }
static void list_schema(void) { clast_schema_print(stdout); }

static bool seen_before(int row)
{
    for (int k = 0; k < row; k++)
        if (clast_keys_at(k)->type <= CLAST_KEY_BOX &&
            strcmp(clast_keys_at(k)->detail, clast_keys_at(row)->detail) == 0)
            return true;
    return false;
}

/* The units that the keys ask for, each once. */
static void list_units(void)
{
    printf("Numbers are in SI units; a unit behind a number is converted and its kind is checked.\n\n");
    for (int k = 0; k < clast_keys_count(); k++) {
        const clast_key_row *row = clast_keys_at(k);
        bool measured = row->type == CLAST_KEY_NUMBER || row->type == CLAST_KEY_VECTOR || row->type == CLAST_KEY_BOX;
        if (measured && row->detail[0] && !seen_before(k))
            printf("  %-8s %s\n", row->detail, clast_units_wanted(row->detail));
    }
}

typedef struct list {
    const char *name, *about;
    void (*print)(void);
} list;

static const list lists[] = {
    {"laws", "contact laws with their parameters", list_laws},
    {"schemes", "rotation schemes with what they claim; --measure: and what they cost here", list_schemes},
    {"keys", "the keys of the scene language, as Markdown", list_keys},
    {"units", "the units that numbers are in, and how to write others", list_units},
    {"schema", "a JSON Schema of the scene language, for editors", list_schema},
};
enum { N_LISTS = sizeof lists / sizeof *lists };

static int print_lists(void)
{
    for (int k = 0; k < N_LISTS; k++)
        printf("  clast list %-8s  %s\n", lists[k].name, lists[k].about);
    return APP_OK;
}

int app_list(int argc, char **argv)
{
    if (argc == 0)
        return print_lists();
    if (argc == 2 && strcmp(argv[0], "schemes") == 0 && strcmp(argv[1], "--measure") == 0)
        return app_list_schemes(true);
    if (argc > 1 && argv[1][0] == '-') {
        fprintf(stderr, "clast list: error: unknown option '%s'; only 'clast list schemes' takes one, --measure\n",
                argv[1]);
        return APP_BAD_INPUT;
    }
    if (argc > 1) {
        fprintf(stderr, "clast list: error: one list at a time; '%s' is too many\n", argv[1]);
        return APP_BAD_INPUT;
    }
    const char *names[N_LISTS];
    for (int k = 0; k < N_LISTS; k++) {
        if (strcmp(argv[0], lists[k].name) == 0) {
            lists[k].print();
            return fflush(stdout) == 0 ? APP_OK : APP_TROUBLE;
        }
        names[k] = lists[k].name;
    }
    const char *near = clast_nearest(argv[0], names, N_LISTS);
    if (near)
        fprintf(stderr, "clast list: error: there is no list '%s'; did you mean '%s'?\n", argv[0], near);
    else
        fprintf(stderr, "clast list: error: there is no list '%s'; 'clast list' names them\n", argv[0]);
    return APP_BAD_INPUT;
}
