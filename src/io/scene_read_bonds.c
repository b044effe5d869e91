/* Bonds, and the damping of bodies. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "io/scene_read.h"

/* `all-touching`, or the ids of two bodies. */
static clast_status read_between(clast_reader *r, const clast_node *node, int64_t between[2])
{
    if (node->kind == CLAST_NODE_TEXT && !strcmp(node->text, "all-touching"))
        return CLAST_OK;
    double ids[2];
    if (node->kind != CLAST_NODE_LIST || node->count != 2)
        return clast_section_wrong_type(r, node, "between", "all-touching, or the ids of two bodies such as [1, 2]");
    clast_status status = clast_section_numbers(r, node, "between", 2, "", ids);
    for (int k = 0; k < 2 && !status; k++) {
        if (!(ids[k] >= 1) || ids[k] != floor(ids[k]) || ids[k] > 9e15)
            return clast_fail_at(r->error, node->place,
                                 "id %d of between is %.10g; allowed are whole numbers from 1 on", k + 1, ids[k]);
        between[k] = (int64_t)ids[k];
    }
    return status;
}

/* Each kind has keys of its own: all of them are needed, and none of the other's is allowed. */
static clast_status check_keys(clast_reader *r, const char *path, const clast_node *node, bool parallel)
{
    static const char *const keys[2][6] = {{"tensile_force", "shear_force"},
                                           {"radius", "normal", "shear", "tensile", "cohesion"}};
    static const char *const kinds[2] = {"contact", "parallel"};
    for (int k = 0; k < 6 && keys[!parallel][k]; k++) {
        const clast_node *other = clast_node_find(node, keys[!parallel][k]);
        if (other)
            return clast_fail_at(r->error, other->key_place,
                                 "'%s' in %s does not go with 'kind: %s'; it goes with '%s'", other->key, path,
                                 kinds[parallel], kinds[!parallel]);
    }
    for (int k = 0; k < 6 && keys[parallel][k]; k++)
        if (!clast_node_find(node, keys[parallel][k]))
            return clast_fail_at(r->error, clast_node_head(node), "%s needs the key '%s' (%s)", path, keys[parallel][k],
                                 clast_keys_find("bond", keys[parallel][k], NULL)->meaning);
    return CLAST_OK;
}

clast_status clast_scene_read_bonds(clast_reader *r, const clast_node *bonds)
{
    clast_status status = CLAST_OK;
    if (clast_node_is_null(bonds))
        return CLAST_OK;
    if (bonds->kind != CLAST_NODE_LIST)
        return clast_section_wrong_type(r, bonds, "bonds",
                                        "a list such as [{between: all-touching, kind: parallel, ...}]");
    int number = 0;
    for (const clast_node *node = bonds->first; node && !status; node = node->next) {
        clast_bond_keys keys;
        char path[CLAST_PATH];
        snprintf(path, sizeof path, "bonds[%d]", number++);
        status = clast_section_read(r, "bond", path, node, &keys, sizeof keys);
        if (!status)
            status = check_keys(r, path, node, keys.kind == CLAST_BOND_PARALLEL);
        if (!status)
            status = read_between(r, keys.between, keys.bond.between);
        if (status)
            return status;
        keys.bond.kind = (clast_bond_kind)keys.kind;
        keys.bond.place = clast_node_head(node);
        if (keys.bond.kind == CLAST_BOND_CONTACT) {
            keys.bond.tensile = keys.tensile_force;
            keys.bond.cohesion = keys.shear_force;
        }
        status = clast_scene_bond(r->scene, &keys.bond, r->error);
    }
    return status;
}

clast_status clast_scene_read_damping(clast_reader *r, const clast_node *node)
{
    clast_damping damping;
    clast_status status = clast_section_read(r, "damping", "damping", node, &damping, sizeof damping);
    damping.place = clast_node_head(node);
    return status ? status : clast_scene_damping(r->scene, &damping, r->error);
}
