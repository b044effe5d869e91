/* Rotation vectors (Campello, section 2, repaired): tensor, composition, quaternions. */
#include "motion/rodrigues.h"

#include "check.h"

static double angle_between(quat a, quat b)
{
    const quat d = q_mul(q_conj(a), b);
    return 2 * sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

static vec3 any(unsigned *state, double size)
{
    double c[3];
    for (int k = 0; k < 3; k++) {
        *state = 1664525u * *state + 1013904223u;
        c[k] = size * (2 * (*state >> 8) / 16777216.0 - 1);
    }
    return (vec3){c[0], c[1], c[2]};
}

/* Q turns like its quaternion, by the angle 2 atan(|a|/2), and keeps lengths. */
static void tensor_is_a_rotation(void **state)
{
    (void)state;
    unsigned seed = 3;
    for (int k = 0; k < 1000; k++) {
        const vec3 a = any(&seed, k % 2 ? 0.1 : 20), u = any(&seed, 1), v = rodrigues_turn(a, u);
        CHECK_NEAR(v_length(v_sub(v, q_turn(rodrigues_quat(a), u))), 0, 2e-15);
        CHECK_NEAR(v_length(v) - v_length(u), 0, 1e-15);
    }
    const vec3 x = rodrigues_turn((vec3){0, 0, 2}, (vec3){1, 0, 0}); /* 2 tan(45 degrees): a right angle */
    CHECK_NEAR(x.x, 0, 1e-15);
    CHECK_NEAR(x.y, 1, 1e-15);
    const vec3 small = rodrigues_turn((vec3){0, 0, 1e-6}, (vec3){1, 0, 0}); /* the print turns four times as far */
    CHECK_CLOSE(small.y, 1e-6, 1e-9);
}

/* A constant spin is turned by exactly, where a = h w falls short. */
static void spin_is_exact(void **state)
{
    (void)state;
    const vec3 w = {1, -2, 2};
    quat q = {1, 0, 0, 0}, short_of = q;
    for (int k = 0; k < 100; k++) {
        q = q_mul(rodrigues_quat(rodrigues_of_spin(w, 0.02)), q);
        short_of = q_mul(rodrigues_quat(v_mul(0.02, w)), short_of);
    }
    const quat exact = {cos(3), sin(3) / 3, -2 * sin(3) / 3, 2 * sin(3) / 3};
    CHECK_NEAR(angle_between(q, exact), 0, 1e-13);
    CHECK_CLOSE(angle_between(short_of, exact), 6 * 0.06 * 0.06 / 12, 1e-3);
    CHECK_NEAR(v_length(rodrigues_of_spin((vec3){0, 0, 0}, 1)), 0, 0);
}

/* (47): first a, then b; through half a turn and for 1e5 steps. */
static void composition(void **state)
{
    (void)state;
    unsigned seed = 8;
    for (int k = 0; k < 1000; k++) {
        const vec3 a = any(&seed, 2), b = any(&seed, 2);
        const quat both = q_mul(rodrigues_quat(b), rodrigues_quat(a));
        CHECK_NEAR(fabs(q_dot(rodrigues_quat(rodrigues_compose(a, b)), both)), 1, 1e-14);
        CHECK_NEAR(v_length(v_sub(rodrigues_of_quat(rodrigues_quat(a)), a)), 0, 1e-13);
    }
    vec3 alpha = {0, 0, 0};
    quat q = {1, 0, 0, 0};
    double longest = 0;
    for (int k = 0; k < 100000; k++) {
        const vec3 a = v_add((vec3){0, 0, 0.06}, any(&seed, 0.02));
        alpha = rodrigues_compose(alpha, a);
        q = q_unit(q_mul(rodrigues_quat(a), q));
        longest = fmax(longest, v_length(alpha));
    }
    CHECK(longest > 1000);
    CHECK_NEAR(fmin(angle_between(rodrigues_quat(alpha), q), angle_between(rodrigues_quat(alpha), q_mul_scalar(-1, q))),
               0, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tensor_is_a_rotation), cmocka_unit_test(spin_is_exact),
                                       cmocka_unit_test(composition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
