/* The walk over one section, in an order that gives the most helpful message first: keys that do not exist, the form
 * that was chosen, keys that do not go with it, then values and what is missing, row by row. */
#include "io/section.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "io/value.h"

const char *clast_section_path(const char *path, const char *name, char out[CLAST_PATH])
{
    snprintf(out, CLAST_PATH, "%s%s%s", path, path[0] ? "." : "", name);
    return out;
}

clast_status clast_section_took(clast_reader *r, const char *path, const char *name, const char *value)
{
    char whole[CLAST_PATH], starred[CLAST_PATH];
    clast_section_path(path, name, whole);
    size_t n = 0;
    for (const char *s = whole; *s && n + 2 < sizeof starred;) {
        starred[n++] = *s++;
        if (starred[n - 1] != '[')
            continue;
        starred[n++] = '*';
        while (isdigit((unsigned char)*s))
            s++;
    }
    starred[n] = '\0';
    return clast_scene_took(r->scene, starred, value, r->error);
}

static const char *section_name(const char *path) { return path[0] ? path : "the scene"; }

/* The keys of a section that can be used now, each once. */
static int names_of(const char *section, const char *names[64])
{
    int n = 0;
    for (int i = 0; i < clast_keys_count(); i++) {
        const clast_key_row *key = clast_keys_at(i);
        bool known = strcmp(key->section, section) != 0 || key->need == CLAST_KEY_LATER;
        for (int k = 0; k < n && !known; k++)
            known = !strcmp(names[k], key->name);
        if (!known && n < 64)
            names[n++] = key->name;
    }
    return n;
}

clast_status clast_section_unknown_key(clast_reader *r, const clast_node *child, const char *path,
                                       const char *const *names, int n)
{
    char quoted[CLAST_QUOTE], known[400] = "none";
    const char *near = clast_nearest(child->key, names, n);
    clast_scene_quote(child->key, quoted);
    if (near)
        return clast_fail_at(r->error, child->key_place, "unknown key '%s' in %s; did you mean '%s'?", quoted,
                             section_name(path), near);
    for (int i = 0, used = 0; i < n; i++)
        used += snprintf(known + used, sizeof known - (size_t)used, "%s%s", i ? ", " : "", names[i]);
    return clast_fail_at(r->error, child->key_place, "unknown key '%s' in %s; known: %s", quoted, section_name(path),
                         known);
}

static clast_status check_names(clast_reader *r, const char *section, const char *path, const clast_node *node)
{
    for (const clast_node *child = node->first; child; child = child->next) {
        const clast_key_row *key = clast_keys_find(section, child->key, NULL);
        if (!key) {
            const char *names[64];
            return clast_section_unknown_key(r, child, path, names, names_of(section, names));
        }
        if (key->need == CLAST_KEY_LATER)
            return clast_fail_at(r->error, child->key_place,
                                 "'%s' in %s (%s) comes in a later version; take it out to run with this one",
                                 child->key, section_name(path), key->meaning);
    }
    return CLAST_OK;
}

/* Finds the one ONE_OF key that is given; *form stays NULL for sections without forms. */
static clast_status choose_form(clast_reader *r, const char *section, const char *path, const clast_node *node,
                                const char **form)
{
    char choices[200] = "";
    size_t used = 0;
    const clast_node *first = NULL;
    for (int i = 0; i < clast_keys_count(); i++) {
        const clast_key_row *key = clast_keys_at(i);
        if (strcmp(key->section, section) != 0 || key->need != CLAST_KEY_ONE_OF)
            continue;
        used += (size_t)snprintf(choices + used, sizeof choices - used, "%s'%s'", used ? ", " : "", key->name);
        const clast_node *child = clast_node_find(node, key->name);
        if (child && first)
            return clast_fail_at(r->error, child->key_place, "%s has both '%s' and '%s'; give one of them",
                                 section_name(path), first->key, key->name);
        if (child)
            first = child;
    }
    if (used && !first)
        return clast_fail_at(r->error, clast_node_head(node), "%s needs one of the keys %s", section_name(path),
                             choices);
    *form = first ? first->key : NULL;
    return CLAST_OK;
}

static clast_status check_form(clast_reader *r, const char *section, const char *path, const clast_node *node,
                               const char *form)
{
    for (const clast_node *child = node ? node->first : NULL; child && form; child = child->next)
        if (!clast_keys_find(section, child->key, form))
            return clast_fail_at(r->error, child->key_place, "'%s' does not go with '%s' in %s; it goes with '%s'",
                                 child->key, form, section_name(path),
                                 clast_keys_find(section, child->key, NULL)->with);
    return CLAST_OK;
}

static clast_status missing(clast_reader *r, const clast_key_row *key, const char *path, const clast_node *node,
                            void *out)
{
    if (key->need == CLAST_KEY_NEEDED) {
        clast_place place = node ? clast_node_head(node) : (clast_place){0};
        bool unit = key->detail[0] && key->type <= CLAST_KEY_BOX && key->type != CLAST_KEY_CHOICE;
        return clast_fail_at(r->error, place, "%s needs the key '%s' (%s%s%s)", section_name(path), key->name,
                             key->meaning, unit ? ", " : "", unit ? key->detail : "");
    }
    if (!key->fallback)
        return CLAST_OK;
    clast_status status = clast_section_took(r, path, key->name, key->fallback);
    return status ? status : clast_value_fallback(r, key, out);
}

clast_status clast_section_read(clast_reader *r, const char *section, const char *path, const clast_node *node,
                                void *out, size_t size)
{
    const char *form = NULL;
    clast_status status = CLAST_OK;
    memset(out, 0, size);
    if (clast_node_is_null(node) && path[0])
        status = CLAST_OK; /* a key with nothing behind it is an empty section */
    else if (node->kind != CLAST_NODE_MAP)
        return clast_section_wrong_type(r, node, section_name(path), "a section of keys");
    else
        status = check_names(r, section, path, node);
    if (!status)
        status = choose_form(r, section, path, node, &form);
    if (!status)
        status = check_form(r, section, path, node, form);
    for (int i = 0; i < clast_keys_count() && !status; i++) {
        const clast_key_row *key = clast_keys_at(i);
        bool skip = key->need == CLAST_KEY_LATER || (form && key->with && strcmp(key->with, form) != 0);
        if (strcmp(key->section, section) != 0 || skip)
            continue;
        const clast_node *child = clast_node_find(node, key->name);
        if (child)
            status = clast_value_read(r, key, child, (char *)out + key->offset);
        else
            status = missing(r, key, path, node, (char *)out + key->offset);
    }
    return status;
}
