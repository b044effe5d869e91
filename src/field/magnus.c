/* Magnus force (Campello, remark 4):   F = S w x (v - v_fluid(x)). The paper's fluid is at rest. */
#include "field/field.h"

void clast_field_magnus(const clast_body_field *field, const clast_field_body *body, clast_field_pull *pull)
{
    pull->s += field->coefficient;
    pull->su = v_add_mul(pull->su, field->coefficient, flow_at(&field->fluid, body->x));
}
