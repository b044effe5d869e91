/* The scene language as a JSON Schema (draft-07), for editors: completion and checks while typing. */
#ifndef CLAST_IO_SCHEMA_H
#define CLAST_IO_SCHEMA_H

#include <stdio.h>

void clast_schema_print(FILE *out);

#endif
