/* From the scene (descriptions) to model and state (everything resolved and checked). */
#ifndef CLAST_STEP_BUILD_H
#define CLAST_STEP_BUILD_H

#include "model/fill.h"
#include "model/model.h"
#include "model/scene.h"
#include "model/state.h"

/* Fills model and state; *bodies gets the scene's bodies with the fills worked out, in the state's order (the caller
 * frees bodies->list). On failure the caller frees model and state. */
clast_status clast_build(const clast_scene *scene, clast_model *m, clast_state *s, clast_bodies *bodies,
                         clast_error *error);

/* How materials a and b meet: the default rule, overridden by their own, with the laws' constants prepared. */
clast_status clast_build_pairs(const clast_scene *scene, clast_model *m, clast_error *error);
/* Every law with history has its own columns, shared by all pairs that use it: where they begin. */
clast_status clast_build_columns(clast_model *m, const clast_law *law, int *at, clast_error *error);

#endif
