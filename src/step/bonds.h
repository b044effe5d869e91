/* The life of bonds: their rules in the model, made at the start, recorded when they break. */
#ifndef CLAST_STEP_BONDS_H
#define CLAST_STEP_BONDS_H

#include "model/scene.h"
#include "model/work.h"

/* The rules and the columns of history that bonds need. */
clast_status clast_bonds_prepare(const clast_scene *scene, clast_model *m, clast_error *error);
/* Puts the bonded contacts into the state, before the first evaluation. Each pair of spheres takes the first rule that
 * joins it. */
clast_status clast_bonds_make(const clast_scene *scene, const clast_model *m, clast_state *s, clast_work *w,
                              clast_error *error);
/* After an evaluation that counts: those that broke in it. False: memory is used up. */
bool clast_bonds_record(clast_state *s, const clast_work *w);

#endif
