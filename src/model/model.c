#include "model/model.h"

const char *clast_term_name(clast_term_kind kind)
{
    static const char *const names[CLAST_TERM_KINDS] = {"normal",   "damping", "tangential",
                                                        "friction", "rolling", "cohesion"};
    return names[kind];
}

void clast_model_free(clast_model *m)
{
    for (int32_t k = 0; k < m->n_shapes; k++)
        clast_form_free(&m->shapes[k]);
    clast_arena_clear(&m->arena);
    *m = (clast_model){0};
}
