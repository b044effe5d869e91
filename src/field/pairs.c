/* Near-field forces. The list holds every pair whose bodies may come within the cut-off before one of them has moved by
 * half the skin. Beyond the cut-off a pair adds exact zeros, and each body's sum runs over its partners in order: which
 * pairs the list holds, and when it was made, leaves no trace. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "collide/grid.h"
#include "field/field.h"
#include "field/mie.h"

enum { CHUNK = 256 };

static bool between(const clast_pair_field *field, int32_t a, int32_t b)
{
    const int32_t p = field->material[0], q = field->material[1];
    return p < 0 || (p == a && q == b) || (p == b && q == a);
}

/* ---- the list ---- */

static bool stale(const clast_state *s, const clast_field_work *f)
{
    if (f->list_builds == 0)
        return true;
    const double allowed = 0.25 * f->skin * f->skin;
    bool moved = false;
    for (int32_t i = 0; i < s->n; i++) {
        const vec3 d = v_sub(v_at(s->x, i), v_at(f->list_x, i));
        moved |= !(v_dot(d, d) <= allowed);
    }
    return moved;
}

/* Half of the largest cut-off of its material, and the whole body where spheres act. */
static void find_reach(const clast_model *m, const clast_state *s, clast_work *w)
{
    for (int32_t i = 0; i < s->n; i++) {
        double reach = 0;
        for (int k = 0; k < m->fields.n_pair; k++) {
            const clast_pair_field *field = &m->fields.pair[k];
            const int32_t own = s->material[0][i];
            if (field->material[0] < 0 || field->material[0] == own || field->material[1] == own)
                reach = fmax(reach, 0.5 * field->cutoff + (field->centres ? 0 : w->bound[i]));
        }
        w->field.reach[i] = reach;
    }
}

static bool index_pairs(const clast_state *s, clast_field_work *f)
{
    if (!ARRAY_RESERVE(f->second, f->c_second, f->n_pairs + 1))
        return false;
    const size_t bytes = ((size_t)s->n + 1) * sizeof(int32_t);
    memset(f->first, 0, bytes);
    memset(f->second_first, 0, bytes);
    for (size_t k = 0; k < f->n_pairs; k++) {
        f->first[f->pairs[k].a + 1]++;
        f->second_first[f->pairs[k].b + 1]++;
    }
    for (int32_t i = 0; i < s->n; i++) {
        f->first[i + 1] += f->first[i];
        f->second_first[i + 1] += f->second_first[i];
    }
    for (size_t k = 0; k < f->n_pairs; k++)
        f->second[f->second_first[f->pairs[k].b]++] = (int32_t)k;
    memmove(f->second_first + 1, f->second_first, (size_t)s->n * sizeof(int32_t));
    f->second_first[0] = 0;
    return true;
}

static bool count_spheres(const clast_model *m, const clast_state *s, clast_field_work *f)
{
    int32_t n = 0;
    for (int32_t i = 0; i < s->n; i++) {
        f->sphere_first[i] = n;
        n += m->shapes[s->shape[0][i]].n_spheres;
    }
    f->sphere_first[s->n] = n;
    return ARRAY_RESERVE(f->arm, f->c_arm, n);
}

static bool build(const clast_model *m, const clast_state *s, clast_work *w)
{
    clast_field_work *f = &w->field;
    clast_grid_pair *found = NULL;
    size_t n = 0;
    if (f->skin <= 0)
        f->skin = 0.1 * m->fields.cutoff;
    find_reach(m, s, w);
    bool ok = clast_grid_pairs(s->n, s->x, f->reach, f->skin, w->pool, &w->grid_room, &found, &n) &&
              ARRAY_RESERVE(f->pairs, f->c_pairs, n + 1);
    for (size_t k = 0; ok && k < n; k++)
        f->pairs[k] = (clast_field_pair){.a = found[k].a, .b = found[k].b};
    f->n_pairs = ok ? n : 0;
    for (int c = 0; c < 3; c++)
        memcpy(f->list_x[c], s->x[c], (size_t)s->n * sizeof(double));
    f->list_builds++;
    return ok && index_pairs(s, f) && (!m->fields.spheres || count_spheres(m, s, f));
}

/* ---- the forces ---- */

typedef struct pair_job {
    const clast_model *m;
    const clast_state *s;
    clast_work *w;
} pair_job;

static void place_chunk(void *context, int64_t first, int64_t last)
{
    const pair_job *job = context;
    clast_field_work *f = &job->w->field;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++) {
        const clast_form *form = &job->m->shapes[job->s->shape[0][i]];
        const double size = job->s->size[0][i];
        const mat3 R = q_matrix(q_at(job->s->q, i));
        for (int32_t k = 0; k < form->n_spheres; k++)
            f->arm[f->sphere_first[i] + k] =
                m_mul(R, (vec3){size * form->sx[k], size * form->sy[k], size * form->sz[k]});
    }
}

/* d: from the point on a to the point on b, la and lb: from the centres of mass to the points. */
static void add_points(const clast_pair_field *field, vec3 d, vec3 la, vec3 lb, clast_field_pair *pair)
{
    const double rr = v_dot(d, d);
    if (!(rr < field->cutoff * field->cutoff))
        return;
    const double r = sqrt(rr);
    const mie at = mie_at(field, r);
    const vec3 f = v_mul(at.pull / r, d);
    pair->f = v_add(pair->f, f);
    pair->ta = v_add(pair->ta, v_cross(la, f));
    pair->tb = v_sub(pair->tb, v_cross(lb, f));
    pair->stored += at.potential;
    pair->stiffness += at.stiffness;
}

static void add_spheres(const clast_pair_field *field, const clast_field_work *f, vec3 d, clast_field_pair *pair)
{
    for (int32_t i = f->sphere_first[pair->a]; i < f->sphere_first[pair->a + 1]; i++)
        for (int32_t j = f->sphere_first[pair->b]; j < f->sphere_first[pair->b + 1]; j++)
            add_points(field, v_sub(v_add(d, f->arm[j]), f->arm[i]), f->arm[i], f->arm[j], pair);
}

static void pair_chunk(void *context, int64_t first, int64_t last)
{
    const pair_job *job = context;
    const clast_state *s = job->s;
    const clast_fields *fields = &job->m->fields;
    clast_field_work *f = &job->w->field;
    const vec3 none = {0, 0, 0};
    for (int64_t k = first; k < last; k++) {
        clast_field_pair pair = {.a = f->pairs[k].a, .b = f->pairs[k].b};
        const vec3 d = v_sub(v_at(s->x, pair.b), v_at(s->x, pair.a));
        for (int n = 0; n < fields->n_pair; n++) {
            if (!between(&fields->pair[n], s->material[0][pair.a], s->material[0][pair.b]))
                continue;
            if (fields->pair[n].centres)
                add_points(&fields->pair[n], d, none, none, &pair);
            else
                add_spheres(&fields->pair[n], f, d, &pair);
        }
        f->pairs[k] = pair;
    }
}

static void sum_chunk(void *context, int64_t first, int64_t last)
{
    const pair_job *job = context;
    const clast_work *w = job->w;
    clast_field_work *f = &job->w->field;
    for (int32_t i = (int32_t)first; i < (int32_t)last; i++) {
        clast_field_sum *sum = &f->sum[i];
        const vec3 inverse = v_at(w->inverse_inertia, i);
        const double swing = fmax(inverse.x, fmax(inverse.y, inverse.z)) * w->bound[i] * w->bound[i];
        const double mobility = w->inverse_mass[i] + (job->m->fields.spheres ? swing : 0);
        double stiffness = 0;
        sum->near_f = sum->near_t = (vec3){0, 0, 0};
        sum->near_stored = 0;
        for (int32_t k = f->second_first[i]; k < f->second_first[i + 1]; k++) {
            const clast_field_pair *pair = &f->pairs[f->second[k]];
            sum->near_f = v_sub(sum->near_f, pair->f);
            sum->near_t = v_add(sum->near_t, pair->tb);
            stiffness += pair->stiffness;
        }
        for (int32_t k = f->first[i]; k < f->first[i + 1]; k++) {
            const clast_field_pair *pair = &f->pairs[k];
            sum->near_f = v_add(sum->near_f, pair->f);
            sum->near_t = v_add(sum->near_t, pair->ta);
            sum->near_stored += pair->stored;
            stiffness += pair->stiffness;
        }
        sum->stiffness = mobility * stiffness;
    }
}

bool clast_field_pairs(const clast_model *m, const clast_state *s, clast_work *w)
{
    if (stale(s, &w->field) && !build(m, s, w))
        return false;
    pair_job job = {m, s, w};
    if (m->fields.spheres)
        clast_pool_for(w->pool, s->n, CHUNK, place_chunk, &job);
    clast_pool_for(w->pool, (int64_t)w->field.n_pairs, CHUNK, pair_chunk, &job);
    clast_pool_for(w->pool, s->n, CHUNK, sum_chunk, &job);
    return true;
}

/* At the distance at which the spheres touch, or where the potential is that of infinity when that comes first. */
double clast_field_stiffness(const clast_model *m, int32_t material, double r)
{
    double most = 0;
    for (int k = 0; k < m->fields.n_pair; k++) {
        const clast_pair_field *field = &m->fields.pair[k];
        const double p = field->power[0], q = field->power[1], a = field->attraction / (p - 1);
        const double b = field->repulsion / (q - 1), zero = field->scale * pow(b / a, 1 / (q - p));
        if (field->material[0] < 0 || field->material[0] == material || field->material[1] == material)
            most = fmax(most, mie_whole(field, a > 0 && b > 0 && zero > 2 * r ? zero : 2 * r).stiffness);
    }
    return most;
}
