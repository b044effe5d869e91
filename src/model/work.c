#include "model/work.h"

#include <stdlib.h>

#include "base/array.h"
#include "model/scheme.h"

/* Every per-body and per-contact array of work, so that making, freeing and counting walk one list each. */
enum { BODY_ARRAYS = 31, CONTACT_ARRAYS = 18 };

static int body_arrays(clast_work *w, double **list[BODY_ARRAYS])
{
    int n = 0;
    list[n++] = &w->mass, list[n++] = &w->inverse_mass, list[n++] = &w->bound;
    for (int k = 0; k < 3; k++) {
        list[n++] = &w->inertia[k], list[n++] = &w->inverse_inertia[k], list[n++] = &w->x0[k];
        list[n++] = &w->wh[k], list[n++] = &w->vs[k], list[n++] = &w->ws[k], list[n++] = &w->list_x[k];
    }
    for (int k = 0; k < 4; k++)
        list[n++] = &w->q0[k];
    list[n++] = &w->list_q[0], list[n++] = &w->list_q[1], list[n++] = &w->list_q[2];
    return n;
}

static int contact_arrays(clast_work *w, double **list[CONTACT_ARRAYS])
{
    int n = 0;
    for (int k = 0; k < 3; k++) {
        list[n++] = &w->contact_la[k], list[n++] = &w->contact_lb[k];
        list[n++] = &w->contact_f[k], list[n++] = &w->contact_fs[k];
    }
    list[n++] = &w->contact_stored, list[n++] = &w->contact_cn;
    list[n++] = &w->contact_slip, list[n++] = &w->contact_change;
    list[n++] = &w->contact_kn, list[n++] = &w->contact_kt;
    return n;
}

static bool grow(void *pointer, size_t bytes)
{
    void **p = pointer;
    void *moved = realloc(*p, bytes ? bytes : 1);
    if (!moved)
        return false;
    clast_pages_wish(moved, bytes);
    *p = moved;
    return true;
}

static bool make_spans(clast_work *w, const clast_model *m, const clast_state *s)
{
    w->n_spans = 0;
    for (int32_t i = 0; i < s->n; i++) {
        const struct clast_scheme *scheme = m->shapes[s->shape[0][i]].scheme;
        if (w->n_spans == 0 || w->spans[w->n_spans - 1].scheme != scheme) {
            if (!ARRAY_RESERVE(w->spans, w->c_spans, w->n_spans + 1))
                return false;
            w->spans[w->n_spans++] = (clast_span){.scheme = scheme, .first = i, .last = i};
        }
        w->spans[w->n_spans - 1].last = i + 1;
    }
    return true;
}

static void set_constants(clast_work *w, const clast_model *m, const clast_state *s)
{
    for (int32_t i = 0; i < s->n; i++) {
        const clast_form *form = &m->shapes[s->shape[0][i]];
        double density = m->materials[s->material[0][i]].density, size = s->size[0][i];
        vec3 inertia = clast_form_inertia(form, density, size);
        double moment[3] = {inertia.x, inertia.y, inertia.z};
        w->mass[i] = clast_form_mass(form, density, size);
        w->inverse_mass[i] = 1 / w->mass[i];
        w->bound[i] = form->bound * size;
        for (int k = 0; k < 3; k++) {
            w->inertia[k][i] = moment[k];
            w->inverse_inertia[k][i] = form->scheme->still ? 0 : 1 / moment[k];
        }
    }
}

bool clast_work_prepare(clast_work *w, const clast_model *m, const clast_state *s)
{
    if (w->n_body == s->n && w->mass)
        return true;
    double **list[BODY_ARRAYS];
    int n = body_arrays(w, list);
    for (int k = 0; k < n; k++)
        if (!grow(list[k], (size_t)s->n * sizeof(double)))
            return false;
    if (!grow(&w->list_q[3], (size_t)s->n * sizeof(double)) || !grow(&w->grip, (size_t)s->n * sizeof *w->grip) ||
        !grow(&w->near_first, ((size_t)s->n + 1) * sizeof *w->near_first) ||
        !grow(&w->partner_first, ((size_t)s->n + 1) * sizeof *w->partner_first) || !make_spans(w, m, s))
        return false;
    set_constants(w, m, s);
    w->n_body = s->n;
    w->list_builds = 0;
    w->trial.n_history = m->n_history;
    return true;
}

bool clast_work_reserve_contacts(clast_work *w, int32_t n)
{
    if (!clast_contacts_reserve(&w->trial, n))
        return false;
    if (n <= w->contact_room)
        return true;
    size_t room = (size_t)n + (size_t)n / 4 + 16;
    double **list[CONTACT_ARRAYS];
    int count = contact_arrays(w, list);
    for (int k = 0; k < count; k++)
        if (!grow(list[k], room * sizeof(double)))
            return false;
    if (!grow(&w->contact_near, room * sizeof(int32_t)) || !grow(&w->contact_candidate, room * sizeof(int32_t)) ||
        !grow(&w->contact_old, room * sizeof(int32_t)) || !grow(&w->contact_order, room * sizeof(int32_t)))
        return false;
    w->contact_room = (int32_t)room;
    return true;
}

void clast_work_free(clast_work *w)
{
    double **bodies[BODY_ARRAYS], **contacts[CONTACT_ARRAYS];
    int n_bodies = body_arrays(w, bodies), n_contacts = contact_arrays(w, contacts);
    for (int k = 0; k < n_bodies; k++)
        free(*bodies[k]);
    for (int k = 0; k < n_contacts; k++)
        free(*contacts[k]);
    void *rest[] = {
        w->grip,          w->ball,     w->arm,          w->group_first,  w->list_q[3],         w->near_first,
        w->partner_first, w->spans,    w->near,         w->candidates,   w->near_of,           w->slot_first,
        w->slot_sphere,   w->touching, w->near_contact, w->contact_near, w->contact_candidate, w->contact_old,
        w->contact_order, w->kept,     w->partial,      w->sphere_slot,  w->sphere_first};
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        free(rest[k]);
    clast_contacts_free(&w->trial);
    clast_extra_free(&w->extra);
    clast_iterate_free(&w->iterate);
    clast_field_work_free(&w->field);
    *w = (clast_work){.pool = w->pool, .skin = w->skin, .skin_fixed = w->skin_fixed, .field = {.skin = w->field.skin}};
}

size_t clast_work_bytes(const clast_work *w)
{
    size_t n = (size_t)w->n_body, contacts = (size_t)w->contact_room;
    return n * (BODY_ARRAYS + 1) * sizeof(double) + 2 * n * sizeof(int32_t) + w->c_near * sizeof *w->near +
           w->c_near_of * sizeof *w->near_of + w->c_candidates * (sizeof *w->candidates + 1) +
           w->c_slots * (sizeof *w->ball + sizeof *w->arm + sizeof(int32_t)) + n * sizeof *w->grip +
           w->c_spheres * sizeof(int32_t) + contacts * (18 * sizeof(double) + 4 * sizeof(int32_t)) +
           clast_contacts_bytes(&w->trial) + clast_extra_bytes(&w->extra) + clast_field_work_bytes(&w->field) +
           clast_iterate_bytes(&w->iterate);
}
