#include "io/summary.h"

#include "base/error.h"
#include "io/series.h"
#include "io/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (const char *c = text ? text : ""; *c; c++) {
        if (*c == '"' || *c == '\\')
            fputc('\\', file);
        if ((unsigned char)*c < 0x20)
            fprintf(file, "\\u%04x", (unsigned)*c);
        else
            fputc(*c, file);
    }
    fputc('"', file);
}

/* JSON has no infinity and no NaN. */
static void put_number(FILE *file, const char *name, double value)
{
    char number[CLAST_TEXT_NUMBER];
    fprintf(file, "  \"%s\": %s,\n", name, isfinite(value) ? clast_text_number(value, number) : "null");
}

static void put_count(FILE *file, const char *name, int64_t value)
{
    fprintf(file, "  \"%s\": %" PRId64 ",\n", name, value);
}

static void put_head(FILE *file, const clast_summary *s)
{
    fputs("  \"clast\": ", file);
    put_text(file, s->version);
    fputs(",\n  \"title\": ", file);
    put_text(file, s->title);
    fputs(",\n  \"ending\": ", file);
    put_text(file, s->ending);
    fputs(",\n", file);
    put_count(file, "steps", s->info.step);
    put_number(file, "time", s->info.time);
    put_number(file, "dt", s->info.dt);
    put_number(file, "wall_seconds", s->wall_seconds);
    put_number(file, "steps_per_second", s->wall_seconds > 0 ? (double)s->info.step / s->wall_seconds : NAN);
    put_count(file, "frames", s->frames);
    put_count(file, "bodies", s->info.bodies);
    put_count(file, "spheres", s->info.spheres);
    put_count(file, "walls", s->info.walls);
    put_number(file, "mass", s->info.mass);
    put_count(file, "contacts", s->info.contacts);
    put_number(file, "coordination", s->coordination);
    put_count(file, "threads", s->info.threads);
}

static void put_energy(FILE *file, const clast_summary *s)
{
    const clast_ledger *ledger = &s->ledger;
    put_number(file, "residual", ledger->residual);
    put_number(file, "relative_residual", ledger->turnover > 0 ? ledger->residual / ledger->turnover : NAN);
    put_number(file, "error", ledger->error);
    put_number(file, "stability", ledger->stability_most);
    fputs("  \"ledger\": {\n", file);
    int n;
    const clast_series_column *columns = clast_series_columns(&n);
    for (int k = 0; k < n; k++) {
        char number[CLAST_TEXT_NUMBER];
        double value = clast_series_value(&columns[k], ledger);
        fprintf(file, "    \"%s\": %s%s\n", columns[k].name,
                isfinite(value) ? clast_text_number(value, number) : "null", k + 1 < n ? "," : "");
    }
    fputs("  },\n", file);
}

static void put_convergence(FILE *file, const clast_convergence *c)
{
    char number[CLAST_TEXT_NUMBER];
    if (c->steps == 0)
        return;
    fprintf(file, "  \"convergence\": {\n    \"steps\": %" PRId64 ",\n    \"iterations\": %" PRId64 ",\n", c->steps,
            c->iterations);
    fprintf(file, "    \"most_iterations\": %" PRId64 ",\n    \"halved\": %" PRId64 ",\n", c->most, c->halved);
    fprintf(file, "    \"not_converged\": %" PRId64 ",\n    \"worst_change\": %s,\n", c->failed,
            isfinite(c->worst) ? clast_text_number(c->worst, number) : "null");
    fprintf(file, "    \"worst_time\": %s,\n    \"worst_body\": %" PRId64 "\n  },\n",
            clast_text_number(c->worst_time, number), c->worst_body);
}

static void put_tail(FILE *file, const clast_summary *s)
{
    fprintf(file, "  \"state_hash\": \"%016" PRIx64 "\",\n", s->hash);
    put_count(file, "list_builds", s->info.list_builds);
    put_count(file, "sorts", s->info.sorts);
    put_number(file, "memory_bytes", s->info.memory);
    fputs("  \"stages\": {", file);
    for (int k = 0; k < s->n_stages; k++) {
        char number[CLAST_TEXT_NUMBER];
        fputs(k ? ",\n    " : "\n    ", file);
        put_text(file, s->stages[k].name);
        fprintf(file, ": %s", clast_text_number(s->stages[k].seconds, number));
    }
    fputs(s->n_stages ? "\n  },\n" : "},\n", file);
    fputs("  \"warnings\": [", file);
    for (int k = 0; k < s->n_warnings; k++) {
        fputs(k ? ",\n    " : "\n    ", file);
        put_text(file, s->warnings[k]);
    }
    fputs(s->n_warnings ? "\n  ]\n" : "]\n", file);
}

clast_status clast_summary_write(const char *path, const clast_summary *summary, clast_error *error)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return clast_fail_memory(error);
    fputs("{\n", file);
    put_head(file, summary);
    put_energy(file, summary);
    put_convergence(file, &summary->convergence);
    put_tail(file, summary);
    fputs("}\n", file);
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    clast_status status = good ? clast_text_replace(path, text, length, error) : clast_fail_memory(error);
    free(text);
    return status;
}
