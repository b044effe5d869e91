/* A thin layer over HDF5: whole arrays in and out, text attributes, nothing else. h5.c alone includes hdf5.h. */
#ifndef CLAST_IO_H5_H
#define CLAST_IO_H5_H

#include "clast/clast.h"

typedef struct clast_h5 clast_h5;
typedef enum clast_h5_type { CLAST_H5_DOUBLE, CLAST_H5_FLOAT, CLAST_H5_INT64, CLAST_H5_INT32 } clast_h5_type;

clast_status clast_h5_create(const char *path, clast_h5 **h5, clast_error *error); /* must not exist */
clast_status clast_h5_open(const char *path, bool writable, clast_h5 **h5, clast_error *error);
clast_status clast_h5_close(clast_h5 *h5, clast_error *error); /* NULL is fine */

/* rows x width, contiguous; width 1 makes a one-dimensional dataset. Missing groups are made. */
clast_status clast_h5_write(clast_h5 *h5, const char *path, clast_h5_type type, const void *data, size_t rows,
                            size_t width, clast_error *error);
/* n texts as a dataset of strings. */
clast_status clast_h5_write_texts(clast_h5 *h5, const char *path, const char *const *texts, size_t n,
                                  clast_error *error);
clast_status clast_h5_attribute(clast_h5 *h5, const char *path, const char *name, const char *text, clast_error *error);
clast_status clast_h5_attribute_number(clast_h5 *h5, const char *path, const char *name, double value,
                                       clast_error *error);
/* Gives a group another name once all it holds is on disk: a kill never leaves a half-filled group under that name. */
clast_status clast_h5_rename(clast_h5 *h5, const char *from, const char *to, clast_error *error);

bool clast_h5_has(clast_h5 *h5, const char *path);
/* Converts to the type asked for; *data is malloc'ed, the caller frees it. */
clast_status clast_h5_read(clast_h5 *h5, const char *path, clast_h5_type type, void **data, size_t *rows, size_t *width,
                           clast_error *error);
/* *texts is one malloc'ed block (pointers and letters together); the caller frees it with one free(). */
clast_status clast_h5_read_texts(clast_h5 *h5, const char *path, char ***texts, size_t *n, clast_error *error);

#endif
