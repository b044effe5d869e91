/* The constant whole: materials, how they meet, shapes, walls, gravity, the step. Fixed after creation. */
#ifndef CLAST_MODEL_MODEL_H
#define CLAST_MODEL_MODEL_H

#include <math.h>

#include "base/arena.h"
#include "clast/clast.h"
#include "model/contact.h"
#include "model/field.h"
#include "model/law.h"
#include "model/shape.h"

/* How two materials meet: the laws and the constants they prepared. */
typedef struct clast_pair {
    const clast_law *law[CLAST_TERM_KINDS];
    int history_at[CLAST_TERM_KINDS]; /* first column of each law's history */
    double young;                     /* effective E* (contact formula sheet) */
    bool hertz;                       /* kn grows with the root of the overlap */
    double kn, kn_radius;             /* linear: kn = kn + kn_radius r*, one of them 0 */
    double kt, kt_share;              /* kt = kt + kt_share kn, one of them 0 */
    double fel_kt, fel_fixed;         /* elastic force by d: fel_kt kt + fel_fixed, where pair_has_elastic() */
    double wall_arm;                  /* share of the overlap by which arms reach behind a wall */
    double kt_closing;                /* mean of kt over the step in which a contact closes, as a share of its end */
    double zeta;                      /* share of critical damping */
    double viscous_n, viscous_t;      /* dashpot coefficients given by hand */
    double mu_static, mu_dynamic;
    double mu_roll, mu_twist; /* rolling: limits over r* fn */
    double roll_k, roll_zeta; /* rolling: stiffness given by hand (0: from kn); share of critical damping */
    double adhesion;          /* cohesion: pull over r* */
    unsigned needs;           /* what the laws want filled into the block besides the usual: CLAST_NEED_ bits */
} clast_pair;

enum {
    CLAST_NEED_END = 1,  /* slip and history by the geometry of the end of the step */
    CLAST_NEED_HALF = 2, /* velocities of the half step instead of extrapolated ones */
    CLAST_NEED_SPIN = 4, /* rotation and spin of a over b */
    CLAST_NEED_GAP = 8   /* the contact is kept for the step in which it opens */
};

/* Stiffness of a linear contact, and of a Hertz contact at overlap d. */
static inline double pair_kn(const clast_pair *pair, double radius, double d)
{
    return pair->hertz ? 2 * pair->young * sqrt(radius * d) : pair->kn + pair->kn_radius * radius;
}

/* Elastic force over kn d. */
static inline double pair_elastic_share(const clast_pair *pair) { return pair->hertz ? 2.0 / 3.0 : 1; }

/* Whether the elastic force follows from overlap and kt alone: no root has to be taken once more. */
static inline bool pair_has_elastic(const clast_pair *pair) { return pair->fel_kt != 0 || pair->fel_fixed != 0; }

/* How bonds hold that were made by one rule of the scene. */
typedef struct clast_glue {
    bool parallel;            /* else a contact bond */
    double radius;            /* parallel: share of the smaller sphere's radius */
    double normal, shear;     /* parallel: stiffness per area, Pa/m */
    double tensile, cohesion; /* strengths in Pa; of a contact bond in N */
} clast_glue;

/* A plane: solid behind it, free where the normal points. Or a plate: a rectangle, thin, both sides free. */
typedef struct clast_wall {
    const char *name;
    int32_t material;
    vec3 point; /* at time 0; of a plate the centre */
    vec3 normal, velocity;
    bool plate;
    vec3 along[2]; /* of a plate: unit vectors along its sides, and half their lengths */
    double half[2];
    clast_place place;
} clast_wall;

typedef struct clast_model {
    clast_arena arena; /* owns names and the arrays below */
    double dt;
    clast_integrator integrator;
    clast_trapezoid trapezoid; /* of the implicit one */
    vec3 gravity;
    int64_t ledger_every; /* steps from one look at R to the next (energy/late.h) */
    int64_t sort_every;   /* steps from one look at the order of bodies in memory to the next (step/resort.h) */
    bool ledger;          /* keep the accounts of energy */
    bool plates;          /* some wall is one */
    int32_t n_materials, n_shapes, n_walls;
    clast_material *materials;
    clast_pair *pairs; /* n_materials x n_materials, symmetric */
    clast_form *shapes;
    double *spheres;       /* of all shapes: x, y, z, r for size 1 */
    int32_t *sphere_first; /* where a shape's begin */
    clast_wall *walls;
    int n_history;                        /* columns of history that the laws need */
    char history[CLAST_HISTORY_MOST + 3]; /* a letter each: v, . . for a vector, s for a scalar (see clast_law) */
    int n_columns;                        /* laws that have columns, and where */
    struct clast_columns {
        const clast_law *law;
        int at;
    } columns[CLAST_HISTORY_MOST];

    /* terms out of the ordinary; 0 and false where a scene has none, and they cost nothing then */
    bool keeps;   /* some contacts are kept over a gap: bonds, cohesion */
    bool balls;   /* every shape is one sphere: the narrow phase has less to do */
    bool torques; /* some contacts carry torque: rolling resistance, bonds */
    clast_glue *glue;
    int32_t n_glue;
    int glue_at, rolling_at;              /* columns of history: of the bonds; of the energy in the rolling spring */
    double local_damping, global_damping; /* Cundall's coefficient; 1/s */
    clast_fields fields;
    clast_slice slice; /* plane to which the motion is confined */
    double scaling;    /* of inertia: masses here are this much larger, gravity smaller */
} clast_model;

static inline bool model_is_plain(const clast_model *m) { return !m->keeps && !m->torques; }

/* Normal and overlap at the start of a step follow from the bodies if they came by dt v from there; but what is kept over a
 * gap, and iterates of an implicit step, ask for those that were accepted. */
static inline bool model_remembers_geometry(const clast_model *m)
{
    return m->integrator != CLAST_VERLET || !model_is_plain(m);
}

/* Some force on bodies is not carried by contacts, or has to be taken out. */
static inline bool model_has_body_terms(const clast_model *m)
{
    return m->local_damping != 0 || m->global_damping != 0 || m->fields.n_body || m->fields.n_pair || m->slice;
}

/* The ledger takes the powers of a step while the next one is evaluated (energy/late.c). */
static inline bool model_books_late(const clast_model *m)
{
    return m->ledger && m->integrator == CLAST_VERLET && model_is_plain(m) && !model_has_body_terms(m);
}

/* Where walls are does not depend on the time. */
static inline bool model_walls_rest(const clast_model *m)
{
    for (int32_t k = 0; k < m->n_walls; k++)
        if (v_dot(m->walls[k].velocity, m->walls[k].velocity) != 0)
            return false;
    return true;
}

static inline const clast_pair *model_pair(const clast_model *m, int32_t a, int32_t b)
{
    return &m->pairs[a * m->n_materials + b];
}

void clast_model_free(clast_model *m);

#endif
