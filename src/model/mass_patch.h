/* The exposed patch of one sphere of a union: the unit sphere minus the caps hidden in its neighbours.
 * Private to model/mass*.c. */
#ifndef CLAST_MODEL_MASS_PATCH_H
#define CLAST_MODEL_MASS_PATCH_H

#include "base/vec.h"

/* The directions n with axis . n > height lie inside a neighbour. -1 < height < 1. */
typedef struct clast_mass_cap {
    vec3 axis;
    double height;
    double azimuth; /* of the axis about z */
    double sine;    /* of the angle between the axis and z */
} clast_mass_cap;

typedef struct clast_mass_arc {
    double start, end;
} clast_mass_arc;

/* One sphere among n. The owner allocates cap[n], arc[n] and level[n (n + 1)]. */
typedef struct clast_mass_patch {
    clast_mass_cap *cap;
    clast_mass_arc *arc; /* scratch of one slice */
    double *level;       /* ascending, from -1 to 1: the patch is smooth in z between two levels */
    int cap_count, level_count;
} clast_mass_patch;

/* The integral of x^p y^q z^k over the directions (x, y, z) of the patch is of[p X + q Y + k Z], for p + q + k <= 3;
 * the rest is 0. So indices add as powers multiply. */
enum { CLAST_MASS_X = 16, CLAST_MASS_Y = 4, CLAST_MASS_Z = 1, CLAST_MASS_MOMENTS = 64 };

typedef struct clast_mass_moments {
    double of[CLAST_MASS_MOMENTS];
} clast_mass_moments;

enum { CLAST_MASS_COARSE = 12, CLAST_MASS_FINE = 24 };

/* Gauss-Legendre nodes and weights on (0, 1). */
typedef struct clast_mass_rule {
    int count;
    double node[CLAST_MASS_FINE], weight[CLAST_MASS_FINE];
} clast_mass_rule;

typedef struct clast_mass_rules {
    clast_mass_rule coarse, fine;
} clast_mass_rules;

void clast_mass_rules_make(clast_mass_rules *rules);

/* Finds the caps and levels of sphere i. Returns 0 if nothing of the sphere is exposed. */
int clast_mass_patch_make(clast_mass_patch *patch, const double (*spheres)[4], int n, int i);

/* Integrates over the patch. Returns the estimated absolute error of a moment. */
double clast_mass_patch_moments(const clast_mass_patch *patch, const clast_mass_rules *rules, clast_mass_moments *out);

#endif
