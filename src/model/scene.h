/* The scene in memory: descriptions as the user gave them, names not yet resolved, nothing derived.
 * The reader (io/) and the C interface fill it; step/build turns it into model and state. */
#ifndef CLAST_MODEL_SCENE_H
#define CLAST_MODEL_SCENE_H

#include "base/arena.h"
#include "base/formula.h"
#include "clast/clast.h"

/* A default that was taken because the scene said nothing; `clast check` prints them. */
typedef struct clast_taken {
    const char *path, *value;
} clast_taken;

/* A file that the scene names, as written and where it was found. */
typedef struct clast_mention {
    const char *name, *path;
} clast_mention;

/* A field with its formulas compiled: three of the force, three of the torque. */
typedef struct clast_scene_field_kept {
    clast_field given;
    clast_formula part[6];
} clast_scene_field_kept;

struct clast_scene {
    clast_arena arena;  /* owns every name and array below that has no capacity */
    const char *file;   /* path of the scene file, or NULL */
    const char *text;   /* its text as read, for carets and for results/scene.yaml; or NULL */
    const char *as_run; /* YAML text as run, with overrides applied; NULL when made by a program */
    const char *title;
    clast_time time;
    double gravity[3];
    int threads; /* 0: as many as the machine has */
    uint64_t seed;
    clast_output output;
    clast_damping damping;
    clast_slice slice;
    clast_place slice_place;

    clast_material *materials;
    clast_contact *contacts;
    clast_shape *shapes;
    clast_body *bodies;
    clast_fill *fills;
    clast_plane *planes;
    clast_bond *bonds;
    clast_scene_field_kept *fields;
    size_t n_fields, c_fields;
    clast_taken *taken;
    clast_mention *mentions;
    size_t n_materials, n_contacts, n_shapes, n_bodies, n_fills, n_planes, n_bonds, n_taken, n_mentions;
    size_t c_materials, c_contacts, c_shapes, c_bodies, c_fills, c_planes, c_bonds, c_taken,
        c_mentions; /* capacities */

    struct clast_scene_entry *names; /* hash table of every name in use */
    size_t n_names, c_names;
    const char *const *sets; /* the overrides given to the reader; a place with line -k is in the k-th of them */
    int n_sets;
};

/* A copy of a name that is the same pointer for the same text within this scene: cheap for long lists of bodies. */
const char *clast_scene_name(clast_scene *scene, const char *name);

clast_status clast_scene_took(clast_scene *scene, const char *path, const char *value, clast_error *error);

/* Completes an error that has a place in the scene's file: file name and source line. */
void clast_scene_locate(const clast_scene *scene, clast_error *error);

/* The same for a place in another file, whose text is given. An error that knows its file is left alone. */
void clast_scene_locate_in(const char *file, const char *text, clast_error *error);

/* More materials than this are refused: a rule for every pair would not fit any table. */
enum { CLAST_MOST_MATERIALS = 256 };

/* Index of what has this name, or -1. Takes the same time however many there are. */
int clast_scene_find_material(const clast_scene *scene, const char *name);
int clast_scene_find_shape(const clast_scene *scene, const char *name);
int clast_scene_find_plane(const clast_scene *scene, const char *name);
/* Remembers the index of the latest material, shape or plane under its (interned) name; for the api's builders. */
void clast_scene_index_material(clast_scene *scene, int index);
void clast_scene_index_shape(clast_scene *scene, int index);
void clast_scene_index_plane(clast_scene *scene, int index);

/* "shape 'balast1' is not defined; did you mean 'ballast1'? defined: ballast1, fibre". `state` is "defined" for what
 * the user makes and "known" for what clast has. */
clast_status clast_scene_unknown(const char *what, const char *name, const char *state, const char *const *candidates,
                                 int n, clast_place place, clast_error *error);
clast_status clast_scene_unknown_material(const clast_scene *scene, const char *name, clast_place place,
                                          clast_error *error);
clast_status clast_scene_unknown_shape(const clast_scene *scene, const char *name, clast_place place,
                                       clast_error *error);

/* A body of this shape and material (both defined) has a mass: density or a mass given by hand. */
clast_status clast_scene_check_mass(const clast_scene *scene, const char *shape, const char *material,
                                    clast_place place, clast_error *error);
/* No two bodies have the same id. */
clast_status clast_scene_check_ids(const clast_scene *scene, clast_error *error);

/* Text from outside, cut and cleaned for a message. Returns out. */
enum { CLAST_QUOTE = 64 };
const char *clast_scene_quote(const char *text, char out[CLAST_QUOTE]);

#endif
