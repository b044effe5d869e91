/* Eigen decomposition of a symmetric 3 x 3 matrix. */
#ifndef CLAST_BASE_EIGEN_H
#define CLAST_BASE_EIGEN_H

/* a = xx yy zz xy xz yz, finite (asserted). value[] ascends; axis[k] is the unit eigenvector of value[k];
 * axis[2] = axis[0] x axis[1]; the largest component of axis[0] and of axis[1] is positive. */
void clast_eigen_symmetric(const double a[6], double value[3], double axis[3][3]);

#endif
