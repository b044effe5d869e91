/* clast: the program. Finds the subcommand and hands over. */
#include "app.h"
#include "base/error.h"
#include "options.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct command {
    const char *name, *usage, *about;
    int (*run)(int argc, char **argv);
    const char *more; /* for `clast help NAME` */
} command;

static int help(int argc, char **argv);

static const char run_more[] =
    "The directory gets scene.yaml (as run), results.h5 and results.xdmf (for ParaView), series.csv, summary.json.\n"
    "Ctrl-C ends the run cleanly after the current steps; a second one at once.\n"
    "Exit status: 0 finished, 2 wrong scene or command line (nothing written), 3 the run became unstable,\n"
    "1 the system would not write or has no memory, 130 Ctrl-C, 143 asked to end.\n";
static const char check_more[] = "Exit status: 0 it would run, 2 it would not.\n";

static const char verify_more[] =
    "  --quick  larger steps or fewer: seconds instead of minutes\n"
    "  --json   an array of objects instead of a table\n\n"
    "Groups: rotation, contact, campello; none given: all. Exit status: 0 every row passes, 1 some do not.\n";

static const char list_more[] = "  --measure  for schemes: also what each costs on this machine\n";

static const char bench_more[] =
    "  --threads N  --steps N  --json\n"
    "  --ledger     keep the energy accounts, which the timing leaves out otherwise\n"
    "  --stir V     every body starts with a random velocity, V m/s standard deviation per component\n"
    "  --beside threads|ledger   the bed by turns, on one thread and on N (else two), or without and with the "
    "accounts:\n"
    "               what the second one brings or costs, also on a machine that has other things to do\n"
    "  --watch N    also tell energy of motion and contacts between bodies every N steps (with the accounts)\n\n"
    "CASE is a scene file, or the name of one under bench/: C450, C4500, B4000, A20k, A100k.\n"
    "'make bench' sets the figures beside those of other codes; docs/performance.md has more.\n";

static const command commands[] = {
    {"run", "SCENE [options]", "runs a scene and writes a directory of results", app_run, run_more},
    {"check", "SCENE [options]", "says what a scene would run, with every default taken", app_check, check_more},
    {"verify", "[GROUP] [options]", "runs the papers' cases: published, reference, here", app_verify, verify_more},
    {"bench", "CASE [options]", "times the steps of a scene, without results", app_bench, bench_more},
    {"list", "[WHAT]", "lists what there is to choose from: laws, schemes, keys, ...", app_list, list_more},
    {"help", "[COMMAND]", "prints this, or more on a command", help, ""},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static const command *find(const char *name)
{
    for (int k = 0; k < N_COMMANDS; k++)
        if (strcmp(name, commands[k].name) == 0)
            return &commands[k];
    return NULL;
}

static int print_help(void)
{
    printf("clast %s: rigid grains made of overlapping spheres, by the Discrete Element Method\n\n", clast_version());
    for (int k = 0; k < N_COMMANDS; k++) {
        char left[48];
        snprintf(left, sizeof left, "%s %s", commands[k].name, commands[k].usage);
        printf("  clast %-22s  %s\n", left, commands[k].about);
    }
    printf("  clast %-22s  %s\n", "--version", "prints the version");
    return APP_OK;
}

static int print_help_on(const command *c)
{
    printf("clast %s %s\n  %s\n", c->name, c->usage, c->about);
    if (c->run != help) {
        printf("\n");
        app_options_help(c->name, stdout);
    }
    if (c->more[0])
        printf("\n%s", c->more);
    return APP_OK;
}

static int complain(const char *word)
{
    const char *names[N_COMMANDS];
    for (int k = 0; k < N_COMMANDS; k++)
        names[k] = commands[k].name;
    const char *near = clast_nearest(word, names, N_COMMANDS);
    if (near)
        fprintf(stderr, "clast: error: unknown command '%s'; did you mean '%s'?\n", word, near);
    else if (access(word, F_OK) == 0)
        fprintf(stderr, "clast: error: '%s' is no command; did you mean 'clast run %s'?\n", word, word);
    else
        fprintf(stderr, "clast: error: unknown command '%s'; 'clast help' lists them\n", word);
    return APP_BAD_INPUT;
}

static int help(int argc, char **argv)
{
    if (argc == 0)
        return print_help();
    const command *c = find(argv[0]);
    return c ? print_help_on(c) : complain(argv[0]);
}

/* -h or --help anywhere before -- is a question, not an order. */
static bool asks_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

int app_fail(const clast_error *error, bool before_run)
{
    char text[2048];
    fprintf(stderr, "%s\n", clast_error_message(error, text, sizeof text));
    switch (error->status) {
    case CLAST_BAD_INPUT:
        return APP_BAD_INPUT;
    case CLAST_FILE:
        return before_run ? APP_BAD_INPUT : APP_TROUBLE;
    case CLAST_UNSTABLE:
        return APP_UNSTABLE;
    case CLAST_NO_MEMORY:
    case CLAST_OK:
        break;
    }
    return APP_TROUBLE;
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that grew too large is an error to report, not a reason to die */
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return print_help();
    if (strcmp(argv[1], "--version") == 0) {
        printf("clast %s\n", clast_version());
        return APP_OK;
    }
    const command *c = find(argv[1]);
    if (!c)
        return complain(argv[1]);
    if (asks_help(argc - 2, argv + 2))
        return print_help_on(c);
    return c->run(argc - 2, argv + 2);
}
