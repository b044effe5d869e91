/* CSV lists: a header line names the columns, in any order; only x, y, z must be there when the scene gives shape and
 * material for all. Lines that are empty or start with '#' are passed over. Errors point into the CSV file. */
#include "io/body_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/bytes.h"
#include "io/units.h"

enum { ID, SHAPE, MATERIAL, X, Y, Z, QW, QX, QY, QZ, VX, VY, VZ, WX, WY, WZ, SIZE, COLUMNS };

static const struct {
    const char *name, *unit;
} columns[COLUMNS] = {{"id", ""},    {"shape", ""},   {"material", ""}, {"x", "m"},      {"y", "m"},    {"z", "m"},
                      {"qw", ""},    {"qx", ""},      {"qy", ""},       {"qz", ""},      {"vx", "m/s"}, {"vy", "m/s"},
                      {"vz", "m/s"}, {"wx", "rad/s"}, {"wy", "rad/s"},  {"wz", "rad/s"}, {"size", ""}};

enum { FIELD = 128, FIELDS = 64 };

typedef struct table {
    clast_reader *r;
    const clast_body_list *list;
    int kind[FIELDS]; /* which column stands in which field */
    int n;
    bool has[COLUMNS];
    int line;
} table;

/* Copies the next field, without blanks and quotes around it; *s ends behind the comma, or NULL after the last one. */
static bool next_field(const char **s, const char *line, char out[FIELD], clast_place *place)
{
    const char *start = *s + strspn(*s, " \t");
    size_t whole = strcspn(start, ",\r\n"), length = whole;
    while (length > 0 && strchr(" \t", start[length - 1]))
        length--;
    if (length > 1 && start[0] == '"' && start[length - 1] == '"')
        start++, length -= 2, whole--;
    place->column = 1;
    for (const char *c = line; c < start; c++)
        place->column += ((unsigned char)*c & 0xC0u) != 0x80u;
    place->width = length ? (int)length : 1;
    *s = start[whole] == ',' ? start + whole + 1 : NULL;
    if (length >= FIELD)
        return false;
    memcpy(out, start, length);
    out[length] = '\0';
    return true;
}

static clast_status read_header(table *t, const char *line)
{
    clast_place place = {t->line, 1, 1};
    char field[FIELD];
    for (const char *s = line; s; t->n++) {
        if (t->n == FIELDS || !next_field(&s, line, field, &place))
            return clast_fail_at(t->r->error, place, "this is no header line; it names columns such as x, y, z");
        int kind = 0;
        while (kind < COLUMNS && strcmp(columns[kind].name, field) != 0)
            kind++;
        if (kind == COLUMNS) {
            const char *names[COLUMNS];
            for (int i = 0; i < COLUMNS; i++)
                names[i] = columns[i].name;
            return clast_scene_unknown("column", field, "known", names, COLUMNS, place, t->r->error);
        }
        if (t->has[kind])
            return clast_fail_at(t->r->error, place, "column '%s' is given twice", field);
        t->has[kind] = true;
        t->kind[t->n] = kind;
    }
    return CLAST_OK;
}

/* Columns that must be there, and those that only make sense together. */
static clast_status check_header(table *t)
{
    static const int groups[][4] = {{X, Y, Z, X}, {QW, QX, QY, QZ}, {VX, VY, VZ, VX}, {WX, WY, WZ, WX}};
    clast_place place = {t->line, 1, 1};
    for (int g = 0; g < 4; g++)
        for (int i = 0; i < 4; i++) {
            int first = groups[g][0], one = groups[g][i];
            bool any = g == 0;
            for (int k = 0; k < 4; k++)
                any = any || t->has[groups[g][k]];
            if (any && !t->has[one])
                return clast_fail_at(t->r->error, place,
                                     "column '%s' is missing; the header has to name %s, %s, %s%s%s", columns[one].name,
                                     columns[first].name, columns[first + 1].name, columns[first + 2].name,
                                     g == 1 ? ", " : "", g == 1 ? columns[QZ].name : "");
        }
    if ((!t->has[SHAPE] && !t->list->shape) || (!t->has[MATERIAL] && !t->list->material)) {
        const char *name = !t->has[SHAPE] && !t->list->shape ? "shape" : "material";
        return clast_fail_at(t->r->error, place,
                             "column '%s' is missing; add it, or give '%s' beside 'file' in the scene", name, name);
    }
    return CLAST_OK;
}

/* The row as a body; the same checks as for a body in the scene, with the place in the CSV file. */
static clast_status put_body(table *t, clast_body *body, const double value[COLUMNS])
{
    clast_place place = {t->line, 1, 1};
    memcpy(body->at, value + X, sizeof body->at);
    memcpy(body->turn, value + QW, sizeof body->turn);
    memcpy(body->velocity, value + VX, sizeof body->velocity);
    memcpy(body->spin, value + WX, sizeof body->spin);
    body->id = (int64_t)value[ID];
    body->size = value[SIZE];
    double length = sqrt(value[QW] * value[QW] + value[QX] * value[QX] + value[QY] * value[QY] + value[QZ] * value[QZ]);
    if (t->has[QW] && (!(length > 0) || !isfinite(length)))
        return clast_fail_at(t->r->error, place, "the quaternion has length %g; give one of length 1", length);
    clast_status status = clast_scene_check_mass(t->r->scene, body->shape, body->material, place, t->r->error);
    body->place = place;
    if (!status)
        status = clast_scene_body(t->r->scene, body, t->r->error);
    if (!status) /* later messages point into the scene file */
        t->r->scene->bodies[t->r->scene->n_bodies - 1].place = t->list->place;
    return status;
}

static clast_status read_field(table *t, int kind, const char *field, clast_place place, clast_body *body,
                               double value[COLUMNS])
{
    clast_node node = {.kind = CLAST_NODE_TEXT, .text = field, .quoted = true, .place = place};
    if (kind == SHAPE)
        return clast_section_shape(t->r, &node, &body->shape);
    if (kind == MATERIAL)
        return clast_section_material(t->r, &node, &body->material);
    const char *range = kind == SIZE ? "(0, inf)" : kind == ID ? "[1, 9007199254740992]" : "";
    clast_status status =
        clast_section_number(t->r, &node, columns[kind].name, columns[kind].unit, range, &value[kind]);
    if (!status && kind == ID && value[ID] != rint(value[ID]))
        status = clast_section_wrong_type(t->r, &node, "id", "a whole number");
    return status;
}

static clast_status read_row(table *t, const char *line)
{
    clast_body body = {.shape = t->list->shape, .material = t->list->material};
    double value[COLUMNS] = {[SIZE] = 1};
    clast_place place = {t->line, 1, 1};
    char field[FIELD];
    int n = 0;
    for (const char *s = line; s; n++) {
        if (!next_field(&s, line, field, &place))
            return clast_fail_at(t->r->error, place, "this field is longer than %d characters", FIELD - 1);
        if (n == t->n)
            return clast_fail_at(t->r->error, place, "this line has more than the %d fields of the header", t->n);
        clast_status status = read_field(t, t->kind[n], field, place, &body, value);
        if (status)
            return status;
    }
    if (n < t->n)
        return clast_fail_at(t->r->error, place, "this line has %d fields; the header names %d", n, t->n);
    return put_body(t, &body, value);
}

static clast_status read_lines(table *t, const char *text)
{
    clast_status status = CLAST_OK;
    for (const char *line = text; line && *line && !status;) {
        t->line++;
        const char *start = line + strspn(line, " \t\r");
        if (*start != '#' && *start != '\n' && *start && t->n == 0) {
            status = read_header(t, line);
            if (!status)
                status = check_header(t);
        } else if (*start != '#' && *start != '\n' && *start) {
            status = read_row(t, line);
        }
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    if (!status && t->n == 0)
        status = clast_fail(t->r->error, CLAST_BAD_INPUT, "the file is empty; it needs a header line such as x, y, z");
    return status;
}

clast_status clast_body_list_csv(clast_reader *r, const clast_body_list *list)
{
    char *text = NULL;
    size_t size = 0, before = r->scene->n_bodies;
    table t = {.r = r, .list = list};
    clast_status status = clast_bytes_read(list->file, 0, NULL, &text, &size, r->error);
    if (status)
        return status;
    status = clast_bytes_check(text, size, false, r->error);
    if (!status)
        status = read_lines(&t, text);
    if (!status && r->scene->n_bodies == before)
        status = clast_fail(r->error, CLAST_BAD_INPUT, "the list has a header but no bodies");
    if (status)
        clast_scene_locate_in(list->file, text, r->error);
    free(text);
    static const int told[] = {ID, QW, VX, WX, SIZE};
    static const char *const names[] = {"id", "turn", "velocity", "spin", "size"};
    static const char *const values[] = {"the next free one", "none", "[0, 0, 0]", "[0, 0, 0]", "1"};
    for (int i = 0; i < 5 && !status; i++)
        if (!t.has[told[i]])
            status = clast_section_took(r, list->path, names[i], values[i]);
    return status;
}

clast_status clast_body_list_read(clast_reader *r, const clast_body_list *list)
{
    unsigned char head[4] = {0};
    FILE *file = fopen(list->file, "rb");
    size_t got = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    bool h5 = got == 4 && !memcmp(head, "\x89HDF", 4);
    if (!h5 && list->step >= 0)
        return clast_fail_at(r->error, list->place, "'step' goes with an HDF5 file; '%.200s' is none", list->file);
    clast_status status = h5 ? clast_body_list_h5(r, list) : clast_body_list_csv(r, list);
    if (status && !r->error->file[0] && r->error->place.line == 0)
        r->error->place = list->place; /* it is the reference that is wrong: point at it */
    return status;
}
