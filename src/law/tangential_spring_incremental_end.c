/* The tangential spring of the usual codes, for comparison: slip and kt by the geometry of the end of the step, the
 * history projected into the new plane and rescaled. First order (contact reference, A.6). */
#include "law/spring.h"

static const clast_param params[] = SPRING_PARAMS;

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    pair->needs |= CLAST_NEED_END;
    return spring_prepare(pair, param[0], param[1], param[2], a, b, error);
}

SPRING_CLONES(SPRING_END)

const clast_law clast_tangential_spring_incremental_end = {
    .kind = CLAST_TANGENTIAL,
    .name = "spring-incremental-end",
    .source = "budget reference 1.1, law 0",
    .about = "the usual code: geometry and kt of the end of the step; first order, for comparison",
    .params = params,
    .n_params = 3,
    .order = 1,
    .history = SPRING_HISTORY,
    .prepare = prepare,
    .apply = apply,
};
