/* Drag (Campello, eq 15):   F = -c (v - v_fluid(x)),   and its torque   T = -c_r (w - 1/2 curl v_fluid). */
#include "field/field.h"

void clast_field_drag(const clast_body_field *field, const clast_field_body *body, clast_field_pull *pull)
{
    const double c = field->coefficient, cr = field->rotational;
    const vec3 u = flow_at(&field->fluid, body->x), spin = field->fluid.spin;
    pull->c += c;
    pull->cu = v_add_mul(pull->cu, c, u);
    pull->cuu += c * v_dot(u, u);
    pull->cr += cr;
    pull->crw = v_add_mul(pull->crw, cr, spin);
    pull->crww += cr * v_dot(spin, spin);
}
