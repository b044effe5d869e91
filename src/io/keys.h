/* The one table of the scene language (keys.def) and the structs that a section is read into. */
#ifndef CLAST_IO_KEYS_H
#define CLAST_IO_KEYS_H

#include <stdio.h>

#include "clast/clast.h"
#include "io/yaml.h"

typedef enum clast_key_type {
    CLAST_KEY_NUMBER, /* double; 0 for `auto` where that is the default */
    CLAST_KEY_WHOLE,  /* int64_t; likewise */
    CLAST_KEY_SWITCH, /* bool */
    CLAST_KEY_TEXT,   /* const char *, also the three below, whose names are checked */
    CLAST_KEY_SHAPE,
    CLAST_KEY_MATERIAL,
    CLAST_KEY_SCHEME,
    CLAST_KEY_CHOICE, /* int: which of the words */
    CLAST_KEY_VECTOR, /* double[3] */
    CLAST_KEY_BOX,    /* double[6]: low, high */
    /* from here on const clast_node *, for the section's own reader; NULL when not given */
    CLAST_KEY_SECTION,
    CLAST_KEY_NAMED,
    CLAST_KEY_ITEMS,
    CLAST_KEY_TERM,
    CLAST_KEY_SPHERES,
    CLAST_KEY_INERTIA,
    CLAST_KEY_TURN,
    CLAST_KEY_SHARES,
    CLAST_KEY_SIZES,
    CLAST_KEY_SIDES,
    CLAST_KEY_BETWEEN,
    CLAST_KEY_FLUID,
    CLAST_KEY_WHICH,
    CLAST_KEY_MATERIALS,
    CLAST_KEY_MATRIX,
    CLAST_KEY_FORMULAS,
    CLAST_KEY_LATER_ON
} clast_key_type;

typedef enum clast_key_need { CLAST_KEY_NEEDED, CLAST_KEY_OPTIONAL, CLAST_KEY_ONE_OF, CLAST_KEY_LATER } clast_key_need;

typedef struct clast_key_row {
    const char *section, *name, *detail, *range, *fallback, *with, *meaning;
    clast_key_type type;
    clast_key_need need;
    size_t offset; /* into the section's struct */
} clast_key_row;

/* What the rows of each section are read into. */
typedef struct clast_scene_keys {
    int64_t version, threads, seed;
    const char *title;
    double gravity[3];
    const clast_node *time, *materials, *contacts, *shapes, *bodies, *walls, *bonds, *damping, *output, *fields;
    int plane;
} clast_scene_keys;
typedef struct clast_time_keys {
    clast_time time;
    int integrator;
    const clast_node *trapezoid;
} clast_time_keys;
typedef struct clast_trapezoid_keys {
    clast_trapezoid trapezoid;
    int iteration, on_failure;
    int64_t most_iterations, halvings;
} clast_trapezoid_keys;
typedef struct clast_contact_keys {
    const clast_node *term[CLAST_TERM_KINDS], *restitution;
} clast_contact_keys;
typedef struct clast_bond_keys {
    clast_bond bond;
    const clast_node *between;
    int kind;
    double tensile_force, shear_force;
} clast_bond_keys;
typedef struct clast_field_keys {
    const clast_node *drag, *magnus, *lennard_jones, *mie, *load;
} clast_field_keys;
typedef struct clast_drag_keys {
    clast_field field;
    const clast_node *fluid, *bodies;
} clast_drag_keys;
typedef struct clast_lennard_jones_keys {
    double energy, size, cutoff;
    int between;
    const clast_node *materials;
} clast_lennard_jones_keys;
typedef struct clast_mie_keys {
    clast_field field;
    int between;
    const clast_node *materials;
} clast_mie_keys;
typedef struct clast_load_keys {
    const clast_node *force, *torque, *bodies;
} clast_load_keys;
typedef struct clast_fluid_keys {
    clast_fluid fluid;
    const clast_node *gradient;
} clast_fluid_keys;
typedef struct clast_which_keys {
    const char *shape, *material;
} clast_which_keys;
typedef struct clast_shape_keys {
    double sphere, mass, centre[3];
    const clast_node *spheres, *inertia;
    const char *file, *rotation;
} clast_shape_keys;
typedef struct clast_body_keys {
    clast_body body;
    const clast_node *turn, *fill;
    const char *file;
    int64_t step;
} clast_body_keys;
typedef struct clast_turn_keys {
    double axis[3], angle;
} clast_turn_keys;
typedef struct clast_fill_keys {
    clast_fill fill;
    double box[6];
    const clast_node *shapes, *size;
    int how, turn;
} clast_fill_keys;
typedef struct clast_wall_keys {
    const clast_node *plane, *plate, *open, *motion;
    double box[6];
    const char *material;
} clast_wall_keys;
typedef struct clast_plane_keys {
    double point[3], normal[3];
} clast_plane_keys;
typedef struct clast_plate_keys {
    double corner[3], along[3], across[3];
} clast_plate_keys;
typedef struct clast_motion_keys {
    const clast_node *translate;
} clast_motion_keys;
typedef struct clast_translate_keys {
    double velocity[3];
} clast_translate_keys;

int clast_keys_count(void);
const clast_key_row *clast_keys_at(int index);
/* The row of a key in a section for the form chosen by `form` (NULL: the first row of that name); NULL: none. */
const clast_key_row *clast_keys_find(const char *section, const char *name, const char *form);

/* Is value inside the range of a row? The words for it: "-1 to 0.5", "more than 0". */
bool clast_keys_inside(const char *range, double value);
const char *clast_keys_range_words(const char *range, double value, char *out, size_t size);
/* What a row takes, in words: "number, m/s2", "verlet or trapezoid", "[x, y, z], m". */
const char *clast_keys_type_words(const clast_key_row *key, char *out, size_t size);

/* The reference of the language as Markdown, one table a section; used by `clast list keys` and docs/scene.md. */
void clast_keys_print(FILE *out);

#endif
