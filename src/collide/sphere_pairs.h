/* Pairs of spheres, of two bodies that are near each other, that come within the skin. */
#ifndef CLAST_COLLIDE_SPHERE_PAIRS_H
#define CLAST_COLLIDE_SPHERE_PAIRS_H

#include "base/array.h"
#include "base/clones.h"
#include "model/work.h"

typedef struct hit {
    clast_candidate is;
    float wake; /* when it is to be looked at first (work.h) */
    int32_t
        slot; /* of the contact that it is, once the contacts are laid out anew (touch.c): its place in their list; -1 */
} hit;

/* By the bodies of a chunk: near pairs that have candidates, and these. */
typedef struct found {
    clast_near *near; /* first: within the chunk for now */
    size_t n_near, c_near;
    hit *list;
    size_t n, room;
    size_t near_at, at; /* where they go in the lists of all */
    bool failed;
} found;

typedef struct box {
    vec3 low, high;
} box;

/* All spheres where they are, made for one build; not of balls. */
typedef struct placed {
    int32_t *first; /* per body, and the end: whole lanes, the last sphere is repeated */
    double *x, *y, *z, *r;
    box *around; /* per body */
} placed;

/* Room for the spheres of one pair of bodies. */
typedef struct bench {
    double *up, *low;           /* how far spheres of a reach towards b, and those of b towards a */
    int32_t *index_a, *index_b; /* in the shape, of those that reach the other */
    double *x, *y, *z, *r;      /* of b's */
    double *beyond;             /* of b's, from one of a's: square of the distance less that of the reach */
    int32_t *close;             /* of b's, those within reach of one of a's */
} bench;

static inline void hit_add(found *out, int32_t sphere_a, int32_t sphere_b, float wake)
{
    if (!ARRAY_RESERVE(out->list, out->room, out->n + 1))
        out->failed = true;
    else
        out->list[out->n++] = (hit){{sphere_a, sphere_b}, wake, -1};
}

enum { HIT_AT_ONCE = -1 };

/* Spheres with this gap are surely open until the bodies have come that far. The narrow phase finds their centres by
 * other operations; this share of their coordinates is far beyond what that changes. */
CLAST_INLINE float hit_wake(double gap, double x, double y, double z, double bound)
{
    const double wake = 0.999 * gap - 1e-13 * (fabs(x) + fabs(y) + fabs(z) + bound);
    return wake > 0 ? (float)wake : HIT_AT_ONCE;
}

/* Room for all spheres, and their places in the order of bodies. False: memory is used up. */
bool clast_placed_make(const clast_model *m, const clast_state *s, clast_room *room, placed *all);
void clast_placed_body(const clast_model *m, const clast_state *s, const placed *all, int32_t i);

/* For bodies of that many spheres at most. False: memory is used up. */
bool clast_bench_make(bench *on, size_t most);
void clast_bench_free(bench *on);

void clast_sphere_pairs(const clast_job *job, const placed *all, int32_t a, int32_t b, double skin, const bench *on,
                        found *out);

#endif
