/* A block of bodies: random sequential addition of bounding spheres, or a cubic lattice. */
#ifndef CLAST_MODEL_FILL_H
#define CLAST_MODEL_FILL_H

#include "model/scene.h"
#include "model/shape.h"

typedef struct clast_bodies {
    clast_body *list;
    size_t n, room;
} clast_bodies;

/* Adds the bodies of one fill; forms are the scene's shapes in order. `taken` bodies before `bodies->n` are avoided. */
clast_status clast_fill_place(const clast_scene *scene, const clast_fill *fill, const clast_form *forms,
                              uint64_t stream, clast_bodies *bodies, clast_error *error);

#endif
