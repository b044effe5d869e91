/* A prescribed force at the centre of mass and a prescribed torque, both functions of time. */
#include "field/field.h"

void clast_field_load(const clast_body_field *field, const clast_field_body *body, clast_field_pull *pull)
{
    (void)field;
    pull->f = v_add(pull->f, body->load[0]);
    pull->t = v_add(pull->t, body->load[1]);
}
