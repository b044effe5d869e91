/* The laws are those that the simulation took; their parameters are told as the scene gave them: the pair's own rule,
 * then the default rule where it names the same law, then the law's default. */
#include "check_rules.h"

#include "api/sim.h"
#include "model/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool same(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

typedef struct rules { /* NULL where there is none */
    const clast_contact *own, *general;
} rules;

static rules find_rules(const clast_scene *scene, const char *a, const char *b)
{
    rules found = {NULL, NULL};
    for (size_t k = 0; k < scene->n_contacts; k++) {
        const clast_contact *c = &scene->contacts[k];
        if (!c->material[0])
            found.general = c;
        else if ((same(c->material[0], a) && same(c->material[1], b)) ||
                 (same(c->material[0], b) && same(c->material[1], a)))
            found.own = c;
    }
    return found;
}

static double parameter(const rules *found, const clast_law *law, int p)
{
    const clast_term *own = found->own ? &found->own->term[law->kind] : NULL;
    const clast_term *general = found->general ? &found->general->term[law->kind] : NULL;
    double value = own && (!own->law || same(own->law, law->name)) ? own->param[p] : NAN;
    if (isnan(value) && general && same(general->law, law->name))
        value = general->param[p];
    if (isnan(value))
        value = law->params[p].fallback;
    /* one coefficient of friction holds for slipping too */
    return isnan(value) && law->kind == CLAST_FRICTION && p == 1 ? parameter(found, law, 0) : value;
}

static void print_law(const rules *found, const clast_law *law)
{
    printf("%s %s", clast_term_name(law->kind), law->name);
    for (int p = 0; p < law->n_params; p++) {
        const char *unit = law->params[p].unit;
        bool plain = !unit[0] || same(unit, "1");
        printf("%s%s %.4g%s%s", p ? ", " : " (", law->params[p].name, parameter(found, law, p), plain ? "" : " ",
               plain ? "" : unit);
    }
    printf("%s", law->n_params ? ")" : "");
}

static void print_pair(const rules *found, const clast_pair *pair)
{
    const char *between = "";
    for (int k = 0; k < CLAST_TERM_KINDS; k++) {
        if (!pair->law[k] || !pair->law[k]->apply) /* a law that does nothing */
            continue;
        printf("%s ", between);
        print_law(found, pair->law[k]);
        between = ",";
    }
    printf("\n");
}

static bool has_bodies(const clast_sim *sim, int32_t material)
{
    for (int32_t i = 0; i < sim->state.n; i++)
        if (sim->state.material[0][i] == material)
            return true;
    return false;
}

void app_check_rules(const clast_scene *scene, const clast_sim *sim)
{
    const clast_model *m = &sim->model;
    const char *head = "contacts";
    for (int32_t i = 0; i < m->n_materials; i++)
        for (int32_t j = i; j < m->n_materials; j++) {
            if (!has_bodies(sim, i) && !has_bodies(sim, j))
                continue;
            const char *a = m->materials[i].name, *b = m->materials[j].name;
            rules found = find_rules(scene, a, b);
            printf("%-12s %s-%s:", head, a, b);
            print_pair(&found, model_pair(m, i, j));
            head = "";
        }
}
