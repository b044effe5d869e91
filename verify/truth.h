/* A rigid body under a torque of time and attitude by the classical Runge-Kutta method, with steps so small that what
 * comes out can be taken for the true motion. Shares nothing with the library's schemes. */
#ifndef CLAST_VERIFY_TRUTH_H
#define CLAST_VERIFY_TRUTH_H

#include "base/vec.h"

typedef struct truth_motion {
    quat q;
    vec3 L; /* angular momentum, world */
} truth_motion;

typedef vec3 truth_torque(double time, quat q);

/* q' = w q / 2 with w = R I^-1 R^T L,  L' = T. */
static inline truth_motion truth_rate(truth_motion y, double t, vec3 inertia, truth_torque *torque)
{
    vec3 b = q_turn_back(y.q, y.L), w = q_turn(y.q, (vec3){b.x / inertia.x, b.y / inertia.y, b.z / inertia.z});
    return (truth_motion){q_mul_scalar(0.5, q_mul((quat){0, w.x, w.y, w.z}, y.q)), torque(t, y.q)};
}

static inline truth_motion truth_go(truth_motion y, double h, truth_motion d)
{
    return (truth_motion){{y.q.w + h * d.q.w, y.q.x + h * d.q.x, y.q.y + h * d.q.y, y.q.z + h * d.q.z},
                          v_add_mul(y.L, h, d.L)};
}

static inline truth_motion truth_step(truth_motion y, double t, double h, vec3 inertia, truth_torque *torque)
{
    truth_motion a = truth_rate(y, t, inertia, torque);
    truth_motion b = truth_rate(truth_go(y, h / 2, a), t + h / 2, inertia, torque);
    truth_motion c = truth_rate(truth_go(y, h / 2, b), t + h / 2, inertia, torque);
    truth_motion d = truth_rate(truth_go(y, h, c), t + h, inertia, torque);
    y = truth_go(truth_go(truth_go(truth_go(y, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
    y.q = q_unit(y.q);
    return y;
}

#endif
