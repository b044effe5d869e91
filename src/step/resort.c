#include "step/resort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "model/boxes.h"

bool clast_resort_is_worth(const clast_model *m, size_t n)
{
    enum { MANY = 112 };
    for (int32_t k = 1; k < m->n_shapes; k++)
        if (m->shapes[k].scheme != m->shapes[0].scheme)
            return false;
    return n >= MANY;
}

/* What sorting needs besides the state. */
typedef struct sorting {
    double (*at)[3];
    int32_t *was, *now; /* the k-th body stood at was[k]; that one will stand at now[was[k]] == k */
    void *column;       /* as long as one of the state */
} sorting;

static bool sorting_open(sorting *o, const clast_state *s)
{
    const size_t n = (size_t)s->n + 1;
    *o = (sorting){.at = malloc(n * sizeof *o->at),
                   .was = malloc(n * sizeof *o->was),
                   .now = malloc(n * sizeof *o->now),
                   .column = malloc(n * sizeof(double))};
    return o->at && o->was && o->now && o->column;
}

static void sorting_close(sorting *o)
{
    free(o->at);
    free(o->was);
    free(o->now);
    free(o->column);
}

/* Sum of the edges of the boxes around tiles, if the bodies stood in this order; NULL: as they stand. */
static double edges(const sorting *o, const int32_t *order, int32_t n, int32_t tile)
{
    double sum = 0;
    for (int32_t first = 0; first < n; first += tile)
        for (int c = 0; c < 3; c++) {
            double low = INFINITY, high = -INFINITY;
            for (int32_t k = first; k < n && k < first + tile; k++) {
                const double x = o->at[order ? order[k] : k][c];
                low = x < low ? x : low, high = x > high ? x : high;
            }
            sum += high - low;
        }
    return sum;
}

/* ---- bodies ---- */

#define GATHER(type)                                             \
    static void gather_##type(type *list, sorting *o, int32_t n) \
    {                                                            \
        type *const sorted = o->column;                          \
        for (int32_t k = 0; k < n; k++)                          \
            sorted[k] = list[o->was[k]];                         \
        memcpy(list, sorted, (size_t)n * sizeof *list);          \
    }
GATHER(double)
GATHER(int32_t)
GATHER(int64_t)

static void sort_bodies(clast_state *s, sorting *o)
{
#define FIELD(type, name, width, unit, meaning) \
    for (int k = 0; k < (width); k++)           \
        gather_##type(s->name[k], o, s->n);
#include "model/fields.def"
#undef FIELD
}

/* ---- contacts ---- */

static void negate(double *v)
{
    for (int c = 0; c < 3; c++)
        v[c] = -v[c];
}

/* What was said of a over b is said of b over a: all vectors are the opposite, scalars are about the normal, and stay. */
static void turn_over(const clast_model *m, const clast_contacts *c, int32_t slot)
{
    double *const record = contact_record(c, slot);
    negate(record + CONTACT_FT);
    for (int k = 0; k < m->n_history; k++)
        if (m->history[k] == 'v')
            negate(record + CONTACT_HISTORY + k);
    if (c->geometry)
        negate(record + contact_forces(c->n_history) + GEOMETRY_NORMAL);
}

static void rename_contact(const clast_model *m, clast_contacts *c, int32_t slot, const int32_t *now)
{
    clast_key *const key = &c->key[slot];
    const uint64_t a = key->bodies >> 32, b = key->bodies & UINT32_MAX;
    const uint64_t new_a = (uint64_t)now[a];
    if (b & CLAST_WALL) {
        key->bodies = new_a << 32 | b;
        return;
    }
    const uint64_t new_b = (uint64_t)now[b];
    if (new_a < new_b) {
        key->bodies = new_a << 32 | new_b;
        return;
    }
    key->bodies = new_b << 32 | new_a;
    key->spheres = key->spheres << 32 | key->spheres >> 32;
    turn_over(m, c, slot);
}

typedef struct named {
    clast_key key;
    int32_t slot;
} named;

static int by_key(const void *p, const void *q)
{
    const named *a = p, *b = q;
    return key_less(a->key, b->key) ? -1 : key_less(b->key, a->key);
}

static bool sort_contacts(const clast_model *m, clast_contacts *c, const int32_t *now)
{
    named *list = malloc(((size_t)c->n + 1) * sizeof *list);
    if (!list)
        return false;
    for (int32_t k = 0; k < c->n; k++) {
        rename_contact(m, c, c->list[k], now);
        list[k] = (named){c->key[c->list[k]], c->list[k]};
    }
    qsort(list, (size_t)c->n, sizeof *list, by_key);
    for (int32_t k = 0; k < c->n; k++)
        c->list[k] = list[k].slot;
    free(list);
    return true;
}

/* ---- both ---- */

/* What is derived, but not what is told of the run so far. */
static void forget(clast_work *w)
{
    double seconds[CLAST_STAGES];
    const int64_t builds = w->builds_before + w->list_builds, sorts = w->sorts + 1;
    memcpy(seconds, w->stage_seconds, sizeof seconds);
    clast_work_free(w);
    memcpy(w->stage_seconds, seconds, sizeof seconds);
    w->builds_before = builds;
    w->sorts = sorts;
    w->list_walked = seconds[CLAST_STAGE_TOUCH];
}

/* It takes as long as some 20 to 50 steps. */
static bool pays(const sorting *o, const clast_state *s, const clast_work *w, int32_t tile)
{
    const double share = w->sort_always ? INFINITY : 0.8;
    return edges(o, o->was, s->n, tile) < share * edges(o, NULL, s->n, tile);
}

clast_status clast_resort(const clast_model *m, clast_state *s, clast_work *w, bool *sorted, clast_error *error)
{
    sorting o;
    *sorted = false;
    if (!clast_resort_is_worth(m, (size_t)s->n))
        return CLAST_OK;
    const double begin = clock_seconds();
    const int32_t tile = clast_work_tile(s->n, m->balls);
    bool ok = sorting_open(&o, s);
    for (int32_t i = 0; ok && i < s->n; i++)
        for (int c = 0; c < 3; c++)
            o.at[i][c] = s->x[c][i];
    ok = ok && clast_boxes_order((const double(*)[3])o.at, (size_t)s->n, (size_t)tile, o.was);
    if (ok && pays(&o, s, w, tile)) {
        for (int32_t k = 0; k < s->n; k++)
            o.now[o.was[k]] = k;
        ok = sort_contacts(m, &s->contacts, o.now);
        if (ok) {
            sort_bodies(s, &o);
            forget(w);
            *sorted = true;
        }
    }
    sorting_close(&o);
    w->stage_seconds[CLAST_STAGE_LISTS] += clock_seconds() - begin;
    return ok ? CLAST_OK : clast_fail_memory(error);
}
