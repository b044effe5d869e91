/* What the implicit integrator needs per body while it looks for the end of a step. Part of work: derived, made only for
 * models that use it, and of no meaning between steps. */
#ifndef CLAST_MODEL_ITERATE_H
#define CLAST_MODEL_ITERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How far an iterate is from the one before: Campello's four measures. */
enum { CLAST_CHANGE_X, CLAST_CHANGE_V, CLAST_CHANGE_W, CLAST_CHANGE_A, CLAST_CHANGES };
/* Sums over bodies of one of them: |new - old|, |new - start of the step|, |start|; what gravity alone does in a step. */
typedef struct clast_change {
    double change, moved, size, weight;
} clast_change;

enum { CLAST_CHANGE_CHUNK = 256 }; /* bodies summed up in one piece, whatever the threads */

typedef struct clast_iterate {
    int32_t room;
    double *v0[3], *w0[3], *L0[3], *f0[3], *t0[3]; /* at the start of the step; the pose is x0, q0 of work */
    double *change[2], *moved[CLAST_CHANGES];      /* of each body, as in clast_change; change of v and w alone */
    clast_change (*partial)[CLAST_CHANGES];        /* sums of chunks */
    uint64_t *taken;                               /* colouring (step/sweep.c): colours of lower neighbours */
    uint8_t *colour, *mask;
} clast_iterate;

bool clast_iterate_reserve(clast_iterate *it, int32_t n); /* false when memory is used up */
void clast_iterate_free(clast_iterate *it);
size_t clast_iterate_bytes(const clast_iterate *it);

#endif
