#include "collide/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "collide/keep.h"
#include "collide/near.h"

enum { CHUNK = 64 };

typedef struct found {
    clast_candidate *list;
    size_t n, room;
    bool failed;
} found;

typedef struct scratch { /* spheres of one body that come near the other */
    int32_t *index;
    double *x, *y, *z, *r;
} scratch;

static void add(found *out, int32_t sphere_a, int32_t sphere_b)
{
    if (!ARRAY_RESERVE(out->list, out->room, out->n + 1))
        out->failed = true;
    else
        out->list[out->n++] = (clast_candidate){sphere_a, sphere_b};
}

/* Spheres of b in the frame of a, those that reach a's bounding sphere. */
static int32_t choose_b(const clast_form *form, double size, vec3 offset, mat3 turn, double reach, scratch *near)
{
    int32_t n = 0;
    for (int32_t k = 0; k < form->n_spheres; k++) {
        vec3 s = {size * form->sx[k], size * form->sy[k], size * form->sz[k]};
        vec3 x = v_add(offset, m_mul(turn, s));
        double r = size * form->sr[k];
        if (v_dot(x, x) > (reach + r) * (reach + r))
            continue;
        near->index[n] = k;
        near->x[n] = x.x, near->y[n] = x.y, near->z[n] = x.z, near->r[n] = r;
        n++;
    }
    return n;
}

/* Everything is done in the frame of a, so only the spheres of b have to be turned. */
static void find_pair(const clast_model *m, const clast_state *s, const clast_work *w, int32_t a, int32_t b,
                      scratch *near, found *out)
{
    const clast_form *form_a = &m->shapes[s->shape[0][a]], *form_b = &m->shapes[s->shape[0][b]];
    const double size_a = s->size[0][a], size_b = s->size[0][b], skin = w->skin;
    const quat qa = q_at(s->q, a);
    const vec3 offset = q_turn_back(qa, v_sub(v_at(s->x, b), v_at(s->x, a)));
    const mat3 turn = q_matrix(q_mul(q_conj(qa), q_at(s->q, b)));
    int32_t n = choose_b(form_b, size_b, offset, turn, w->bound[a] + skin, near);
    for (int32_t i = 0; i < form_a->n_spheres; i++) {
        const double x = size_a * form_a->sx[i], y = size_a * form_a->sy[i], z = size_a * form_a->sz[i];
        const double r = size_a * form_a->sr[i] + skin, reach = r + w->bound[b];
        const double ox = x - offset.x, oy = y - offset.y, oz = z - offset.z;
        if (ox * ox + oy * oy + oz * oz > reach * reach)
            continue;
        for (int32_t k = 0; k < n; k++) {
            double dx = near->x[k] - x, dy = near->y[k] - y, dz = near->z[k] - z, sum = near->r[k] + r;
            if (dx * dx + dy * dy + dz * dz < sum * sum)
                add(out, i, near->index[k]);
        }
    }
}

static void find_wall(const clast_model *m, const clast_state *s, const clast_work *w, int32_t a, int32_t k, found *out)
{
    const clast_form *form = &m->shapes[s->shape[0][a]];
    const clast_wall *wall = &m->walls[k];
    const double size = s->size[0][a];
    const quat q = q_at(s->q, a);
    for (int32_t i = 0; i < form->n_spheres; i++) {
        const vec3 centre = v_add_mul(v_at(s->x, a), size, q_turn(q, (vec3){form->sx[i], form->sy[i], form->sz[i]}));
        if (near_wall_height(wall, centre, w->now) < size * form->sr[i] + w->skin)
            add(out, i, 0);
    }
}

/* What was in contact stays a candidate (keep.h); the list of a pair is sorted. */
static void add_kept(const clast_state *s, const clast_near *pair, size_t from, found *out)
{
    int32_t k, last;
    for (clast_keep_range(&s->contacts, pair->a, pair->b, &k, &last); k < last; k++) {
        const clast_candidate kept = {(int32_t)(s->contacts.key[k].spheres >> 32),
                                      (int32_t)(s->contacts.key[k].spheres & 0xFFFFFFFF)};
        size_t at = from;
        while (at < out->n && (out->list[at].sphere_a < kept.sphere_a ||
                               (out->list[at].sphere_a == kept.sphere_a && out->list[at].sphere_b < kept.sphere_b)))
            at++;
        if (at < out->n && out->list[at].sphere_a == kept.sphere_a && out->list[at].sphere_b == kept.sphere_b)
            continue;
        add(out, kept.sphere_a, kept.sphere_b);
        if (out->failed)
            return;
        memmove(out->list + at + 1, out->list + at, (out->n - 1 - at) * sizeof *out->list);
        out->list[at] = kept;
    }
}

static bool scratch_make(scratch *near, size_t n)
{
    near->index = malloc(n * sizeof *near->index);
    near->x = malloc(4 * n * sizeof *near->x);
    if (!near->index || !near->x)
        return false;
    near->y = near->x + n, near->z = near->x + 2 * n, near->r = near->x + 3 * n;
    return true;
}

typedef struct find_job {
    const clast_model *m;
    const clast_state *s;
    clast_work *w;
    size_t most; /* spheres of one body */
    found *chunks;
} find_job;

static void find_chunk(void *context, int64_t first, int64_t last)
{
    const find_job *job = context;
    const clast_model *m = job->m;
    const clast_state *s = job->s;
    clast_work *w = job->w;
    found *out = &job->chunks[first / CHUNK];
    scratch near = {0};
    if (!scratch_make(&near, job->most))
        out->failed = true;
    for (int64_t p = first; p < last && !out->failed; p++) {
        clast_near *pair = &w->near[p];
        pair->first = (int32_t)out->n; /* within the chunk for now */
        if (pair->b >= 0)
            find_pair(m, s, w, pair->a, pair->b, &near, out);
        else
            find_wall(m, s, w, pair->a, -1 - pair->b, out);
        if (m->keeps)
            add_kept(s, pair, (size_t)pair->first, out);
    }
    free(near.index);
    free(near.x);
}

/* One after the other, whatever thread found them. */
static bool join_chunks(clast_work *w, const found *chunks, size_t n_chunks)
{
    size_t total = 0;
    for (size_t c = 0; c < n_chunks; c++) {
        if (chunks[c].failed)
            return false;
        total += chunks[c].n;
    }
    if (total > INT32_MAX || !ARRAY_RESERVE(w->candidates, w->c_candidates, total + 1) ||
        !ARRAY_RESERVE(w->near, w->c_near, w->n_near + 1) ||
        !ARRAY_RESERVE(w->near_contact, w->c_near_contact, w->n_near + 1))
        return false;
    w->n_candidates = 0;
    for (size_t c = 0; c < n_chunks; c++) {
        size_t last = (c + 1) * CHUNK < w->n_near ? (c + 1) * CHUNK : w->n_near;
        for (size_t p = c * CHUNK; p < last; p++)
            w->near[p].first += (int32_t)w->n_candidates;
        if (chunks[c].n)
            memcpy(w->candidates + w->n_candidates, chunks[c].list, chunks[c].n * sizeof *w->candidates);
        w->n_candidates += chunks[c].n;
    }
    return true;
}

/* Near pairs none of whose spheres may touch are dropped: the steps until the next rebuild need not know them. */
static void drop_empty(const clast_state *s, clast_work *w)
{
    size_t n = 0;
    int32_t a = 0;
    for (size_t p = 0; p < w->n_near; p++) {
        const int32_t end = p + 1 < w->n_near ? w->near[p + 1].first : (int32_t)w->n_candidates;
        if (w->near[p].first == end)
            continue;
        for (; a <= w->near[p].a; a++)
            w->near_first[a] = (int32_t)n;
        w->near[n++] = w->near[p];
    }
    for (; a <= s->n; a++)
        w->near_first[a] = (int32_t)n;
    w->n_near = n;
    w->near[n] = (clast_near){.first = (int32_t)w->n_candidates}; /* the end mark */
}

bool clast_candidates_find(const clast_model *m, const clast_state *s, clast_work *w)
{
    size_t most = 1, n_chunks = (w->n_near + CHUNK - 1) / CHUNK;
    for (int32_t k = 0; k < m->n_shapes; k++)
        most = (size_t)m->shapes[k].n_spheres > most ? (size_t)m->shapes[k].n_spheres : most;
    found *chunks = calloc(n_chunks + 1, sizeof *chunks);
    if (!chunks)
        return false;
    find_job job = {m, s, w, most, chunks};
    clast_pool_for(w->pool, (int64_t)w->n_near, CHUNK, find_chunk, &job);
    bool ok = join_chunks(w, chunks, n_chunks);
    if (ok)
        drop_empty(s, w);
    for (size_t c = 0; c < n_chunks; c++)
        free(chunks[c].list);
    free(chunks);
    return ok;
}
