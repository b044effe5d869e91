/* Bonds join spheres of different bodies. A bond is a contact of the kind CLAST_BONDED whose history names its rule
 * (law/bond.h), so it is saved, sorted and found like any other. */
#include "step/bonds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "collide/near.h"
#include "law/bond.h"
#include "step/build.h"

clast_status clast_bonds_prepare(const clast_scene *scene, clast_model *m, clast_error *error)
{
    if (scene->n_bonds == 0)
        return CLAST_OK;
    m->glue = clast_arena_take(&m->arena, scene->n_bonds * sizeof *m->glue);
    if (!m->glue)
        return clast_fail_memory(error);
    for (size_t k = 0; k < scene->n_bonds; k++) {
        const clast_bond *bond = &scene->bonds[k];
        m->glue[k] = (clast_glue){.parallel = bond->kind == CLAST_BOND_PARALLEL,
                                  .radius = bond->radius,
                                  .normal = bond->normal,
                                  .shear = bond->shear,
                                  .tensile = bond->tensile,
                                  .cohesion = bond->cohesion};
    }
    m->n_glue = (int32_t)scene->n_bonds;
    m->keeps = m->torques = true;
    return clast_build_columns(m, &clast_bond_columns, &m->glue_at, error);
}

/* ---- making ---- */

typedef struct joint { /* two spheres that a rule joins */
    clast_key key;
    vec3 n;
    double gap;
    int32_t rule;
} joint;

typedef struct joints {
    joint *list;
    size_t n, room;
} joints;

static vec3 centre(const clast_model *m, const clast_state *s, int32_t i, int32_t k, double *r)
{
    const clast_form *form = &m->shapes[s->shape[0][i]];
    const quat q = q_at(s->q, i);
    const double size = s->size[0][i];
    *r = size * form->sr[k];
    return v_add(v_at(s->x, i), q_turn(q, (vec3){size * form->sx[k], size * form->sy[k], size * form->sz[k]}));
}

/* Joins spheres i of a and j of b, a < b, when they touch or nearly do. False: memory is used up. */
static bool join_spheres(const clast_model *m, const clast_state *s, int32_t a, int32_t i, int32_t b, int32_t j,
                         int32_t rule, double gap, joints *out)
{
    double ra, rb;
    const vec3 xa = centre(m, s, a, i, &ra), e = v_sub(centre(m, s, b, j, &rb), xa);
    const double distance = v_length(e), open = distance - ra - rb, round_off = 1e-9 * (ra + rb);
    if (open > gap + round_off || distance <= 0)
        return true;
    if (!ARRAY_RESERVE(out->list, out->room, out->n + 1))
        return false;
    const clast_key key = {(uint64_t)a << 32 | (uint64_t)b, (uint64_t)i << 32 | (uint64_t)j};
    out->list[out->n++] = (joint){key, v_mul(1 / distance, e), open, rule};
    return true;
}

static bool join_bodies(const clast_model *m, const clast_state *s, int32_t a, int32_t b, int32_t rule, double gap,
                        joints *out)
{
    const int32_t n_a = m->shapes[s->shape[0][a]].n_spheres, n_b = m->shapes[s->shape[0][b]].n_spheres;
    for (int32_t i = 0; i < n_a; i++)
        for (int32_t j = 0; j < n_b; j++)
            if (!join_spheres(m, s, a, i, b, j, rule, gap, out))
                return false;
    return true;
}

static int32_t find_body(const clast_state *s, int64_t id)
{
    for (int32_t i = 0; i < s->n; i++)
        if (s->id[0][i] == id)
            return i;
    return -1;
}

static clast_status join_two(const clast_scene *scene, const clast_model *m, const clast_state *s, int32_t rule,
                             joints *out, clast_error *error)
{
    const clast_bond *bond = &scene->bonds[rule];
    int32_t body[2];
    for (int k = 0; k < 2; k++) {
        body[k] = find_body(s, bond->between[k]);
        if (body[k] < 0)
            return clast_fail_at(error, bond->place, "a bond joins body %lld, but there is no body with that id",
                                 (long long)bond->between[k]);
    }
    const size_t before = out->n;
    const int32_t a = body[0] < body[1] ? body[0] : body[1], b = body[0] < body[1] ? body[1] : body[0];
    if (!join_bodies(m, s, a, b, rule, bond->gap, out))
        return clast_fail_memory(error);
    if (out->n > before)
        return CLAST_OK;
    return clast_fail_at(error, bond->place,
                         "bodies %lld and %lld are bonded but do not touch; move them together, or allow a 'gap'",
                         (long long)bond->between[0], (long long)bond->between[1]);
}

/* The lists are made with a skin wider than the gap, so their candidates hold all that may be joined. */
static clast_status join_all(const clast_scene *scene, const clast_model *m, clast_state *s, clast_work *w,
                             int32_t rule, joints *out, clast_error *error)
{
    const double skin = w->skin, gap = scene->bonds[rule].gap;
    if (!clast_work_prepare(w, m, s))
        return clast_fail_memory(error);
    double widest = 0;
    for (int32_t i = 0; i < s->n; i++)
        widest = fmax(widest, w->bound[i]);
    w->now = s->time;
    w->skin = gap + 1e-3 * widest;
    bool ok = clast_near_build(m, s, w);
    for (size_t p = 0; ok && p < w->n_near; p++)
        for (int32_t c = w->near[p].first; ok && w->near[p].b >= 0 && c < w->near[p + 1].first; c++)
            ok = join_spheres(m, s, w->near[p].a, w->candidates[c].sphere_a, w->near[p].b, w->candidates[c].sphere_b,
                              rule, gap, out);
    w->skin = skin;
    w->list_builds = 0; /* the first evaluation makes its own */
    return ok ? CLAST_OK : clast_fail_memory(error);
}

static int by_key(const void *p, const void *q)
{
    const joint *a = p, *b = q;
    if (!key_equal(a->key, b->key))
        return key_less(a->key, b->key) ? -1 : 1;
    return a->rule < b->rule ? -1 : a->rule > b->rule;
}

/* A contact bond goes on with the contact's own stiffness, which Hertz does not have in tension. */
static clast_status check_law(const clast_scene *scene, const clast_model *m, const clast_state *s, const joint *j,
                              clast_error *error)
{
    const int32_t a = (int32_t)(j->key.bodies >> 32), b = (int32_t)(j->key.bodies & 0xFFFFFFFF);
    const int32_t ma = s->material[0][a], mb = s->material[0][b];
    if (m->glue[j->rule].parallel || !model_pair(m, ma, mb)->hertz)
        return CLAST_OK;
    return clast_fail_at(
        error, scene->bonds[j->rule].place,
        "the contact bond between bodies %lld and %lld needs a linear contact of %s and %s in tension; "
        "use 'normal: linear' for them, or a parallel bond",
        (long long)s->id[0][a], (long long)s->id[0][b], m->materials[ma].name, m->materials[mb].name);
}

static bool put_joint(const clast_model *m, clast_state *s, const joint *j)
{
    clast_contacts *c = &s->contacts;
    if (!clast_contacts_reserve(c, c->n + 1))
        return false;
    const int32_t k = c->n++;
    c->slots = c->n;
    c->list[k] = k;
    c->key[k] = j->key;
    c->kind[k] = CLAST_BONDED;
    double *record = contact_record(c, k);
    memset(record, 0, (size_t)contact_width(c) * sizeof *record);
    if (c->n_booked)
        memset(contact_booked(c, k), 0, (size_t)c->n_booked * sizeof(double));
    double *const geometry = record + contact_forces(m->n_history);
    v_put(geometry + GEOMETRY_NORMAL, j->n);
    geometry[GEOMETRY_OVERLAP] = -j->gap;
    record[CONTACT_HISTORY + m->glue_at + BOND_RULE] = j->rule + 1;
    record[CONTACT_HISTORY + m->glue_at + BOND_START] = j->gap;
    return true;
}

clast_status clast_bonds_make(const clast_scene *scene, const clast_model *m, clast_state *s, clast_work *w,
                              clast_error *error)
{
    joints found = {0};
    clast_status status = CLAST_OK;
    for (int32_t k = 0; k < m->n_glue && !status; k++)
        status = scene->bonds[k].between[0] ? join_two(scene, m, s, k, &found, error)
                                            : join_all(scene, m, s, w, k, &found, error);
    if (found.n)
        qsort(found.list, found.n, sizeof *found.list, by_key);
    for (size_t k = 0; k < found.n && !status; k++) {
        if (k > 0 && key_equal(found.list[k].key, found.list[k - 1].key))
            continue;
        status = check_law(scene, m, s, &found.list[k], error);
        if (!status && !put_joint(m, s, &found.list[k]))
            status = clast_fail_memory(error);
    }
    free(found.list);
    return status;
}

/* ---- breaking ---- */

bool clast_bonds_record(clast_state *s, const clast_work *w)
{
    const clast_contacts *now = work_contacts(s, w);
    for (int32_t at = 0; at < now->n; at++) {
        const int32_t k = now->list[at];
        if (w->extra.broken[k] < 0)
            continue;
        if (!ARRAY_RESERVE(s->breaks, s->c_breaks, s->n_breaks + 1))
            return false;
        const clast_key key = s->contacts.key[k];
        s->breaks[s->n_breaks++] = (clast_break){
            .time = w->now,
            .energy = w->extra.broken[k],
            .body = {s->id[0][key.bodies >> 32], s->id[0][key.bodies & 0xFFFFFFFF]},
            .sphere = {(int32_t)(key.spheres >> 32), (int32_t)(key.spheres & 0xFFFFFFFF)},
            .shear = w->extra.how[k],
        };
    }
    return true;
}
