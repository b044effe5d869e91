#include "motion/motion.h"

#include <string.h>

#include "model/work.h"
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

/* Velocity Verlet, first half:  v += dt/2 f/m,  x += dt v;  v* = v + dt/2 f/m is the extrapolation for the laws. */
CLAST_INLINE void drift(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    const double dt = m->dt;
#pragma omp simd
    for (int32_t i = first; i < last; i++) {
        const vec3 x0 = SPIN_GET(s->x, i), kick = v_mul(w->inverse_mass[i], v_mul(0.5 * dt, SPIN_GET(s->f, i)));
        const vec3 v = v_add(SPIN_GET(s->v, i), kick);
        SPIN_PUT(w->x0, i, x0);
        SPIN_PUT(s->v, i, v);
        SPIN_PUT(w->vs, i, v_add(v, kick));
        SPIN_PUT(s->x, i, v_add_mul(x0, dt, v));
    }
}

/* Second half:  v += dt/2 f/m. */
CLAST_INLINE void kick(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    const double dt = m->dt;
#pragma omp simd
    for (int32_t i = first; i < last; i++)
        SPIN_PUT(s->v, i, v_add_mul(SPIN_GET(s->v, i), w->inverse_mass[i], v_mul(0.5 * dt, SPIN_GET(s->f, i))));
}

SPIN_HALF(translate_begin, drift(m, s, w, first, last))
SPIN_HALF(translate_end, kick(m, s, w, first, last))

/* Bodies are independent here, so the chunk a thread takes does not matter for the bits. */
enum { CHUNK = 64 };

typedef struct half_step {
    const clast_model *m;
    clast_state *s;
    clast_work *w;
    int32_t first; /* of the span */
    clast_scheme_half *translate, *rotate;
} half_step;

static void move_chunk(void *context, int64_t first, int64_t last)
{
    const half_step *half = context;
    const int32_t from = half->first + (int32_t)first, to = half->first + (int32_t)last;
    half->translate(half->m, half->s, half->w, from, to);
    half->rotate(half->m, half->s, half->w, from, to);
    if (half->m->slice)
        clast_slice_hold(half->m, half->s, half->w, from, to);
}

static void walk(const clast_model *m, clast_state *s, clast_work *w, clast_scheme_half *translate, bool begin)
{
    for (size_t k = 0; k < w->n_spans; k++) {
        const clast_span span = w->spans[k];
        half_step half = {m, s, w, span.first, translate, begin ? span.scheme->begin : span.scheme->end};
        clast_pool_for(w->pool, span.last - span.first, CHUNK, move_chunk, &half);
    }
}

void clast_motion_start(const clast_model *m, clast_state *s, clast_work *w)
{
    for (size_t k = 0; k < w->n_spans; k++)
        if (w->spans[k].scheme->start)
            w->spans[k].scheme->start(m, s, w, w->spans[k].first, w->spans[k].last);
}

void clast_motion_begin(const clast_model *m, clast_state *s, clast_work *w) { walk(m, s, w, translate_begin, true); }

void clast_motion_end(const clast_model *m, clast_state *s, clast_work *w) { walk(m, s, w, translate_end, false); }
