/* Fields and plane problems of a scene, checked against its bodies and put into the model. */
#ifndef CLAST_STEP_BUILD_FIELDS_H
#define CLAST_STEP_BUILD_FIELDS_H

#include "model/scene.h"
#include "model/work.h"

/* After bodies and shapes were made. */
clast_status clast_build_fields(const clast_scene *scene, clast_model *m, const clast_state *s, clast_error *error);

/* Refuses what has no meaning in a plane: gravity, velocity or spin out of it; centres off it; bodies whose axes stand
 * askew to it. */
clast_status clast_build_slice(const clast_scene *scene, clast_model *m, const clast_state *s, const clast_body *bodies,
                               clast_error *error);

#endif
