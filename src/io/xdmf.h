/* The .xdmf file beside results.h5: tells ParaView which datasets are the points of which time.
 * A temporal collection of point clouds, one per frame. It is written whole and renamed, so it is valid at any time. */
#ifndef CLAST_IO_XDMF_H
#define CLAST_IO_XDMF_H

#include "clast/clast.h"
#include "io/h5.h"

/* An array over the points. data without a leading '/': a dataset in the frame's group; with: the same in all frames. */
typedef struct clast_xdmf_array {
    const char *name, *data;
    clast_h5_type type;
    int width;
} clast_xdmf_array;

typedef struct clast_xdmf clast_xdmf;

/* The first array is the position of the points, the second their row numbers 0, 1, ...: the point each cell shows
 * (ParaView's newer reader makes no cells without it). h5_name: the data file as seen from the .xdmf
 * file's folder. The arrays must live as long as the clast_xdmf. Nothing is written yet. */
clast_status clast_xdmf_create(const char *path, const char *h5_name, const clast_xdmf_array *arrays, int n_arrays,
                               clast_xdmf **xdmf, clast_error *error);
/* Adds a frame of n points. Long files are not written after each frame, but before they lack 1 % of the frames. */
clast_status clast_xdmf_frame(clast_xdmf *xdmf, const char *group, size_t n, double time, clast_error *error);
/* Writes what was not written yet. */
clast_status clast_xdmf_finish(clast_xdmf *xdmf, clast_error *error);
void clast_xdmf_free(clast_xdmf *xdmf);

#endif
