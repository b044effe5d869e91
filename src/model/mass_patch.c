/* Integrals of polynomials over the exposed patch of a unit sphere.
 *
 * On the unit sphere the area element is dz dphi (Archimedes). At one z each cap hides one interval of phi, and the
 * integral over the gaps between them is exact. Between two levels (mass_caps.c) the slice is analytic in z but for
 * square roots at the ends; z = mid - half cos(pi t) makes it analytic in t, so that Gauss-Legendre converges
 * exponentially. Where a singular point lies close outside a piece, the piece is halved until two rules agree.
 * The integral depends continuously on the caps, and no corner is ever assigned to an arc: touching, coinciding and
 * concurrent circles need no special case. */
#include "model/mass_patch.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Agreement asked of the two rules on a piece, for moments of the unit sphere; rounding is some 100 times less. */
static const double tolerance = 1e-13;

/* 2^-30 of a piece in t is 1e-18 of it in z: beyond rounding. */
enum { MAX_HALVINGS = 30 };

/* Newton on the Legendre polynomial, from the usual asymptotic guess. */
static void make_rule(clast_mass_rule *rule, int count)
{
    rule->count = count;
    for (int i = 0; i < count; i++) {
        double x = cos(pi * (i + 0.75) / (count + 0.5)), slope = 1.0;
        for (int step = 0; step < 8; step++) {
            double p = x, before = 1.0;
            for (int k = 2; k <= count; k++) {
                double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
                before = p;
                p = next;
            }
            slope = count * (before - x * p) / (1.0 - x * x);
            x -= p / slope;
        }
        rule->node[i] = 0.5 * (1.0 - x);
        rule->weight[i] = 1.0 / ((1.0 - x * x) * slope * slope);
    }
}

void clast_mass_rules_make(clast_mass_rules *rules)
{
    make_rule(&rules->coarse, CLAST_MASS_COARSE);
    make_rule(&rules->fine, CLAST_MASS_FINE);
}

/* m[p][q] += sign * the antiderivative of cos^p sin^q at phi. The sign, +-1, is in c and s, not in their squares. */
static void add_antiderivative(double sign, double phi, double m[4][4])
{
    double c = sign * cos(phi), s = sign * sin(phi);
    double c2 = c * c, s2 = s * s;
    m[0][0] += sign * phi;
    m[1][0] += s;
    m[0][1] -= c;
    m[2][0] += 0.5 * sign * (phi + s * c);
    m[1][1] += 0.5 * sign * s2;
    m[0][2] += 0.5 * sign * (phi - s * c);
    m[3][0] += s * (1.0 - s2 / 3.0);
    m[2][1] -= c * c2 / 3.0;
    m[1][2] += s * s2 / 3.0;
    m[0][3] -= c * (1.0 - c2 / 3.0);
}

static void add_gap(double from, double to, double m[4][4])
{
    add_antiderivative(1.0, to, m);
    add_antiderivative(-1.0, from, m);
}

/* The intervals of phi hidden at level z, starts in [-pi, pi), sorted. Returns their number, -1 if all is hidden. */
static int hidden_arcs(const clast_mass_patch *patch, double z, double radius)
{
    int count = 0;
    for (int c = 0; c < patch->cap_count; c++) {
        const clast_mass_cap *cap = &patch->cap[c];
        double above = cap->height - cap->axis.z * z, reach = cap->sine * radius;
        if (above >= reach)
            continue;
        if (above <= -reach)
            return -1;
        double half = acos(above / reach);
        double start = cap->azimuth - half;
        if (start < -pi)
            start += 2.0 * pi;
        int at = count++;
        for (; at > 0 && patch->arc[at - 1].start > start; at--)
            patch->arc[at] = patch->arc[at - 1];
        patch->arc[at] = (clast_mass_arc){start, start + 2.0 * half};
    }
    return count;
}

/* m[p][q] = integral of cos^p sin^q over what is exposed at level z. */
static void slice_moments(const clast_mass_patch *patch, double z, double radius, double m[4][4])
{
    memset(m, 0, 4 * sizeof *m);
    int count = hidden_arcs(patch, z, radius);
    if (count < 0)
        return;
    /* Arcs that run past pi hide the beginning of the circle. */
    double hidden_to = -pi;
    for (int i = 0; i < count; i++)
        hidden_to = fmax(hidden_to, patch->arc[i].end - 2.0 * pi);
    for (int i = 0; i < count; i++) {
        if (patch->arc[i].start > hidden_to)
            add_gap(hidden_to, patch->arc[i].start, m);
        hidden_to = fmax(hidden_to, patch->arc[i].end);
    }
    if (hidden_to < pi)
        add_gap(hidden_to, pi, m);
}

static void add_slice(const clast_mass_patch *patch, double z, double weight, clast_mass_moments *sum)
{
    double m[4][4];
    double radius = sqrt(fmax(0.0, (1.0 - z) * (1.0 + z)));
    slice_moments(patch, z, radius, m);
    double x_power = weight;
    for (int p = 0; p <= 3; p++, x_power *= radius) {
        double xy_power = x_power;
        for (int q = 0; p + q <= 3; q++, xy_power *= radius) {
            double xyz_power = xy_power * m[p][q];
            for (int k = 0; p + q + k <= 3; k++, xyz_power *= z)
                sum->of[p * CLAST_MASS_X + q * CLAST_MASS_Y + k * CLAST_MASS_Z] += xyz_power;
        }
    }
}

/* Part t0..t1 of the piece bottom..top, where t in [0, 1] runs over the whole piece. */
static void apply_rule(const clast_mass_patch *patch, const clast_mass_rule *rule, const double piece[2], double t0,
                       double t1, clast_mass_moments *sum)
{
    double mid = 0.5 * (piece[0] + piece[1]), half = 0.5 * (piece[1] - piece[0]);
    memset(sum, 0, sizeof *sum);
    for (int i = 0; i < rule->count; i++) {
        double angle = pi * (t0 + (t1 - t0) * rule->node[i]);
        double weight = rule->weight[i] * (t1 - t0) * pi * half * sin(angle);
        add_slice(patch, mid - half * cos(angle), weight, sum);
    }
}

static double largest_difference(const clast_mass_moments *a, const clast_mass_moments *b)
{
    double largest = 0.0;
    for (int i = 0; i < CLAST_MASS_MOMENTS; i++)
        largest = fmax(largest, fabs(a->of[i] - b->of[i]));
    return largest;
}

static double add_part(const clast_mass_patch *patch, const clast_mass_rules *rules, const double piece[2], double t0,
                       double t1, int halvings, clast_mass_moments *sum)
{
    clast_mass_moments coarse, fine;
    apply_rule(patch, &rules->coarse, piece, t0, t1, &coarse);
    apply_rule(patch, &rules->fine, piece, t0, t1, &fine);
    double error = largest_difference(&coarse, &fine);
    if (error > tolerance && halvings < MAX_HALVINGS) {
        double t = 0.5 * (t0 + t1);
        double lower = add_part(patch, rules, piece, t0, t, halvings + 1, sum);
        return lower + add_part(patch, rules, piece, t, t1, halvings + 1, sum);
    }
    for (int i = 0; i < CLAST_MASS_MOMENTS; i++)
        sum->of[i] += fine.of[i];
    return error;
}

double clast_mass_patch_moments(const clast_mass_patch *patch, const clast_mass_rules *rules, clast_mass_moments *out)
{
    double error = 0.0;
    memset(out, 0, sizeof *out);
    for (int i = 1; i < patch->level_count; i++) {
        const double *piece = &patch->level[i - 1];
        /* A feature below the tolerance may escape both rules: count it once a piece. */
        if (piece[0] < piece[1])
            error += tolerance + add_part(patch, rules, piece, 0.0, 1.0, 0, out);
    }
    return error;
}
