/* YAML as a tree of nodes that know where they stand. yaml.c alone includes libfyaml.
 * The language is the plain part of YAML 1.2: no anchors, no aliases, no tags, one document, no key twice. */
#ifndef CLAST_IO_YAML_H
#define CLAST_IO_YAML_H

#include "base/arena.h"
#include "clast/clast.h"

typedef enum clast_node_kind { CLAST_NODE_TEXT, CLAST_NODE_LIST, CLAST_NODE_MAP } clast_node_kind;

/* A node carries the key under which it stands in its parent. A place with a negative line -k is in the k-th override
 * instead of the file. */
typedef struct clast_node {
    clast_node_kind kind;
    bool quoted, flow; /* how it was written */
    const char *text;  /* of a CLAST_NODE_TEXT; "" otherwise */
    const char *key;   /* NULL in a list */
    clast_place place, key_place;
    struct clast_node *first, *next; /* children in order */
    int count;
} clast_node;

enum { CLAST_YAML_DEPTH = 32 };

/* Parses text (already behind clast_bytes_check) into nodes that live in the arena. An empty document gives *root NULL.
 * An error has its place; the caller adds file and source line. */
clast_status clast_yaml_parse(const char *text, size_t size, clast_arena *arena, clast_node **root, clast_error *error);

/* The child under a key, or NULL; node may be NULL. */
const clast_node *clast_node_find(const clast_node *node, const char *key);
/* Nothing was written: no node, an empty value, ~ or null. */
bool clast_node_is_null(const clast_node *node);
/* Where to point when a section lacks something: its key, or its first line. */
clast_place clast_node_head(const clast_node *node);
/* "a list", "a section", "text": for messages. */
const char *clast_node_kind_name(const clast_node *node);

/* The tree as YAML text, malloc'ed; comments are lost, `head` comes first as a comment. */
char *clast_yaml_emit(const clast_node *root, const char *head);

#endif
