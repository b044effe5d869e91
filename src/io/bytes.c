/* The byte check stands before libfyaml because libfyaml 0.7.12 never returns on a line that starts with '%' and goes
 * on with invalid UTF-8 (its issue 101), and because "binary file" is a better message than a parser's guess. */
#include "io/bytes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"

static clast_status refuse_open(const char *path, clast_error *error)
{
    return clast_fail(error, CLAST_FILE, "cannot read '%s': %s", path, strerror(errno));
}

static clast_status refuse_large(const char *path, size_t most, const char *remedy, clast_error *error)
{
    return clast_fail(error, CLAST_BAD_INPUT, "'%s' is larger than %zu MiB%s%s", path, most / 1024 / 1024,
                      remedy ? "; " : "", remedy ? remedy : "");
}

/* Reads to the end, as far as `most` allows; files that do not tell their size (pipes) grow the buffer. */
static clast_status read_all(FILE *file, const char *path, size_t most, const char *remedy, char **text, size_t *size,
                             clast_error *error)
{
    size_t room = 64 * 1024, used = 0;
    char *buffer = malloc(room);
    while (buffer) {
        used += fread(buffer + used, 1, room - 1 - used, file);
        if (used < room - 1)
            break;
        if (most && used > most) {
            free(buffer);
            return refuse_large(path, most, remedy, error);
        }
        char *grown = realloc(buffer, room *= 2);
        if (!grown)
            free(buffer);
        buffer = grown;
    }
    if (!buffer)
        return clast_fail_memory(error);
    if (ferror(file)) {
        free(buffer);
        return refuse_open(path, error);
    }
    if (most && used > most) {
        free(buffer);
        return refuse_large(path, most, remedy, error);
    }
    if (used >= 3 && !memcmp(buffer, "\xEF\xBB\xBF", 3))
        memmove(buffer, buffer + 3, used -= 3);
    buffer[used] = '\0';
    *text = buffer;
    *size = used;
    return CLAST_OK;
}

clast_status clast_bytes_read(const char *path, size_t most, const char *remedy, char **text, size_t *size,
                              clast_error *error)
{
    struct stat about;
    *text = NULL;
    *size = 0;
    if (stat(path, &about))
        return refuse_open(path, error);
    if (S_ISDIR(about.st_mode))
        return clast_fail(error, CLAST_FILE, "'%s' is a directory, not a file", path);
    if (most && S_ISREG(about.st_mode) && (uint64_t)about.st_size > most)
        return refuse_large(path, most, remedy, error);
    FILE *file = fopen(path, "rb");
    if (!file)
        return refuse_open(path, error);
    clast_status status = read_all(file, path, most, remedy, text, size, error);
    fclose(file);
    return status;
}

/* Length of the UTF-8 character at s, of which n bytes are there; 0 when it is not valid. */
static size_t utf8_length(const unsigned char *s, size_t n)
{
    unsigned lead = s[0];
    size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xC0u) != 0x80u)
            return 0;
    if ((lead == 0xE0 && s[1] < 0xA0) || (lead == 0xF0 && s[1] < 0x90)) /* longer than needed */
        return 0;
    if ((lead == 0xED && s[1] > 0x9F) || (lead == 0xF4 && s[1] > 0x8F)) /* surrogates, beyond U+10FFFF */
        return 0;
    return length;
}

/* libfyaml reads a whole bracket before it gives its first event, at 600 bytes of memory for each comma and quadratic
 * time in the depth: both are bounded here. Quotes and comments are not looked at, so the bounds are generous; a new
 * key at the start of a line begins anew. */
static clast_status check_load(const char *text, size_t size, clast_error *error)
{
    enum { DEEPEST = 256, MOST = 3000000 };
    clast_place place = {1, 1, 1};
    int depth = 0, commas = 0;
    for (size_t i = 0; i < size; i++, place.column++) {
        char c = text[i];
        if (place.column == 1 && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')))
            depth = 0;
        depth += c == '[' || c == '{' ? 1 : (c == ']' || c == '}') && depth > 0 ? -1 : 0;
        commas += c == ',' || c == '[' || c == '{';
        if (depth > DEEPEST)
            return clast_fail_at(error, place, "brackets are nested deeper than %d levels", DEEPEST);
        if (commas > MOST)
            return clast_fail_at(error, place,
                                 "the file holds more than %d values; put long lists of bodies into a CSV "
                                 "or HDF5 file",
                                 MOST);
        if (c == '\n')
            place = (clast_place){place.line + 1, 0, 1};
    }
    return CLAST_OK;
}

clast_status clast_bytes_check(const char *text, size_t size, bool yaml, clast_error *error)
{
    const unsigned char *s = (const unsigned char *)text;
    clast_place place = {1, 1, 1};
    for (size_t i = 0; i < size;) {
        unsigned c = s[i];
        bool line_end = c == '\n' || (c == '\r' && i + 1 < size && s[i + 1] == '\n');
        if ((c < 0x20 && c != '\t' && !line_end) || c == 0x7F) {
            return clast_fail_at(error, place,
                                 "byte 0x%02X at offset %zu: this is no text file; a scene is plain UTF-8", c, i);
        }
        size_t length = utf8_length(s + i, size - i);
        if (!length)
            return clast_fail_at(error, place, "byte 0x%02X at offset %zu is not valid UTF-8; save the file as UTF-8",
                                 c, i);
        if (yaml && c == '%' && place.column == 1)
            return clast_fail_at(error, place, "a line starts with '%%'; YAML directives are no part of a scene");
        i += length;
        place.column++;
        if (c == '\n')
            place = (clast_place){place.line + 1, 1, 1};
    }
    return yaml ? check_load(text, size, error) : CLAST_OK;
}
