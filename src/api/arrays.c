/* Copies of the state for users, in the frames in which they think: position and quaternion are those of the shape's
 * frame as drawn, not of the principal frame in which the simulation works, and rows are in the order in which the bodies
 * were given. */
#include <string.h>

#include "api/sim.h"
#include "motion/rodrigues.h"

typedef void write_row(const clast_sim *sim, int32_t i, double *out);

static quat drawn_turn(const clast_sim *sim, int32_t i)
{
    double *const *q = sim->state.q;
    return q_mul(q_at(q, i), q_conj(sim->model.shapes[sim->state.shape[0][i]].frame));
}

static void row_position(const clast_sim *sim, int32_t i, double *out)
{
    vec3 centre = v_mul(sim->state.size[0][i], sim->model.shapes[sim->state.shape[0][i]].centre);
    v_put(out, v_sub(v_at(sim->state.x, i), q_turn(drawn_turn(sim, i), centre)));
}

static void row_quaternion(const clast_sim *sim, int32_t i, double *out)
{
    quat q = drawn_turn(sim, i);
    out[0] = q.w, out[1] = q.x, out[2] = q.y, out[3] = q.z;
}

/* 2 tan(angle/2) e of the turn from the frame as drawn (Campello eq 9); infinite at half a turn. */
static void row_rotation(const clast_sim *sim, int32_t i, double *out)
{
    v_put(out, rodrigues_of_quat(drawn_turn(sim, i)));
}

static void row_velocity(const clast_sim *sim, int32_t i, double *out) { v_put(out, v_at(sim->state.v, i)); }
static void row_spin(const clast_sim *sim, int32_t i, double *out) { v_put(out, v_at(sim->state.w, i)); }
static void row_centre(const clast_sim *sim, int32_t i, double *out) { v_put(out, v_at(sim->state.x, i)); }
static void row_force(const clast_sim *sim, int32_t i, double *out) { v_put(out, v_at(sim->state.f, i)); }
static void row_torque(const clast_sim *sim, int32_t i, double *out) { v_put(out, v_at(sim->state.t, i)); }
static void row_size(const clast_sim *sim, int32_t i, double *out) { *out = sim->state.size[0][i]; }

static void row_mass(const clast_sim *sim, int32_t i, double *out)
{
    const double density = sim->model.materials[sim->state.material[0][i]].density;
    *out = clast_form_mass(&sim->model.shapes[sim->state.shape[0][i]], density, sim->state.size[0][i]);
    *out /= sim->model.scaling;
}

static void row_radius(const clast_sim *sim, int32_t i, double *out)
{
    *out = sim->model.shapes[sim->state.shape[0][i]].bound * sim->state.size[0][i];
}

static const struct {
    const char *name;
    size_t width;
    write_row *write;
} arrays[] = {
    {"position", 3, row_position}, {"quaternion", 4, row_quaternion},
    {"velocity", 3, row_velocity}, {"spin", 3, row_spin},
    {"centre", 3, row_centre},     {"force", 3, row_force},
    {"torque", 3, row_torque},     {"mass", 1, row_mass},
    {"size", 1, row_size},         {"radius", 1, row_radius},
    {"rotation", 3, row_rotation},
};

static size_t count_spheres(const clast_sim *sim) { return (size_t)clast_sim_info(sim).spheres; }

static size_t write_spheres(const clast_sim *sim, double *out, size_t size)
{
    size_t needed = 4 * count_spheres(sim);
    if (!out || size < needed)
        return needed;
    for (int32_t row = 0; row < sim->state.n; row++) {
        const int32_t i = sim->shown[row];
        const clast_form *form = &sim->model.shapes[sim->state.shape[0][i]];
        const double scale = sim->state.size[0][i];
        double *const *q = sim->state.q;
        const mat3 R = q_matrix(q_at(q, i));
        for (int32_t k = 0; k < form->n_spheres; k++, out += 4) {
            vec3 l = {scale * form->sx[k], scale * form->sy[k], scale * form->sz[k]};
            v_put(out, v_add(v_at(sim->state.x, i), m_mul(R, l)));
            out[3] = scale * form->sr[k];
        }
    }
    return needed;
}

size_t clast_sim_array(const clast_sim *sim, const char *name, double *out, size_t size)
{
    if (!sim || !name)
        return 0;
    if (strcmp(name, "spheres") == 0)
        return write_spheres(sim, out, size);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        if (strcmp(name, arrays[k].name) != 0)
            continue;
        size_t needed = arrays[k].width * (size_t)sim->state.n;
        if (out && size >= needed)
            for (int32_t row = 0; row < sim->state.n; row++)
                arrays[k].write(sim, sim->shown[row], out + arrays[k].width * (size_t)row);
        return needed;
    }
    return 0;
}

size_t clast_sim_ids(const clast_sim *sim, int64_t *out, size_t size)
{
    size_t n = (size_t)sim->state.n;
    for (size_t row = 0; out && size >= n && row < n; row++)
        out[row] = sim->state.id[0][sim->shown[row]];
    return n;
}

static size_t copy_indices(const clast_sim *sim, const int32_t *from, int32_t *out, size_t size)
{
    const size_t n = (size_t)sim->state.n;
    for (size_t row = 0; out && size >= n && row < n; row++)
        out[row] = from[sim->shown[row]];
    return n;
}

static size_t write_sphere_bodies(const clast_sim *sim, int32_t *out, size_t size)
{
    const size_t needed = count_spheres(sim);
    if (out && size >= needed)
        for (int32_t row = 0; row < sim->state.n; row++)
            for (int32_t k = 0; k < sim->model.shapes[sim->state.shape[0][sim->shown[row]]].n_spheres; k++)
                *out++ = row;
    return needed;
}

size_t clast_sim_indices(const clast_sim *sim, const char *name, int32_t *out, size_t size)
{
    if (strcmp(name, "shape") == 0)
        return copy_indices(sim, sim->state.shape[0], out, size);
    if (strcmp(name, "material") == 0)
        return copy_indices(sim, sim->state.material[0], out, size);
    return strcmp(name, "sphere_body") == 0 ? write_sphere_bodies(sim, out, size) : 0;
}

const char *clast_sim_shape_name(const clast_sim *sim, int index)
{
    return index >= 0 && index < sim->model.n_shapes ? sim->model.shapes[index].name : NULL;
}

const char *clast_sim_material_name(const clast_sim *sim, int index)
{
    return index >= 0 && index < sim->model.n_materials ? sim->model.materials[index].name : NULL;
}
