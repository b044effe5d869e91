/* One body, one rotation scheme and a torque written by hand: the two halves of a step without contacts. */
#ifndef CLAST_TEST_SPIN_WORLD_H
#define CLAST_TEST_SPIN_WORLD_H

#include "api/sim.h"
#include "model/scheme.h"
#include "motion/motion.h"
#include "world.h"

typedef vec3 spin_torque(quat q); /* world torque for the orientation of the drawn frame */

typedef struct spin_world {
    clast_sim *sim;
    spin_torque *torque;
    quat frame; /* principal frame to drawn frame */
} spin_world;

static inline vec3 spin_torque_none(quat q)
{
    (void)q;
    return (vec3){0, 0, 0};
}

/* Potential -e.z with e = R (0.3, 0.5, 0.2) (rotation reference, section 6). */
static inline vec3 spin_torque_field(quat q) { return v_cross(q_turn(q, (vec3){0.3, 0.5, 0.2}), (vec3){0, 0, 1}); }

static inline quat spin_world_turn(const spin_world *world)
{
    double *const *q = world->sim->state.q;
    return q_mul((quat){q[0][0], q[1][0], q[2][0], q[3][0]}, q_conj(world->frame));
}

static inline vec3 spin_world_at(double *const a[3]) { return (vec3){a[0][0], a[1][0], a[2][0]}; }

static inline void spin_world_evaluate(spin_world *world)
{
    const vec3 t = world->torque(spin_world_turn(world));
    clast_state *s = &world->sim->state;
    s->t[0][0] = t.x, s->t[1][0] = t.y, s->t[2][0] = t.z;
}

/* A body of mass 1 with these moments about the drawn axes, spinning with w about them. */
static inline spin_world spin_world_create(const char *scheme, vec3 inertia, vec3 w, spin_torque *torque, double h)
{
    clast_error error;
    clast_scene *scene = world_create(1, 1e6, 0.25, world_smooth(1), h);
    const double sphere[1][4] = {{0, 0, 0, 0.1}};
    clast_shape shape = {.name = "top",
                         .n_spheres = 1,
                         .spheres = sphere,
                         .mass = 1,
                         .inertia = {inertia.x, inertia.y, inertia.z},
                         .rotation = scheme};
    CHECK_OK(clast_scene_shape(scene, &shape, &error), &error);
    world_body(scene, (clast_body){.shape = "top", .spin = {w.x, w.y, w.z}});
    spin_world world = {.sim = world_start(scene), .torque = torque};
    world.frame = world.sim->model.shapes[0].frame;
    spin_world_evaluate(&world);
    clast_motion_start(&world.sim->model, &world.sim->state, &world.sim->work);
    return world;
}

static inline void spin_world_run(spin_world *world, int64_t steps)
{
    clast_sim *sim = world->sim;
    for (int64_t n = 0; n < steps; n++) {
        clast_work_bodies(&sim->model, &sim->state, &sim->work, clast_motion_begin);
        spin_world_evaluate(world);
        clast_motion_end(&sim->model, &sim->state, &sim->work);
    }
}

/* Time runs backwards from here: every velocity changes its sign, and the scheme starts anew. */
static inline void spin_world_reverse(spin_world *world)
{
    clast_sim *sim = world->sim;
    for (int c = 0; c < 3; c++) {
        sim->state.w[c][0] *= -1;
        sim->state.wb[c][0] *= -1;
        sim->state.L[c][0] *= -1;
    }
    spin_world_evaluate(world);
    clast_motion_start(&sim->model, &sim->state, &sim->work);
}

static inline void spin_world_free(spin_world *world) { clast_sim_free(world->sim); }

/* Angle of the turn between two orientations. */
static inline double spin_angle(quat a, quat b)
{
    const quat d = q_mul(q_conj(a), b);
    return 2 * atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), fabs(d.w));
}

#endif
