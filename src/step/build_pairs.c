#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "law/law.h"
#include "step/build.h"

/* What holds where neither the pair's rule nor the default says anything. NULL: it must be said. */
static const char *const assumed[CLAST_TERM_KINDS] = {
    [CLAST_NORMAL] = "hertz",     [CLAST_DAMPING] = NULL,   [CLAST_TANGENTIAL] = "mindlin",
    [CLAST_FRICTION] = "coulomb", [CLAST_ROLLING] = "none", [CLAST_COHESION] = "none"};

typedef struct meeting { /* two materials and the rules that speak of them */
    const clast_material *a, *b;
    const clast_contact *own, *general; /* NULL where there is none */
} meeting;

static bool same(const char *a, const char *b) { return strcmp(a, b) == 0; }

static meeting find_rules(const clast_scene *scene, const clast_material *a, const clast_material *b)
{
    meeting meet = {.a = a, .b = b};
    for (size_t k = 0; k < scene->n_contacts; k++) {
        const clast_contact *rule = &scene->contacts[k];
        if (!rule->material[0])
            meet.general = rule;
        else if ((same(rule->material[0], a->name) && same(rule->material[1], b->name)) ||
                 (same(rule->material[0], b->name) && same(rule->material[1], a->name)))
            meet.own = rule;
    }
    return meet;
}

static clast_place place_of(const meeting *meet)
{
    return meet->own ? meet->own->place : meet->general ? meet->general->place : (clast_place){0};
}

/* The term of a kind: the pair's own, with gaps filled from the default rule if that names the same law. */
static clast_term find_term(const meeting *meet, clast_term_kind kind)
{
    const clast_term *own = meet->own ? &meet->own->term[kind] : NULL;
    const clast_term *general = meet->general ? &meet->general->term[kind] : NULL;
    clast_term term = {.place = place_of(meet)};
    for (int k = 0; k < CLAST_TERM_PARAMS; k++)
        term.param[k] = NAN;
    if (own && own->law)
        term = *own;
    else if (general && general->law)
        term = *general;
    else
        term.law = assumed[kind];
    for (int k = 0; k < CLAST_TERM_PARAMS; k++) {
        if (isnan(term.param[k]) && own && (!own->law || (term.law && same(own->law, term.law))))
            term.param[k] = own->param[k];
        if (isnan(term.param[k]) && general && general->law && term.law && same(general->law, term.law))
            term.param[k] = general->param[k];
    }
    return term;
}

static clast_status unknown_law(const clast_term *term, clast_term_kind kind, clast_error *error)
{
    const char *names[64];
    int n = 0;
    for (int k = 0; k < clast_law_count() && n < 64; k++)
        if (clast_law_at(k)->kind == kind)
            names[n++] = clast_law_at(k)->name;
    char what[48];
    snprintf(what, sizeof what, "%s law", clast_term_name(kind));
    return clast_scene_unknown(what, term->law, "known", names, n, term->place, error);
}

static clast_status fill_parameters(const meeting *meet, const clast_law *law, clast_term *term, clast_error *error)
{
    /* one coefficient of friction given: it holds while slipping too */
    if (law->kind == CLAST_FRICTION && law->n_params == 2 && isnan(term->param[1]))
        term->param[1] = term->param[0];
    for (int k = 0; k < law->n_params; k++) {
        const clast_param *p = &law->params[k];
        if (isnan(term->param[k]))
            term->param[k] = p->fallback;
        if (isnan(term->param[k]))
            return clast_fail_at(error, term->place, "contact of %s and %s: %s '%s' needs '%s' (%s, %s)", meet->a->name,
                                 meet->b->name, clast_term_name(law->kind), law->name, p->name, p->meaning, p->unit);
        if (!(term->param[k] >= p->low && term->param[k] <= p->high))
            return clast_fail_at(error, term->place, "contact of %s and %s: %s is %g; allowed is %g to %g",
                                 meet->a->name, meet->b->name, p->name, term->param[k], p->low, p->high);
    }
    return CLAST_OK;
}

clast_status clast_build_columns(clast_model *m, const clast_law *law, int *at, clast_error *error)
{
    int width = 0;
    for (const char *c = law->history; c && *c; c++)
        width += *c == 'v' ? 3 : 1;
    for (int k = 0; k < m->n_columns; k++)
        if (m->columns[k].law == law) {
            *at = m->columns[k].at;
            return CLAST_OK;
        }
    if (m->n_history + width > CLAST_HISTORY_MOST || m->n_columns == CLAST_HISTORY_MOST)
        return clast_fail(error, CLAST_BAD_INPUT, "the contact laws together need more than %d columns of history",
                          CLAST_HISTORY_MOST);
    *at = m->n_history;
    m->columns[m->n_columns].law = law;
    m->columns[m->n_columns++].at = *at;
    for (const char *c = law->history; c && *c; c++) {
        if (*c == 'e')
            m->rolling_at = m->n_history;
        m->history[m->n_history++] = *c;
        for (int k = 0; *c == 'v' && k < 2; k++)
            m->history[m->n_history++] = '.';
    }
    return CLAST_OK;
}

static clast_status make_term(const meeting *meet, clast_term_kind kind, clast_model *m, clast_pair *pair,
                              clast_error *error)
{
    clast_term term = find_term(meet, kind);
    if (kind == CLAST_FRICTION && pair->law[CLAST_TANGENTIAL]->history[0] == '\0')
        return CLAST_OK; /* nothing tangential to limit */
    if (!term.law)
        return clast_fail_at(error, term.place,
                             "contact of %s and %s: nothing is said on damping; give 'restitution' (1 for elastic) or "
                             "'damping: none'",
                             meet->a->name, meet->b->name);
    const clast_law *law = clast_law_find(kind, term.law);
    if (!law)
        return unknown_law(&term, kind, error);
    clast_status status = fill_parameters(meet, law, &term, error);
    if (!status && law->history && law->history[0])
        status = clast_build_columns(m, law, &pair->history_at[kind], error);
    if (!status && law->prepare)
        status = law->prepare(pair, term.param, meet->a, meet->b, error);
    if (status && error && error->place.line == 0)
        error->place = term.place;
    pair->law[kind] = law;
    return status;
}

clast_status clast_build_pairs(const clast_scene *scene, clast_model *m, clast_error *error)
{
    static const clast_term_kind order[] = {CLAST_NORMAL,   CLAST_DAMPING, CLAST_TANGENTIAL,
                                            CLAST_FRICTION, CLAST_ROLLING, CLAST_COHESION};
    m->rolling_at = -1;
    for (int32_t i = 0; i < m->n_materials; i++)
        for (int32_t j = i; j < m->n_materials; j++) {
            meeting meet = find_rules(scene, &m->materials[i], &m->materials[j]);
            clast_pair pair = {0};
            for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
                clast_status status = make_term(&meet, order[k], m, &pair, error);
                if (status)
                    return status;
            }
            m->pairs[i * m->n_materials + j] = m->pairs[j * m->n_materials + i] = pair;
            m->keeps |= (pair.needs & CLAST_NEED_GAP) != 0;
            m->torques |= (pair.needs & CLAST_NEED_SPIN) != 0;
        }
    return CLAST_OK;
}
