/* Lists of bodies from files: CSV with a header line, or a results.h5 of an earlier run. */
#ifndef CLAST_IO_BODY_LIST_H
#define CLAST_IO_BODY_LIST_H

#include "io/section.h"

typedef struct clast_body_list {
    const char *file;
    const char *shape, *material; /* for all bodies, where the file says nothing; NULL: the file must say */
    int64_t step;                 /* frame of an HDF5 file; -1: the last */
    const char *path;             /* in the scene, for defaults that are taken */
    clast_place place;            /* of the file's name in the scene */
} clast_body_list;

/* Adds the bodies to the scene; the kind of file is told by its first bytes. */
clast_status clast_body_list_read(clast_reader *r, const clast_body_list *list);

/* The two kinds. */
clast_status clast_body_list_csv(clast_reader *r, const clast_body_list *list);
clast_status clast_body_list_h5(clast_reader *r, const clast_body_list *list);

#endif
