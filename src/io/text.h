/* Writing text files: numbers that read back exactly, and files that are either the old one or the whole new one. */
#ifndef CLAST_IO_TEXT_H
#define CLAST_IO_TEXT_H

#include "clast/clast.h"

/* The shortest decimal that reads back as value, with a point whatever the locale. Returns out. */
enum { CLAST_TEXT_NUMBER = 32 };
char *clast_text_number(double value, char out[CLAST_TEXT_NUMBER]);

/* Writes the file under another name beside it and renames: a reader or a kill finds the old file or the new one. */
clast_status clast_text_replace(const char *path, const char *text, size_t length, clast_error *error);

/* Sees to it that the file (made when missing) can grow by `bytes`: a full disk shows here, before anything is
 * begun. What is not used is cut off again by the next writer that closes it. */
clast_status clast_text_reserve(const char *path, size_t bytes, clast_error *error);

#endif
