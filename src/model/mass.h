/* Mass properties of a shape: volume, centre and inertia of the union of overlapping spheres. */
#ifndef CLAST_MODEL_MASS_H
#define CLAST_MODEL_MASS_H

typedef struct clast_mass {
    double volume;
    double centre[3];
    double inertia[6]; /* tensor xx yy zz xy xz yz about the centre, for density 1; xy = minus the integral of x y */
} clast_mass;

/* spheres[i] = x y z r. n >= 1, all r > 0, finite (asserted). Spheres may hide, repeat, touch or miss each other;
 * a cavity closed in by spheres is not part of the volume.
 * Returns the estimated relative error reached, the larger of volume and inertia; infinity, and zeros in out, when
 * memory is used up. */
double clast_mass_of_union(const double (*spheres)[4], int n, clast_mass *out);

#endif
