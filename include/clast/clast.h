/* clast: rigid grains made of overlapping spheres, by the Discrete Element Method.
 *
 * The whole public interface. A *scene* says what there is; a *simulation* made from it is stepped and asked.
 * Every function that can fail returns a status and writes its reason into the caller's clast_error (may be NULL).
 * The library never prints and never ends the program. Units are SI; vectors are in the world frame. */
#ifndef CLAST_H
#define CLAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- status and errors ---------------------------------------------------------------------------------- */

typedef enum clast_status {
    CLAST_OK = 0,
    CLAST_BAD_INPUT, /* the scene, an argument or a file's content is wrong */
    CLAST_NO_MEMORY, /* memory is used up */
    CLAST_FILE,      /* the system would not read or write a file */
    CLAST_UNSTABLE   /* the run went wrong: not a number, runaway overlap */
} clast_status;

/* Where a thing stands in a scene file; line 0 when it came from a program. */
typedef struct clast_place {
    int line, column, width;
} clast_place;

typedef struct clast_error {
    clast_status status;
    char text[768];    /* what is wrong, the value, what is allowed, what to do */
    char file[256];    /* empty when no file is concerned */
    clast_place place; /* in that file */
    char source[256];  /* that line of the file, for the caret */
} clast_error;

/* The error as people read it: file:line:col: error: text, the line, a caret. Returns out. */
char *clast_error_message(const clast_error *error, char *out, size_t size);

const char *clast_version(void);

/* ---- the scene: what there is ---------------------------------------------------------------------------- */

typedef struct clast_scene clast_scene;

typedef struct clast_material {
    const char *name;
    double density, young, poisson; /* kg/m3, Pa, 1 */
    clast_place place;
} clast_material;

/* One term of a contact law: its name and its parameters in the order of `clast list laws`.
 * law NULL or a parameter NAN: taken from the default rule, then from the law's own default. */
enum { CLAST_TERM_PARAMS = 8 };
typedef enum clast_term_kind {
    CLAST_NORMAL = 0,
    CLAST_DAMPING,
    CLAST_TANGENTIAL,
    CLAST_FRICTION,
    CLAST_ROLLING,
    CLAST_COHESION,
    CLAST_TERM_KINDS
} clast_term_kind;
typedef struct clast_term {
    const char *law;
    double param[CLAST_TERM_PARAMS];
    clast_place place;
} clast_term;

/* How two materials meet. Both names NULL: the rule for every pair that has no rule of its own. */
typedef struct clast_contact {
    const char *material[2];
    clast_term term[CLAST_TERM_KINDS];
    clast_place place;
} clast_contact;

/* A form shared by bodies: spheres in the frame in which the user drew them. */
typedef struct clast_shape {
    const char *name;
    int n_spheres;
    const double (*spheres)[4]; /* x y z radius */
    double mass;                /* 0: density times the volume of the union */
    double centre[3];           /* with mass > 0: centre of mass and inertia (xx yy zz xy xz yz) about it */
    double inertia[6];
    const char *rotation; /* rotation scheme for bodies of this shape; NULL: the scene's */
    clast_place place;
} clast_shape;

typedef struct clast_body {
    int64_t id; /* 0: the next free one */
    const char *shape, *material;
    double at[3];       /* where the origin of the shape's frame goes */
    double turn[4];     /* quaternion w x y z turning the shape's frame; all 0: not turned */
    double velocity[3]; /* of the centre of mass */
    double spin[3];     /* angular velocity, rad/s */
    double size;        /* factor on the shape; 0: 1 */
    clast_place place;
} clast_body;

/* A block of bodies at random or on a lattice. */
typedef enum clast_fill_how { CLAST_FILL_RANDOM = 0, CLAST_FILL_LATTICE } clast_fill_how;
typedef struct clast_fill {
    double low[3], high[3];
    int n_shapes;
    const char *const *shapes; /* with their shares by number */
    const double *shares;
    const char *material;
    int64_t count;
    clast_fill_how how;
    bool aligned;   /* true: as drawn; false: turned at random */
    double size[2]; /* factor on the shape, uniform between the two; both 0: 1 */
    double velocity[3];
    double agitation; /* standard deviation of a random velocity per component */
    clast_place place;
} clast_fill;

/* Glue between bodies, made at the start. */
typedef enum clast_bond_kind { CLAST_BOND_CONTACT = 0, CLAST_BOND_PARALLEL } clast_bond_kind;
typedef struct clast_bond {
    int64_t between[2]; /* ids of two bodies; both 0: all bodies that touch */
    clast_bond_kind kind;
    double gap;               /* surfaces up to this far apart count as touching */
    double radius;            /* parallel: share of the smaller sphere's radius */
    double normal, shear;     /* parallel: stiffness per area, Pa/m */
    double tensile, cohesion; /* strength against tension and shear: parallel in Pa, contact in N */
    clast_place place;
} clast_bond;

/* Damping of bodies, not of contacts. */
typedef struct clast_damping {
    double local;  /* Cundall: share of the force on a body that opposes its motion, 0 to below 1 */
    double global; /* viscous: force -global m v and torque -global L, in 1/s */
    clast_place place;
} clast_damping;

/* Velocity of a fluid at x: velocity + gradient (x - at); gradient[i][j] is d v_i / d x_j. */
typedef struct clast_fluid {
    double velocity[3], gradient[3][3], at[3];
} clast_fluid;

/* Forces that no contact carries. All fields of a scene add up. */
typedef enum clast_field_kind {
    CLAST_FIELD_DRAG = 0, /* force -coefficient (v - v_fluid), torque -rotational (w - 1/2 curl v_fluid) */
    CLAST_FIELD_MAGNUS,   /* force coefficient w x (v - v_fluid) */
    CLAST_FIELD_LOAD,     /* prescribed force and torque */
    CLAST_FIELD_MIE       /* near-field force between two bodies, cut off */
} clast_field_kind;
typedef struct clast_field {
    clast_field_kind kind;
    /* drag, Magnus, load: on these bodies; each that is not given leaves the choice open */
    int n_ids;
    const int64_t *ids;
    const char *shape, *material;
    double coefficient; /* drag: N s/m; Magnus: kg */
    double rotational;  /* drag: N m s */
    clast_fluid fluid;  /* drag, Magnus */
    /* load: formulas of the time t such as "2 N * sin(3*t)"; NULL: 0 */
    const char *force[3], *torque[3];
    clast_place part[6]; /* where they stand */
    /* Mie: pull(r) = attraction (scale/r)^attraction_power - repulsion (scale/r)^repulsion_power, less its value at the
     * cut-off, so that it ends there without a jump */
    const char *materials[2];                                        /* both NULL: every two */
    double attraction, attraction_power, repulsion, repulsion_power; /* N, 1 */
    double scale, cutoff;                                            /* m */
    bool centres; /* between the centres of mass; else between every two spheres */
    clast_place place;
} clast_field;

/* The plane to which motion is confined: no velocity across it, no rotation but about its normal. */
typedef enum clast_slice { CLAST_SLICE_NONE = 0, CLAST_SLICE_XY, CLAST_SLICE_XZ, CLAST_SLICE_YZ } clast_slice;

/* A plane wall: solid behind it, free on the side to which the normal points. */
typedef struct clast_plane {
    const char *name, *material;
    double point[3], normal[3];
    double velocity[3]; /* of the wall's points; constant */
    /* A plate instead: the rectangle from `point`, a corner, along these two sides at right angles; thin, free on both
     * sides; normal is not used. All 0: a plane. */
    double sides[2][3];
    clast_place place;
} clast_plane;

/* Campello's scheme: the trapezoidal rule for velocities, positions and rotations, solved by a fixed point. */
typedef enum clast_iteration { CLAST_JACOBI = 0, CLAST_GAUSS_SEIDEL } clast_iteration;
typedef enum clast_on_failure { CLAST_KEEP = 0, CLAST_HALVE } clast_on_failure;
typedef struct clast_trapezoid {
    double phi; /* weight of the end of the step: 0 forward Euler, 0.5 trapezoid, 1 backward Euler */
    clast_iteration iteration;
    double tolerance;            /* of the change from iterate to iterate, relative to that of the step */
    int most_iterations;         /* of one step */
    clast_on_failure on_failure; /* a step that does not converge: keep its last iterate, or do it in two halves */
    int halvings;                /* how often a step may be halved; then its last iterate is kept */
} clast_trapezoid;
clast_trapezoid clast_trapezoid_default(void);

typedef enum clast_integrator { CLAST_VERLET = 0, CLAST_TRAPEZOID } clast_integrator;
typedef struct clast_time {
    double end;  /* s */
    double step; /* s; 0: auto */
    clast_integrator integrator;
    clast_trapezoid trapezoid; /* for that integrator; take clast_trapezoid_default() */
    const char *rotation;      /* NULL: sts-kdk; of the trapezoid: rodrigues */
    double density_scaling;    /* factor on the inertia of all bodies, not on their weight; 0: 1 */
    int64_t sort_every;        /* steps from one look at how bodies lie in memory to the next; 0: 4096 */
    clast_place place;
} clast_time;

typedef struct clast_output {
    double every;         /* s between frames; 0: only the first and the last */
    double series;        /* s between lines of series.csv; 0: as `every` */
    bool spheres;         /* also write every sphere's position and radius */
    bool ledger;          /* keep the energy accounts (default) */
    int64_t ledger_every; /* steps from one look at the residual to the next; 0: 32 */
} clast_output;

clast_scene *clast_scene_create(void); /* NULL when memory is used up */
void clast_scene_free(clast_scene *scene);

/* Reads a scene file. `set` may hold n_set assignments "path=value" that override it. */
clast_status clast_scene_read(const char *file, const char *const *set, int n_set, clast_scene **scene,
                              clast_error *error);

/* Everything given is copied. References by name are resolved when the simulation is made. */
clast_status clast_scene_title(clast_scene *scene, const char *title, clast_error *error);
clast_status clast_scene_time(clast_scene *scene, const clast_time *time, clast_error *error);
clast_status clast_scene_gravity(clast_scene *scene, const double gravity[3]);
clast_status clast_scene_seed(clast_scene *scene, uint64_t seed);
clast_status clast_scene_threads(clast_scene *scene, int threads); /* 0: as many as the machine has */
clast_status clast_scene_output(clast_scene *scene, const clast_output *output);
clast_status clast_scene_material(clast_scene *scene, const clast_material *material, clast_error *error);
clast_status clast_scene_contact(clast_scene *scene, const clast_contact *contact, clast_error *error);
clast_status clast_scene_shape(clast_scene *scene, const clast_shape *shape, clast_error *error);
clast_status clast_scene_body(clast_scene *scene, const clast_body *body, clast_error *error);
clast_status clast_scene_fill(clast_scene *scene, const clast_fill *fill, clast_error *error);
clast_status clast_scene_plane(clast_scene *scene, const clast_plane *plane, clast_error *error);
clast_status clast_scene_bond(clast_scene *scene, const clast_bond *bond, clast_error *error);
clast_status clast_scene_damping(clast_scene *scene, const clast_damping *damping, clast_error *error);
clast_status clast_scene_field(clast_scene *scene, const clast_field *field, clast_error *error);
clast_status clast_scene_slice(clast_scene *scene, clast_slice slice, clast_place place, clast_error *error);

/* Lennard-Jones as a Mie field: potential 4 energy ((size/r)^12 - (size/r)^6) before the shift at the cut-off. */
clast_field clast_field_lennard_jones(double energy, double size, double cutoff);

/* A contact with nothing said yet: every law NULL, every parameter NAN. */
clast_contact clast_contact_default(void);
/* The usual one: Hertz, Mindlin, one coefficient of friction, one of restitution. */
clast_contact clast_contact_hertz_mindlin(double friction, double restitution);

/* ---- the simulation --------------------------------------------------------------------------------------- */

typedef struct clast_sim clast_sim;

/* The accounts of energy, in joule; what is lost counts positive. */
typedef struct clast_ledger {
    double time;
    double kinetic, rotational, gravity;
    double normal_stored, tangential_stored;
    double friction;           /* lost by slip */
    double changing_stiffness; /* what the changing tangential stiffness and opening contacts take along */
    double normal_damping, tangential_damping;
    double rolling_stored, rolling_loss;  /* rolling resistance, twisting included */
    double cohesion;                      /* potential of the attraction, negative */
    double bond_stored, bond_broken;      /* energy in bonds; set free by those that broke */
    double local_damping, global_damping; /* damping of bodies */
    double near_field;                    /* potential of the near-field forces */
    double drag, magnus;                  /* lost to the fluid; the Magnus force takes nothing */
    double wall_work;                     /* put in by moving walls */
    double fluid_work;                    /* put in by the moving fluid, through drag and Magnus force */
    double load_work;                     /* put in by prescribed forces and torques */
    double residual;                      /* R: what is left over; the truncation error of the run */
    double
        tangential_check;  /* R_t: independent book of all forces with history (tangential, rolling, bonds) minus their
                                work */
    double damping_check;  /* R_d: independent book of the dashpots minus their work */
    double turnover;       /* Y: everything that came in and is now moving, stored or lost */
    double error;          /* e = max(|R| so far, |R_t|, |R_d|) / Y */
    double stability;      /* Omega: dt times the highest contact frequency since clast_sim_mark; keep below 1.8 */
    double stability_most; /* the same since the start */
} clast_ledger;

/* The limits on the time step, in s (INFINITY where one does not apply), and the step taken. */
typedef struct clast_advice {
    double rayleigh;  /* travel time of the surface wave over the smallest sphere */
    double stiffness; /* 2/omega of the stiffest contact on the lightest body */
    double collision; /* duration of the fastest Hertz (or linear) collision expected */
    double rotation;  /* one radian at the fastest spin */
    double speed;     /* m/s: the highest speed expected (start, and free fall through the scene) */
    double automatic; /* what `step: auto` takes */
    double taken;
} clast_advice;

typedef struct clast_info {
    int64_t bodies, spheres, contacts, walls;
    double mass;
    int64_t step;
    double time, dt, end;
    int threads;
    double memory; /* bytes held by the simulation */
    int64_t list_builds;
    int64_t sorts;         /* how often bodies that had wandered were sorted in memory anew */
    int64_t wall_contacts; /* how many of the contacts are with walls */
} clast_info;

clast_status clast_sim_create(const clast_scene *scene, clast_sim **sim, clast_error *error);
void clast_sim_free(clast_sim *sim);

clast_status clast_sim_step(clast_sim *sim, int64_t steps, clast_error *error);
clast_info clast_sim_info(const clast_sim *sim);
clast_advice clast_sim_advice(const clast_sim *sim);
clast_ledger clast_sim_ledger(const clast_sim *sim);
/* An interval of the ledger's stability number begins; `clast run` does it with every line of series.csv. */
void clast_sim_mark(clast_sim *sim);

/* How the fixed point of the implicit integrator went; all 0 for the explicit one. A step done in parts counts as each
 * of them. */
typedef struct clast_convergence {
    int64_t steps, iterations, most; /* taken; passes over all of them, and the most of one */
    int64_t halved;                  /* steps (and parts) that were done in two halves */
    int64_t failed;                  /* that did not converge and were kept all the same */
    double worst, worst_time; /* the largest change left in one of them (the tolerance is what was asked), when */
    int64_t worst_body;       /* the id of the body that changed most in it; 0: none failed */
} clast_convergence;
clast_convergence clast_sim_convergence(const clast_sim *sim);

/* A bond that broke: bodies by their ids, spheres by their numbers in the shapes, from 0. */
typedef struct clast_break {
    double time, energy;
    int64_t body[2];
    int32_t sphere[2];
    int32_t shear; /* 1: by shear, 0: by tension */
} clast_break;

/* The bonds that broke so far, in order. Returns how many; fills at most `most` from number `first` on. */
size_t clast_sim_breaks(const clast_sim *sim, size_t first, clast_break *out, size_t most);
int64_t clast_sim_bonds(const clast_sim *sim); /* that still hold */
uint64_t clast_sim_hash(const clast_sim *sim); /* of the state: bodies, contacts, time */

/* Seconds of wall time by stage since the start. Returns the number of stages; fills at most `most`. */
typedef struct clast_stage {
    const char *name;
    double seconds;
} clast_stage;
int clast_sim_stages(const clast_sim *sim, clast_stage *stages, int most);

/* Copies an array by name into out (room for `size` doubles): position, quaternion, velocity, spin, centre, force,
 * torque, mass, size, radius (of the bounding sphere), rotation (the Rodrigues vector of quaternion), spheres (x y z r of every sphere, body after body).
 * Rows are in the order of clast_sim_ids. Returns the number of doubles it needs; 0: no such array. */
size_t clast_sim_array(const clast_sim *sim, const char *name, double *out, size_t size);
size_t clast_sim_ids(const clast_sim *sim, int64_t *out, size_t size);

/* Whole numbers by name: shape, material (indices into the names below), sphere_body (the row of each sphere's body). */
size_t clast_sim_indices(const clast_sim *sim, const char *name, int32_t *out, size_t size);
const char *clast_sim_shape_name(const clast_sim *sim, int index); /* NULL past the end */
const char *clast_sim_material_name(const clast_sim *sim, int index);

double clast_sim_coordination(const clast_sim *sim); /* touching partners per body, walls included */

/* What the user should know though the run goes on. Returns how many; fills at most `most`. */
int clast_sim_warnings(const clast_sim *sim, const char **texts, int most);

/* ---- results ----------------------------------------------------------------------------------------------- */

/* A directory with scene.yaml, results.h5 + results.xdmf, series.csv, summary.json. It must not exist yet. */
typedef struct clast_results clast_results;
clast_status clast_results_create(const char *directory, const clast_scene *scene, const clast_sim *sim,
                                  clast_results **results, clast_error *error);
clast_status clast_results_frame(clast_results *results, const clast_sim *sim, clast_error *error);
clast_status clast_results_series(clast_results *results, const clast_sim *sim, clast_error *error);
/* Writes summary.json; `ending` says how the run ended: finished, interrupted, failed. */
clast_status clast_results_finish(clast_results *results, const clast_sim *sim, const char *ending, double wall_seconds,
                                  clast_error *error);
void clast_results_free(clast_results *results);

#ifdef __cplusplus
}
#endif
#endif
