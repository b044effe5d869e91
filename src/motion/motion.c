#include "motion/motion.h"

#include <string.h>

#include "model/work.h"
#include "motion/drift.h"
#include "motion/slice.h"
#include "motion/spin.h"

#define SCHEME(object) extern const clast_scheme object;
#include "motion/schemes.def"
#undef SCHEME

static const clast_scheme *const table[] = {
#define SCHEME(object) &(object),
#include "motion/schemes.def"
#undef SCHEME
};

int clast_scheme_count(void) { return (int)(sizeof table / sizeof *table); }

const clast_scheme *clast_scheme_at(int index) { return table[index]; }

const clast_scheme *clast_scheme_find(const char *name)
{
    for (int k = 0; k < clast_scheme_count(); k++)
        if (strcmp(table[k]->name, name) == 0)
            return table[k];
    return NULL;
}

CLAST_INLINE void drift(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    const double dt = m->dt;
#pragma omp simd
    for (int32_t i = first; i < last; i++) {
        const vec3 x0 = SPIN_GET(s->x, i);
        const drift_body now = drift_begin(x0, SPIN_GET(s->v, i), SPIN_GET(s->f, i), w->inverse_mass[i], dt);
        SPIN_PUT(w->x0, i, x0);
        SPIN_PUT(s->v, i, now.v);
        SPIN_PUT(w->vs, i, now.vs);
        SPIN_PUT(s->x, i, now.x);
    }
}

CLAST_INLINE void kick(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    const double dt = m->dt;
#pragma omp simd
    for (int32_t i = first; i < last; i++)
        SPIN_PUT(s->v, i, drift_end(SPIN_GET(s->v, i), SPIN_GET(s->f, i), w->inverse_mass[i], dt));
}

SPIN_HALF(translate_begin, drift(m, s, w, first, last))
SPIN_HALF(translate_end, kick(m, s, w, first, last))

typedef struct half_step {
    clast_job job;
    bool begin;
} half_step;

/* The last span that begins at body i or before. */
static size_t span_of(const clast_work *w, int32_t i)
{
    size_t low = 0, high = w->n_spans;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (w->spans[middle].first <= i)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void rotate(const half_step *half, int32_t first, int32_t last)
{
    const clast_work *w = half->job.w;
    for (size_t k = span_of(w, first); first < last; k++) {
        const clast_span *span = &w->spans[k];
        const int32_t end = span->last < last ? span->last : last;
        (half->begin ? span->scheme->begin : span->scheme->end)(half->job.m, half->job.s, half->job.w, first, end);
        first = end;
    }
}

/* Bodies are independent here, so the chunk a thread takes does not matter for the bits. */
static void move(half_step half, int32_t first, int32_t last)
{
    const clast_model *m = half.job.m;
    clast_state *s = half.job.s;
    clast_work *w = half.job.w;
    (half.begin ? translate_begin : translate_end)(m, s, w, first, last);
    rotate(&half, first, last);
    if (m->slice)
        clast_slice_hold(m, s, w, first, last);
}

void clast_motion_start(const clast_model *m, clast_state *s, clast_work *w)
{
    for (size_t k = 0; k < w->n_spans; k++)
        if (w->spans[k].scheme->start)
            w->spans[k].scheme->start(m, s, w, w->spans[k].first, w->spans[k].last);
}

void clast_motion_begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    move((half_step){{m, s, w}, true}, first, last);
}

void clast_motion_finish(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    move((half_step){{m, s, w}, false}, first, last);
}

void clast_motion_end(const clast_model *m, clast_state *s, clast_work *w)
{
    clast_work_bodies(m, s, w, clast_motion_finish);
}
