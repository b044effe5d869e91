#include "model/work.h"

#include <stdlib.h>

#include "base/array.h"
#include "model/scheme.h"

/* Every per-body array of work, so that making, freeing and counting walk one list each. */
enum { BODY_ARRAYS = 38 };

static int body_arrays(clast_work *w, double **list[BODY_ARRAYS])
{
    int n = 0;
    list[n++] = &w->mass, list[n++] = &w->inverse_mass, list[n++] = &w->bound, list[n++] = &w->swing,
    list[n++] = &w->way, list[n++] = &w->radius, list[n++] = &w->stiffness, list[n++] = &w->allow,
    list[n++] = &w->grasp;
    for (int k = 0; k < 3; k++) {
        list[n++] = &w->inertia[k], list[n++] = &w->inverse_inertia[k], list[n++] = &w->x0[k];
        list[n++] = &w->wh[k], list[n++] = &w->vs[k], list[n++] = &w->ws[k], list[n++] = &w->list_x[k];
    }
    for (int k = 0; k < 4; k++)
        list[n++] = &w->q0[k];
    for (int k = 0; k < 4; k++)
        list[n++] = &w->list_q[k];
    return n;
}

/* What was in it is not kept: everything here is derived. */
static bool grow(void *pointer, size_t bytes)
{
    void **p = pointer;
    free(*p);
    *p = clast_pages_resize(NULL, 0, bytes);
    return *p != NULL;
}

/* One block for all arrays of bodies, so that it has few pages; their beginnings are shifted against each other, since
 * the same element of all of them is wanted at once and would fall into one set of the cache. */
static bool make_body_arrays(clast_work *w, int32_t n)
{
    enum { LINE = 8, SHIFT = 11 * LINE };
    const size_t each = ((size_t)n + LINE - 1) / LINE * LINE + SHIFT;
    if (!grow(&w->body_block, each * BODY_ARRAYS * sizeof(double)))
        return false;
    double **list[BODY_ARRAYS];
    const int count = body_arrays(w, list);
    for (int k = 0; k < count; k++)
        *list[k] = w->body_block + (size_t)k * each;
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
        w->radius[i] = form->ball ? size * form->sr[0] : 0;
        w->swing[i] = form->swing * size;
        for (int k = 0; k < 3; k++) {
            w->inertia[k][i] = moment[k];
            w->inverse_inertia[k][i] = form->scheme->still ? 0 : 1 / moment[k];
        }
    }
}

int32_t clast_work_tile(int32_t n, bool balls)
{
    enum { LEAST = 56, MOST = 512, TILES = 32, LANES = 4 };
    const int32_t most = balls ? CLAST_TILE_MOST : MOST, even = n / TILES;
    return ((even < LEAST ? LEAST : even > most ? most : even) + LANES - 1) / LANES * LANES;
}

/* Then the spin of every body at the start of the step follows from the grip. */
static bool has_even_kicks(const clast_model *m)
{
    for (int32_t k = 0; k < m->n_shapes; k++)
        if (!m->shapes[k].scheme->even_kicks)
            return false;
    return true;
}

bool clast_work_prepare(clast_work *w, const clast_model *m, const clast_state *s)
{
    if (w->n_body == s->n && w->mass)
        return true;
    w->body_chunk = clast_work_tile(s->n, m->balls);
    const int known = m->balls ? CLAST_GRIP_WIDTH_BALL : CLAST_GRIP_WIDTH;
    const bool even = has_even_kicks(m);
    w->even_balls = m->balls && even;
    w->spin_at = model_books_late(m) && !even ? known : 0;
    const int grip_width = known + (w->spin_at ? CLAST_GRIP_SPIN : 0);
    w->grip_rows = clast_pool_threads(w->pool) > 1 && !m->balls ? 2 * s->n : s->n;
    if (!make_body_arrays(w, s->n) || !grow(&w->grip, (size_t)w->grip_rows * (size_t)grip_width * sizeof *w->grip) ||
        !grow(&w->chunk_sum, ((size_t)(s->n / w->body_chunk) + 1) * sizeof *w->chunk_sum) ||
        !grow(&w->chunk_stiff, ((size_t)(s->n / w->body_chunk) + 1) * sizeof *w->chunk_stiff) ||
        !grow(&w->chunk_way, ((size_t)(s->n / w->body_chunk) + 1) * sizeof *w->chunk_way) ||
        !ARRAY_RESERVE(w->load_sum, w->c_load_sum, (size_t)s->n * CLAST_LOAD) ||
        !grow(&w->near_first, ((size_t)s->n + 1) * sizeof *w->near_first) || !make_spans(w, m, s))
        return false;
    set_constants(w, m, s);
    w->n_body = s->n;
    w->grip_width = grip_width;
    w->list_builds = 0;
    w->trial.n_history = m->n_history;
    w->trial.geometry = s->contacts.geometry;
    w->trial.n_booked = s->contacts.n_booked;
    return true;
}

bool clast_work_reserve_contacts(clast_work *w, int32_t n, bool ledger)
{
    const size_t more = (size_t)n + 1;
    return ARRAY_RESERVE(w->pick, w->c_pick, more) && ARRAY_RESERVE(w->hold, w->c_hold, more) &&
           (!ledger || ARRAY_RESERVE(w->contact_book, w->c_book, more));
}

void clast_work_free(clast_work *w)
{
    void *rest[] = {w->wall_grip,
                    w->load_sum,
                    w->grip,
                    w->body_block,
                    w->reach,
                    w->reach_body,
                    w->reach_was,
                    w->arrives,
                    w->arrives_at,
                    w->near_first,
                    w->spans,
                    w->near,
                    w->candidates,
                    w->pick,
                    w->near_wake,
                    w->contact_chosen,
                    w->contact_order,
                    w->hold,
                    w->near_grip,
                    w->tile_thread,
                    w->ghost_of,
                    w->ghost_body,
                    w->ghost_at,
                    w->contact_book,
                    w->kept,
                    w->partial,
                    w->wake,
                    w->closed,
                    w->changes,
                    w->free_slots,
                    w->begun,
                    w->ended,
                    w->slot,
                    w->tile_n,
                    w->tile_at,
                    w->tile_was,
                    w->group_n,
                    w->group_at,
                    w->group_was,
                    w->order_was,
                    w->chunk_way,
                    w->chunk_stiff,
                    w->chunk_sum,
                    w->late,
                    w->bodies,
                    w->begun_at,
                    w->grid_room.block,
                    w->sphere_room.block,
                    w->runs,
                    w->runs_end,
                    w->reach_found,
                    w->tile_weight,
                    (void *)w->tile_stage,
                    w->stage_at};
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        free(rest[k]);
    for (int k = 0; k < 2; k++)
        free(w->near_way[k]);
    clast_contacts_free(&w->trial);
    clast_extra_free(&w->extra);
    clast_field_work_free(&w->field);
    clast_iterate_free(&w->iterate);
    *w = (clast_work){.pool = w->pool,
                      .skin = w->skin,
                      .skin_fixed = w->skin_fixed,
                      .flow_small = w->flow_small,
                      .sort_always = w->sort_always,
                      .long_way = w->long_way,
                      .field = {.skin = w->field.skin}};
}

typedef struct bodies_job {
    clast_job job;
    clast_body_task *task;
} bodies_job;

static void bodies_chunk(void *context, int64_t first, int64_t last)
{
    const bodies_job *j = context;
    j->task(j->job.m, j->job.s, j->job.w, (int32_t)first, (int32_t)last);
}

void clast_work_bodies(const clast_model *m, clast_state *s, clast_work *w, clast_body_task *task)
{
    bodies_job job = {{m, s, w}, task};
    clast_pool_for(w->pool, s->n, w->body_chunk, bodies_chunk, &job);
}

size_t clast_work_bytes(const clast_work *w)
{
    const size_t n = (size_t)w->n_body;
    const size_t per_candidate = sizeof *w->candidates + 2 + sizeof(float) + sizeof(int32_t);
    return (n * BODY_ARRAYS + (size_t)(w->n_body + w->n_ghosts) * (size_t)w->grip_width) * sizeof(double) +
           n * sizeof(int32_t) + (w->c_ghost_of + w->c_ghost_body) * sizeof(int32_t) +
           w->c_near_wake * (sizeof *w->near_wake + 3 * sizeof(int32_t)) + w->c_near * sizeof *w->near +
           (w->c_reach + w->c_reach_was + w->c_reach_found) * sizeof *w->reach + w->c_runs * sizeof *w->runs +
           w->c_arrives * sizeof *w->arrives + w->c_candidates * per_candidate + w->c_load_sum * sizeof(double) +
           w->c_hold * sizeof *w->hold + w->c_pick * sizeof *w->pick + w->c_book * sizeof *w->contact_book +
           (w->c_order + w->c_order_was + w->c_chosen + w->c_reach_body) * sizeof(int32_t) +
           clast_contacts_bytes(&w->trial) + clast_extra_bytes(&w->extra) + clast_field_work_bytes(&w->field) +
           clast_iterate_bytes(&w->iterate) + w->grid_room.bytes + w->sphere_room.bytes;
}
