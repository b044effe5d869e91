/* From libfyaml's events to our nodes. Events instead of its document: a third of the time and memory, and the checks
 * (depth, aliases, keys given twice) are ours, so that none of them takes more than n log n. */
#include "io/yaml.h"

#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

typedef struct builder {
    clast_arena *arena;
    clast_error *error;
    clast_node *root;
    clast_node *open[CLAST_YAML_DEPTH]; /* collections not yet closed, outermost first */
    clast_node *last[CLAST_YAML_DEPTH]; /* their latest children */
    int depth, documents;
    const char *key; /* read, waits for its value */
    clast_place key_place;
} builder;

static clast_place place_of(const struct fy_mark *start, const struct fy_mark *end)
{
    if (!start)
        return (clast_place){0};
    int width = end && end->line == start->line && end->column > start->column ? end->column - start->column : 1;
    return (clast_place){start->line + 1, start->column + 1, width};
}

static clast_place token_place(struct fy_token *token)
{
    return token ? place_of(fy_token_start_mark(token), fy_token_end_mark(token)) : (clast_place){0};
}

/* Hangs a new node into the innermost open collection; NULL when memory is used up. */
static clast_node *add(builder *b, clast_node_kind kind, clast_place place)
{
    clast_node *node = clast_arena_take(b->arena, sizeof *node);
    if (!node)
        return NULL;
    *node = (clast_node){.kind = kind, .text = "", .place = place, .key = b->key, .key_place = b->key_place};
    if (place.line == 0) /* an empty value has no place of its own */
        node->place = b->key_place;
    if (b->depth == 0) {
        b->root = node;
    } else {
        clast_node *parent = b->open[b->depth - 1], **last = &b->last[b->depth - 1];
        if (*last)
            (*last)->next = node;
        else
            parent->first = node;
        *last = node;
        parent->count++;
    }
    b->key = NULL;
    return node;
}

static bool wants_key(const builder *b)
{
    return b->depth > 0 && b->open[b->depth - 1]->kind == CLAST_NODE_MAP && !b->key;
}

static clast_status scalar(builder *b, struct fy_token *token)
{
    size_t length = 0;
    const char *text = token ? fy_token_get_text(token, &length) : "";
    bool quoted = token && fy_token_scalar_style(token) != FYSS_PLAIN;
    clast_place place = token_place(token);
    if (quoted && place.column > 1 &&
        (fy_token_scalar_style(token) == FYSS_SINGLE_QUOTED || fy_token_scalar_style(token) == FYSS_DOUBLE_QUOTED))
        place = (clast_place){place.line, place.column - 1, place.width + 2}; /* the marks count too */
    if (!text)
        return clast_fail_memory(b->error);
    if (memchr(text, 0, length))
        return clast_fail_at(b->error, place, "the text contains a zero character (\\0), which is not allowed");
    char *copy = clast_arena_take(b->arena, length + 1);
    if (!copy)
        return clast_fail_memory(b->error);
    memcpy(copy, text, length);
    if (wants_key(b)) {
        b->key = copy;
        b->key_place = place;
        return CLAST_OK;
    }
    clast_node *node = add(b, CLAST_NODE_TEXT, place);
    if (!node)
        return clast_fail_memory(b->error);
    node->text = copy;
    node->quoted = quoted;
    return CLAST_OK;
}

static clast_status open_collection(builder *b, clast_node_kind kind, struct fy_token *token)
{
    clast_place place = token_place(token);
    if (wants_key(b))
        return clast_fail_at(b->error, place, "a key must be plain text, not a list or a section");
    if (b->depth == CLAST_YAML_DEPTH)
        return clast_fail_at(b->error, place, "nested deeper than %d levels", CLAST_YAML_DEPTH);
    const struct fy_mark *start = token ? fy_token_start_mark(token) : NULL;
    const struct fy_mark *end = token ? fy_token_end_mark(token) : NULL;
    clast_node *node = add(b, kind, place);
    if (!node)
        return clast_fail_memory(b->error);
    node->flow = start && end && end->input_pos > start->input_pos; /* a bracket is there; block style has no width */
    b->open[b->depth] = node;
    b->last[b->depth++] = NULL;
    return CLAST_OK;
}

static int by_key(const void *a, const void *b)
{
    const clast_node *x = *(clast_node *const *)a, *y = *(clast_node *const *)b;
    int order = strcmp(x->key, y->key);
    if (order)
        return order;
    if (x->key_place.line != y->key_place.line)
        return x->key_place.line < y->key_place.line ? -1 : 1;
    return x->key_place.column < y->key_place.column ? -1 : 1;
}

/* Refuses a key given twice; sorting keeps a file of a million keys harmless. */
static clast_status check_keys(builder *b, const clast_node *map)
{
    if (map->count < 2)
        return CLAST_OK;
    const clast_node **sorted = malloc((size_t)map->count * sizeof(clast_node *));
    if (!sorted)
        return clast_fail_memory(b->error);
    int n = 0;
    for (const clast_node *child = map->first; child; child = child->next)
        sorted[n++] = child;
    qsort(sorted, (size_t)n, sizeof(clast_node *), by_key);
    const clast_node *twice = NULL, *before = NULL;
    for (int i = 1; i < n; i++)
        if (!strcmp(sorted[i - 1]->key, sorted[i]->key) &&
            (!twice || sorted[i]->key_place.line < twice->key_place.line)) {
            twice = sorted[i];
            before = sorted[i - 1];
        }
    free(sorted);
    if (!twice)
        return CLAST_OK;
    return clast_fail_at(b->error, twice->key_place, "key '%s' is given twice; the first is on line %d", twice->key,
                         before->key_place.line);
}

static clast_status close_collection(builder *b, struct fy_token *token)
{
    clast_node *node = b->depth > 0 ? b->open[--b->depth] : NULL;
    if (!node) /* libfyaml pairs its events; it does not get through here if it does not */
        return clast_fail(b->error, CLAST_BAD_INPUT, "the YAML cannot be parsed");
    const struct fy_mark *end = token ? fy_token_end_mark(token) : NULL;
    if (node->flow && end && end->line + 1 == node->place.line)
        node->place.width = end->column + 1 - node->place.column;
    b->key = NULL;
    return node->kind == CLAST_NODE_MAP ? check_keys(b, node) : CLAST_OK;
}

/* The mark & or * itself is not in libfyaml's token. */
static clast_place with_mark(clast_place place) { return (clast_place){place.line, place.column - 1, place.width + 1}; }

static clast_status refuse_extras(builder *b, struct fy_event *event)
{
    if (event->type == FYET_ALIAS)
        return clast_fail_at(b->error, with_mark(token_place(fy_event_get_token(event))),
                             "aliases (*name) are no part of a scene; write the value out");
    struct fy_token *anchor = fy_event_get_anchor_token(event), *tag = fy_event_get_tag_token(event);
    if (anchor)
        return clast_fail_at(b->error, with_mark(token_place(anchor)),
                             "anchors (&name) are no part of a scene; remove it");
    if (tag)
        return clast_fail_at(b->error, token_place(tag), "tags (!name) are no part of a scene; remove it");
    return CLAST_OK;
}

static clast_status take_event(builder *b, struct fy_event *event)
{
    struct fy_token *token = fy_event_get_token(event);
    switch (event->type) {
    case FYET_DOCUMENT_START:
        if (b->documents++)
            return clast_fail_at(b->error, token_place(token), "a second document starts here; a file holds one only");
        return CLAST_OK;
    case FYET_SCALAR:
    case FYET_SEQUENCE_START:
    case FYET_MAPPING_START:
    case FYET_ALIAS: {
        clast_status status = refuse_extras(b, event);
        if (status)
            return status;
        if (event->type == FYET_SCALAR)
            return scalar(b, token);
        return open_collection(b, event->type == FYET_MAPPING_START ? CLAST_NODE_MAP : CLAST_NODE_LIST, token);
    }
    case FYET_SEQUENCE_END:
    case FYET_MAPPING_END:
        return close_collection(b, token);
    default:
        return CLAST_OK;
    }
}

/* libfyaml's own words for a syntax error; for a bracket left open also where it was opened. */
static clast_status syntax_error(builder *b, struct fy_diag *diag)
{
    void *walk = NULL;
    struct fy_diag_error *found = fy_diag_errors_iterate(diag, &walk);
    if (!found)
        return clast_fail(b->error, CLAST_BAD_INPUT, "the YAML cannot be parsed");
    clast_place place = {found->line, found->column, 1};
    const clast_node *bracket = NULL;
    for (int i = 0; i < b->depth; i++)
        if (b->open[i]->flow)
            bracket = b->open[i];
    if (bracket && strstr(found->msg, "closing"))
        return clast_fail_at(b->error, bracket->place, "%s (noticed on line %d, column %d)", found->msg, place.line,
                             place.column);
    if (bracket && bracket->place.line < place.line)
        return clast_fail_at(b->error, place, "%s (inside the '%c' opened on line %d, column %d; is it closed?)",
                             found->msg, bracket->kind == CLAST_NODE_MAP ? '{' : '[', bracket->place.line,
                             bracket->place.column);
    return clast_fail_at(b->error, place, "%s", found->msg);
}

/* Swallows what libfyaml would print; the errors are collected instead. */
static void print_nothing(struct fy_diag *diag, void *user, const char *text, size_t length)
{
    (void)diag, (void)user, (void)text, (void)length;
}

static clast_status run_parser(builder *b, struct fy_parser *parser, struct fy_diag *diag)
{
    clast_status status = CLAST_OK;
    struct fy_event *event;
    while (!status && (event = fy_parser_parse(parser))) {
        bool end = event->type == FYET_STREAM_END;
        status = take_event(b, event);
        fy_parser_event_free(parser, event);
        if (end)
            return status;
    }
    return status ? status : syntax_error(b, diag);
}

clast_status clast_yaml_parse(const char *text, size_t size, clast_arena *arena, clast_node **root, clast_error *error)
{
    builder b = {.arena = arena, .error = error};
    struct fy_diag_cfg quiet;
    fy_diag_cfg_default(&quiet);
    quiet.fp = NULL;
    quiet.output_fn = print_nothing;
    struct fy_diag *diag = fy_diag_create(&quiet);
    if (!diag)
        return clast_fail_memory(error);
    fy_diag_set_collect_errors(diag, true);
    struct fy_parse_cfg settings = {.flags = FYPCF_QUIET | FYPCF_JSON_NONE | FYPCF_DEFAULT_VERSION_1_2, .diag = diag};
    struct fy_parser *parser = fy_parser_create(&settings);
    clast_status status;
    if (!parser || fy_parser_set_string(parser, text, size))
        status = clast_fail_memory(error);
    else
        status = run_parser(&b, parser, diag);
    fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    *root = status || clast_node_is_null(b.root) ? NULL : b.root;
    return status;
}
