/* Adding to a scene: check every argument, copy what is given, remember the name. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/argument.h"
#include "base/array.h"
#include "base/error.h"
#include "base/vec.h"
#include "law/law.h"
#include "model/scene.h"
#include "motion/motion.h"

enum { WHO = 128 };

static const char *who_of(const char *what, const char *name, char out[WHO])
{
    char quoted[CLAST_QUOTE];
    snprintf(out, WHO, "%s '%s'", what, clast_scene_quote(name, quoted));
    return out;
}

clast_status clast_scene_material(clast_scene *scene, const clast_material *material, clast_error *error)
{
    char who[WHO];
    if (!scene || !material)
        return clast_argument_missing("clast_scene_material", error);
    clast_status status = clast_argument_name(material->name, "a material", material->place, error);
    if (status)
        return status;
    clast_place place = material->place;
    who_of("material", material->name, who);
    if (clast_scene_find_material(scene, material->name) >= 0)
        return clast_fail_at(error, place, "%s is defined twice", who);
    if (scene->n_materials == CLAST_MOST_MATERIALS)
        return clast_fail_at(error, place, "%s is one too many; at most %d are allowed", who, CLAST_MOST_MATERIALS);
    if (material->density != 0)
        status = clast_argument_number("material", "density", material->density, who, place, error);
    if (!status)
        status = clast_argument_number("material", "young", material->young, who, place, error);
    if (!status)
        status = clast_argument_number("material", "poisson", material->poisson, who, place, error);
    if (status)
        return status;
    clast_material kept = *material;
    kept.name = clast_scene_name(scene, material->name);
    if (!kept.name || !ARRAY_RESERVE(scene->materials, scene->c_materials, scene->n_materials + 1))
        return clast_fail_memory(error);
    scene->materials[scene->n_materials++] = kept;
    clast_scene_index_material(scene, (int)scene->n_materials - 1);
    return CLAST_OK;
}

/* A law by its table, its parameters finite and in range where they are given. */
static clast_status keep_term(clast_term *term, clast_term_kind kind, clast_error *error)
{
    if (!term->law)
        return CLAST_OK;
    const clast_law *law = clast_law_find(kind, term->law);
    if (!law)
        return clast_fail_at(error, term->place, "%s law '%.60s' is not known", clast_term_name(kind), term->law);
    for (int i = 0; i < law->n_params; i++) {
        const clast_param *param = &law->params[i];
        double value = term->param[i];
        if (!isnan(value) && !(value >= param->low && value <= param->high && isfinite(value)))
            return clast_fail_at(error, term->place, "%s of %s law '%s' is %.10g; allowed is %.10g to %.10g",
                                 param->name, clast_term_name(kind), law->name, value, param->low, param->high);
    }
    if (kind == CLAST_FRICTION && law->n_params == 2 && term->param[1] > term->param[0])
        return clast_fail_at(error, term->place, "dynamic friction %.10g is above static friction %.10g; it cannot be",
                             term->param[1], term->param[0]);
    term->law = law->name;
    return CLAST_OK;
}

clast_status clast_scene_contact(clast_scene *scene, const clast_contact *contact, clast_error *error)
{
    if (!scene || !contact)
        return clast_argument_missing("clast_scene_contact", error);
    clast_status status = CLAST_OK;
    clast_contact kept = *contact;
    if (!contact->material[0] != !contact->material[1])
        return clast_fail_at(error, contact->place, "a contact has one material; give two, or none for the default");
    for (int i = 0; i < 2 && contact->material[0]; i++) {
        status = clast_argument_name(contact->material[i], "a material of a contact", contact->place, error);
        if (status)
            return status;
        kept.material[i] = clast_scene_name(scene, contact->material[i]);
        if (!kept.material[i])
            return clast_fail_memory(error);
    }
    for (size_t i = 0; i < scene->n_contacts; i++) {
        const char *const *old = scene->contacts[i].material, *const *new = kept.material;
        if ((old[0] == new[0] && old[1] == new[1]) || (old[0] == new[1] && old[1] == new[0]))
            return clast_fail_at(error, contact->place, "the rule for %s%s%s is given twice",
                                 new[0] ? new[0] : "default", new[0] ? "-" : "", new[0] ? new[1] : "");
    }
    for (int kind = 0; kind < CLAST_TERM_KINDS && !status; kind++)
        status = keep_term(&kept.term[kind], (clast_term_kind)kind, error);
    if (status)
        return status;
    if (!ARRAY_RESERVE(scene->contacts, scene->c_contacts, scene->n_contacts + 1))
        return clast_fail_memory(error);
    scene->contacts[scene->n_contacts++] = kept;
    return CLAST_OK;
}

static clast_status check_spheres(const clast_shape *shape, const char *who, clast_error *error)
{
    if (shape->n_spheres < 1 || !shape->spheres)
        return clast_fail_at(error, shape->place, "%s has no spheres", who);
    for (int i = 0; i < shape->n_spheres; i++) {
        clast_status status = clast_argument_finite(shape->spheres[i], 4, "a sphere", who, shape->place, error);
        if (status)
            return status;
        if (!(shape->spheres[i][3] > 0))
            return clast_fail_at(error, shape->place, "%s: radius of sphere %d is %.10g; allowed is more than 0", who,
                                 i + 1, shape->spheres[i][3]);
    }
    return CLAST_OK;
}

clast_status clast_scene_shape(clast_scene *scene, const clast_shape *shape, clast_error *error)
{
    char who[WHO];
    if (!scene || !shape)
        return clast_argument_missing("clast_scene_shape", error);
    clast_status status = clast_argument_name(shape->name, "a shape", shape->place, error);
    if (status)
        return status;
    who_of("shape", shape->name, who);
    if (clast_scene_find_shape(scene, shape->name) >= 0)
        return clast_fail_at(error, shape->place, "%s is defined twice", who);
    status = check_spheres(shape, who, error);
    if (!status && shape->mass != 0)
        status = clast_argument_number("shape", "mass", shape->mass, who, shape->place, error);
    if (!status && shape->mass != 0)
        status = clast_argument_inertia(shape, who, error);
    if (!status && shape->rotation && !clast_scheme_find(shape->rotation))
        status = clast_argument_scheme(shape->rotation, shape->place, error);
    if (status)
        return status;
    clast_shape kept = *shape;
    kept.name = clast_scene_name(scene, shape->name);
    kept.spheres = clast_arena_copy(&scene->arena, shape->spheres, (size_t)shape->n_spheres * sizeof *shape->spheres);
    kept.rotation = shape->rotation ? clast_scheme_find(shape->rotation)->name : NULL;
    if (!kept.name || !kept.spheres || !ARRAY_RESERVE(scene->shapes, scene->c_shapes, scene->n_shapes + 1))
        return clast_fail_memory(error);
    scene->shapes[scene->n_shapes++] = kept;
    clast_scene_index_shape(scene, (int)scene->n_shapes - 1);
    return CLAST_OK;
}

static bool is_plate(const clast_plane *plane)
{
    for (int c = 0; c < 6; c++)
        if (plane->sides[c / 3][c % 3] != 0)
            return true;
    return false;
}

/* Two sides at right angles; the normal follows from them. */
static clast_status check_plate(clast_plane *plane, const char *who, clast_error *error)
{
    const vec3 a = v_of(plane->sides[0]), b = v_of(plane->sides[1]), n = v_cross(a, b);
    const double area = v_length(a) * v_length(b), lean = v_dot(a, b);
    clast_status status = clast_argument_finite(&plane->sides[0][0], 6, "the sides", who, plane->place, error);
    if (status)
        return status;
    if (!(area > 0) || !(fabs(lean) <= 1e-9 * area))
        return clast_fail_at(error, plane->place,
                             "%s: the sides have lengths %g and %g and the product %g; two sides at right angles are "
                             "wanted, so that it is 0",
                             who, v_length(a), v_length(b), lean);
    v_put(plane->normal, n);
    return CLAST_OK;
}

clast_status clast_scene_plane(clast_scene *scene, const clast_plane *plane, clast_error *error)
{
    char who[WHO];
    if (!scene || !plane)
        return clast_argument_missing("clast_scene_plane", error);
    clast_status status = clast_argument_name(plane->name, "a wall", plane->place, error);
    if (!status)
        status = clast_argument_name(plane->material, "the material of a wall", plane->place, error);
    if (status)
        return status;
    who_of("wall", plane->name, who);
    if (clast_scene_find_plane(scene, plane->name) >= 0)
        return clast_fail_at(error, plane->place, "%s is defined twice", who);
    clast_plane kept = *plane;
    status = clast_argument_finite(plane->point, 3, "point", who, plane->place, error);
    if (!status && is_plate(plane))
        status = check_plate(&kept, who, error);
    if (!status)
        status = clast_argument_finite(kept.normal, 3, "normal", who, plane->place, error);
    if (!status)
        status = clast_argument_finite(plane->velocity, 3, "velocity", who, plane->place, error);
    if (status)
        return status;
    double length = hypot(hypot(kept.normal[0], kept.normal[1]), kept.normal[2]);
    if (!(length > 0) || !isfinite(length))
        return clast_fail_at(error, plane->place, "%s: normal has length %g; give a direction", who, length);
    kept.name = clast_scene_name(scene, plane->name);
    kept.material = clast_scene_name(scene, plane->material);
    if (!kept.name || !kept.material || !ARRAY_RESERVE(scene->planes, scene->c_planes, scene->n_planes + 1))
        return clast_fail_memory(error);
    for (int i = 0; i < 3; i++)
        kept.normal[i] /= length;
    scene->planes[scene->n_planes++] = kept;
    clast_scene_index_plane(scene, (int)scene->n_planes - 1);
    return CLAST_OK;
}
