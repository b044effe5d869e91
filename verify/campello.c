#include "verify/campello.h"

static const verify_case *const cases[] = {
    &verify_campello_rolling,   &verify_campello_three,  &verify_campello_container, &verify_campello_collision,
    &verify_campello_rodrigues, &verify_campello_bodies, &verify_campello_cost,
};

const verify_group verify_campello = {
    .name = "campello",
    .about = "Campello's implicit scheme and examples, beside the explicit integrator",
    .cases = cases,
    .n_cases = sizeof cases / sizeof *cases,
};

clast_contact campello_contact(double friction, bool mindlin, bool arm_to_wall)
{
    clast_contact contact = grains_contact((grains_rule){.tangential = "spring-secant", .friction = friction});
    contact.term[CLAST_TANGENTIAL].param[1] = mindlin ? 0 : 1;
    contact.term[CLAST_TANGENTIAL].param[2] = arm_to_wall ? 0 : 1;
    return contact;
}

void campello_integrator(grains *g, double dt, double tolerance, clast_iteration iteration)
{
    clast_time time = {.end = 1e9, .step = dt};
    if (tolerance > 0) {
        time.integrator = CLAST_TRAPEZOID;
        time.trapezoid = clast_trapezoid_default();
        time.trapezoid.tolerance = tolerance;
        time.trapezoid.iteration = iteration;
    }
    if (!g->status)
        g->status = clast_scene_time(g->scene, &time, &g->error);
}

double campello_passes(const grains *g)
{
    const clast_convergence c = g->sim->state.convergence;
    return (double)c.iterations / (double)c.steps;
}
