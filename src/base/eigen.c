/* Cyclic Jacobi rotations: each zeroes one off-diagonal element, until all are negligible.
 *
 * An element counts as zero when it is some ulps of the geometric mean of its two diagonal elements. For positive
 * definite matrices, such as inertia, this keeps the relative accuracy of the small values too, and a matrix that is
 * diagonal but for rounding is not turned at all: its axes are the coordinate axes, exactly.
 * Sources: Golub and Van Loan, Matrix Computations, section 8.5 (rotation); Demmel and Veselic, SIAM J. Matrix Anal.
 * Appl. 13 (1992) 1204 (when to stop). */
#include "base/eigen.h"

#include "base/vec.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* Convergence is quadratic: five sweeps are usual. */
enum { MAX_SWEEPS = 40 };

static int is_negligible(double m[3][3], int p, int q)
{
    return fabs(m[p][q]) <= 4.0 * DBL_EPSILON * sqrt(fabs(m[p][p])) * sqrt(fabs(m[q][q]));
}

/* Turns the axes p and q so that m[p][q] vanishes. The smaller of the two possible angles is taken. */
static void rotate(double m[3][3], double axis[3][3], int p, int q)
{
    double tau = 0.5 * (m[q][q] - m[p][p]) / m[p][q];
    double tangent = copysign(1.0, tau) / (fabs(tau) + hypot(1.0, tau));
    double cosine = 1.0 / hypot(1.0, tangent), sine = tangent * cosine;
    int r = 3 - p - q;
    m[p][p] -= tangent * m[p][q];
    m[q][q] += tangent * m[p][q];
    m[p][q] = m[q][p] = 0.0;
    double rp = m[r][p], rq = m[r][q];
    m[r][p] = m[p][r] = cosine * rp - sine * rq;
    m[r][q] = m[q][r] = sine * rp + cosine * rq;
    for (int a = 0; a < 3; a++) {
        double along_p = axis[p][a], along_q = axis[q][a];
        axis[p][a] = cosine * along_p - sine * along_q;
        axis[q][a] = sine * along_p + cosine * along_q;
    }
}

static void diagonalise(double m[3][3], double axis[3][3])
{
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
        int turned = 0;
        for (int p = 0; p < 2; p++) {
            for (int q = p + 1; q < 3; q++) {
                if (is_negligible(m, p, q))
                    continue;
                rotate(m, axis, p, q);
                turned = 1;
            }
        }
        if (!turned)
            return;
    }
}

/* Makes the largest component positive; of components equal but for rounding, the first decides. */
static void fix_sign(double axis[3])
{
    double largest = fmax(fabs(axis[0]), fmax(fabs(axis[1]), fabs(axis[2])));
    int decides = 0;
    while (fabs(axis[decides]) < largest * (1.0 - 1e-12))
        decides++;
    if (axis[decides] > 0.0)
        return;
    for (int a = 0; a < 3; a++)
        axis[a] = -axis[a];
}

void clast_eigen_symmetric(const double a[6], double value[3], double axis[3][3])
{
    double m[3][3] = {{a[0], a[3], a[4]}, {a[3], a[1], a[5]}, {a[4], a[5], a[2]}};
    double found[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int i = 0; i < 6; i++)
        assert(isfinite(a[i]));
    diagonalise(m, found);
    /* Sort by insertion: equal values keep the order of the coordinates. */
    int order[3] = {0, 1, 2};
    for (int i = 1; i < 3; i++) {
        for (int k = i; k > 0 && m[order[k]][order[k]] < m[order[k - 1]][order[k - 1]]; k--) {
            int swap = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
    }
    for (int k = 0; k < 3; k++) {
        value[k] = m[order[k]][order[k]];
        memcpy(axis[k], found[order[k]], sizeof axis[k]);
    }
    fix_sign(axis[0]);
    fix_sign(axis[1]);
    v_put(axis[2], v_cross(v_of(axis[0]), v_of(axis[1])));
}
