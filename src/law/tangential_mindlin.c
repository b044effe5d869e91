/* Mindlin's tangential stiffness without slip:   kt = 8 G* sqrt(r* d),   1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b
 * (Irazabal eq 27; Campello eq 37-38 repaired), in the incremental spring of spring.h. */
#include "law/spring.h"

static clast_status prepare(clast_pair *pair, const double param[CLAST_TERM_PARAMS], const clast_material *a,
                            const clast_material *b, clast_error *error)
{
    (void)param;
    return spring_prepare(pair, 0, 0, 0, a, b, error);
}

SPRING_CLONES(SPRING_INCREMENTAL)

const clast_law clast_tangential_mindlin = {
    .kind = CLAST_TANGENTIAL,
    .name = "mindlin",
    .source = "Irazabal eq 27, Campello eq 37-38 (repaired)",
    .about = "spring-incremental with the stiffness of the materials",
    .order = 2,
    .history = SPRING_HISTORY,
    .prepare = prepare,
    .apply = apply,
};
