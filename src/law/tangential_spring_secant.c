/* A tangential spring whose force is kt times the displacement, -kt(d) s (Campello eq 31 with the sign repaired). */
#include "law/spring.h"

static const clast_param params[] = SPRING_PARAMS;

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    return spring_prepare(pair, param[0], param[1], param[2], a, b, error);
}

SPRING_CLONES(SPRING_SECANT)

const clast_law clast_tangential_spring_secant = {
    .kind = CLAST_TANGENTIAL,
    .name = "spring-secant",
    .source = "Campello eq 31 (repaired); budget reference 1.1, law 2",
    .about = "force is kt times the whole displacement; second order",
    .params = params,
    .n_params = 3,
    .order = 2,
    .history = SPRING_HISTORY,
    .prepare = prepare,
    .apply = apply,
};
