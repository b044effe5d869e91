/* A ball falls on a floor and bounces: the C interface in forty lines. */
#include <clast/clast.h>
#include <stdio.h>

static int fail(const clast_error *error)
{
    char text[2048];
    fprintf(stderr, "%s\n", clast_error_message(error, text, sizeof text));
    return 1;
}

int main(void)
{
    const double ball[1][4] = {{0, 0, 0, 0.01}}; /* one sphere of 10 mm: x y z radius */
    const clast_material glass = {.name = "glass", .density = 2500, .young = 1e7, .poisson = 0.25};
    const clast_contact rule = clast_contact_hertz_mindlin(0.5, 0.8); /* friction, restitution */
    const clast_shape pea = {.name = "pea", .n_spheres = 1, .spheres = ball};
    const clast_body body = {.shape = "pea", .material = "glass", .at = {0, 0, 0.11}};
    const clast_plane floor = {.name = "floor", .material = "glass", .normal = {0, 0, 1}};
    clast_error error = {0};
    clast_sim *sim = NULL;
    clast_scene *scene = clast_scene_create();
    if (!scene || clast_scene_material(scene, &glass, &error) || clast_scene_contact(scene, &rule, &error) ||
        clast_scene_shape(scene, &pea, &error) || clast_scene_body(scene, &body, &error) ||
        clast_scene_plane(scene, &floor, &error) || clast_sim_create(scene, &sim, &error))
        return fail(&error);
    while (clast_sim_info(sim).time < 0.5) {
        double at[3];
        if (clast_sim_step(sim, 1000, &error))
            return fail(&error);
        clast_sim_array(sim, "position", at, 3);
        printf("t = %.3f s   height %.4f m   energy error %.1e\n", clast_sim_info(sim).time, at[2],
               clast_sim_ledger(sim).error);
    }
    clast_sim_free(sim);
    clast_scene_free(scene);
    return 0;
}
