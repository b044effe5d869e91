/* Everything derived: it may be thrown away at any step and the bits stay the same. Who writes what is said beside. */
#ifndef CLAST_MODEL_WORK_H
#define CLAST_MODEL_WORK_H

#include "base/pool.h"
#include "base/vec.h"
#include "model/contact.h"
#include "model/extra.h"
#include "model/iterate.h"
#include "model/model.h"
#include "model/state.h"

enum {
    CLAST_STAGE_MOVE,
    CLAST_STAGE_LISTS,
    CLAST_STAGE_PLACE,
    CLAST_STAGE_TOUCH,
    CLAST_STAGE_LAWS,
    CLAST_STAGE_GATHER,
    CLAST_STAGE_LEDGER,
    CLAST_STAGES
};

/* Bodies that follow each other and share a rotation scheme. */
typedef struct clast_span {
    const struct clast_scheme *scheme;
    int32_t first, last;
} clast_span;

/* A body and a partner (body or wall) whose bounding spheres are near; sorted by (a, b). */
typedef struct clast_near {
    int32_t a, b;  /* local bodies; b < 0: wall -1 - b */
    int32_t first; /* its candidates: first .. next pair's first */
    int32_t pair;  /* index into model->pairs */
} clast_near;

/* Two spheres that may touch before the next rebuild: slots of placed spheres, and their numbers in their shapes. */
typedef struct clast_candidate {
    int32_t slot_a, slot_b; /* slot_b unused for a wall */
    int32_t sphere_a, sphere_b;
} clast_candidate;

/* What the narrow phase wants of a body, of a placed sphere: side by side, since contacts pick them at random. */
typedef struct clast_grip {
    double v[3], wh[3], vs[3], ws[3], x0[3];
    double inverse_mass, inertia[6]; /* inverse, in the world: xx yy zz xy xz yz */
} clast_grip;

typedef struct clast_ball {
    vec3 x;
    double r;
} clast_ball;

typedef struct clast_arm {
    double now[3], before[3]; /* at the end and at the start of the step */
} clast_arm;

typedef struct clast_work {
    clast_pool *pool; /* threads; NULL: one. Kept when everything derived is thrown away */
    int32_t n_body;   /* for which the arrays below are made; 0: none yet */
    double now;       /* the time of the pose being evaluated */

    /* per body, constant (work.c) */
    double *mass, *inverse_mass, *bound;
    double *inertia[3], *inverse_inertia[3]; /* principal */
    clast_span *spans;
    size_t n_spans, c_spans;

    /* per body, of this step (motion/) */
    double *x0[3], *q0[4]; /* pose at the start of the step */
    double *wh[3];         /* mean angular velocity over the turn, for the slip increment */
    double *vs[3], *ws[3]; /* extrapolated to the end of the step, for velocity-dependent laws */

    clast_grip *grip; /* per body with placed spheres (collide/near.c) */

    /* lists (collide/near.c) */
    double skin;
    bool skin_fixed;                /* the caller chose it (tests) */
    int64_t list_builds, list_step; /* how often, and when last */
    double *list_x[3], *list_q[4];  /* pose at the last build */
    double list_time;
    double list_seconds, list_walked; /* what the last build took; place + touch up to then (skin) */
    clast_near *near;
    size_t n_near, c_near;
    clast_candidate *candidates;
    size_t n_candidates, c_candidates;
    int32_t *near_of; /* n_near: near pairs by their body b, in order of a (gather) */
    size_t c_near_of;
    int32_t *near_first;    /* n_body + 1: first near pair of each a */
    int32_t *partner_first; /* n_body + 1: where body b's entries in near_of begin */

    /* placed spheres: only those that stand in a candidate */
    int32_t *sphere_first; /* n_body + 1: number of a body's first sphere when all are counted through */
    int32_t *sphere_slot;  /* by that number: its slot, or -1 */
    size_t c_spheres, c_sphere_first;
    int32_t n_slots;
    size_t c_slots;
    int32_t *slot_first; /* n_body + 1: first slot of each body */
    size_t c_slot_first;
    int32_t *slot_sphere; /* number of the sphere in its shape */
    clast_ball *ball;     /* per slot: where it is */
    clast_arm *arm;       /* per slot: from the body's centre of mass */

    /* contacts of this step, trial (collide/touch.c); sorted by key */
    clast_contacts trial;
    uint8_t *touching; /* per candidate */
    size_t c_touching;
    int32_t *near_contact; /* n_near + 1: first contact of each near pair */
    size_t c_near_contact;
    int32_t contact_room;
    int32_t *contact_near;         /* per contact: its near pair */
    int32_t *contact_candidate;    /* its candidate */
    int32_t *contact_old;          /* its index in state->contacts, or -1 */
    int32_t *contact_order;        /* all contacts, grouped by material pair, bodies before walls */
    int32_t *group_first;          /* n_groups + 1: where group 2 (pair kinds + kind) + (wall) begins in order */
    int32_t n_groups, group_kinds; /* how many kinds of contact (CLAST_TOUCHES ...) have groups */
    size_t c_group_first;
    double *contact_la[3], *contact_lb[3]; /* arms from the centres of mass to the contact point */
    double *contact_f[3];                  /* force on a */
    double *contact_stored, *contact_cn, *contact_slip, *contact_change;
    double *contact_fs[3];           /* the spring's part of the tangential force */
    double *contact_kn, *contact_kt; /* stiffness (stability number) */
    uint8_t *kept;                   /* per old contact: it goes on */
    size_t c_kept;

    clast_field_work field; /* what only fields need */
    clast_extra extra;      /* what only laws out of the ordinary need */

    clast_iterate iterate; /* the implicit integrator's own */
    const uint8_t *only;   /* per body: 1: to be placed, evaluated, moved; NULL: all of them */

    clast_tally *partial; /* sums of chunks (energy/) */
    size_t c_partial;

    double stage_seconds[CLAST_STAGES];
} clast_work;

/* What a loop shared by threads needs to know. */
typedef struct clast_job {
    const clast_model *m;
    clast_state *s;
    clast_work *w;
} clast_job;

/* Throws everything derived away. */
void clast_work_free(clast_work *w);
/* Makes the per-body arrays and constants for the bodies of s; false when memory is used up. */
bool clast_work_prepare(clast_work *w, const clast_model *m, const clast_state *s);
bool clast_work_reserve_contacts(clast_work *w, int32_t n);
size_t clast_work_bytes(const clast_work *w);

#endif
