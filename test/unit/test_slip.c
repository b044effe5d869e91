/* The slip of a contact in the lanes against the same by the plain rule: the part of the velocity in the plane of the
 * middle normal, turned from there to the normal of the end by the least rotation; for turns from next to nothing to
 * nearly half a circle. And turns beyond the short series leave the bits of their neighbours in the block alone. */
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "check.h"
#include "collide/lanes.h"

static vec3 get(const clast_lane a[3], int k) { return (vec3){a[0][k], a[1][k], a[2][k]}; }
static void put(clast_lane a[3], int k, vec3 v) { a[0][k] = v.x, a[1][k] = v.y, a[2][k] = v.z; }
static vec3 unit(vec3 v) { return v_mul(1 / v_length(v), v); }

/* Least rotation that takes the unit vector a to b. */
static vec3 turned(vec3 v, vec3 a, vec3 b)
{
    const vec3 k = v_cross(a, b), once = v_cross(k, v);
    return v_add(v, v_add_mul(once, 1 / (1 + v_dot(a, b)), v_cross(k, once)));
}

static vec3 slip_by_rule(vec3 n0, vec3 n, vec3 way)
{
    const vec3 middle = unit(v_add(n0, n)), flat = v_add_mul(way, -v_dot(way, middle), middle);
    return turned(flat, middle, n);
}

/* A step of length 1; balls that do not spin, b going round a so that the normal turns by `angle`. */
static void set_lane(clast_lanes *in, int k, double angle)
{
    const vec3 n = unit((vec3){1, 2, -0.5 - k}), side = unit(v_cross(n, (vec3){0.3, -1, 0.2}));
    const vec3 n0 = v_add_mul(v_mul(cos(angle), n), sin(angle), side);
    put(in->x, k, v_mul(1.9, n));
    put(in->v, k, v_sub(v_mul(1.95, n0), v_mul(1.9, n)));
    in->inverse_mass[k] = 3;
    in->a.radius[k] = in->b.radius[k] = 1;
}

typedef struct bench {
    clast_lanes in;
    clast_touch t;
} bench;

static void meet(bench *b, const double *angles, clast_clone clone)
{
    memset(b, 0, sizeof *b);
    for (int k = 0; k < CLAST_BLOCK; k++)
        set_lane(&b->in, k, angles[k]);
    b->t.clone = clone;
    b->t.n = CLAST_BLOCK;
    b->t.kind = CLAST_TOUCHES;
    b->t.dt = 1;
    clast_lanes_motion(&b->in, false, true, &b->t);
}

static void test_rule(void **state)
{
    (void)state;
    static bench b;
    double angles[CLAST_BLOCK], worst = 0;
    for (int k = 0; k < CLAST_BLOCK; k++)
        angles[k] = 3 * pow(10, -0.5 * k);
    for (int far = 0; far < 2; far++) { /* all of any size; then small ones alone */
        meet(&b, angles, clast_clone_widest());
        for (int k = 0; k < CLAST_BLOCK; k++) {
            const vec3 n0 = get(b.t.n0, k), n = get(b.t.n_dir, k), way = get(b.in.v, k), slip = get(b.t.slip, k);
            worst = fmax(worst, v_length(v_sub(slip, slip_by_rule(n0, n, way))) / v_length(way));
            worst = fmax(worst, fabs(v_dot(slip, n)) / v_length(way));
            worst = fmax(worst, fabs(b.t.share[k] * (1 + v_dot(n0, n)) - 1) * (1 + v_dot(n0, n)));
            angles[k] *= 2e-3;
        }
    }
    print_message("worst %g\n", worst);
    CHECK(worst < 1e-14);
}

static void test_neighbours(void **state)
{
    (void)state;
    static bench near, far;
    double angles[CLAST_BLOCK];
    for (int k = 0; k < CLAST_BLOCK; k++)
        angles[k] = 5e-4 * (k + 1); /* the series holds up to 2 asin(sqrt(2e-5)) = 8.9e-3 */
    const clast_clone clones[] = {CLAST_CLONE_PLAIN, clast_clone_widest()};
    for (int c = 0; c < 2; c++) {
        angles[7] = 4e-3;
        meet(&near, angles, clones[c]);
        angles[7] = 1;
        meet(&far, angles, clones[c]);
        for (int k = 0; k < CLAST_BLOCK; k++)
            for (int d = 0; d < 3 && k != 7; d++)
                CHECK(near.t.slip[d][k] == far.t.slip[d][k] && near.t.share[k] == far.t.share[k]);
        CHECK(near.t.share[7] != far.t.share[7]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rule), cmocka_unit_test(test_neighbours)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
