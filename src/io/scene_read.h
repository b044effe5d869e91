/* From a scene file to a scene, section by section. */
#ifndef CLAST_IO_SCENE_READ_H
#define CLAST_IO_SCENE_READ_H

#include "io/section.h"

/* Fills a fresh scene from a file, with the overrides applied. Errors are complete: file, place, source line. */
clast_status clast_scene_read_file(clast_scene *scene, const char *file, const char *const *set, int n_set,
                                   clast_error *error);

/* Applies "path=value" overrides to the tree; nodes live in the arena. *root may be NULL (an empty file). */
clast_status clast_scene_set(const char *const *set, int n_set, clast_arena *arena, clast_node **root,
                             clast_error *error);

/* The sections with a structure of their own; each calls the builders of the public interface. */
clast_status clast_scene_read_contacts(clast_reader *r, const clast_node *contacts);
clast_status clast_scene_read_shapes(clast_reader *r, const clast_node *shapes);
clast_status clast_scene_read_bodies(clast_reader *r, const clast_node *bodies);
clast_status clast_scene_read_walls(clast_reader *r, const clast_node *walls);
clast_status clast_scene_read_bonds(clast_reader *r, const clast_node *bonds);
clast_status clast_scene_read_fields(clast_reader *r, const clast_node *fields);
clast_status clast_scene_read_damping(clast_reader *r, const clast_node *damping);

/* A file named in the scene, relative to the folder of the scene file; NULL when memory is used up. */
char *clast_scene_read_path(clast_reader *r, const char *name);

#endif
