/* Overrides: "time.end=2 s", "bodies[0].velocity=[1, 0, 0]". They change the tree before it is read, so every check and
 * every default works on them as on the file; their places carry the number of the override. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/bytes.h"
#include "io/scene_read.h"

/* Marks a whole branch as coming from override number k (from 1). */
static void mark(clast_node *node, int k)
{
    node->place.line = -k;
    node->key_place.line = -k;
    for (clast_node *child = node->first; child; child = child->next)
        mark(child, k);
}

typedef struct walk {
    clast_arena *arena;
    clast_error *error;
    clast_place place; /* of errors: the override itself */
    clast_node *node;
} walk;

static clast_node *new_node(walk *w, const char *key, size_t length)
{
    clast_node *node = clast_arena_take(w->arena, sizeof *node);
    char *copy = node && key ? clast_arena_take(w->arena, length + 1) : NULL;
    if (!node || (key && !copy))
        return NULL;
    if (key)
        memcpy(copy, key, length);
    *node = (clast_node){.kind = CLAST_NODE_TEXT, .text = "", .key = copy, .place = w->place, .key_place = w->place};
    return node;
}

static bool key_is(const clast_node *node, const char *key, size_t length)
{
    return strlen(node->key) == length && !memcmp(node->key, key, length);
}

/* Steps into the child of that name; a missing one is made. */
static clast_status step_key(walk *w, const char *key, size_t length)
{
    clast_node *node = w->node;
    if (length == 0)
        return clast_fail_at(w->error, w->place, "the path has an empty part; write it like time.end=2 s");
    if (clast_node_is_null(node)) {
        node->kind = CLAST_NODE_MAP;
        node->text = "";
    }
    if (node->kind != CLAST_NODE_MAP)
        return clast_fail_at(w->error, w->place, "there is no '%.*s': what stands before it is %s, not a section",
                             (int)(length > 60 ? 60 : length), key, clast_node_kind_name(node));
    clast_node **end = &node->first;
    while (*end && !key_is(*end, key, length))
        end = &(*end)->next;
    if (!*end) {
        *end = new_node(w, key, length);
        node->count++;
    }
    if (!*end)
        return clast_fail_memory(w->error);
    w->node = *end;
    return CLAST_OK;
}

/* Steps into item [i]; *s stands behind the bracket and ends behind its partner. */
static clast_status step_index(walk *w, const char **s)
{
    char *end = NULL;
    long index = isdigit((unsigned char)**s) ? strtol(*s, &end, 10) : -1;
    if (index < 0 || *end != ']')
        return clast_fail_at(w->error, w->place, "an index is a whole number from 0 in brackets: bodies[0].size=2");
    if (w->node->kind != CLAST_NODE_LIST)
        return clast_fail_at(w->error, w->place, "[%ld] asks for an item of a list, but there is %s", index,
                             clast_node_is_null(w->node) ? "nothing" : clast_node_kind_name(w->node));
    if (index >= w->node->count)
        return clast_fail_at(w->error, w->place, "[%ld] is not there; the list has %d items, the first is [0]", index,
                             w->node->count);
    clast_node *item = w->node->first;
    while (index-- > 0)
        item = item->next;
    w->node = item;
    *s = end + 1;
    return CLAST_OK;
}

static clast_status follow_path(walk *w, const char *path, const char *end)
{
    clast_status status = CLAST_OK;
    for (const char *s = path; s < end && !status;) {
        if (*s == '[') {
            s++;
            status = step_index(w, &s);
            if (!status && s < end && *s == '.')
                s++;
            continue;
        }
        size_t length = strcspn(s, ".[=");
        status = step_key(w, s, length);
        s += length;
        if (s < end && *s == '.' && ++s == end)
            return clast_fail_at(w->error, w->place, "the path ends with a dot; write it like time.end=2 s");
    }
    return status;
}

/* Replaces what stands at the node by the value, keeping its key and its followers. */
static void put_value(clast_node *at, const clast_node *value)
{
    clast_node *next = at->next;
    const char *key = at->key;
    *at = *value;
    at->key = key;
    at->next = next;
}

static clast_status apply(const char *set, int k, clast_arena *arena, clast_node *root, clast_error *error)
{
    walk w = {arena, error, {-k, 1, 1}, root};
    const char *equals = strchr(set, '=');
    if (!equals || equals == set)
        return clast_fail_at(error, w.place, "an override is path=value, for example time.end=2 s");
    clast_node *value = NULL;
    clast_status status = clast_bytes_check(set, strlen(set), false, error);
    if (!status && equals[1 + strspn(equals + 1, " \t\r\n")] == '%')
        status = clast_fail_at(error, w.place, "a value cannot start with '%%'");
    if (!status && strpbrk(set, "\n"))
        status = clast_fail_at(error, w.place, "an override is a single line");
    if (!status)
        status = clast_yaml_parse(equals + 1, strlen(equals + 1), arena, &value, error);
    if (status) {
        if (error && status == CLAST_BAD_INPUT)
            error->place = w.place;
        return status;
    }
    if (!value)
        return clast_fail_at(error, w.place, "there is no value behind '='");
    status = follow_path(&w, set, equals);
    if (status)
        return status;
    mark(value, k);
    value->flow = value->kind != CLAST_NODE_TEXT;
    put_value(w.node, value);
    return CLAST_OK;
}

clast_status clast_scene_set(const char *const *set, int n_set, clast_arena *arena, clast_node **root,
                             clast_error *error)
{
    clast_status status = CLAST_OK;
    for (int i = 0; i < n_set && !status; i++)
        status = apply(set[i], i + 1, arena, *root, error);
    return status;
}
