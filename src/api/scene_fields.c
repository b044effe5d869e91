/* Fields of a scene, and the plane of a plane problem. */
#include <math.h>
#include <stdio.h>

#include "api/argument.h"
#include "base/array.h"
#include "base/error.h"
#include "io/formula_read.h"
#include "model/field.h"

clast_field clast_field_lennard_jones(double energy, double size, double cutoff)
{
    return (clast_field){.kind = CLAST_FIELD_MIE,
                         .attraction = 24 * energy / size,
                         .attraction_power = 7,
                         .repulsion = 48 * energy / size,
                         .repulsion_power = 13,
                         .scale = size,
                         .cutoff = cutoff};
}

static clast_status check_fluid(const clast_fluid *fluid, const char *who, clast_place place, clast_error *error)
{
    clast_status status = clast_argument_finite(fluid->velocity, 3, "velocity", who, place, error);
    if (!status)
        status = clast_argument_finite(fluid->gradient[0], 9, "gradient", who, place, error);
    return status ? status : clast_argument_finite(fluid->at, 3, "at", who, place, error);
}

static clast_status check_mie(const clast_field *field, clast_error *error)
{
    static const char *const keys[] = {"attraction", "attraction_power", "repulsion", "repulsion_power", "scale",
                                       "cutoff"};
    const double values[] = {field->attraction, field->attraction_power,
                             field->repulsion,  field->repulsion_power,
                             field->scale,      field->cutoff};
    clast_status status = CLAST_OK;
    for (int k = 0; k < 6 && !status; k++)
        status = clast_argument_number("mie", keys[k], values[k], "mie", field->place, error);
    if (status)
        return status;
    if (field->attraction > 0 && field->repulsion > 0 && field->repulsion_power <= field->attraction_power)
        return clast_fail_at(
            error, field->place,
            "repulsion_power %g is not above attraction_power %g: the bodies would fall into each other",
            field->repulsion_power, field->attraction_power);
    if (!field->materials[0] != !field->materials[1])
        return clast_fail_at(error, field->place, "a near-field force names one material; give two, or none for all");
    return CLAST_OK;
}

static clast_status check_numbers(const clast_field *field, clast_error *error)
{
    clast_status status = CLAST_OK;
    switch (field->kind) {
    case CLAST_FIELD_DRAG:
        status = clast_argument_number("drag", "coefficient", field->coefficient, "drag", field->place, error);
        if (!status)
            status = clast_argument_number("drag", "rotational", field->rotational, "drag", field->place, error);
        return status ? status : check_fluid(&field->fluid, "drag", field->place, error);
    case CLAST_FIELD_MAGNUS:
        status = clast_argument_finite(&field->coefficient, 1, "coefficient", "magnus", field->place, error);
        return status ? status : check_fluid(&field->fluid, "magnus", field->place, error);
    case CLAST_FIELD_MIE:
        return check_mie(field, error);
    case CLAST_FIELD_LOAD:
        return CLAST_OK;
    }
    return clast_fail_at(error, field->place, "kind of field %d is not known; 0 is drag, 1 Magnus, 2 load, 3 Mie",
                         (int)field->kind);
}

static clast_status compile(clast_scene *scene, clast_scene_field_kept *kept, clast_error *error)
{
    static const char *const names[] = {"x of force",  "y of force",  "z of force",
                                        "x of torque", "y of torque", "z of torque"};
    const clast_field *field = &kept->given;
    clast_status status = CLAST_OK;
    for (int k = 0; k < 6 && !status && field->kind == CLAST_FIELD_LOAD; k++) {
        const char *text = k < 3 ? field->force[k] : field->torque[k - 3];
        if (text)
            status = clast_formula_read(text, k < 3 ? "N" : "N*m", names[k],
                                        field->part[k].line ? field->part[k] : field->place, &scene->arena,
                                        &kept->part[k], error);
    }
    for (int k = 0; k < 3; k++)
        kept->given.force[k] = kept->given.torque[k] = NULL; /* the caller's */
    return status;
}

/* Copies of the names and ids that are the caller's. */
static bool keep_names(clast_scene *scene, clast_field *field)
{
    const char **names[] = {&field->shape, &field->material, &field->materials[0], &field->materials[1]};
    for (int k = 0; k < 4; k++)
        if (*names[k] && !(*names[k] = clast_scene_name(scene, *names[k])))
            return false;
    if (field->n_ids > 0)
        field->ids = clast_arena_copy(&scene->arena, field->ids, (size_t)field->n_ids * sizeof *field->ids);
    return field->n_ids == 0 || field->ids;
}

clast_status clast_scene_field(clast_scene *scene, const clast_field *field, clast_error *error)
{
    if (!scene || !field || field->n_ids < 0 || (field->n_ids > 0 && !field->ids))
        return clast_argument_missing("clast_scene_field", error);
    if (scene->n_fields == CLAST_FIELDS_MOST)
        return clast_fail_at(error, field->place, "this field is one too many; at most %d are allowed",
                             CLAST_FIELDS_MOST);
    clast_scene_field_kept kept = {.given = *field};
    clast_status status = check_numbers(field, error);
    if (!status)
        status = compile(scene, &kept, error);
    if (status)
        return status;
    if (!keep_names(scene, &kept.given) || !ARRAY_RESERVE(scene->fields, scene->c_fields, scene->n_fields + 1))
        return clast_fail_memory(error);
    scene->fields[scene->n_fields++] = kept;
    return CLAST_OK;
}

clast_status clast_scene_slice(clast_scene *scene, clast_slice slice, clast_place place, clast_error *error)
{
    if (!scene)
        return clast_argument_missing("clast_scene_slice", error);
    if (slice < CLAST_SLICE_NONE || slice > CLAST_SLICE_YZ)
        return clast_fail_at(error, place, "plane %d is not known; 0 is none, 1 xy, 2 xz, 3 yz", (int)slice);
    scene->slice = slice;
    scene->slice_place = place;
    return CLAST_OK;
}
