/* Which part of a sphere its neighbours hide, and at which levels z that part changes its form.
 *
 * Sphere j hides from sphere i the cap beyond the plane of their common circle. The heights of that plane over the two
 * centres are d/2 + s and d/2 - s with the same s, so the two caps fit together to the last bit even for nearly equal
 * spheres, where the plane itself is ill-defined.
 * A level is the z of a top or bottom of a cap's circle, or of a point where two circles cross, if it is exposed. They
 * show the quadrature where small features are. One that is a little off only costs time, one too many is harmless.
 * Among n spheres there are no more than n (n + 1): n - 1 caps, two ends each, two crossings a pair, and the poles. */
#include "model/mass_patch.h"

#include <math.h>
#include <stdlib.h>

/* Points hidden by less than this still count as exposed. */
static const double exposed_slack = 1e-9;

static const double same_level = 1e-14;

typedef enum { HIDES_NOTHING, HIDES_CAP, HIDES_ALL } hiding;

/* What sphere `other` hides of sphere `self`. Of two equal spheres the one with the lower index counts. */
static hiding cap_between(const double self[4], const double other[4], int other_is_first, clast_mass_cap *cap)
{
    vec3 apart = v_sub(v_of(other), v_of(self));
    double distance = v_length(apart);
    if (distance == 0.0) {
        int smaller = self[3] < other[3] || (self[3] == other[3] && other_is_first);
        return smaller ? HIDES_ALL : HIDES_NOTHING;
    }
    double shift = (self[3] - other[3]) * (self[3] + other[3]) / (2.0 * distance);
    cap->height = (0.5 * distance + shift) / self[3];
    if (cap->height >= 1.0)
        return HIDES_NOTHING;
    if (cap->height <= -1.0)
        return HIDES_ALL;
    cap->axis = v_mul(1.0 / distance, apart);
    cap->sine = hypot(cap->axis.x, cap->axis.y);
    cap->azimuth = atan2(cap->axis.y, cap->axis.x);
    return HIDES_CAP;
}

static int is_inside(const clast_mass_cap *inner, const clast_mass_cap *outer)
{
    double angle = atan2(v_length(v_cross(inner->axis, outer->axis)), v_dot(inner->axis, outer->axis));
    return angle + acos(inner->height) <= acos(outer->height);
}

/* A cap inside another adds nothing: keep the list free of such. */
static void add_cap(clast_mass_patch *patch, const clast_mass_cap *cap)
{
    for (int c = 0; c < patch->cap_count; c++) {
        if (is_inside(cap, &patch->cap[c]))
            return;
    }
    int kept = 0;
    for (int c = 0; c < patch->cap_count; c++) {
        if (!is_inside(&patch->cap[c], cap))
            patch->cap[kept++] = patch->cap[c];
    }
    patch->cap[kept++] = *cap;
    patch->cap_count = kept;
}

static int is_exposed(const clast_mass_patch *patch, vec3 point)
{
    for (int c = 0; c < patch->cap_count; c++) {
        if (v_dot(patch->cap[c].axis, point) > patch->cap[c].height + exposed_slack)
            return 0;
    }
    return 1;
}

static void add_level(clast_mass_patch *patch, vec3 point)
{
    if (fabs(point.z) < 1.0 && is_exposed(patch, point))
        patch->level[patch->level_count++] = point.z;
}

/* Top and bottom of a cap's circle: height * axis +- radius * (the steepest direction in its plane). */
static void add_ends(clast_mass_patch *patch, const clast_mass_cap *cap)
{
    double radius = sqrt((1.0 - cap->height) * (1.0 + cap->height));
    vec3 steepest = {-cap->axis.z * cos(cap->azimuth), -cap->axis.z * sin(cap->azimuth), cap->sine};
    vec3 middle = v_mul(cap->height, cap->axis);
    add_level(patch, v_add_mul(middle, radius, steepest));
    add_level(patch, v_add_mul(middle, -radius, steepest));
}

/* The two points that the planes of both caps share with the unit sphere. */
static void add_crossings(clast_mass_patch *patch, const clast_mass_cap *first, const clast_mass_cap *second)
{
    vec3 along = v_cross(first->axis, second->axis);
    double sine2 = v_dot(along, along), cosine = v_dot(first->axis, second->axis);
    if (sine2 == 0.0)
        return;
    double f = (first->height - cosine * second->height) / sine2;
    double s = (second->height - cosine * first->height) / sine2;
    double rest = (1.0 - f * first->height - s * second->height) / sine2;
    if (!(rest >= 0.0))
        return;
    vec3 middle = v_add_mul(v_mul(f, first->axis), s, second->axis);
    add_level(patch, v_add_mul(middle, sqrt(rest), along));
    add_level(patch, v_add_mul(middle, -sqrt(rest), along));
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Levels equal but for rounding become one; -1 and 1 stay. */
static void merge_levels(clast_mass_patch *patch)
{
    qsort(patch->level, (size_t)patch->level_count, sizeof *patch->level, by_value);
    int kept = 1;
    for (int i = 1; i < patch->level_count; i++) {
        if (patch->level[i] > patch->level[kept - 1] + same_level)
            patch->level[kept++] = patch->level[i];
    }
    patch->level[kept - 1] = 1.0;
    patch->level_count = kept;
}

static void find_levels(clast_mass_patch *patch)
{
    patch->level_count = 0;
    patch->level[patch->level_count++] = -1.0;
    patch->level[patch->level_count++] = 1.0;
    for (int c = 0; c < patch->cap_count; c++) {
        add_ends(patch, &patch->cap[c]);
        for (int d = 0; d < c; d++)
            add_crossings(patch, &patch->cap[d], &patch->cap[c]);
    }
    merge_levels(patch);
}

int clast_mass_patch_make(clast_mass_patch *patch, const double (*spheres)[4], int n, int i)
{
    patch->cap_count = 0;
    for (int j = 0; j < n; j++) {
        if (j == i)
            continue;
        clast_mass_cap cap;
        hiding what = cap_between(spheres[i], spheres[j], j < i, &cap);
        if (what == HIDES_ALL)
            return 0;
        if (what == HIDES_CAP)
            add_cap(patch, &cap);
    }
    find_levels(patch);
    return 1;
}
