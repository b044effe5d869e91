/* Contact rules: which pair, and for each kind of term a law and its parameters, all by the table of laws. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "io/scene_read.h"
#include "io/text.h"
#include "law/law.h"

static clast_status unknown_law(clast_reader *r, clast_term_kind kind, const char *name, clast_place place)
{
    const char *names[64];
    char what[64];
    int n = 0;
    for (int i = 0; i < clast_law_count() && n < 64; i++)
        if (clast_law_at(i)->kind == kind)
            names[n++] = clast_law_at(i)->name;
    snprintf(what, sizeof what, "%s law", clast_term_name(kind));
    return clast_scene_unknown(what, name, "known", names, n, place, r->error);
}

static clast_status read_param(clast_reader *r, const clast_param *param, const clast_node *node, double *value)
{
    char range[96];
    const char *open = param->low > 0 && param->low < 1e-200 ? "(0" : NULL; /* the tables' way to say: more than 0 */
    if (open)
        snprintf(range, sizeof range, "(0, ");
    else
        snprintf(range, sizeof range, "[%.17g, ", param->low);
    size_t used = strlen(range);
    if (isfinite(param->high))
        snprintf(range + used, sizeof range - used, "%.17g]", param->high);
    else
        snprintf(range + used, sizeof range - used, "inf)");
    return clast_section_number(r, node, param->name, param->unit, isfinite(param->low) ? range : "", value);
}

/* The parameters of a law as a section of their own. */
static clast_status read_params(clast_reader *r, const clast_law *law, const char *path, const clast_node *node,
                                clast_term *term)
{
    const char *names[CLAST_TERM_PARAMS];
    if (clast_node_is_null(node))
        return CLAST_OK;
    if (node->kind == CLAST_NODE_TEXT && law->n_params == 1) /* {restitution: 0.5}: there is only one to be meant */
        return read_param(r, &law->params[0], node, &term->param[0]);
    if (node->kind != CLAST_NODE_MAP)
        return clast_section_wrong_type(r, node, path, "a section with the law's parameters");
    for (int i = 0; i < law->n_params; i++)
        names[i] = law->params[i].name;
    for (const clast_node *child = node->first; child; child = child->next) {
        int i = 0;
        while (i < law->n_params && strcmp(names[i], child->key) != 0)
            i++;
        if (i == law->n_params)
            return clast_section_unknown_key(r, child, path, names, law->n_params);
        clast_status status = read_param(r, &law->params[i], child, &term->param[i]);
        if (status)
            return status;
    }
    return CLAST_OK;
}

static clast_status set_law(clast_reader *r, clast_term_kind kind, const char *name, clast_place place,
                            clast_term *term, const clast_law **law)
{
    *law = clast_law_find(kind, name);
    if (!*law)
        return unknown_law(r, kind, name, place);
    term->law = (*law)->name;
    term->place = place;
    return CLAST_OK;
}

/* `friction: 0.6` and `friction: {static: 0.4, dynamic: 0.3}` mean Coulomb's law. */
static clast_status read_friction(clast_reader *r, const char *path, const clast_node *node, clast_term *term)
{
    const clast_law *law;
    char below[CLAST_PATH];
    clast_status status = set_law(r, CLAST_FRICTION, "coulomb", node->place, term, &law);
    if (status)
        return status;
    if (node->kind == CLAST_NODE_LIST)
        return clast_section_wrong_type(r, node, "friction", "a coefficient or {static, dynamic}");
    if (node->kind == CLAST_NODE_MAP) {
        status = read_params(r, law, clast_section_path(path, "friction", below), node, term);
        if (status || isnan(term->param[0]) || !isnan(term->param[1]))
            return status;
        term->param[1] = term->param[0];
        return clast_section_took(r, below, "dynamic", "as static");
    }
    clast_param one = law->params[0];
    one.name = "friction";
    status = read_param(r, &one, node, &term->param[0]);
    term->param[1] = term->param[0];
    return status;
}

/* Does friction name a law, or only give coefficients? */
static bool names_law(const clast_node *node)
{
    if (node->kind == CLAST_NODE_TEXT)
        return node->text[0] && !strchr("+-.0123456789", node->text[0]);
    return node->kind == CLAST_NODE_MAP && node->first && clast_law_find(CLAST_FRICTION, node->first->key);
}

static clast_status read_term(clast_reader *r, clast_term_kind kind, const char *path, const clast_node *node,
                              clast_term *term)
{
    const char *name = clast_term_name(kind);
    const clast_law *law;
    if (kind == CLAST_FRICTION && !names_law(node))
        return read_friction(r, path, node, term);
    if (node->kind == CLAST_NODE_TEXT && !clast_node_is_null(node))
        return set_law(r, kind, node->text, node->place, term, &law);
    if (node->kind != CLAST_NODE_MAP || node->count != 1)
        return clast_section_wrong_type(r, node, name, "the name of one law, or {law: {parameter: value, ...}}");
    const clast_node *child = node->first;
    clast_status status = set_law(r, kind, child->key, child->key_place, term, &law);
    char below[CLAST_PATH], deepest[CLAST_PATH];
    clast_section_path(clast_section_path(path, name, below), child->key, deepest);
    return status ? status : read_params(r, law, deepest, child, term);
}

static clast_status read_rule(clast_reader *r, const char *path, const clast_node *node, clast_contact *rule)
{
    clast_contact_keys keys;
    clast_status status = clast_section_read(r, "contact", path, node, &keys, sizeof keys);
    for (int kind = 0; kind < CLAST_TERM_KINDS && !status; kind++)
        if (keys.term[kind])
            status = read_term(r, (clast_term_kind)kind, path, keys.term[kind], &rule->term[kind]);
    if (status || !keys.restitution)
        return status;
    if (keys.term[CLAST_DAMPING])
        return clast_fail_at(r->error, keys.restitution->key_place,
                             "%s has both 'damping' and 'restitution'; give one of them", path);
    const clast_law *law;
    clast_term *term = &rule->term[CLAST_DAMPING];
    status = set_law(r, CLAST_DAMPING, "restitution", keys.restitution->place, term, &law);
    if (status)
        return status;
    clast_param one = law->params[0];
    one.name = "restitution";
    return read_param(r, &one, keys.restitution, &term->param[0]);
}

/* Fills in the law's own defaults and demands what has none. `base` is the default rule, from which a parameter that
 * is not given comes when both have the same law; NULL for the default rule itself. */
static clast_status complete(clast_reader *r, const char *path, const clast_contact *base, clast_contact *rule)
{
    for (int kind = 0; kind < CLAST_TERM_KINDS; kind++) {
        clast_term *term = &rule->term[kind];
        const clast_law *law = term->law ? clast_law_find((clast_term_kind)kind, term->law) : NULL;
        if (!law || (base && base->term[kind].law && !strcmp(base->term[kind].law, term->law)))
            continue;
        char name[128], value[CLAST_TEXT_NUMBER];
        for (int i = 0; i < law->n_params; i++) {
            const clast_param *param = &law->params[i];
            snprintf(name, sizeof name, "%s.%s.%s", clast_term_name((clast_term_kind)kind), law->name, param->name);
            if (!isnan(term->param[i]))
                continue;
            if (isnan(param->fallback))
                return clast_fail_at(r->error, term->place, "%s law '%s' needs the parameter '%s' (%s, %s)",
                                     clast_term_name((clast_term_kind)kind), law->name, param->name, param->meaning,
                                     param->unit);
            term->param[i] = param->fallback;
            clast_status status = clast_section_took(r, path, name, clast_text_number(param->fallback, value));
            if (status)
                return status;
        }
    }
    return CLAST_OK;
}

/* What the default rule does not say: Hertz, Mindlin, no damping, nothing else. Friction has no safe default and must be said. */
static clast_status complete_default(clast_reader *r, const clast_node *node, clast_contact *rule)
{
    static const char *const usual[CLAST_TERM_KINDS] = {[CLAST_NORMAL] = "hertz",
                                                        [CLAST_DAMPING] = "none",
                                                        [CLAST_TANGENTIAL] = "mindlin",
                                                        [CLAST_ROLLING] = "none",
                                                        [CLAST_COHESION] = "none"};
    const char *path = "contacts.default";
    clast_status status = CLAST_OK;
    for (int kind = 0; kind < CLAST_TERM_KINDS && !status; kind++) {
        if (rule->term[kind].law || !usual[kind])
            continue;
        rule->term[kind].law = usual[kind];
        rule->term[kind].place = node->key_place;
        status = clast_section_took(r, path, clast_term_name((clast_term_kind)kind), usual[kind]);
    }
    if (status)
        return status;
    if (!rule->term[CLAST_FRICTION].law && strcmp(rule->term[CLAST_TANGENTIAL].law, "none") != 0)
        return clast_fail_at(r->error, node->key_place,
                             "contacts.default needs the key 'friction' (a coefficient or {static, dynamic}; 0: none)");
    return complete(r, path, NULL, rule);
}

/* Splits "a-b" where both sides are materials; names may contain '-' themselves. */
static clast_status split_pair(clast_reader *r, const clast_node *node, const char *pair[2])
{
    int found = 0;
    const char *unknown = NULL;
    if (!strchr(node->key, '-'))
        return clast_fail_at(r->error, node->key_place,
                             "'%.60s' is no pair of materials; write material-material, or default", node->key);
    for (const char *dash = strchr(node->key, '-'); dash; dash = strchr(dash + 1, '-')) {
        char *left = clast_arena_text(&r->scene->arena, node->key);
        if (!left)
            return clast_fail_memory(r->error);
        left[dash - node->key] = '\0';
        const char *right = left + (dash - node->key) + 1;
        bool has_left = clast_scene_find_material(r->scene, left) >= 0;
        bool has_right = clast_scene_find_material(r->scene, right) >= 0;
        if (has_left && has_right && found++ == 0) {
            pair[0] = left;
            pair[1] = right;
        }
        if (!has_left || !has_right) /* the side that is wrong; best where the other side is right */
            unknown = has_left ? right : has_right ? left : unknown ? unknown : left;
        if (strlen(node->key) > 200)
            break; /* a key of thousands of dashes would cost its square */
    }
    if (found > 1)
        return clast_fail_at(r->error, node->key_place,
                             "'%.60s' can be split in more than one way; rename a material so that it cannot",
                             node->key);
    return found ? CLAST_OK : clast_scene_unknown_material(r->scene, unknown, node->key_place, r->error);
}

static clast_status read_pair(clast_reader *r, const clast_node *node, const clast_contact *base)
{
    clast_contact rule = clast_contact_default();
    char path[CLAST_PATH];
    clast_section_path("contacts", node->key, path);
    rule.place = node->key_place;
    clast_status status = split_pair(r, node, rule.material);
    if (!status)
        status = read_rule(r, path, node, &rule);
    if (!status)
        status = complete(r, path, base, &rule);
    return status ? status : clast_scene_contact(r->scene, &rule, r->error);
}

clast_status clast_scene_read_contacts(clast_reader *r, const clast_node *contacts)
{
    if (contacts->kind != CLAST_NODE_MAP)
        return clast_section_wrong_type(r, contacts, "contacts", "default: {...} and pairs a-b: {...}");
    const clast_node *first = clast_node_find(contacts, "default");
    if (!first)
        return clast_fail_at(r->error, contacts->key_place,
                             "contacts needs the key 'default' (the rule for every pair that has none of its own)");
    clast_contact base = clast_contact_default();
    base.place = first->key_place;
    clast_status status = read_rule(r, "contacts.default", first, &base);
    if (!status)
        status = complete_default(r, first, &base);
    if (!status)
        status = clast_scene_contact(r->scene, &base, r->error);
    for (const clast_node *node = contacts->first; node && !status; node = node->next)
        if (node != first)
            status = read_pair(r, node, &base);
    return status;
}
