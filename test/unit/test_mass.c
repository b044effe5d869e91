/* Mass properties of unions of spheres, against closed formulas, a quadrature of another kind, and themselves: moved,
 * turned, shuffled and scaled. */
#include "check.h"
#include "model/mass.h"

#include <stdio.h>
#include <string.h>

enum { MAX_SPHERES = 200 };

static const double pi = 3.14159265358979323846;

typedef struct set {
    double sphere[MAX_SPHERES][4];
    int n;
} set;

static void add(set *s, double x, double y, double z, double r)
{
    memcpy(s->sphere[s->n++], (double[4]){x, y, z, r}, sizeof s->sphere[0]);
}

static clast_mass measure(const set *s)
{
    clast_mass mass;
    double error = clast_mass_of_union(s->sphere, s->n, &mass);
    CHECK_BETWEEN(error, 1e-15, 1e-10);
    return mass;
}

/* Lengths within tolerance of the body's size, inertia of its largest moment. */
static void check_mass(const clast_mass *mass, const clast_mass *expected, double tolerance)
{
    double size = cbrt(expected->volume);
    double moment = fmax(expected->inertia[0], fmax(expected->inertia[1], expected->inertia[2]));
    CHECK_CLOSE(mass->volume, expected->volume, tolerance);
    for (int a = 0; a < 3; a++)
        CHECK_NEAR(mass->centre[a], expected->centre[a], tolerance * size);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(mass->inertia[i], expected->inertia[i], tolerance * moment);
}

/* ---- closed formulas: bodies of revolution about x, cut into slices of spheres ---- */

/* Integrals of 1, x, x^2 over the volume, and the moment of inertia about the axis. */
typedef struct rod {
    double volume, first, second, axial;
} rod;

/* The part from..to (from the centre) of a sphere at x: profile^2 = r^2 - u^2. */
static void add_slice(rod *body, double x, double r, double from, double to)
{
    double u[6]; /* integral of u^k */
    for (int k = 0; k < 6; k++)
        u[k] = (pow(to, k + 1) - pow(from, k + 1)) / (k + 1);
    double p0 = pi * (r * r * u[0] - u[2]), p1 = pi * (r * r * u[1] - u[3]), p2 = pi * (r * r * u[2] - u[4]);
    body->volume += p0;
    body->first += x * p0 + p1;
    body->second += x * x * p0 + 2 * x * p1 + p2;
    body->axial += 0.5 * pi * (pow(r, 4) * u[0] - 2 * r * r * u[2] + u[4]);
}

static clast_mass mass_of_rod(const rod *body)
{
    double centre = body->first / body->volume;
    double across = body->second - body->volume * centre * centre + 0.5 * body->axial;
    return (clast_mass){body->volume, {centre, 0, 0}, {body->axial, across, across, 0, 0, 0}};
}

static clast_mass mass_of_sphere(double x, double r)
{
    rod body = {0};
    add_slice(&body, x, r, -r, r);
    return mass_of_rod(&body);
}

static void one_sphere(void **state)
{
    (void)state;
    set s = {0};
    add(&s, 0.3, -0.2, 0.7, 1.5);
    clast_mass mass = measure(&s);
    CHECK_CLOSE(mass.volume, 4.0 / 3.0 * pi * 3.375, 1e-15);
    for (int a = 0; a < 3; a++) {
        CHECK_NEAR(mass.centre[a], s.sphere[0][a], 1e-15);
        CHECK_CLOSE(mass.inertia[a], 0.4 * 2.25 * mass.volume, 1e-14);
        CHECK_NEAR(mass.inertia[a + 3], 0.0, 1e-14);
    }
}

static void two_spheres(void **state)
{
    (void)state;
    double r = 1.0, R = 1.4, d = 1.7;
    set s = {0};
    add(&s, 0, 0, 0, r);
    add(&s, d, 0, 0, R);
    clast_mass mass = measure(&s);
    double height = (d * d + r * r - R * R) / (2 * d); /* of the common circle */
    rod body = {0};
    add_slice(&body, 0, r, -r, height);
    add_slice(&body, d, R, height - d, R);
    clast_mass expected = mass_of_rod(&body);
    check_mass(&mass, &expected, 3e-15);
    double lens = pi * (R + r - d) * (R + r - d) * (d * d + 2 * d * (R + r) - 3 * (R - r) * (R - r)) / (12 * d);
    CHECK_CLOSE(mass.volume, 4.0 / 3.0 * pi * (r * r * r + R * R * R) - lens, 3e-15);
}

/* All the ways to add nothing to a sphere: again, inside, concentric, touching from inside, almost again. */
static void hidden_spheres_add_nothing(void **state)
{
    (void)state;
    set s = {0};
    add(&s, 0.5, 0, 0, 0.25);
    add(&s, 1, 0, 0, 1);
    add(&s, 1, 0, 0, 1);
    add(&s, 1, 0, 0, 0.5);
    add(&s, 1, 0.5, 0.25, 0.25);
    add(&s, 1.5, 0, 0, 0.5);
    add(&s, 1, 1e-15, -1e-15, 1 - 1e-15);
    add(&s, 1, 0, 0, 1);
    clast_mass mass = measure(&s), expected = mass_of_sphere(1, 1);
    check_mass(&mass, &expected, 5e-15);
}

static void nearly_equal_spheres(void **state)
{
    (void)state;
    clast_mass expected = mass_of_sphere(0, 1);
    for (double offset = 1e-16; offset < 1e-11; offset *= 10) {
        set s = {0};
        add(&s, 0, 0, 0, 1);
        add(&s, offset, 2 * offset, -offset, 1 + offset);
        add(&s, -offset, offset, offset, 1 - offset);
        clast_mass mass = measure(&s);
        /* The set reaches at most 3.5 offsets beyond the sphere, and inertia goes with the fifth power. */
        check_mass(&mass, &expected, 1e-14 + 18 * offset);
    }
}

static void apart_and_touching(void **state)
{
    (void)state;
    for (int touching = 0; touching < 2; touching++) {
        double d = touching ? 1.75 : 7.0;
        set s = {0};
        add(&s, 0, 0, 0, 1);
        add(&s, d, 0, 0, 0.75);
        clast_mass mass = measure(&s);
        rod body = {0};
        add_slice(&body, 0, 1, -1, 1);
        add_slice(&body, d, 0.75, -0.75, 0.75);
        clast_mass expected = mass_of_rod(&body);
        check_mass(&mass, &expected, 5e-15);
    }
}

/* ---- another quadrature, for centres in the plane z = 0 ----
 * The union over the plane is cut into its power cells. In its cell a sphere is a dome, integrated in polar coordinates
 * about its own centre, which has to lie inside the cell. No surface, no caps, no slices. */

/* Adds to m the integrals of 1, x, y, x^2, y^2, xy, z^2 along one ray; the length r sin(u) makes the dome smooth. */
static void add_ray(const double sphere[4], double theta, double length, double weight, double m[7])
{
    static const double node[4] = {-0.861136311594052575, -0.339981043584856265, 0.339981043584856265,
                                   0.861136311594052575};
    static const double gauss[4] = {0.347854845137453857, 0.652145154862546143, 0.652145154862546143,
                                    0.347854845137453857};
    enum { PANELS = 6 };
    double r = sphere[3], step = asin(length / r) / PANELS;
    for (int i = 0; i < 4 * PANELS; i++) {
        double u = step * (i / 4 + 0.5 + 0.5 * node[i % 4]);
        double h = r * cos(u), x = sphere[0] + r * sin(u) * cos(theta), y = sphere[1] + r * sin(u) * sin(theta);
        double column = 2 * h * weight * 0.5 * step * gauss[i % 4] * r * sin(u) * r * cos(u);
        const double f[7] = {1, x, y, x * x, y * y, x * y, h * h / 3};
        for (int k = 0; k < 7; k++)
            m[k] += column * f[k];
    }
}

static double distance_to_cell_wall(const set *s, int i, double theta)
{
    const double *a = s->sphere[i];
    double length = a[3];
    for (int j = 0; j < s->n; j++) {
        const double *b = s->sphere[j];
        double x = b[0] - a[0], y = b[1] - a[1], along = x * cos(theta) + y * sin(theta);
        double wall = 0.5 * (x * x + y * y + a[3] * a[3] - b[3] * b[3]);
        assert_true(j == i || wall > 0);
        if (along > 0 && along * length > wall)
            length = wall / along;
    }
    return length;
}

static clast_mass mass_of_planar_set(const set *s)
{
    enum { RAYS = 20000 };
    double m[7] = {0};
    for (int i = 0; i < s->n; i++) {
        for (int k = 0; k < RAYS; k++) {
            double theta = 2 * pi * (k + 0.5) / RAYS;
            add_ray(s->sphere[i], theta, distance_to_cell_wall(s, i, theta), 2 * pi / RAYS, m);
        }
    }
    double x = m[1] / m[0], y = m[2] / m[0];
    double xx = m[3] - m[0] * x * x, yy = m[4] - m[0] * y * y, xy = m[5] - m[0] * x * y;
    return (clast_mass){m[0], {x, y, 0}, {yy + m[6], xx + m[6], xx + yy, -xy, 0, 0}};
}

static set three_spheres(void)
{
    set s = {0};
    add(&s, 0, 0, 0, 1);
    add(&s, 1.1, 0.1, 0, 0.9);
    add(&s, 0.4, 0.8, 0, 0.7);
    return s;
}

static void three_spheres_with_a_triple_point(void **state)
{
    (void)state;
    set s = three_spheres();
    clast_mass mass = measure(&s), expected = mass_of_planar_set(&s);
    check_mass(&mass, &expected, 2e-9);
}

static void ring_with_a_hole(void **state)
{
    (void)state;
    set s = {0};
    for (int i = 0; i < 7; i++)
        add(&s, 2 * cos(2 * pi * i / 7), 2 * sin(2 * pi * i / 7), 0, 1.0 + 0.02 * i);
    clast_mass mass = measure(&s), expected = mass_of_planar_set(&s);
    check_mass(&mass, &expected, 2e-9);
}

/* Neighbours overlap in lenses, further ones at most touch: four circles through each point where they do. */
static void lattice(void **state)
{
    (void)state;
    for (int touching = 0; touching < 2; touching++) {
        double r = touching ? sqrt(0.5) : 0.6;
        set s = {0};
        for (int i = 0; i < 200; i++)
            add(&s, i % 5, i / 5 % 5, i / 25, r);
        clast_mass mass = measure(&s);
        int lenses = 2 * 4 * 5 * 8 + 5 * 5 * 7;
        double lens = pi * (2 * r - 1) * (2 * r - 1) * (1 + 4 * r) / 12;
        CHECK_CLOSE(mass.volume, 200 * 4.0 / 3.0 * pi * r * r * r - lenses * lens, 2e-14);
        CHECK_NEAR(mass.centre[0], 2, 2e-14);
        CHECK_NEAR(mass.centre[1], 2, 2e-14);
        CHECK_NEAR(mass.centre[2], 3.5, 2e-14);
    }
}

/* ---- the shapes of the project ---- */

static set read_shape(const char *name)
{
    set s = {0};
    char line[256];
    snprintf(line, sizeof line, "%s/scenes/shapes/%s.yaml", CLAST_SOURCE_DIR, name);
    FILE *file = fopen(line, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double x, y, z, r;
        if (sscanf(line, " - [%lf, %lf, %lf, %lf]", &x, &y, &z, &r) == 4 && s.n < MAX_SPHERES)
            add(&s, x, y, z, r);
    }
    fclose(file);
    return s;
}

/* Five spheres R = 5 mm, one radius apart; the printed inertia is for m = 1100 * 1.961e-6 kg. */
static void fibre(void **state)
{
    (void)state;
    set s = read_shape("fibre");
    assert_int_equal(s.n, 5);
    clast_mass mass = measure(&s);
    double r = 0.005;
    rod body = {0};
    for (int i = -2; i <= 2; i++)
        add_slice(&body, i * r, r, i == -2 ? -r : -0.5 * r, i == 2 ? r : 0.5 * r);
    clast_mass expected = mass_of_rod(&body);
    check_mass(&mass, &expected, 3e-15);
    CHECK_CLOSE(mass.volume, 5 * pi * r * r * r, 3e-15);
    double density = 1100 * 1.961e-6 / mass.volume;
    CHECK_CLOSE(density * mass.inertia[0], 2.399774e-8, 2e-7);
    CHECK_CLOSE(density * mass.inertia[1], 1.469075e-7, 4e-7);
    CHECK_CLOSE(density * mass.inertia[2], 1.469075e-7, 4e-7);
}

/* Volume and principal inertia (density 2700) from counting cells of a fine grid: good to some 1e-4. */
static const struct stone {
    const char *name;
    int n;
    double volume, inertia[3];
} stones[6] = {
    {"stone1", 29, 6.15775e-06, {7.2400349554e-07, 1.08844472027e-06, 1.40518490564e-06}},
    {"stone2", 33, 5.427453125e-06, {5.81303735506e-07, 1.05413559129e-06, 1.38350425675e-06}},
    {"stone3", 37, 1.1282546875e-05, {1.94520358731e-06, 2.87965042196e-06, 3.63809205169e-06}},
    {"stone4", 40, 1.4423967e-05, {2.99395872091e-06, 4.36814957939e-06, 5.43157250136e-06}},
    {"stone5", 43, 1.7194626e-05, {3.91365419638e-06, 5.94733688961e-06, 6.97484607188e-06}},
    {"stone6", 45, 2.7786618e-05, {1.00572519126e-05, 1.17888153761e-05, 1.69936568315e-05}},
};

static void stones_against_a_grid(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        set s = read_shape(stones[i].name);
        assert_int_equal(s.n, stones[i].n);
        clast_mass mass = measure(&s);
        CHECK_CLOSE(mass.volume, stones[i].volume, 3e-4);
        for (int a = 0; a < 3; a++) {
            CHECK_CLOSE(2700 * mass.inertia[a], stones[i].inertia[a], 6e-4);
            CHECK_NEAR(2700 * mass.inertia[a + 3], 0.0, 3e-4 * stones[i].inertia[0]);
            CHECK_NEAR(mass.centre[a], 0.0, 2e-6);
        }
    }
}

/* ---- the same set, seen otherwise ---- */

static void check_moved(const set *s)
{
    set moved = *s;
    const double by[3] = {10, 20, 30};
    clast_mass expected = measure(s);
    for (int i = 0; i < s->n; i++) {
        for (int a = 0; a < 3; a++)
            moved.sphere[i][a] += by[a];
    }
    for (int a = 0; a < 3; a++)
        expected.centre[a] += by[a];
    clast_mass mass = measure(&moved);
    /* Positions near 30 m are rounded to 4e-15 m: of a stone's 0.03 m, 1e-13. */
    check_mass(&mass, &expected, 1e-15 + 1e-14 / cbrt(expected.volume));
}

static void turn(double m[3][3], const double from[3], double to[3])
{
    for (int a = 0; a < 3; a++)
        to[a] = m[a][0] * from[0] + m[a][1] * from[1] + m[a][2] * from[2];
}

static void check_turned(const set *s, const double q[4])
{
    double w = q[0], x = q[1], y = q[2], z = q[3];
    double m[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                      {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                      {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    set turned = *s;
    clast_mass plain = measure(s), expected = plain;
    for (int i = 0; i < s->n; i++)
        turn(m, s->sphere[i], turned.sphere[i]);
    turn(m, plain.centre, expected.centre);
    const double *t = plain.inertia;
    double row[3][3] = {{t[0], t[3], t[4]}, {t[3], t[1], t[5]}, {t[4], t[5], t[2]}}, half[3][3];
    for (int a = 0; a < 3; a++)
        turn(m, row[a], half[a]);
    static const int first[6] = {0, 1, 2, 0, 0, 1}, second[6] = {0, 1, 2, 1, 2, 2};
    for (int i = 0; i < 6; i++) {
        double column[3] = {half[0][second[i]], half[1][second[i]], half[2][second[i]]}, out[3];
        turn(m, column, out);
        expected.inertia[i] = out[first[i]];
    }
    clast_mass mass = measure(&turned);
    check_mass(&mass, &expected, 5e-14);
}

static void check_shuffled(const set *s)
{
    set shuffled = *s;
    for (int i = 0; i < s->n; i++)
        memcpy(shuffled.sphere[i * 37 % s->n], s->sphere[i], sizeof s->sphere[i]);
    clast_mass mass = measure(&shuffled), expected = measure(s);
    check_mass(&mass, &expected, 5e-15);
}

static void check_scaled(const set *s)
{
    set scaled = *s;
    double by = 1e-3;
    for (int i = 0; i < s->n; i++) {
        for (int a = 0; a < 4; a++)
            scaled.sphere[i][a] *= by;
    }
    clast_mass mass = measure(&scaled), expected = measure(s);
    expected.volume *= by * by * by;
    for (int a = 0; a < 3; a++)
        expected.centre[a] *= by;
    for (int i = 0; i < 6; i++)
        expected.inertia[i] *= by * by * by * by * by;
    check_mass(&mass, &expected, 5e-15);
}

static void seen_otherwise(void **state)
{
    (void)state;
    const double quarter[4] = {sqrt(0.5), sqrt(0.5), 0, 0}, third[4] = {0.5, 0.5, 0.5, 0.5},
                 any[4] = {0.1, -0.5, 0.7, 0.5};
    set cases[4] = {three_spheres(), read_shape("fibre"), read_shape("stone2"), read_shape("stone6")};
    for (int i = 0; i < 4; i++) {
        check_moved(&cases[i]);
        check_turned(&cases[i], quarter);
        check_turned(&cases[i], third);
        check_turned(&cases[i], any);
        check_shuffled(&cases[i]);
        check_scaled(&cases[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_sphere),
        cmocka_unit_test(two_spheres),
        cmocka_unit_test(hidden_spheres_add_nothing),
        cmocka_unit_test(nearly_equal_spheres),
        cmocka_unit_test(apart_and_touching),
        cmocka_unit_test(three_spheres_with_a_triple_point),
        cmocka_unit_test(ring_with_a_hole),
        cmocka_unit_test(lattice),
        cmocka_unit_test(fibre),
        cmocka_unit_test(stones_against_a_grid),
        cmocka_unit_test(seen_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
