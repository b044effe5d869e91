/* Reading one section of a scene into its struct, by the key table alone: unknown keys, needed keys, types, units,
 * ranges, names, defaults. What has a structure of its own is left to the section's reader as a node. */
#ifndef CLAST_IO_SECTION_H
#define CLAST_IO_SECTION_H

#include "io/keys.h"
#include "io/yaml.h"
#include "model/scene.h"

/* What every reading function needs. */
typedef struct clast_reader {
    clast_scene *scene;
    clast_error *error;
} clast_reader;

enum { CLAST_PATH = 256 };

/* "time" and "end" to "time.end"; the scene itself has the path "". Returns out. */
const char *clast_section_path(const char *path, const char *name, char out[CLAST_PATH]);

/* Reads the keys of `section` from node (NULL: nothing given) into the struct `out`, which is zeroed first. */
clast_status clast_section_read(clast_reader *r, const char *section, const char *path, const clast_node *node,
                                void *out, size_t size);

/* Records a default; in a list `[7]` becomes `[*]`, so that it is told once for all items. */
clast_status clast_section_took(clast_reader *r, const char *path, const char *name, const char *value);

/* A single value; `name` is what messages call it. */
clast_status clast_section_number(clast_reader *r, const clast_node *node, const char *name, const char *unit,
                                  const char *range, double *value);
/* A list of exactly n numbers. */
clast_status clast_section_numbers(clast_reader *r, const clast_node *node, const char *name, int n, const char *unit,
                                   double *values);
/* [[low x, y, z], [high x, y, z]] with low below high. */
clast_status clast_section_box(clast_reader *r, const clast_node *node, const char *name, const char *unit,
                               double box[6]);
/* "friction is a list; wanted is ..." */
clast_status clast_section_wrong_type(clast_reader *r, const clast_node *node, const char *name, const char *wanted);
/* "unknown key 'frction' in contacts.default; did you mean 'friction'?" */
clast_status clast_section_unknown_key(clast_reader *r, const clast_node *child, const char *path,
                                       const char *const *names, int n);
/* Text that names a rotation scheme, a shape or a material; it must exist. */
clast_status clast_section_scheme(clast_reader *r, const clast_node *node, const char **scheme);
clast_status clast_section_shape(clast_reader *r, const clast_node *node, const char **shape);
clast_status clast_section_material(clast_reader *r, const clast_node *node, const char **material);

#endif
