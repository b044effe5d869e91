#include "progress.h"

#include "base/clock.h"
#include "format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double redraw = 0.2; /* s between drawings on a terminal */
static const double rest = 1;     /* s between lines of a log, at least */
static const double silence = 10; /* s without a line in a log, at most (more in runs of hours) */

/* A variable of the environment; empty when it is not there. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

/* Do the letters of the terminal include block graphics? The first of these that is set decides. */
static bool has_utf8(void)
{
    const char *value = variable("LC_ALL");
    if (!value[0])
        value = variable("LC_CTYPE");
    if (!value[0])
        value = variable("LANG");
    return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8") || strstr(value, "utf-8");
}

void app_progress_begin(app_progress *progress, bool quiet)
{
    const char *term = variable("TERM");
    bool terminal = isatty(STDERR_FILENO) && term[0] && strcmp(term, "dumb") != 0;
    double now = clock_seconds();
    *progress = (app_progress){.quiet = quiet, .terminal = terminal, .begin = now, .last = now};
    progress->colour = terminal && !variable("NO_COLOR")[0];
    progress->blocks = terminal && has_utf8();
}

static int terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

/* The pieces of a line, most telling first; what does not fit is left out from the end. */
enum { PERCENT, LEFT, ERROR, TIME, STABILITY, RATE, CONTACTS, PIECES };
typedef struct pieces {
    char text[PIECES][APP_FORMAT + 32];
    double done; /* 0 to 1 */
    double error;
} pieces;

static void describe(const app_progress *progress, const clast_sim *sim, pieces *p)
{
    clast_info info = clast_sim_info(sim);
    clast_ledger ledger = clast_sim_ledger(sim);
    char number[APP_FORMAT];
    enum { SIZE = sizeof p->text[0] };
    p->done = info.end > 0 ? fmin(info.time / info.end, 1) : 1;
    p->error = ledger.error;
    double left = progress->rate > 0 ? fmax(info.end - info.time, 0) / info.dt / progress->rate : NAN;
    snprintf(p->text[PERCENT], SIZE, "%3d %%", (int)(100 * p->done));
    snprintf(p->text[LEFT], SIZE, "%s left", app_format_duration(left, number));
    snprintf(p->text[ERROR], SIZE, "energy error %s", app_format_percent(ledger.error, number));
    snprintf(p->text[TIME], SIZE, "t = %.4g of %.4g s", info.time, info.end);
    snprintf(p->text[STABILITY], SIZE, "stability %.2g", ledger.stability);
    snprintf(p->text[RATE], SIZE, "%s steps/s", app_format_rate(progress->rate, number));
    snprintf(p->text[CONTACTS], SIZE, "%s contacts", app_format_count(info.contacts, number));
}

/* `width` cells, filled by eighths where the terminal can. */
static void put_bar(FILE *out, const app_progress *progress, double done, int width)
{
    static const char *const part[] = {" ", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"};
    int eighths = (int)(done * width * 8);
    fputs(progress->colour ? "\033[36m" : "", out);
    if (!progress->blocks)
        fputc('[', out);
    for (int k = 0; k < width; k++, eighths -= 8) {
        if (!progress->blocks)
            fputc(eighths >= 8 ? '#' : '.', out);
        else
            fputs(eighths >= 8 ? "\u2588" : eighths > 0 ? part[eighths] : "\u2591", out);
    }
    if (!progress->blocks)
        fputc(']', out);
    fputs(progress->colour ? "\033[0m" : "", out);
}

static const char *error_colour(const app_progress *progress, double error)
{
    if (!progress->colour || !(error > 0.01))
        return "";
    return error > 0.1 ? "\033[31m" : "\033[33m";
}

/* One write, so that the line does not flicker. */
static void draw(app_progress *progress, const pieces *p)
{
    enum { GAP = 2 };
    int room = terminal_width() - 1;
    int count = 1, used = (int)strlen(p->text[0]);
    int bar = room >= 110 ? 24 : room >= 30 ? 10 : 0;
    used += bar ? bar + GAP + (progress->blocks ? 0 : 2) : 0;
    while (count < PIECES && used + GAP + (int)strlen(p->text[count]) <= room)
        used += GAP + (int)strlen(p->text[count++]);
    char *line = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&line, &length);
    if (!out)
        return;
    fputs("\r\033[K", out);
    fputs(p->text[PERCENT], out);
    if (bar) {
        fputs("  ", out);
        put_bar(out, progress, p->done, bar);
    }
    for (int k = 1; k < count; k++) {
        const char *colour = k == ERROR ? error_colour(progress, p->error) : "";
        fprintf(out, "  %s%s%s", colour, p->text[k], colour[0] ? "\033[0m" : "");
    }
    fclose(out);
    fwrite(line, 1, length, stderr);
    fflush(stderr);
    free(line);
    progress->drawn = true;
}

static void log_line(const pieces *p)
{
    fprintf(stderr, "%s", p->text[PERCENT]);
    static const int order[] = {TIME, RATE, LEFT, ERROR, STABILITY, CONTACTS};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        fprintf(stderr, "  %s", p->text[order[k]]);
    fputc('\n', stderr);
}

/* The newest rate counts about as much as all before it in five seconds. */
static void measure(app_progress *progress, int64_t step, double now)
{
    double span = now - progress->last;
    double newest = (double)(step - progress->last_step) / span;
    double weight = progress->rate > 0 ? 1 - exp(-span / 5) : 1;
    progress->rate += weight * (newest - progress->rate);
    progress->last = now;
    progress->last_step = step;
}

void app_progress_show(app_progress *progress, const clast_sim *sim)
{
    if (progress->quiet)
        return;
    double now = clock_seconds(), since = now - progress->last;
    clast_info info = clast_sim_info(sim);
    int twentieth = info.end > 0 ? (int)(20 * info.time / info.end + 1e-9) : 20;
    bool due = progress->terminal ? since >= redraw
                                  : (twentieth > progress->last_twentieth && since >= rest) ||
                                        since >= fmax(silence, (now - progress->begin) / 50);
    if (!due)
        return;
    pieces p;
    measure(progress, info.step, now);
    describe(progress, sim, &p);
    if (progress->terminal)
        draw(progress, &p);
    else
        log_line(&p);
    progress->last_twentieth = twentieth;
}

void app_progress_clear(app_progress *progress)
{
    if (progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
}
