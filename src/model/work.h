/* Everything derived: it may be thrown away at any step and the bits stay the same. Who writes what is said beside. */
#ifndef CLAST_MODEL_WORK_H
#define CLAST_MODEL_WORK_H

#include "base/array.h"
#include "base/pool.h"
#include "base/vec.h"
#include "model/contact.h"
#include "model/extra.h"
#include "model/iterate.h"
#include "model/model.h"
#include "model/state.h"

enum {
    CLAST_STAGE_LISTS,
    CLAST_STAGE_TOUCH,
    CLAST_STAGE_LAWS,
    CLAST_STAGE_MOVE, /* and what arrives from other tiles, which is added in the loop in which bodies move */
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

/* Two spheres that may touch before the next rebuild: their numbers in their shapes (sphere_b 0 at a wall). */
typedef struct clast_candidate {
    int32_t sphere_a, sphere_b;
} clast_candidate;

/* What the narrow phase wants of a body, side by side since contacts pick bodies at random: rows of four for
 * base/rows.h, as clast_side has them (collide/lanes.h). Where every body is a ball, only the first rows are there. */
typedef struct clast_grip {
    double v[3], inverse_mass;
    double wh[3], xx; /* xx .. yz: inverse inertia in the world */
    double vs[3], spare;
    double ws[3], zz;  /* of a ball: its radius, once more */
    double x[3], size; /* of a ball: its radius */
    double xy, xz, yz, yy;
    double q[4], q0[4];
} clast_grip;
enum { CLAST_GRIP_WIDTH = 32, CLAST_GRIP_WIDTH_BALL = 20 };
/* For the ledger there may be another row: spin at the start of the step (energy/late.c). */
enum { CLAST_GRIP_SPIN = 4 };

/* The same of a wall, which is a body that does not turn; with its normal. */
typedef struct clast_wall_grip {
    clast_grip body;
    double normal[4];
} clast_wall_grip;

/* Whom a contact joins: bodies (b < 0: wall -1 - b), and their spheres as rows of model->spheres. */
typedef struct clast_pick {
    int32_t a, b, sphere_a, sphere_b;
} clast_pick;

/* Where what a contact wants of its bodies lies: their grips (of b perhaps a copy, collide/ghost.c), and the sums to which
 * what acts on them is added (that of b perhaps a row behind the bodies', as in reach; < 0: b is a wall). All counted in
 * doubles: in loops over contacts to work out addresses took a fifth of the instructions. */
typedef struct clast_hold {
    int32_t grip_a, grip_b, sum_a, sum_b;
} clast_hold;

/* What the ledger wants of a contact, as the block has it (model/contact.h). */
typedef struct clast_book {
    double fel, seen, ut, fd, la[3], lb[3], fs[3], stored, slip, change, f[3], spare;
} clast_book;

/* Of a tile's contacts: powers of the last accepted step (those of CLAST_WORK_); stored and lost in this one. */
typedef struct clast_late {
    double work_t, work_d, dashpot_t, wall;
    double normal, tangential, slip, change, seen;
} clast_late;

/* Of a tile: how many contacts it has, that begin, that ended, that reach into other tiles; or where they stand in the
 * lists. */
typedef struct clast_tile_list {
    int32_t contacts, begun, ended, reaching;
} clast_tile_list;

/* Candidates that closed or opened since the last accepted step, with their near pairs, as far as there is room. */
enum { CLAST_FEW_CHANGES = 31 };
typedef struct clast_changes {
    int32_t n;    /* > CLAST_FEW_CHANGES: there were more */
    bool through; /* some sphere is driven into another by more than the radius of the smaller one */
    struct {
        int32_t candidate, near;
    } at[CLAST_FEW_CHANGES];
} clast_changes;

/* A contact whose second body is of another tile. */
typedef struct clast_reach {
    int32_t slot, b;
} clast_reach;

/* What contacts that reach from one tile into another lay down there: rows from first up to last, one a body. */
typedef struct clast_run {
    int32_t from, tile, first, last;
} clast_run;

typedef struct clast_work {
    clast_pool *pool;   /* threads; NULL: one. Kept when everything derived is thrown away */
    int32_t n_body;     /* for which the arrays below are made; 0: none yet */
    int32_t body_chunk; /* so many bodies, a tile, are gone through at a time */
    double now;         /* the time of the pose being evaluated */

    double *body_block; /* in which the arrays of bodies lie */

    /* per body, constant (work.c) */
    double *mass, *inverse_mass, *bound;
    double *radius;                          /* of a ball; 0: it is none */
    double *swing;                           /* largest distance of a sphere's centre from the centre of mass */
    double *inertia[3], *inverse_inertia[3]; /* principal */
    clast_span *spans;
    size_t n_spans, c_spans;

    /* per body, of this step (motion/) */
    double *x0[3], *q0[4]; /* pose at the start of the step; of beds of balls as far as asked for (step/balls.c) */
    double *wh[3];         /* mean angular velocity over the turn, for the slip increment */
    double *vs[3], *ws[3]; /* extrapolated to the end of the step, for velocity-dependent laws */

    /* CLAST_LOAD each: force and torque in this evaluation, a row of four each; behind those of the bodies what contacts
     * lay down for other tiles, as in reach (collide/tile.c) */
    double *load_sum;
    size_t c_load_sum;
    double *stiffness; /* of what the body touches, in the steps in which it is wanted (energy/stability.h) */

    double *grip; /* clast_grip, grip_width doubles each (collide/near.c) */
    clast_wall_grip *wall_grip;
    size_t c_wall_grip;
    int grip_width;
    int spin_at;      /* where in a grip the spin for the ledger is; 0: it is not there */
    bool even_balls;  /* all bodies are balls, of schemes with even kicks */
    bool skin_fixed;  /* the caller chose the skin (tests) */
    bool flow_small;  /* also small beds go tile by tile (tests; step/evaluate.c) */
    bool sort_always; /* whatever it brings (tests; step/resort.c) */
    bool long_way;    /* no block is filled four contacts at a time (tests; collide/fill_wide.h) */

    /* lists (collide/near.c) */
    double skin;                    /* of the next build: what two bodies may come together, in the mean */
    int64_t list_builds, list_step; /* how often, and when last */
    int64_t builds_before; /* and before bodies were sorted anew, when all else was thrown away (step/resort.c) */
    int64_t sorts;         /* how often that was */
    double *list_x[3], *list_q[4]; /* pose at the last build */
    double list_time;
    double list_seconds, list_walked; /* what the last build took; touch up to then (skin) */
    double *chunk_sum;                /* per chunk of bodies: a number as long as all velocities are (step/guard.c) */
    double *chunk_way;                /* per chunk of bodies: the furthest way of one since the evaluation before */
    double *chunk_stiff;              /* per chunk of bodies: the stiffest (energy/stability.c) */
    double *way;        /* per body: no sphere's centre has come further than this since the build, along its way;
                         * behind the last body: the walls, along their normals */
    double *allow;      /* per body, and of the walls: how far it may come until the lists are built anew */
    double *grasp;      /* per body: bound and allow */
    double travel;      /* as way, of any of them */
    double seen_time;   /* of the last evaluation; the pose is still in the grips */
    double travel_next; /* below this the lists need not be looked at */
    clast_near *near;
    size_t n_near, c_near;
    clast_candidate *candidates;
    size_t n_candidates, c_candidates;
    clast_room grid_room, sphere_room; /* for what a build finds on its way */
    int32_t *near_first;               /* n_body + 1: first near pair of each a */

    /* per candidate (collide/touch.c) */
    float *wake;          /* its state cannot change before the ways of the two together are beyond this */
    uint8_t *closed;      /* its spheres overlap: CLAST_TOUCHES, else CLAST_HOLE */
    uint8_t *kept;        /* the same with those that are kept over a gap; only where some may be (collide/keep.c) */
    uint8_t *touching;    /* one of these two: the contacts of this evaluation */
    int32_t *slot;        /* of the contact that it was at the last accepted step; -1: none */
    float *near_wake;     /* per near pair: the earliest of its candidates */
    int32_t *near_way[2]; /* per near pair: where its two ways are (collide/look.c) */
    int32_t *near_grip;   /* per near pair of bodies: the grip of b; b itself, or a copy (collide/ghost.c) */
    size_t c_near_way[2], c_near_grip, c_near_wake, c_wake, c_closed, c_kept, c_slot;
    bool set_accepted;      /* the contacts are those of the last accepted step */
    bool list_behind;       /* state->contacts.list is not made yet (collide/list.c) */
    bool lists_new;         /* built since the last evaluation */
    bool quick;             /* tiles in which nothing changed may be copied to the new lists */
    bool in_place;          /* this evaluation is going to be accepted: the new records may take the place of the old */
    bool forces_only;       /* this one is not: no records are wanted */
    bool sums_taken;        /* whoever follows this one takes load_sum as it is: s->f and t are not written */
    bool books;             /* the ledger: every contact's book is to be kept in this evaluation */
    bool stiff;             /* the ledger: the stability number is taken in this evaluation */
    bool looks;             /* the ledger: what is stored after this step is wanted, not only works and losses */
    bool in_grips;          /* x and v of the bodies are in the grips, and not yet in the state (step/balls.c) */
    bool has_begun;         /* the next step has begun with the end of the last one (step/step.c) */
    bool owes;              /* the ledger: the powers of the last accepted step are still to be booked */
    bool has_looked;        /* the candidates were looked at with the end of the last step (collide/flow.c) */
    int through;            /* > 0: contacts that are driven through are looked for (step/guard.c) */
    _Atomic bool changed;   /* some closed or opened when they were looked at */
    clast_changes *changes; /* per tile */
    size_t c_changes;

    /* contacts of this evaluation (collide/touch.c) */
    clast_contacts trial;   /* list; records, unless they are written in place; kinds, where some are kept over a gap */
    int32_t *free_slots;    /* holes below state->contacts.slots, not counting what begins or ended in this step */
    int32_t *begun, *ended; /* candidates that became contacts since the last accepted step, and that were some */
    int32_t *begun_at;      /* where those that became contacts stand in contact_order */
    int32_t n_free, n_begun, n_ended;
    int32_t n_groups;
    size_t c_free_slots, c_begun, c_begun_at, c_ended;
    clast_tile_list *tile_n, *tile_at, *tile_was; /* per tile: counts; places, of before too, and their end */
    int32_t *tile_weight;                         /* per tile: of its work */
    _Atomic uint32_t *tile_stage;                 /* how far tiles are (collide/flow.c) */
    int32_t *stage_at;                            /* per tile: where there */
    int32_t share_at;     /* behind them what of the threads' shares is taken (collide/flow_shares.c) */
    uint32_t stage_waits; /* that of a tile with which nothing was done yet */
    size_t c_tile_n, c_tile_at, c_tile_was, c_tile_weight, c_tile_stage, c_stage_at;
    /* slots of all contacts: by tile of their first body; there by material pair, bodies before walls; in each by key, and
     * some room */
    int32_t *contact_order;
    int32_t *order_was;      /* before the last listing, as far as it was changed */
    int32_t *contact_chosen; /* of these the ones to be evaluated (step/evaluate.c) */
    int32_t n_order;         /* contacts */
    int32_t group_kinds;     /* how many kinds of contact (CLAST_TOUCHES ...) have groups */
    int32_t *group_n, *group_at,
        *group_was; /* per tile and group, 2 (pair kinds + kind) + (wall): as above, in order */
    size_t c_group_n, c_group_at, c_group_was, c_order, c_order_was, c_chosen;
    /* contacts that reach into other tiles: by their tile, there by that of b, there by key, and some room; as they were; as
     * found */
    clast_reach *reach, *reach_was, *reach_found;
    int32_t *
        reach_body; /* per row of load_sum behind the bodies: whose it is; those of a tile begin where its contacts do in reach */
    clast_run *runs;     /* of these rows: those of a tile begin there, too */
    int32_t *runs_end;   /* per tile: behind its last one */
    int32_t *arrives;    /* numbers of runs, by the tile into which they reach, there by theirs */
    int32_t *arrives_at; /* per tile + 1: where those that reach into it begin */
    size_t c_reach, c_reach_was, c_reach_found, c_reach_body, c_runs, c_runs_end, c_arrives, c_arrives_at;

    /* per slot */
    clast_pick *pick;         /* whom the contact joins */
    clast_hold *hold;         /* and where their numbers lie */
    clast_book *contact_book; /* with the ledger */
    size_t c_pick, c_hold, c_book;

    /* copies of grips for other threads, behind those of the bodies (collide/ghost.c) */
    int32_t n_ghosts, grip_rows; /* how many; for how many rows there is room */
    int32_t *tile_thread;        /* per tile: who has it */
    int32_t *ghost_of;           /* per body: its copy; -1: none */
    int32_t *ghost_body;         /* per copy, in their order */
    int32_t *ghost_at;           /* per tile + 1: where those of its bodies begin */
    size_t c_tile_thread, c_ghost_of, c_ghost_body, c_ghost_at;

    clast_field_work field; /* what only fields need */
    clast_extra extra;      /* what only laws out of the ordinary need */

    clast_iterate iterate; /* the implicit integrator's own */
    const uint8_t *only;   /* per body: 1: to be evaluated and moved; NULL: all of them */

    /* the ledger's (energy/) */
    clast_tally *partial; /* sums of chunks */
    clast_late *late;     /* per tile: sums over its contacts, made while they were evaluated */
    clast_tally *bodies;  /* per tile: energies of its bodies, made as they ended the step */
    size_t c_partial, c_late, c_bodies;
    clast_tally ended_sum; /* of contacts that ended within the step */

    double stage_seconds[CLAST_STAGES];
} clast_work;

/* What a loop shared by threads needs to know. */
typedef struct clast_job {
    const clast_model *m;
    clast_state *s;
    clast_work *w;
} clast_job;

/* Something done for bodies first .. last, independently of all others; first is a multiple of w->body_chunk. */
typedef void clast_body_task(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last);

/* For all bodies, shared by threads. */
void clast_work_bodies(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *task);

/* Tiles: bodies that follow each other and, if the bodies are sorted, lie near each other. A contact belongs to the tile
 * of its first body. */
static inline int32_t work_tiles(const clast_work *w) { return (w->n_body + w->body_chunk - 1) / w->body_chunk; }

static inline int32_t work_tile_begin(const clast_work *w, int64_t tile)
{
    return tile * w->body_chunk < w->n_body ? (int32_t)tile * w->body_chunk : w->n_body;
}

/* How many bodies a tile has at most. */
enum { CLAST_TILE_MOST = 1024 };

/* How many a tile of n bodies has. Few: so many that blocks of contacts are full. Many: as long as the second-level cache holds
 * what is wanted of them, since fewer contacts reach from tile to tile then; that is less of balls. The sums of bodies depend on
 * it, and it on nothing else. */
int32_t clast_work_tile(int32_t n, bool balls);

/* Behind the last row of what it lays down for other tiles; they begin with w->tile_at[tile].reaching. */
static inline int32_t work_tile_rows_end(const clast_work *w, int64_t tile)
{
    const int32_t runs = w->runs_end[tile], first = w->tile_at[tile].reaching;
    return runs > first ? w->runs[runs - 1].last : first;
}

/* Its first near pair; those of the next tile begin where they end. */
static inline int32_t work_tile_near(const clast_work *w, int64_t tile)
{
    return w->near_first[work_tile_begin(w, tile)];
}

/* Whether the contact in a slot begins with this step. */
static inline bool work_begins(const clast_state *s, int32_t slot) { return !contact_goes_on(s->contacts.kind[slot]); }

/* Where the contacts of this evaluation are listed. */
static inline const clast_contacts *work_contacts(const clast_state *s, const clast_work *w)
{
    return w->set_accepted ? &s->contacts : &w->trial;
}

/* The record of a contact in this step. */
static inline double *work_record(const clast_state *s, const clast_work *w, int32_t slot)
{
    return contact_record(w->in_place ? &s->contacts : &w->trial, slot);
}

/* Throws everything derived away. */
void clast_work_free(clast_work *w);
/* Makes the per-body arrays and constants for the bodies of s; false when memory is used up. */
bool clast_work_prepare(clast_work *w, const clast_model *m, const clast_state *s);
/* Room for what this evaluation wants of n slots. */
bool clast_work_reserve_contacts(clast_work *w, int32_t n, bool ledger);
size_t clast_work_bytes(const clast_work *w);

#endif
