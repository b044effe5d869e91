/* Contacts: their keys, their saved history, and the block of contacts that a law sees.
 *
 * A contact is a pair of spheres of two bodies, or a sphere and a wall. Keys order them: by the two bodies' order
 * numbers (walls after bodies), then by the two spheres. n points from a to b; forces are those on a. */
#ifndef CLAST_MODEL_CONTACT_H
#define CLAST_MODEL_CONTACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clones.h"

typedef struct clast_key {
    uint64_t bodies;  /* order number of a << 32 | order number of b, or CLAST_WALL | wall */
    uint64_t spheres; /* sphere of a << 32 | sphere of b (0 for a wall) */
} clast_key;

#define CLAST_WALL UINT64_C(0x80000000)

static inline bool key_less(clast_key a, clast_key b)
{
    return a.bodies < b.bodies || (a.bodies == b.bodies && a.spheres < b.spheres);
}

static inline bool key_equal(clast_key a, clast_key b) { return a.bodies == b.bodies && a.spheres == b.spheres; }

enum { CLAST_HISTORY_MOST = 32 };

/* What a slot for a contact holds. A hole is none. The last two need not touch: a bond holds over a gap, and an
 * attraction that ended within the step acts once more with a weight (law/cohesion_dmt.c). */
enum { CLAST_HOLE, CLAST_TOUCHES, CLAST_BONDED, CLAST_OPENED, CLAST_KINDS };

/* Columns of a contact's record: what it remembers from the last accepted step. The laws' own history follows, filled up to
 * a whole row; then the row of the geometry, where it does not follow from the bodies (model_remembers_geometry()). */
enum {
    CONTACT_FT = 0, /* tangential force, dashpot included */
    CONTACT_FN = 3, /* normal force, elastic and dashpot */
    CONTACT_HISTORY = 4,
    CONTACT_USUAL = 8 /* doubles of forces and history with a spring and nothing else */
};

/* Columns of the row of the geometry. */
enum {
    GEOMETRY_NORMAL = 0,
    GEOMETRY_OVERLAP = 3, /* < 0 over a gap */
    CLAST_GEOMETRY = 4
};

/* Columns of what is kept beside the records for the ledger, unless it sums late (model_books_late()): then all that it wants
 * to know follows from the record. */
enum {
    BOOKED_UT = 2, /* energy in the tangential spring */
    CLAST_BOOKED = 4
};

/* A contact has a slot for as long as it lasts, so that others come and go without moving it; which slot means nothing.
 * Records side by side, since a contact is read and written as a whole. */
typedef struct clast_contacts {
    int32_t n;           /* contacts */
    int32_t *list;       /* their slots, sorted by key */
    int32_t slots, room; /* how many there are, holes included; how many have room */
    clast_key *key;      /* per slot */
    uint8_t *kind;       /* CLAST_HOLE, CLAST_TOUCHES, CLAST_BONDED, CLAST_OPENED */
    int n_history;       /* columns of the laws' own history, as many as the model needs */
    bool geometry;       /* records have the row of the geometry */
    int n_booked;        /* columns for the ledger: 0 or CLAST_BOOKED */
    double *record;      /* contact_width() doubles each */
    double *booked;      /* n_booked each */
} clast_contacts;

/* Doubles of a record, in whole rows of four (base/rows.h): of forces and history, which is where the geometry begins; of
 * all. */
static inline int contact_forces(int n_history) { return (CONTACT_HISTORY + n_history + 3) / 4 * 4; }

static inline int contact_width(const clast_contacts *c)
{
    return contact_forces(c->n_history) + (c->geometry ? CLAST_GEOMETRY : 0);
}

static inline double *contact_record(const clast_contacts *c, int32_t slot)
{
    return c->record + (size_t)slot * (size_t)contact_width(c);
}

static inline double *contact_booked(const clast_contacts *c, int32_t slot)
{
    return c->booked + (size_t)slot * (size_t)c->n_booked;
}

/* It remembers the step before. One that opened has done so and would begin anew. */
static inline bool contact_goes_on(uint8_t kind) { return kind == CLAST_TOUCHES || kind == CLAST_BONDED; }

/* Makes room for n slots; new ones are holes. False when memory is used up. */
bool clast_contacts_reserve(clast_contacts *c, int32_t n);
/* Gives both the same room, so that their arrays may be exchanged. */
bool clast_contacts_match(clast_contacts *a, clast_contacts *b, int32_t n);
void clast_contacts_free(clast_contacts *c);
size_t clast_contacts_bytes(const clast_contacts *c);

/* Small enough that a block and its two sides stay in the first-level cache. */
enum {
    CLAST_BLOCK = 32,
    CLAST_BOOK = 20,
    CLAST_LOAD = 8
}; /* lanes; doubles of a contact for the ledger, of what acts on a body */
typedef double clast_lane[CLAST_BLOCK];

/* Over the lanes k of block t of which somebody reads what becomes of them, in parts that compilers write out. */
enum { CLAST_PART = CLAST_BLOCK / 2 };
#define CLAST_PARTS(t)  for (int part = 0; part < (t)->upto; part += CLAST_PART)
#define CLAST_IN_PART   for (int k = part; k < part + CLAST_PART; k++)
#define CLAST_IN_USE(t) CLAST_PARTS(t) _Pragma("omp simd") CLAST_IN_PART

/* Whether some of these, none of which is below 0, are above. By halves: a reduction of gcc's adds one after the other. */
CLAST_INLINE bool clast_some(const double of[CLAST_PART])
{
    double eight[CLAST_PART / 2], four[CLAST_PART / 4];
    _Static_assert((int)CLAST_PART == 16, "halves of halves");
#pragma omp simd
    for (int k = 0; k < CLAST_PART / 2; k++)
        eight[k] = of[k] + of[k + CLAST_PART / 2];
#pragma omp simd
    for (int k = 0; k < CLAST_PART / 4; k++)
        four[k] = eight[k] + eight[k + CLAST_PART / 4];
    return four[0] + four[2] + (four[1] + four[3]) > 0;
}

/* What the laws out of the ordinary wrote into a block. */
enum { CLAST_WROTE_PULL = 1, CLAST_WROTE_ROLLING = 2, CLAST_WROTE_BOND = 4 };

/* What the ledger sums late (energy/late.h): powers of the step before, ft.c, fs.c, of normal dashpots, of walls; */
enum { CLAST_POWER_TOTAL, CLAST_POWER_SPRING, CLAST_POWER_DASHPOT, CLAST_POWER_WALL, CLAST_TOUCH_POWERS };
/* and of this one what slip and the changing stiffness take, and what dashpots take by the rates that they saw. */
enum { CLAST_TAKEN_SLIP, CLAST_TAKEN_CHANGE, CLAST_TAKEN_SEEN, CLAST_TOUCH_TAKEN };
enum { CLAST_SUMS = 8 }; /* numbers in which sums over lanes are kept: lanes k, k + 8, k + 16, ... in one */

/* A block of contacts of one material pair and kind, one lane each. The lanes behind the last contact repeat
 * it, or hold what a block before left there, so that loops may run over the whole block; nobody reads what becomes of
 * them. The narrow phase fills the first part, the laws the second; see step/evaluate.c for the order. All geometry is that of the end of the step unless said otherwise. */
typedef struct clast_touch {
    clast_clone clone; /* the machine to be used */
    int n;
    int lanes;   /* so many, in fours, are filled where that is done at once (collide/fill_wide.h) */
    int upto;    /* so many, in parts, have a contact or come before one that has */
    int n_fresh; /* how many closed in this step */
    bool first;  /* the very first evaluation: no step lies behind, so nothing has slipped */
    bool ledger; /* the energies are wanted: stored, ut, d_slip, d_change */
    bool looks;  /* sums of what is stored are wanted, too (energy/late.c) */
    bool sums;   /* the ledger sums late: laws add to `taken` what is lost (but for pairs that need CLAST_NEED_HALF) */
    bool book;   /* and to be kept for each contact (clast_book) */
    bool stiff;  /* the stiffness that bodies meet is wanted (stiff_a, stiff_b) */
    int kind;    /* of all contacts of the block */
    double dt;
    double
        ahead; /* by how much vn, vt, spin miss the contact's own new force: dt/2; 0 where they are those of the end */
    unsigned wrote;               /* CLAST_WROTE_ bits */
    bool balls;                   /* arms lie along n: la = sa n, lb = -sb n */
    bool turned;                  /* the record of the last step is turned already (collide/fill_wide.h) */
    double ct_root, ct_fixed;     /* damping: tangential coefficient = weight (ct_root sqrt(m* kt) + ct_fixed) */
    double mu_static, mu_dynamic; /* friction */
    double fel_kt, fel_fixed;     /* of the pair, for the ledger (model/model.h) */
    const uint64_t *real;         /* per lane, for its sums: all bits where it has a contact of its own, else none */

    /* geometry */
    _Alignas(64) clast_lane radius; /* effective radius r* */
    clast_lane mass;                /* effective mass m* */

    /* motion */
    clast_lane fresh;   /* 1: the contact closed in this step */
    clast_lane part;    /* share of the step during which it was closed, in (0, 1] */
    clast_lane slip[3]; /* tangential displacement of a over b in the step, mid-step geometry, turned to n */
    clast_lane vn;      /* closing speed at the end, extrapolated: d' of v* */
    clast_lane vt[3];   /* tangential velocity of a over b at the end, extrapolated */
    clast_lane mobility_n, mobility_t; /* velocity per impulse along n, along vt */

    /* the record of the last accepted step, column by column; vectors of the history are turned with the contact frame. Normal
     * and overlap of the start of the step are there for all contacts, in the record or not */
    clast_lane n0[3], d0;
    clast_lane ft0[3], fn0, old[CLAST_HISTORY_MOST];

    /* the record of this step: n from a to b; overlap as it is (laws: touch_overlap()); what the laws write */
    clast_lane n_dir[3], overlap;
    clast_lane apart[4];  /* a load waits for a store that lies 4096 bytes away: not columns of the history and these */
    clast_lane ft[3], fn; /* tangential: total force on a; fel + fd, when the laws are through (collide/lanes.c) */
    clast_lane new[CLAST_HISTORY_MOST];
    clast_lane apart_too[7];

    /* what the laws write besides, in rows for the ledger. First what it keeps: */
    clast_lane fel, seen; /* normal: elastic force (> 0 pushes); damping: fd times the rate that it took, with book */
    clast_lane ut, fd;    /* tangential: stored, with the ledger; damping: dashpot force */
    clast_lane la[3], lb[3];     /* narrow phase: arms to the contact point; of balls only with the ledger */
    clast_lane fs[3];            /* tangential: spring force */
    clast_lane stored;           /* normal: potential */
    clast_lane d_slip, d_change; /* tangential: lost by slip and by changing stiffness in this step */
    /* what acts on the bodies: force on a, torque on a, torque on b; beside them their terms of the stability number */
    clast_lane f[3], spare, ta[3], stiff_a, tb[3], stiff_b;

    clast_lane kn, kt; /* stiffness; the latter for the stability number and bonds */
    clast_lane weight; /* damping, where touch_is_weighted(): closing weight W(a), 1 but for fresh contacts */

    /* only for laws that ask (collide/touch_more.c) */
    clast_lane gap, gap0;            /* distance of the surfaces now and at the start of the step; < 0: overlap */
    clast_lane whole_slip[3], least; /* bonds: slip of the whole step; radius of the smaller sphere */
    clast_lane turn[3];              /* rotation of a over b in the step (in a closing step: its closed part) */
    clast_lane spin[3];              /* angular velocity of a over b at the end, extrapolated */
    clast_lane mobility_roll, mobility_twist; /* angular velocity per moment: along the rolling part of spin, along n */

    /* CLAST_WROTE_PULL: cohesion and bonds */
    clast_lane pull, pull0; /* attraction now and at the last step, > 0 pulls */
    clast_lane hold;        /* 1: glued; tension is not clipped and nothing slips */
    clast_lane cohesion;    /* potential of the cohesion */
    /* CLAST_WROTE_ROLLING */
    clast_lane tr[3], ts[3]; /* torque on a; its spring's part */
    clast_lane ur, d_roll;   /* stored; lost in this step but for the dashpot */
    clast_lane kr;           /* stiffness */
    /* CLAST_WROTE_BOND: besides its pull */
    clast_lane fb[3], tb_bond[3];    /* force on a, the pull included; torque on a */
    clast_lane ub, kb_n, kb_t, kb_r; /* stored; stiffness */
    clast_lane broken, how;          /* energy set free by breaking in this step (< 0: it holds); 1: by shear */

    clast_lane la0[3], lb0[3]; /* arms at the start of the step; not of balls */
    clast_lane sa, sb;         /* of balls: lengths of the arms; the latter is 0 at a wall */
    clast_lane share;          /* 1/(1 + n0.n), for what turns with the normal */
    clast_lane root;           /* damping, where ct_root is not 0: sqrt(m* kn) */
    /* the ledger, if it sums late: velocity of a over b at the start of the step; sums over all blocks of a tile, powers in few
     * numbers */
    clast_lane start[3];
    double power[CLAST_TOUCH_POWERS][CLAST_SUMS];
    clast_lane taken[CLAST_TOUCH_TAKEN];
} clast_touch;

/* To a sum over lanes; real: all bits, or none where a lane has no contact of its own, and anything may stand in it, also what is
 * not a number. By bits, since compilers turn a choice into loads of which each has to be asked for. */
CLAST_INLINE void touch_add(uint64_t real, double more, double *restrict sum)
{
    union {
        double number;
        uint64_t bits;
    } add = {more};
    add.bits &= real;
    *sum += add.number;
}

/* Overlap, > 0: touching was decided apart from it, and may differ from it in the last place. */
CLAST_INLINE double touch_overlap(const clast_touch *t, int k) { return t->overlap[k] > 0 ? t->overlap[k] : 1e-300; }

/* Some contacts may be fresh: the lanes `fresh` and `weight` count. Else they are all 0 and all 1. */
static inline bool touch_is_weighted(const clast_touch *t) { return t->n_fresh != 0 || t->kind != CLAST_TOUCHES; }

#endif
