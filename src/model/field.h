/* Forces that no contact carries: drag, Magnus, prescribed loads (each on one body), near-field forces (on pairs).
 * What the model knows of them, and what is derived from them step by step. The laws stand in field/. */
#ifndef CLAST_MODEL_FIELD_H
#define CLAST_MODEL_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/formula.h"
#include "base/vec.h"
#include "clast/clast.h"

enum { CLAST_FIELDS_MOST = 32, CLAST_FIELD_PARTS = 6 }; /* three of a force, three of a torque */

/* v(x) = velocity + gradient (x - at); spin is half its curl. */
typedef struct clast_flow {
    vec3 velocity, at, spin;
    mat3 gradient;
} clast_flow;

static inline vec3 flow_at(const clast_flow *flow, vec3 x)
{
    return v_add(flow->velocity, m_mul(flow->gradient, v_sub(x, flow->at)));
}

/* Acts on bodies one by one. */
typedef struct clast_body_field {
    clast_field_kind kind;
    double coefficient, rotational;
    clast_flow fluid;
    clast_formula part[CLAST_FIELD_PARTS]; /* of a load */
    const int64_t *ids;                    /* the bodies meant, sorted; NULL: whatever their id */
    int32_t n_ids, shape, material;        /* -1: any */
    clast_place place;
} clast_body_field;

/* Acts between two bodies. pull(r) = attraction (scale/r)^p - repulsion (scale/r)^q, shifted to end at the cut-off. */
typedef struct clast_pair_field {
    int32_t material[2]; /* -1: any */
    bool centres;        /* of mass; else every two spheres */
    double attraction, repulsion, scale, power[2], cutoff;
    double cut_pull, cut_potential; /* unshifted, at the cut-off */
    clast_place place;
} clast_pair_field;

/* Part of the model; all 0 where a scene has none. */
typedef struct clast_fields {
    int n_body, n_pair;
    clast_body_field *body;
    clast_pair_field *pair;
    double cutoff; /* the largest */
    bool spheres;  /* some act between spheres */
} clast_fields;

/* What the fields did to a body in the last evaluation. */
typedef struct clast_field_sum {
    vec3 near_f, near_t;
    vec3 drag_f, drag_t, magnus_f, load_f, load_t;
    double drag_in, magnus_in; /* power that the moving fluid puts in through drag and Magnus force */
    double near_stored;        /* potential of the pairs in which the body stands first */
    double stiffness;          /* of its near-field pairs, times mobility (stability number) */
} clast_field_sum;

/* Two bodies that may come within the cut-off; force and torque on a, torque on b, all 0 beyond it. */
typedef struct clast_field_pair {
    int32_t a, b;
    vec3 f, ta, tb;
    double stored, stiffness;
} clast_field_pair;

/* Part of work: derived, and made only for models with fields. */
typedef struct clast_field_work {
    int32_t room;                    /* bodies for which the arrays below are made */
    uint32_t *acts;                  /* per body: which of the body fields act on it, a bit each */
    clast_field_sum *sum;            /* per body */
    vec3 load[CLAST_FIELDS_MOST][2]; /* force and torque of each load now */

    /* near field: pairs sorted by (a, b), and for each body those in which it stands second, in order of a */
    double skin; /* 0: chosen when the list is made */
    int64_t list_builds;
    double *list_x[3]; /* where the bodies were then */
    double *reach;
    clast_field_pair *pairs;
    size_t n_pairs, c_pairs;
    int32_t *first, *second_first, *second;
    size_t c_second;
    int32_t *sphere_first; /* n + 1: a body's first sphere when all are counted through */
    vec3 *arm;             /* of every sphere, from its body's centre of mass, turned */
    size_t c_arm;
} clast_field_work;

bool clast_field_work_reserve(clast_field_work *w, int32_t n); /* false when memory is used up */
void clast_field_work_free(clast_field_work *w);               /* a skin that was chosen stays */
size_t clast_field_work_bytes(const clast_field_work *w);

#endif
