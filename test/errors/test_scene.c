/* Every mistake that a scene can have, and the exact words for it: place, text, source line and caret. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "clast/clast.h"

/* A good scene in pieces; a case replaces one of them. */
#define TIME       "time: {end: 1 s}\n"
#define MATERIALS  "materials: {stone: {density: 2700, young: 1e7, poisson: 0.2}, steel: {young: 2e11, poisson: 0.3}}\n"
#define CONTACTS   "contacts: {default: {friction: 0.5}}\n"
#define SHAPES     "shapes: {pea: {sphere: 4 mm}, fibre: {spheres: [[0, 0, 0, 1 mm], [1 mm, 0, 0, 1 mm]]}}\n"
#define BODIES     "bodies: [{shape: pea, material: stone, at: [0, 0, 1]}]\n"
#define SCENE      TIME MATERIALS CONTACTS SHAPES BODIES
#define FILL(rest) TIME MATERIALS CONTACTS SHAPES "bodies:\n  - fill: {" rest "}\n"
#define BOX        "box: [[0, 0, 0], [1, 1, 1]]"

typedef struct mistake {
    const char *text, *message;
} mistake;

static void write_bytes(const char *name, const char *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    CHECK(file != NULL);
    fwrite(bytes, 1, size, file);
    fclose(file);
}

static void refuse(const char *set, const char *message)
{
    clast_scene *scene = NULL;
    clast_error error = {0};
    char got[2048];
    clast_status status = clast_scene_read("t.yaml", &set, set ? 1 : 0, &scene, &error);
    CHECK(status != CLAST_OK && error.status == status && scene == NULL);
    clast_scene_free(scene);
    assert_string_equal(clast_error_message(&error, got, sizeof got), message);
}

static void refuse_all(const mistake *mistakes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        write_bytes("t.yaml", mistakes[i].text, strlen(mistakes[i].text));
        refuse(NULL, mistakes[i].message);
    }
}

#define REFUSE(mistakes) refuse_all(mistakes, sizeof(mistakes) / sizeof *(mistakes))

static void keys(void **state)
{
    (void)state;
    static const mistake list[] = {
        {TIME MATERIALS "contacts:\n  default: {normal: hertz, tangential: mindlin, frction: 0.6}\n" SHAPES BODIES,
         "t.yaml:4:49: error: unknown key 'frction' in contacts.default; did you mean 'friction'?\n"
         "    4 |   default: {normal: hertz, tangential: mindlin, frction: 0.6}\n"
         "      |                                                 ^~~~~~~"},
        {SCENE "zzz: 3\n",
         "t.yaml:6:1: error: unknown key 'zzz' in the scene; known: clast, title, time, gravity, threads, seed, "
         "materials, contacts, shapes, bodies, walls, bonds, damping, fields, plane, output\n"
         "    6 | zzz: 3\n"
         "      | ^~~"},
        {SCENE "w\xC3\xA4lls: 3\n",
         "t.yaml:6:1: error: unknown key 'w\xC3\xA4lls' in the scene; did you mean 'walls'?\n"
         "    6 | w\xC3\xA4lls: 3\n"
         "      | ^~~~~"},
        {"title: \xC3\xA4\xC3\xB6\ntime: {end: 1, n\xC3\xA4m: 2}\n" MATERIALS CONTACTS SHAPES BODIES,
         "t.yaml:2:16: error: unknown key 'n\xC3\xA4m' in time; known: end, step, integrator, trapezoid, "
         "rotation, density_scaling, sort_every\n"
         "    2 | time: {end: 1, n\xC3\xA4m: 2}\n"
         "      |                ^~~"},
        {"time:\n  step: 1 ms\n" MATERIALS CONTACTS SHAPES BODIES,
         "t.yaml:1:1: error: time needs the key 'end' (simulated time, s)\n"
         "    1 | time:\n"
         "      | ^~~~"},
        {TIME MATERIALS CONTACTS SHAPES,
         "t.yaml:1:1: error: the scene needs the key 'bodies' (single bodies, blocks of "
         "bodies, lists from files)\n"
         "    1 | time: {end: 1 s}\n"
         "      | ^~~~"},
        {SCENE "time: {end: 3}\n", "t.yaml:6:1: error: key 'time' is given twice; the first is on line 1\n"
                                   "    6 | time: {end: 3}\n"
                                   "      | ^~~~"},
        {TIME MATERIALS CONTACTS SHAPES "bodies:\n  - {shape: pea, material: stone}\n",
         "t.yaml:6:5: error: bodies[0] needs one of the keys 'at', 'fill', 'file'\n"
         "    6 |   - {shape: pea, material: stone}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
        {SCENE "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, open: [top], material: steel}}\n",
         "t.yaml:6:59: error: 'open' does not go with 'plane' in walls.w; it goes with 'box'\n"
         "    6 | walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, open: [top], material: steel}}\n"
         "      |                                                           ^~~~"},
        {TIME MATERIALS CONTACTS "shapes: {pea: {sphere: 1, file: a.yaml}}\n" BODIES,
         "t.yaml:4:27: error: shapes.pea has both 'sphere' and 'file'; give one of them\n"
         "    4 | shapes: {pea: {sphere: 1, file: a.yaml}}\n"
         "      |                           ^~~~"},
        {"clast: 2\n" SCENE, "t.yaml:1:8: error: clast is 2; this program reads version 1 of the language\n"
                             "    1 | clast: 2\n"
                             "      |        ^"},
    };
    REFUSE(list);
}

static void later(void **state)
{
    (void)state;
    static const mistake list[] = {
        {SCENE "domain: []\n",
         "t.yaml:6:1: error: 'domain' in the scene (periodic boundaries) comes in a later version; "
         "take it out to run with this one\n"
         "    6 | domain: []\n"
         "      | ^~~~~~"},
        {SCENE "walls: {h: {mesh: h.stl, material: steel}}\n",
         "t.yaml:6:13: error: 'mesh' in walls.h (a triangle mesh from a file) comes in a later version; "
         "take it out to run with this one\n"
         "    6 | walls: {h: {mesh: h.stl, material: steel}}\n"
         "      |             ^~~~"},
    };
    REFUSE(list);
    static const char *const sections[] = {"domain", "checkpoint"};
    for (int i = 0; i < 2; i++) {
        char set[64];
        clast_scene *scene = NULL;
        clast_error error = {0};
        snprintf(set, sizeof set, "%s=1", sections[i]);
        write_bytes("t.yaml", SCENE, strlen(SCENE));
        const char *one = set;
        CHECK(clast_scene_read("t.yaml", &one, 1, &scene, &error) == CLAST_BAD_INPUT);
        CHECK(strstr(error.text, "comes in a later version") != NULL);
    }
}

static void values(void **state)
{
    (void)state;
    static const mistake list[] = {
        {TIME "materials: {stone: {density: 2700, young: 1e7, poisson: 0.7}}\n" CONTACTS SHAPES BODIES,
         "t.yaml:2:57: error: poisson is 0.7; allowed is -1 to 0.5\n"
         "    2 | materials: {stone: {density: 2700, young: 1e7, poisson: 0.7}}\n"
         "      |                                                         ^~~"},
        {"time: {end: 40 mm}\n" MATERIALS CONTACTS SHAPES BODIES,
         "t.yaml:1:13: error: end is '40 mm', a length; wanted is a time such as 10 ms\n"
         "    1 | time: {end: 40 mm}\n"
         "      |             ^~~~~"},
        {"time: 3\n" MATERIALS CONTACTS SHAPES BODIES, "t.yaml:1:7: error: time is '3'; wanted is a section of keys\n"
                                                       "    1 | time: 3\n"
                                                       "      |       ^"},
        {"time: {end: 1, step: 0}\n" MATERIALS CONTACTS SHAPES BODIES,
         "t.yaml:1:22: error: step is 0; allowed is more than 0\n"
         "    1 | time: {end: 1, step: 0}\n"
         "      |                      ^"},
        {"time: {end: }\n" MATERIALS CONTACTS SHAPES BODIES,
         "t.yaml:1:8: error: end is empty; wanted is a time such as 10 ms\n"
         "    1 | time: {end: }\n"
         "      |        ^~~"},
        {SCENE "gravity: [0, .nan, 0]\n",
         "t.yaml:6:14: error: y of gravity is '.nan'; wanted is an acceleration such as 9.81 m/s2\n"
         "    6 | gravity: [0, .nan, 0]\n"
         "      |              ^~~~"},
        {SCENE "gravity: [0, 1]\n", "t.yaml:6:10: error: gravity has 2 components; wanted is a vector [x, y, z]\n"
                                    "    6 | gravity: [0, 1]\n"
                                    "      |          ^~~~~~"},
        {SCENE "seed: 1.5\n", "t.yaml:6:7: error: seed is '1.5'; wanted is a whole number\n"
                              "    6 | seed: 1.5\n"
                              "      |       ^~~"},
        {SCENE "output: {ledger: yes}\n", "t.yaml:6:18: error: ledger is 'yes'; wanted is true or false\n"
                                          "    6 | output: {ledger: yes}\n"
                                          "      |                  ^~~"},
    };
    REFUSE(list);
}

static void contacts(void **state)
{
    (void)state;
    static const mistake list[] = {
        {TIME MATERIALS "contacts: {stone-stone: {friction: 1}}\n" SHAPES BODIES,
         "t.yaml:3:1: error: contacts needs the key 'default' (the rule for every pair that has none of its own)\n"
         "    3 | contacts: {stone-stone: {friction: 1}}\n"
         "      | ^~~~~~~~"},
        {TIME MATERIALS "contacts: {default: {normal: hertz}}\n" SHAPES BODIES,
         "t.yaml:3:12: error: contacts.default needs the key 'friction' (a coefficient or {static, dynamic}; 0: none)\n"
         "    3 | contacts: {default: {normal: hertz}}\n"
         "      |            ^~~~~~~"},
        {TIME MATERIALS "contacts: {default: {friction: 0.5, damping: viscous}}\n" SHAPES BODIES,
         "t.yaml:3:46: error: damping law 'viscous' needs the parameter 'normal' (dashpot coefficient along the "
         "normal, "
         "N s/m)\n"
         "    3 | contacts: {default: {friction: 0.5, damping: viscous}}\n"
         "      |                                              ^~~~~~~"},
        {TIME MATERIALS "contacts: {default: {friction: 0.5, normal: {linear: {stifness: 3}}}}\n" SHAPES BODIES,
         "t.yaml:3:55: error: unknown key 'stifness' in contacts.default.normal.linear; did you mean 'stiffness'?\n"
         "    3 | contacts: {default: {friction: 0.5, normal: {linear: {stifness: 3}}}}\n"
         "      |                                                       ^~~~~~~~"},
        {TIME MATERIALS "contacts: {default: {friction: 0.5, normal: {linear: {stiffness: 3 Pa}}}}\n" SHAPES BODIES,
         "t.yaml:3:66: error: stiffness is '3 Pa', a pressure; wanted is a stiffness such as 100 kN/m\n"
         "    3 | contacts: {default: {friction: 0.5, normal: {linear: {stiffness: 3 Pa}}}}\n"
         "      |                                                                  ^~~~"},
        {TIME MATERIALS "contacts: {default: {friction: 0.5}, stone-stel: {friction: 1}}\n" SHAPES BODIES,
         "t.yaml:3:38: error: material 'stel' is not defined; did you mean 'steel'? defined: stone, steel\n"
         "    3 | contacts: {default: {friction: 0.5}, stone-stel: {friction: 1}}\n"
         "      |                                      ^~~~~~~~~~"},
        {TIME MATERIALS "contacts: {default: {friction: 0.5}, stone-steel: {}, steel-stone: {}}\n" SHAPES BODIES,
         "t.yaml:3:55: error: the rule for steel-stone is given twice\n"
         "    3 | contacts: {default: {friction: 0.5}, stone-steel: {}, steel-stone: {}}\n"
         "      |                                                       ^~~~~~~~~~~"},
        {TIME MATERIALS "contacts: {default: {friction: {static: 0.2, dynamic: 0.5}}}\n" SHAPES BODIES,
         "t.yaml:3:32: error: dynamic friction 0.5 is above static friction 0.2; it cannot be\n"
         "    3 | contacts: {default: {friction: {static: 0.2, dynamic: 0.5}}}\n"
         "      |                                ^~~~~~~~~~~~~~~~~~~~~~~~~~~"},
        {TIME MATERIALS "contacts: {default: {friction: [1, 2]}}\n" SHAPES BODIES,
         "t.yaml:3:32: error: friction is a list; wanted is a coefficient or {static, dynamic}\n"
         "    3 | contacts: {default: {friction: [1, 2]}}\n"
         "      |                                ^~~~~~"},
        {TIME MATERIALS "contacts: {default: {friction: 0.5, restitution: 0.5, damping: none}}\n" SHAPES BODIES,
         "t.yaml:3:37: error: contacts.default has both 'damping' and 'restitution'; give one of them\n"
         "    3 | contacts: {default: {friction: 0.5, restitution: 0.5, damping: none}}\n"
         "      |                                     ^~~~~~~~~~~"},
    };
    REFUSE(list);
}

#define BOND(rest) SCENE "bonds:\n  - {" rest "}\n"

static void bonds(void **state)
{
    (void)state;
    static const mistake list[] = {
        {TIME MATERIALS "contacts: {default: {friction: 0.5, rolling: {epsd: {coefficient: -1}}}}\n" SHAPES BODIES,
         "t.yaml:3:67: error: coefficient is -1; allowed is 0 or more\n"
         "    3 | contacts: {default: {friction: 0.5, rolling: {epsd: {coefficient: -1}}}}\n"
         "      |                                                                   ^~"},
        {TIME MATERIALS "contacts: {default: {friction: 0.5, cohesion: dmt}}\n" SHAPES BODIES,
         "t.yaml:3:47: error: cohesion law 'dmt' needs the parameter 'energy' (surface energy; the pull-off force is "
         "4 pi energy r*, J/m2)\n"
         "    3 | contacts: {default: {friction: 0.5, cohesion: dmt}}\n"
         "      |                                               ^~~"},
        {SCENE "damping: {local: 1}\n", "t.yaml:6:18: error: local is 1; allowed is 0 to 1, this end excluded\n"
                                        "    6 | damping: {local: 1}\n"
                                        "      |                  ^"},
        {BOND("between: all, kind: contact, tensile_force: 1, shear_force: 1"),
         "t.yaml:7:15: error: between is 'all'; wanted is all-touching, or the ids of two bodies such as [1, 2]\n"
         "    7 |   - {between: all, kind: contact, tensile_force: 1, shear_force: 1}\n"
         "      |               ^~~"},
        {BOND("between: [1, 2.5], kind: contact, tensile_force: 1, shear_force: 1"),
         "t.yaml:7:15: error: id 2 of between is 2.5; allowed are whole numbers from 1 on\n"
         "    7 |   - {between: [1, 2.5], kind: contact, tensile_force: 1, shear_force: 1}\n"
         "      |               ^~~~~~~~"},
        {BOND("between: [3, 3], kind: contact, tensile_force: 1, shear_force: 1"),
         "t.yaml:7:5: error: a bond joins body 3 with itself; give two bodies\n"
         "    7 |   - {between: [3, 3], kind: contact, tensile_force: 1, shear_force: 1}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
        {BOND("between: all-touching, kind: contact, radius: 1"),
         "t.yaml:7:44: error: 'radius' in bonds[0] does not go with 'kind: contact'; it goes with 'parallel'\n"
         "    7 |   - {between: all-touching, kind: contact, radius: 1}\n"
         "      |                                            ^~~~~~"},
        {BOND("between: all-touching, kind: parallel, radius: 1, normal: 1e9, shear: 1e9, tensile: 1 MPa"),
         "t.yaml:7:5: error: bonds[0] needs the key 'cohesion' (parallel: strength against shear)\n"
         "    7 |   - {between: all-touching, kind: parallel, radius: 1, normal: 1e9, shear: 1e9, tensile: 1 MPa}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
    };
    REFUSE(list);
}

/* What shows only when the bodies are there. */
static void bonds_of_bodies(void **state)
{
    (void)state;
#define TWO                                                                                                         \
    TIME MATERIALS                                                                                                  \
        "contacts: {default: {friction: 0.5, restitution: 1}}\n" SHAPES                                             \
        "bodies: [{shape: pea, material: stone, at: [0, 0, 1]}, {shape: pea, material: stone, at: [9 mm, 0, 1]}]\n" \
        "bonds:\n"
    static const mistake list[] = {
        {TWO "  - {between: [1, 2], kind: contact, tensile_force: 1, shear_force: 1}\n",
         "t.yaml:7:5: error: bodies 1 and 2 are bonded but do not touch; move them together, or allow a 'gap'\n"
         "    7 |   - {between: [1, 2], kind: contact, tensile_force: 1, shear_force: 1}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
        {TWO "  - {between: [1, 7], kind: contact, tensile_force: 1, shear_force: 1}\n",
         "t.yaml:7:5: error: a bond joins body 7, but there is no body with that id\n"
         "    7 |   - {between: [1, 7], kind: contact, tensile_force: 1, shear_force: 1}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
        {TWO "  - {between: [1, 2], kind: contact, gap: 2 mm, tensile_force: 1, shear_force: 1}\n",
         "t.yaml:7:5: error: the contact bond between bodies 1 and 2 needs a linear contact of stone and stone in "
         "tension; use 'normal: linear' for them, or a parallel bond\n"
         "    7 |   - {between: [1, 2], kind: contact, gap: 2 mm, tensile_force: 1, shear_force: 1}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        clast_scene *scene = NULL;
        clast_sim *sim = NULL;
        clast_error error = {0};
        char got[2048];
        write_bytes("t.yaml", list[i].text, strlen(list[i].text));
        CHECK_OK(clast_scene_read("t.yaml", NULL, 0, &scene, &error), &error);
        CHECK(clast_sim_create(scene, &sim, &error) == CLAST_BAD_INPUT && !sim);
        assert_string_equal(clast_error_message(&error, got, sizeof got), list[i].message);
        clast_scene_free(scene);
    }
}

/* What the tables know grows; the beginning of the message does not. */
static void tables(void **state)
{
    (void)state;
    static const mistake list[] = {
        {"time.rotation=sts-kdx", "override 'time.rotation=sts-kdx': rotation scheme 'sts-kdx' is not known; did you "
                                  "mean 'sts-kdk'? known: sts-kdk"},
        {"contacts.default.normal=herz", "override 'contacts.default.normal=herz': normal law 'herz' is not known; did "
                                         "you mean 'hertz'? known: hertz"},
    };
    write_bytes("t.yaml", SCENE, strlen(SCENE));
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        clast_scene *scene = NULL;
        clast_error error = {0};
        CHECK(clast_scene_read("t.yaml", &list[i].text, 1, &scene, &error) == CLAST_BAD_INPUT);
        error.text[strlen(list[i].message)] = '\0';
        assert_string_equal(error.text, list[i].message);
    }
}

static void shapes(void **state)
{
    (void)state;
    static const mistake list[] = {
        {TIME MATERIALS CONTACTS "shapes: {pea: {spheres: [[0, 0, 0, 1 mm], [0, 0, 1, 0]]}}\n" BODIES,
         "t.yaml:4:53: error: radius of sphere 2 is 0; allowed is more than 0\n"
         "    4 | shapes: {pea: {spheres: [[0, 0, 0, 1 mm], [0, 0, 1, 0]]}}\n"
         "      |                                                     ^"},
        {TIME MATERIALS CONTACTS "shapes: {pea: {sphere: -4 mm}}\n" BODIES,
         "t.yaml:4:24: error: sphere is -4 mm; allowed is more than 0\n"
         "    4 | shapes: {pea: {sphere: -4 mm}}\n"
         "      |                        ^~~~~"},
        {TIME MATERIALS CONTACTS "shapes: {pea: {sphere: 1, mass: -2}}\n" BODIES,
         "t.yaml:4:33: error: mass is -2; allowed is more than 0\n"
         "    4 | shapes: {pea: {sphere: 1, mass: -2}}\n"
         "      |                                 ^~"},
        {TIME MATERIALS CONTACTS "shapes: {pea: {spheres: [[0, 0, 0, 1]], mass: 2}}\n" BODIES,
         "t.yaml:4:41: error: shapes.pea has 'mass' but no 'inertia'; give mass, centre and inertia together\n"
         "    4 | shapes: {pea: {spheres: [[0, 0, 0, 1]], mass: 2}}\n"
         "      |                                         ^~~~"},
        {TIME MATERIALS CONTACTS "shapes: {pea: {sphere: 1, mass: 1, inertia: [1, 1, 5]}}\n" BODIES,
         "t.yaml:4:10: error: shape 'pea': one moment of inertia (1, 1, 5) is larger than the two others together; "
         "no solid has it\n"
         "    4 | shapes: {pea: {sphere: 1, mass: 1, inertia: [1, 1, 5]}}\n"
         "      |          ^~~"},
        {TIME MATERIALS CONTACTS "shapes: {pea: {file: none.yaml}}\n" BODIES,
         "t.yaml:4:22: error: cannot read 'none.yaml': No such file or directory\n"
         "    4 | shapes: {pea: {file: none.yaml}}\n"
         "      |                      ^~~~~~~~~"},
        {TIME MATERIALS CONTACTS "shapes: {pea: {file: bad.yaml}}\n" BODIES,
         "bad.yaml:2:21: error: radius of sphere 1 is -1; allowed is more than 0\n"
         "    2 | spheres: [[0, 0, 0, -1]]\n"
         "      |                     ^~"},
    };
    static const char bad[] = "# a shape\nspheres: [[0, 0, 0, -1]]\n";
    write_bytes("bad.yaml", bad, strlen(bad));
    REFUSE(list);
}

static void bodies(void **state)
{
    (void)state;
    static const mistake list[] = {
        {TIME MATERIALS CONTACTS SHAPES "bodies:\n  - {shape: pae, material: stone, at: [0, 0, 1]}\n",
         "t.yaml:6:13: error: shape 'pae' is not defined; did you mean 'pea'? defined: pea, fibre\n"
         "    6 |   - {shape: pae, material: stone, at: [0, 0, 1]}\n"
         "      |             ^~~"},
        {TIME MATERIALS CONTACTS SHAPES "bodies: [{shape: pea, material: steel, at: [0, 0, 1]}]\n",
         "t.yaml:5:33: error: material 'steel' has no density, so a body of shape 'pea' has no mass; "
         "give the material a density or the shape a mass\n"
         "    5 | bodies: [{shape: pea, material: steel, at: [0, 0, 1]}]\n"
         "      |                                 ^~~~~"},
        {TIME MATERIALS CONTACTS SHAPES "bodies: [{shape: pea, material: stone, at: [0, 0, 1], turn: [0, 0, 0, 0]}]\n",
         "t.yaml:5:61: error: turn is a quaternion of length 0; give one of length 1\n"
         "    5 | bodies: [{shape: pea, material: stone, at: [0, 0, 1], turn: [0, 0, 0, 0]}]\n"
         "      |                                                             ^~~~~~~~~~~~"},
        {TIME MATERIALS CONTACTS SHAPES "bodies:\n  - {shape: pea, material: stone, at: [0, 0, 1], id: 4}\n"
                                        "  - {shape: pea, material: stone, at: [0, 0, 2], id: 4}\n",
         "t.yaml:7:5: error: body id 4 is given twice\n"
         "    7 |   - {shape: pea, material: stone, at: [0, 0, 2], id: 4}\n"
         "      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
        {FILL(BOX ", shapes: pea, material: stone, count: 0"),
         "t.yaml:6:78: error: count is 0; allowed is 1 to 1000000000\n"
         "    6 |   - fill: {box: [[0, 0, 0], [1, 1, 1]], shapes: pea, material: stone, count: 0}\n"
         "      |                                                                              ^"},
        {FILL("box: [[0, 0, 0], [1, 0, 1]], shapes: pea, material: stone, count: 1"),
         "t.yaml:6:17: error: box runs from y = 0 to 0; low must be below high\n"
         "    6 |   - fill: {box: [[0, 0, 0], [1, 0, 1]], shapes: pea, material: stone, count: 1}\n"
         "      |                 ^~~~~~~~~~~~~~~~~~~~~~"},
        {FILL(BOX ", shapes: {pea: 0}, material: stone, count: 1"),
         "t.yaml:6:55: error: share of pea is 0; allowed is more than 0\n"
         "    6 |   - fill: {box: [[0, 0, 0], [1, 1, 1]], shapes: {pea: 0}, material: stone, count: 1}\n"
         "      |                                                       ^"},
        {FILL(BOX ", shapes: pea, material: stone, count: 1, how: randm"),
         "t.yaml:6:86: error: how is 'randm'; wanted is one of: random, lattice\n"
         "    6 |   - fill: {box: [[0, 0, 0], [1, 1, 1]], shapes: pea, material: stone, count: 1, how: randm}\n"
         "      |                                                                                      ^~~~~"},
        {FILL(BOX ", shapes: pea, material: stone, count: 1, size: {uniform: [2, 1]}"),
         "t.yaml:6:97: error: size runs from 2 to 1; wanted is 0 < low <= high\n"
         "    6 |   - fill: {box: [[0, 0, 0], [1, 1, 1]], shapes: pea, material: stone, count: 1, size: {uniform: [2, "
         "1]}}\n"
         "      |                                                                                                 "
         "^~~~~~"},
        {TIME MATERIALS CONTACTS SHAPES "bodies: []\n",
         "t.yaml:5:9: error: bodies is an empty list; a scene needs at least one body\n"
         "    5 | bodies: []\n"
         "      |         ^~"},
        {TIME MATERIALS CONTACTS SHAPES "bodies: [{file: none.csv}]\n",
         "t.yaml:5:17: error: cannot read 'none.csv': No such file or directory\n"
         "    5 | bodies: [{file: none.csv}]\n"
         "      |                 ^~~~~~~~"},
    };
    REFUSE(list);
}

static void walls(void **state)
{
    (void)state;
    static const mistake list[] = {
        {SCENE "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 0]}, material: steel}}\n",
         "t.yaml:6:51: error: normal has length 0; give a direction, it points to the free side\n"
         "    6 | walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 0]}, material: steel}}\n"
         "      |                                                   ^~~~~~~~~"},
        {SCENE "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: stel}}\n",
         "t.yaml:6:73: error: material 'stel' is not defined; did you mean 'steel'? defined: stone, steel\n"
         "    6 | walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: stel}}\n"
         "      |                                                                         ^~~~"},
        {SCENE "walls: {b: {" BOX ", open: [topp], material: steel}}\n",
         "t.yaml:6:49: error: side 'topp' is not known; did you mean 'top'? known: left, right, front, back, bottom, "
         "top\n"
         "    6 | walls: {b: {box: [[0, 0, 0], [1, 1, 1]], open: [topp], material: steel}}\n"
         "      |                                                 ^~~~"},
        {SCENE "walls:\n  b: {" BOX ", material: steel}\n  b.top: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, "
               "material: steel}\n",
         "t.yaml:8:3: error: wall 'b.top' is defined twice\n"
         "    8 |   b.top: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: steel}\n"
         "      |   ^~~~~"},
    };
    REFUSE(list);
}

static void yaml(void **state)
{
    (void)state;
    static const mistake list[] = {
        {"time:\n  end: 1\n step: 2\n", "t.yaml:3:2: error: invalid indentation in mapping\n"
                                        "    3 |  step: 2\n"
                                        "      |  ^"},
        {"time: [1, 2\n", "t.yaml:1:7: error: flow sequence without a closing bracket (noticed on line 2, column 1)\n"
                          "    1 | time: [1, 2\n"
                          "      |       ^"},
        {"time: &t {end: 1}\n", "t.yaml:1:7: error: anchors (&name) are no part of a scene; remove it\n"
                                "    1 | time: &t {end: 1}\n"
                                "      |       ^~"},
        {"time: *t\n", "t.yaml:1:7: error: aliases (*name) are no part of a scene; write the value out\n"
                       "    1 | time: *t\n"
                       "      |       ^~"},
        {"a: b\n---\nc: d\n", "t.yaml:2:1: error: a second document starts here; a file holds one only\n"
                              "    2 | ---\n"
                              "      | ^~~"},
        {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n", "t.yaml:1:33: error: nested deeper than 32 levels\n"
                                                             "    1 | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n"
                                                             "      |                                 ^"},
        {"- 1\n", "t.yaml:1:1: error: the scene is a list; wanted is a section of keys\n    1 | - 1\n      | ^"},
        {"", "t.yaml: error: the file is empty; a scene needs at least time, materials, contacts, shapes and bodies"},
        {"# nothing\n",
         "t.yaml: error: the file is empty; a scene needs at least time, materials, contacts, shapes and bodies"},
        {"title: caf\xE9\n", "t.yaml:1:11: error: byte 0xE9 at offset 10 is not valid UTF-8; save the file as UTF-8\n"
                             "    1 | title: caf?\n"
                             "      |           ^"},
        {"a: b\n%TAG x\n", "t.yaml:2:1: error: a line starts with '%'; YAML directives are no part of a scene\n"
                           "    2 | %TAG x\n"
                           "      | ^"},
    };
    REFUSE(list);
    char deep[300];
    memset(deep, '[', sizeof deep);
    write_bytes("t.yaml", deep, sizeof deep);
    refuse(NULL, "t.yaml:1:257: error: brackets are nested deeper than 256 levels");
    write_bytes("t.yaml", "a: b\n\0\1", 7);
    refuse(NULL, "t.yaml:2:1: error: byte 0x00 at offset 5: this is no text file; a scene is plain UTF-8");
    write_bytes("t.yaml", "\x25\x96\0", 3); /* libfyaml alone never returns from this */
    refuse(NULL, "t.yaml:1:1: error: a line starts with '%'; YAML directives are no part of a scene\n"
                 "    1 | %?\n"
                 "      | ^");
}

static void files(void **state)
{
    (void)state;
    remove("t.yaml");
    refuse(NULL, "error: cannot read 't.yaml': No such file or directory");
    CHECK(mkdir("t.yaml", 0777) == 0);
    refuse(NULL, "error: 't.yaml' is a directory, not a file");
    CHECK(remove("t.yaml") == 0);
    FILE *file = fopen("t.yaml", "wb"); /* 100 MB that take no room on the disk */
    CHECK(file && fseek(file, 100 * 1024 * 1024, SEEK_SET) == 0 && fputc('x', file) == 'x');
    fclose(file);
    refuse(NULL, "error: 't.yaml' is larger than 16 MiB; put long lists of bodies into a CSV or HDF5 file and name it "
                 "under bodies: [{file: bodies.csv}]");
    remove("t.yaml");
}

static void overrides(void **state)
{
    (void)state;
    static const mistake list[] = {
        {"time.ned=2 s", "error: override 'time.ned=2 s': unknown key 'ned' in time; did you mean 'end'?"},
        {"time.end=2 m", "error: override 'time.end=2 m': end is '2 m', a length; wanted is a time such as 10 ms"},
        {"bodies[9].size=1",
         "error: override 'bodies[9].size=1': [9] is not there; the list has 1 items, the first is [0]"},
        {"bodies.size=1", "error: override 'bodies.size=1': there is no 'size': what stands before it is a list, "
                          "not a section"},
        {"time[0]=1", "error: override 'time[0]=1': [0] asks for an item of a list, but there is a section"},
        {"time.end", "error: override 'time.end': an override is path=value, for example time.end=2 s"},
        {"time.end=", "error: override 'time.end=': there is no value behind '='"},
        {"time..end=1", "error: override 'time..end=1': the path has an empty part; write it like time.end=2 s"},
        {"time.end=[", "error: override 'time.end=[': flow sequence without a closing bracket (noticed on line 2, "
                       "column 1)"},
        {"materials.lead.young=1 MPa", "error: override 'materials.lead.young=1 MPa': materials.lead needs the key "
                                       "'poisson' (Poisson's ratio)"},
    };
    write_bytes("t.yaml", SCENE, strlen(SCENE));
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        refuse(list[i].text, list[i].message);
}

static void csv(void **state)
{
    (void)state;
    static const mistake list[] = {
        {"x, y\n1, 2\n", "list.csv:1:1: error: column 'z' is missing; the header has to name x, y, z\n"
                         "    1 | x, y\n"
                         "      | ^"},
        {"x, y, z, qw\n1, 2, 3, 1\n",
         "list.csv:1:1: error: column 'qx' is missing; the header has to name qw, qx, qy, qz\n"
         "    1 | x, y, z, qw\n"
         "      | ^"},
        {"x, y, z, siz\n", "list.csv:1:10: error: column 'siz' is not known; did you mean 'size'? known: id, shape, "
                           "material, x, y, z, qw, qx, ...\n"
                           "    1 | x, y, z, siz\n"
                           "      |          ^~~"},
        {"x, y, z\n1, 2, 3\n# note\n1, two, 3\n", "list.csv:4:4: error: y is 'two'; wanted is a length such as 5 mm\n"
                                                  "    4 | 1, two, 3\n"
                                                  "      |    ^~~"},
        {"x, y, z\n1, 2\n", "list.csv:2:4: error: this line has 2 fields; the header names 3\n"
                            "    2 | 1, 2\n"
                            "      |    ^"},
        {"x, y, z\n1, 2, 3, 4\n", "list.csv:2:10: error: this line has more than the 3 fields of the header\n"
                                  "    2 | 1, 2, 3, 4\n"
                                  "      |          ^"},
        {"x, y, z, shape\n1, 2, 3, pae\n", "list.csv:2:10: error: shape 'pae' is not defined; did you mean 'pea'? "
                                           "defined: pea, fibre\n"
                                           "    2 | 1, 2, 3, pae\n"
                                           "      |          ^~~"},
        {"x, y, z, size\n1, 2, 3, 0\n", "list.csv:2:10: error: size is 0; allowed is more than 0\n"
                                        "    2 | 1, 2, 3, 0\n"
                                        "      |          ^"},
        {"x, y, z, qw, qx, qy, qz\n1, 2, 3, 0, 0, 0, 0\n",
         "list.csv:2:1: error: the quaternion has length 0; give one of length 1\n"
         "    2 | 1, 2, 3, 0, 0, 0, 0\n"
         "      | ^"},
        {"x, y, z\n", "list.csv: error: the list has a header but no bodies"},
        {"", "list.csv: error: the file is empty; it needs a header line such as x, y, z"},
        {"x, y, z\n1, 2, nan\n", "list.csv:2:7: error: z is 'nan'; wanted is a length such as 5 mm\n"
                                 "    2 | 1, 2, nan\n"
                                 "      |       ^~~"},
    };
    static const char scene[] =
        TIME MATERIALS CONTACTS SHAPES "bodies: [{file: list.csv, shape: pea, material: stone}]\n";
    write_bytes("t.yaml", scene, strlen(scene));
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        write_bytes("list.csv", list[i].text, strlen(list[i].text));
        refuse(NULL, list[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys),
        cmocka_unit_test(later),
        cmocka_unit_test(values),
        cmocka_unit_test(contacts),
        cmocka_unit_test(shapes),
        cmocka_unit_test(bodies),
        cmocka_unit_test(walls),
        cmocka_unit_test(yaml),
        cmocka_unit_test(files),
        cmocka_unit_test(overrides),
        cmocka_unit_test(csv),
        cmocka_unit_test(bonds),
        cmocka_unit_test(bonds_of_bodies),
        cmocka_unit_test(tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
