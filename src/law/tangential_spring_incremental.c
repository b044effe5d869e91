/* A tangential spring whose force grows by mean(kt) times slip (Hanley & O'Sullivan eq 26), in the second-order form. */
#include "law/spring.h"

static const clast_param params[] = SPRING_PARAMS;

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    return spring_prepare(pair, param[0], param[1], param[2], a, b, error);
}

SPRING_CLONES(SPRING_INCREMENTAL)

const clast_law clast_tangential_spring_incremental = {
    .kind = CLAST_TANGENTIAL,
    .name = "spring-incremental",
    .source = "Hanley & O'Sullivan eq 26; budget reference 1.1, law 1",
    .about = "force grows by kt times slip; second order",
    .params = params,
    .n_params = 3,
    .order = 2,
    .history = SPRING_HISTORY,
    .prepare = prepare,
    .apply = apply,
};
