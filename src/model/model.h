/* The constant whole: materials, how they meet, shapes, walls, gravity, the step. Fixed after creation. */
#ifndef CLAST_MODEL_MODEL_H
#define CLAST_MODEL_MODEL_H

#include "base/arena.h"
#include "clast/clast.h"
#include "model/contact.h"
#include "model/law.h"
#include "model/shape.h"

/* How two materials meet: the laws and the constants they prepared. */
typedef struct clast_pair {
    const clast_law *law[CLAST_TERM_KINDS];
    int history_at[CLAST_TERM_KINDS]; /* first column of each law's history */
    double young, shear;              /* effective E*, G* (contact formula sheet) */
    double kn, kt;                    /* linear stiffness, normal and tangential */
    double zeta;                      /* share of critical damping */
    double viscous_n, viscous_t;      /* dashpot coefficients given by hand */
    bool hertz;                       /* stiffness grows with the root of the overlap */
    double mu_static, mu_dynamic;
} clast_pair;

/* A plane: solid behind it, free where the normal points. */
typedef struct clast_wall {
    const char *name;
    int32_t material;
    vec3 point; /* at time 0 */
    vec3 normal, velocity;
    clast_place place;
} clast_wall;

typedef struct clast_model {
    clast_arena arena; /* owns names and the arrays below */
    double dt;
    vec3 gravity;
    bool ledger; /* keep the accounts of energy */
    int32_t n_materials, n_shapes, n_walls;
    clast_material *materials;
    clast_pair *pairs; /* n_materials x n_materials, symmetric */
    clast_form *shapes;
    clast_wall *walls;
    int n_history;                        /* columns of history that the laws need */
    char history[CLAST_HISTORY_MOST + 3]; /* a letter each: v, . . for a vector, s for a scalar (see clast_law) */
    int n_columns;                        /* laws that have columns, and where */
    struct clast_columns {
        const clast_law *law;
        int at;
    } columns[CLAST_HISTORY_MOST];
} clast_model;

static inline const clast_pair *model_pair(const clast_model *m, int32_t a, int32_t b)
{
    return &m->pairs[a * m->n_materials + b];
}

void clast_model_free(clast_model *m);

#endif
