/* Asking a node of the tree, and writing the tree as YAML text again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/yaml.h"

const clast_node *clast_node_find(const clast_node *node, const char *key)
{
    if (!node || node->kind != CLAST_NODE_MAP)
        return NULL;
    for (const clast_node *child = node->first; child; child = child->next)
        if (!strcmp(child->key, key))
            return child;
    return NULL;
}

bool clast_node_is_null(const clast_node *node)
{
    if (!node)
        return true;
    if (node->kind != CLAST_NODE_TEXT || node->quoted)
        return false;
    return !node->text[0] || !strcmp(node->text, "~") || !strcmp(node->text, "null");
}

clast_place clast_node_head(const clast_node *node)
{
    if (!node)
        return (clast_place){0};
    if (node->key)
        return node->key_place;
    if (node->kind == CLAST_NODE_MAP && !node->flow && node->first)
        return node->first->key_place;
    return node->place;
}

const char *clast_node_kind_name(const clast_node *node)
{
    if (clast_node_is_null(node))
        return "empty";
    return node->kind == CLAST_NODE_LIST ? "a list" : node->kind == CLAST_NODE_MAP ? "a section" : "text";
}

/* ---- writing ---- */

static void put_text(FILE *out, const char *text, bool quoted)
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+- ";
    size_t length = strlen(text);
    bool plain = !quoted && length && strspn(text, safe) == length && text[0] != ' ' && text[length - 1] != ' ' &&
                 !(text[0] == '-' && (length == 1 || text[1] == ' ' || text[1] == '-')) && strcmp(text, "...") != 0;
    if (plain) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (const char *s = text; *s; s++) {
        if ((unsigned char)*s < 0x20 || *s == 0x7F)
            fprintf(out, "\\x%02X", (unsigned)(unsigned char)*s);
        else
            fprintf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    }
    fputc('"', out);
}

static void put_flow(FILE *out, const clast_node *node)
{
    if (node->kind == CLAST_NODE_TEXT) {
        if (!clast_node_is_null(node))
            put_text(out, node->text, node->quoted);
        else
            fputs("null", out);
        return;
    }
    fputc(node->kind == CLAST_NODE_MAP ? '{' : '[', out);
    for (const clast_node *child = node->first; child; child = child->next) {
        if (node->kind == CLAST_NODE_MAP) {
            put_text(out, child->key, false);
            fputs(": ", out);
        }
        put_flow(out, child);
        fputs(child->next ? ", " : "", out);
    }
    fputc(node->kind == CLAST_NODE_MAP ? '}' : ']', out);
}

/* Block style where the user wrote block style; the cursor stands at `indent` on a fresh line. */
static void put_block(FILE *out, const clast_node *node, int indent)
{
    for (const clast_node *child = node->first; child; child = child->next) {
        if (child != node->first)
            fprintf(out, "%*s", indent, "");
        bool block = child->kind != CLAST_NODE_TEXT && !child->flow && child->count > 0;
        if (node->kind == CLAST_NODE_LIST) {
            fputs("- ", out);
        } else {
            put_text(out, child->key, false);
            fputs(block ? ":\n" : ": ", out);
            if (block)
                fprintf(out, "%*s", indent + 2, "");
        }
        if (block) {
            put_block(out, child, indent + 2);
        } else {
            put_flow(out, child);
            fputc('\n', out);
        }
    }
}

char *clast_yaml_emit(const clast_node *root, const char *head)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs("# ", out);
    for (const char *s = head; *s; s++)
        fputc((unsigned char)*s < 0x20 ? ' ' : *s, out);
    fputc('\n', out);
    if (root && root->kind != CLAST_NODE_TEXT && !root->flow && root->count > 0) {
        put_block(out, root, 0);
    } else if (root) {
        put_flow(out, root);
        fputc('\n', out);
    }
    bool bad = ferror(out);
    if (fclose(out) || bad) {
        free(text);
        return NULL;
    }
    return text;
}
