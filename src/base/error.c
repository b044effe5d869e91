#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void fill(clast_error *error, clast_status status, clast_place place, const char *format, va_list list)
{
    if (!error)
        return;
    memset(error, 0, sizeof *error);
    error->status = status;
    error->place = place;
    vsnprintf(error->text, sizeof error->text, format, list);
}

clast_status clast_fail(clast_error *error, clast_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fill(error, status, (clast_place){0}, format, list);
    va_end(list);
    return status;
}

clast_status clast_fail_at(clast_error *error, clast_place place, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fill(error, CLAST_BAD_INPUT, place, format, list);
    va_end(list);
    return CLAST_BAD_INPUT;
}

clast_status clast_fail_memory(clast_error *error) { return clast_fail(error, CLAST_NO_MEMORY, "memory is used up"); }

static int least(int a, int b) { return a < b ? a : b; }

/* Edit distance with transposition, over words of at most 63 letters. */
static int distance(const char *a, const char *b)
{
    enum { MOST = 63 };
    int d[MOST + 1][MOST + 1];
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > MOST || m > MOST)
        return MOST;
    for (int i = 0; i <= n; i++)
        d[i][0] = i;
    for (int j = 0; j <= m; j++)
        d[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = least(change, 1 + least(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], 1 + d[i - 2][j - 2]);
        }
    return d[n][m];
}

const char *clast_nearest(const char *word, const char *const *candidates, int n)
{
    const char *best = NULL;
    int best_distance = 1 + (int)strlen(word) / 3; /* a third of the letters may be wrong */
    for (int i = 0; i < n; i++) {
        int d = distance(word, candidates[i]);
        if (d <= best_distance && (!best || d < best_distance)) {
            best = candidates[i];
            best_distance = d;
        }
    }
    return best;
}

char *clast_error_message(const clast_error *error, char *out, size_t size)
{
    int used = 0;
    if (error->file[0] && error->place.line > 0)
        used = snprintf(out, size, "%s:%d:%d: error: %s", error->file, error->place.line, error->place.column,
                        error->text);
    else if (error->file[0])
        used = snprintf(out, size, "%s: error: %s", error->file, error->text);
    else
        used = snprintf(out, size, "error: %s", error->text);
    if (!error->source[0] || used < 0 || (size_t)used >= size)
        return out;
    int more = snprintf(out + used, size - (size_t)used, "\n%5d | %s\n      | ", error->place.line, error->source);
    if (more < 0 || (size_t)(used += more) >= size)
        return out;
    /* the caret stands under the column, also behind tabs and multi-byte letters */
    int column = 1;
    for (const char *s = error->source; *s && column < error->place.column && (size_t)used + 2 < size; s++) {
        if (((unsigned char)*s & 0xC0u) == 0x80u)
            continue;
        out[used++] = *s == '\t' ? '\t' : ' ';
        column++;
    }
    for (int k = 0; k < (error->place.width > 1 ? error->place.width : 1) && (size_t)used + 2 < size; k++)
        out[used++] = k == 0 ? '^' : '~';
    out[used] = '\0';
    return out;
}
