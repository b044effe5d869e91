/* Fields: forces that no contact carries. Body fields add to what one body feels (field_pull); their velocity-dependent
 * parts are solved together in step/body_terms.c. Near-field forces are summed over pairs beforehand. */
#ifndef CLAST_FIELD_FIELD_H
#define CLAST_FIELD_FIELD_H

#include "model/work.h"

/* What the fields ask of a body:
 *   F = f - c v + cu + s w x v - w x su        T = t - cr w + crw */
typedef struct clast_field_pull {
    vec3 f, t;
    double c, cr, s;
    vec3 cu, crw, su;
    double cuu, crww; /* sum of c u.u and of cr w_fluid.w_fluid, for the work of the fluid */
} clast_field_pull;

typedef struct clast_field_body { /* what a body field may want to know */
    vec3 x;
    const vec3 *load; /* force and torque of this field now */
} clast_field_body;

/* One file and one row (kinds.def) each. */
typedef void clast_field_add(const clast_body_field *field, const clast_field_body *body, clast_field_pull *pull);

/* Before the bodies: formulas at w->now, near-field forces. */
clast_status clast_field_begin(const clast_model *m, const clast_state *s, clast_work *w, clast_error *error);

/* All body fields that act on body i, and its near-field forces. */
clast_field_pull clast_field_collect(const clast_model *m, const clast_state *s, const clast_work *w, int32_t i);

/* The body's accounts, for the v and w with which its forces were found. */
void clast_field_book(const clast_field_pull *pull, vec3 v, vec3 w, clast_field_sum *sum);

/* Near-field forces of all pairs, summed per body (pairs.c). False: memory is used up. */
bool clast_field_pairs(const clast_model *m, const clast_state *s, clast_work *w);

/* For the choice of a step: the stiffest near-field force that a body of this material with spheres from radius r on
 * meets in another such body, and its coefficient of drag. */
double clast_field_stiffness(const clast_model *m, int32_t material, double r);
double clast_field_drag_of(const clast_model *m, const clast_state *s, int32_t i);

#endif
