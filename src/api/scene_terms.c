/* Terms of a scene that belong to no pair of materials: bonds and the damping of bodies. Fields: scene_fields.c. */
#include <math.h>
#include <stdio.h>

#include "api/argument.h"
#include "base/array.h"
#include "base/error.h"

static clast_status check_strengths(const clast_bond *bond, clast_error *error)
{
    const bool parallel = bond->kind == CLAST_BOND_PARALLEL;
    const char *const keys[2] = {parallel ? "tensile" : "tensile_force", parallel ? "cohesion" : "shear_force"};
    const double values[2] = {bond->tensile, bond->cohesion};
    clast_status status = CLAST_OK;
    for (int k = 0; k < 2 && !status; k++)
        status = clast_argument_number("bond", keys[k], values[k], "bond", bond->place, error);
    return status;
}

clast_status clast_scene_bond(clast_scene *scene, const clast_bond *bond, clast_error *error)
{
    if (!scene || !bond)
        return clast_argument_missing("clast_scene_bond", error);
    clast_place place = bond->place;
    if ((bond->between[0] == 0) != (bond->between[1] == 0))
        return clast_fail_at(error, place, "a bond has one body; give the ids of two, or none for all that touch");
    if (bond->between[0] != 0 && bond->between[0] == bond->between[1])
        return clast_fail_at(error, place, "a bond joins body %lld with itself; give two bodies",
                             (long long)bond->between[0]);
    if (bond->kind != CLAST_BOND_CONTACT && bond->kind != CLAST_BOND_PARALLEL)
        return clast_fail_at(error, place, "kind of bond %d is not known; 0 is contact, 1 parallel", (int)bond->kind);
    clast_status status = clast_argument_number("bond", "gap", bond->gap, "bond", place, error);
    if (!status)
        status = check_strengths(bond, error);
    if (!status && bond->kind == CLAST_BOND_PARALLEL) {
        status = clast_argument_number("bond", "radius", bond->radius, "bond", place, error);
        if (!status)
            status = clast_argument_number("bond", "normal", bond->normal, "bond", place, error);
        if (!status)
            status = clast_argument_number("bond", "shear", bond->shear, "bond", place, error);
    }
    if (status)
        return status;
    if (!ARRAY_RESERVE(scene->bonds, scene->c_bonds, scene->n_bonds + 1))
        return clast_fail_memory(error);
    scene->bonds[scene->n_bonds++] = *bond;
    return CLAST_OK;
}

clast_status clast_scene_damping(clast_scene *scene, const clast_damping *damping, clast_error *error)
{
    if (!scene || !damping)
        return clast_argument_missing("clast_scene_damping", error);
    clast_status status = clast_argument_number("damping", "local", damping->local, "damping", damping->place, error);
    if (!status)
        status = clast_argument_number("damping", "global", damping->global, "damping", damping->place, error);
    if (!status)
        scene->damping = *damping;
    return status;
}
