#include "field/field.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"

#define BODY_FIELD(kind, function) clast_field_add function;
#include "field/kinds.def"
#undef BODY_FIELD

static clast_field_add *const add[] = {
#define BODY_FIELD(kind, function) [kind] = (function),
#include "field/kinds.def"
#undef BODY_FIELD
};

static int by_id(const void *left, const void *right)
{
    const int64_t l = *(const int64_t *)left, r = *(const int64_t *)right;
    return (l > r) - (l < r);
}

static bool acts_on(const clast_body_field *field, const clast_state *s, int32_t i)
{
    return (field->shape < 0 || field->shape == s->shape[0][i]) &&
           (field->material < 0 || field->material == s->material[0][i]) &&
           (!field->ids || bsearch(&s->id[0][i], field->ids, (size_t)field->n_ids, sizeof *field->ids, by_id));
}

static bool prepare(const clast_model *m, const clast_state *s, clast_work *w)
{
    clast_field_work *f = &w->field;
    if (f->room >= s->n)
        return true;
    if (!clast_field_work_reserve(f, s->n))
        return false;
    f->list_builds = 0;
    for (int32_t i = 0; i < s->n; i++) {
        f->sum[i] = (clast_field_sum){0};
        f->acts[i] = 0;
        for (int k = 0; k < m->fields.n_body; k++)
            f->acts[i] |= (uint32_t)acts_on(&m->fields.body[k], s, i) << k;
    }
    return true;
}

/* Formulas are worked out once an evaluation, not once a body. */
static clast_status load_now(const clast_body_field *field, double now, vec3 load[2], clast_error *error)
{
    static const char *const names[CLAST_FIELD_PARTS] = {"x of force",  "y of force",  "z of force",
                                                         "x of torque", "y of torque", "z of torque"};
    double part[CLAST_FIELD_PARTS];
    for (int k = 0; k < CLAST_FIELD_PARTS; k++) {
        part[k] = clast_formula_value(&field->part[k], now);
        if (!isfinite(part[k]))
            return clast_fail_at(error, field->place, "%s of this load is %s at t = %.10g s; it must be finite",
                                 names[k], isnan(part[k]) ? "not a number" : "infinite", now);
    }
    load[0] = v_of(part);
    load[1] = v_of(part + 3);
    return CLAST_OK;
}

clast_status clast_field_begin(const clast_model *m, const clast_state *s, clast_work *w, clast_error *error)
{
    clast_status status = prepare(m, s, w) ? CLAST_OK : clast_fail_memory(error);
    for (int k = 0; k < m->fields.n_body && !status; k++)
        if (m->fields.body[k].kind == CLAST_FIELD_LOAD)
            status = load_now(&m->fields.body[k], w->now, w->field.load[k], error);
    if (!status && m->fields.n_pair && !clast_field_pairs(m, s, w))
        status = clast_fail_memory(error);
    return status;
}

clast_field_pull clast_field_collect(const clast_model *m, const clast_state *s, const clast_work *w, int32_t i)
{
    clast_field_pull pull = {0};
    for (int k = 0; k < m->fields.n_body; k++)
        if (w->field.acts[i] >> k & 1) {
            const clast_field_body body = {v_at(s->x, i), w->field.load[k]};
            add[m->fields.body[k].kind](&m->fields.body[k], &body, &pull);
        }
    return pull;
}

/* drag_in = sum of F_k.u_k + T_k.w_k over the drags k with the fluid's velocity u_k and spin w_k. */
void clast_field_book(const clast_field_pull *pull, vec3 v, vec3 w, clast_field_sum *sum)
{
    const vec3 wv = v_cross(w, v);
    sum->load_f = pull->f;
    sum->load_t = pull->t;
    sum->drag_f = v_add_mul(pull->cu, -pull->c, v);
    sum->drag_t = v_add_mul(pull->crw, -pull->cr, w);
    sum->magnus_f = v_sub(v_mul(pull->s, wv), v_cross(w, pull->su));
    sum->drag_in = pull->cuu - v_dot(v, pull->cu) + pull->crww - v_dot(w, pull->crw);
    sum->magnus_in = v_dot(wv, pull->su);
}

double clast_field_drag_of(const clast_model *m, const clast_state *s, int32_t i)
{
    double c = 0;
    for (int k = 0; k < m->fields.n_body; k++)
        if (m->fields.body[k].kind == CLAST_FIELD_DRAG && acts_on(&m->fields.body[k], s, i))
            c += m->fields.body[k].coefficient;
    return c;
}
