/* Text files at the border: read with a limit, and checked byte by byte before any parser sees them. */
#ifndef CLAST_IO_BYTES_H
#define CLAST_IO_BYTES_H

#include "clast/clast.h"

/* The largest YAML file: a scene is for people; long lists of bodies belong into CSV or HDF5. */
enum { CLAST_BYTES_SCENE = 16 * 1024 * 1024 };

/* Reads a whole file. *text is malloc'ed, ends with a zero byte and has no byte order mark; the caller frees it.
 * A file of more than `most` bytes (0: no limit) is refused before it is read; `remedy` says what to do then. */
clast_status clast_bytes_read(const char *path, size_t most, const char *remedy, char **text, size_t *size,
                              clast_error *error);

/* Refuses what is no clean text: control bytes, invalid UTF-8, and with `yaml` lines that start with '%' and
 * brackets beyond what the parser can bear.
 * An error has its place; the caller adds file and source line. */
clast_status clast_bytes_check(const char *text, size_t size, bool yaml, clast_error *error);

#endif
