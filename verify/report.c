/* What came out, as a table to read and as JSON. */
#include <math.h>
#include <string.h>

#include "verify/verify.h"

enum { NUMBER = 16 };

static const char *number(double x, char out[NUMBER])
{
    if (isnan(x))
        return "-";
    snprintf(out, NUMBER, "%.5g", x);
    return out;
}

static void print_row(const verify_row *row, FILE *out)
{
    char published[NUMBER], reference[NUMBER], value[NUMBER], tolerance[NUMBER];
    snprintf(tolerance, sizeof tolerance, "%.2g", row->tolerance);
    fprintf(out, "  %-58s %11s %11s %11s  +-%-8s %s\n", row->quantity, number(row->published, published),
            number(row->reference, reference), number(row->value, value), tolerance,
            verify_pass(row) ? "pass"
            : row->open      ? "OPEN"
                             : "FAIL");
}

void verify_print_table(const verify_result *results, int n, FILE *out)
{
    int rows = 0, failed = 0, open = 0;
    for (int k = 0; k < n; k++) {
        const char *note = NULL;
        fprintf(out, "%s%s %s: %s\n", k ? "\n" : "", results[k].group->name, results[k].what->name,
                results[k].what->about);
        fprintf(out, "  %-58s %11s %11s %11s  %-10s %s\n", "quantity", "published", "reference", "here", "tolerance",
                "pass");
        for (int run = 0; run < results[k].what->n_runs; run++)
            for (size_t i = 0; i < results[k].runs[run].n; i++) {
                const verify_row *row = &results[k].runs[run].list[i];
                print_row(row, out);
                /* rows that follow each other share their note */
                const verify_row *next = i + 1 < results[k].runs[run].n ? row + 1 : NULL;
                note = row->note;
                if (note && (!next || next->note != note))
                    fprintf(out, "      %s\n", note);
                if (row->open && !verify_pass(row))
                    fprintf(out, "      open: %s\n", row->open);
                rows++;
                failed += !verify_pass(row) && !row->open;
                open += !verify_pass(row) && row->open;
            }
    }
    fprintf(out, "\n%d rows, %d fail", rows, failed);
    if (open)
        fprintf(out, ", %d open", open);
    fputc('\n', out);
}

static void print_text(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void print_number(const char *key, double x, FILE *out)
{
    if (isfinite(x))
        fprintf(out, ", \"%s\": %.10g", key, x);
    else
        fprintf(out, ", \"%s\": null", key);
}

void verify_print_json(const verify_result *results, int n, FILE *out)
{
    const char *comma = "";
    fputs("[", out);
    for (int k = 0; k < n; k++)
        for (int run = 0; run < results[k].what->n_runs; run++)
            for (size_t i = 0; i < results[k].runs[run].n; i++) {
                const verify_row *row = &results[k].runs[run].list[i];
                fprintf(out, "%s\n {\"case\": ", comma);
                print_text(results[k].what->name, out);
                fputs(", \"quantity\": ", out);
                print_text(row->quantity, out);
                print_number("published", row->published, out);
                print_number("reference", row->reference, out);
                print_number("value", row->value, out);
                print_number("tolerance", row->tolerance, out);
                fprintf(out, ", \"pass\": %s", verify_pass(row) ? "true" : "false");
                if (row->open && !verify_pass(row)) {
                    fputs(", \"open\": ", out);
                    print_text(row->open, out);
                }
                fputs("}", out);
                comma = ",";
            }
    fputs("\n]\n", out);
}
