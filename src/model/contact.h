/* Contacts: their keys, their saved history, and the block of contacts that a law sees.
 *
 * A contact is a pair of spheres of two bodies, or a sphere and a wall. Keys order them: by the two bodies' order
 * numbers (walls after bodies), then by the two spheres. n points from a to b; forces are those on a. */
#ifndef CLAST_MODEL_CONTACT_H
#define CLAST_MODEL_CONTACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* What a contact is. The last two need not touch: a bond holds over a gap, and an attraction that ended within the step
 * acts once more with a weight (law/cohesion_dmt.c). */
enum { CLAST_TOUCHES, CLAST_BONDED, CLAST_OPENED, CLAST_KINDS };

/* What a contact remembers from the last accepted step. Component-major; sorted by key. */
typedef struct clast_contacts {
    int32_t n, room;
    clast_key *key;
    double *n_dir[3]; /* normal */
    double *ft[3];    /* tangential force, dashpot included */
    double *fel, *fd; /* elastic normal force; normal dashpot force */
    double *ut;       /* energy in the tangential spring */
    uint8_t *kind;    /* CLAST_TOUCHES, CLAST_BONDED, CLAST_OPENED */
    int n_history;    /* columns of the laws' own history, as many as the model needs */
    double *history[CLAST_HISTORY_MOST];
} clast_contacts;

/* Makes room for n contacts; false when memory is used up. */
bool clast_contacts_reserve(clast_contacts *c, int32_t n);
void clast_contacts_free(clast_contacts *c);
size_t clast_contacts_bytes(const clast_contacts *c);

/* Small enough that a block and its two sides stay in the first-level cache. */
enum { CLAST_BLOCK = 16 };
typedef double clast_lane[CLAST_BLOCK];

/* What the laws out of the ordinary wrote into a block. */
enum { CLAST_WROTE_PULL = 1, CLAST_WROTE_ROLLING = 2, CLAST_WROTE_BOND = 4 };

/* A block of contacts of one material pair and kind, one lane each. The narrow phase fills the first part, the laws the
 * second; see step/evaluate.c for the order. All geometry is that of the end of the step unless said otherwise. */
typedef struct clast_touch {
    int n;
    bool first; /* the very first evaluation: no step lies behind, so nothing has slipped */
    int kind;   /* of all contacts of the block */
    double dt;
    double
        ahead; /* by how much vn, vt, spin miss the contact's own new force: dt/2; 0 where they are those of the end */
    unsigned wrote; /* CLAST_WROTE_ bits */

    /* geometry */
    clast_lane n_dir[3]; /* from a to b */
    clast_lane d;        /* overlap */
    clast_lane radius;   /* effective radius r* */
    clast_lane mass;     /* effective mass m* */

    /* motion */
    clast_lane fresh;   /* 1: the contact closed in this step */
    clast_lane part;    /* share of the step during which it was closed, in (0, 1] */
    clast_lane slip[3]; /* tangential displacement of a over b in the step, mid-step geometry, turned to n */
    clast_lane vn;      /* closing speed at the end, extrapolated: d' of v* */
    clast_lane vt[3];   /* tangential velocity of a over b at the end, extrapolated */
    clast_lane mobility_n, mobility_t; /* velocity per impulse along n, along vt */

    /* history of the last accepted step, turned with the contact frame */
    clast_lane fel0, fd0;
    clast_lane ft0[3];
    clast_lane old[CLAST_HISTORY_MOST];

    /* what the laws write, in the order in which they are applied */
    clast_lane fel, stored, kn;       /* normal: elastic force (> 0 pushes), its potential, dfel/dd */
    clast_lane fd, cn;                /* damping: dashpot force and coefficient, closing weight included */
    clast_lane weight;                /* damping: closing weight W(a); 1 but for fresh contacts */
    clast_lane ct_root, ct_fixed;     /* damping: tangential coefficient = ct_root sqrt(m* kt) + ct_fixed */
    clast_lane mu_static, mu_dynamic; /* friction */
    clast_lane kt, fs[3], ft[3];      /* tangential: stiffness, spring force, total force on a */
    clast_lane ut, d_slip, d_change;  /* tangential: stored; lost by slip and by changing stiffness in this step */
    clast_lane new[CLAST_HISTORY_MOST];

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
    clast_lane fb[3], tb[3];         /* force on a, the pull included; torque on a */
    clast_lane ub, kb_n, kb_t, kb_r; /* stored; stiffness */
    clast_lane broken, how;          /* energy set free by breaking in this step (< 0: it holds); 1: by shear */
} clast_touch;

#endif
