/* The files that a scene names, copied beside its copy, so that results can be run again from where they stand. */
#ifndef CLAST_IO_CARRY_H
#define CLAST_IO_CARRY_H

#include "model/scene.h"

/* Copies what the scene names by a path below its own folder to the same path below `directory`. Files named by
 * absolute paths or through .. are left where they are. */
clast_status clast_carry_files(const clast_scene *scene, const char *directory, clast_error *error);

#endif
