#include "motion/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "model/work.h"
#include "motion/motion.h"
#include "motion/plain.h"

enum { ROUNDS = 15, STEPS = 4 };

/* Loose bodies in the usual arrays, the same as structs, and the state from which every timing starts. */
typedef struct bench {
    clast_model m;
    clast_material material;
    clast_form form;
    clast_state s, start;
    clast_work w;
    clast_plain *plain;
} bench;

static void free_bench(bench *b)
{
    clast_state_free(&b->s);
    clast_state_free(&b->start);
    clast_work_free(&b->w);
    free(b->plain);
}

static vec3 random_vector(clast_random *r)
{
    const double x = random_normal(r), y = random_normal(r), z = random_normal(r);
    return (vec3){x, y, z};
}

/* Asymmetric bodies of different sizes that turn by some hundredths of a radian in a step. */
static void fill(clast_state *s, int32_t n)
{
    clast_random r = {.seed = 1};
    s->n = n;
    for (int32_t i = 0; i < n; i++) {
        const vec3 w = random_vector(&r), t = random_vector(&r), e = random_vector(&r);
        const quat q = q_unit((quat){random_normal(&r), e.x, e.y, e.z});
        s->shape[0][i] = s->material[0][i] = 0;
        s->size[0][i] = 0.9 + 0.2 * random_uniform(&r);
        s->q[0][i] = q.w, s->q[1][i] = q.x, s->q[2][i] = q.y, s->q[3][i] = q.z;
        const double values[3][3] = {{w.x, w.y, w.z}, {t.x, t.y, t.z}, {w.x, 2 * w.y, 3 * w.z}};
        for (int c = 0; c < 3; c++) {
            s->w[c][i] = s->wb[c][i] = values[0][c];
            s->t[c][i] = values[1][c];
            s->L[c][i] = values[2][c];
            s->memory[c][i] = 0;
        }
    }
}

static bool make_bench(bench *b, int32_t n)
{
    b->form = (clast_form){.mass = 1, .inertia = {1, 2, 3}, .bound = 1, .scheme = clast_scheme_find("sts-kdk")};
    b->m = (clast_model){.dt = 0.02, .n_shapes = 1, .shapes = &b->form, .n_materials = 1, .materials = &b->material};
    b->plain = calloc((size_t)n, sizeof *b->plain);
    if (!b->plain || !clast_state_reserve(&b->s, n) || !clast_state_reserve(&b->start, n))
        return false;
    fill(&b->start, n);
    fill(&b->s, n);
    return clast_work_prepare(&b->w, &b->m, &b->s);
}

static void reset(bench *b)
{
    const size_t bytes = (size_t)b->s.n * sizeof(double);
    for (int c = 0; c < 4; c++)
        memcpy(b->s.q[c], b->start.q[c], bytes);
    for (int c = 0; c < 3; c++) {
        memcpy(b->s.L[c], b->start.L[c], bytes);
        memcpy(b->s.w[c], b->start.w[c], bytes);
        memcpy(b->s.wb[c], b->start.wb[c], bytes);
        memcpy(b->s.memory[c], b->start.memory[c], bytes);
    }
}

static void reset_plain(bench *b)
{
    const clast_state *s = &b->start;
    for (int32_t i = 0; i < s->n; i++)
        b->plain[i] = (clast_plain){
            .inverse = {b->w.inverse_inertia[0][i], b->w.inverse_inertia[1][i], b->w.inverse_inertia[2][i]},
            .q = {s->q[0][i], s->q[1][i], s->q[2][i], s->q[3][i]},
            .L = {s->L[0][i], s->L[1][i], s->L[2][i]},
            .t = {s->t[0][i], s->t[1][i], s->t[2][i]}};
}

static double time_scheme(bench *b, const clast_scheme *scheme)
{
    const int32_t n = b->s.n;
    reset(b);
    if (scheme->start)
        scheme->start(&b->m, &b->s, &b->w, 0, n);
    const double mark = clock_seconds();
    for (int step = 0; step < STEPS; step++) {
        scheme->begin(&b->m, &b->s, &b->w, 0, n);
        scheme->end(&b->m, &b->s, &b->w, 0, n);
    }
    return clock_seconds() - mark;
}

static double time_plain(bench *b)
{
    reset_plain(b);
    const double mark = clock_seconds();
    for (int step = 0; step < STEPS; step++) {
        for (int32_t i = 0; i < b->s.n; i++)
            clast_plain_begin(&b->plain[i], b->m.dt);
        for (int32_t i = 0; i < b->s.n; i++)
            clast_plain_end(&b->plain[i], b->m.dt);
    }
    return clock_seconds() - mark;
}

static void time_all(bench *b, double *ns, double *plain_ns)
{
    const double unit = 1e9 / ((double)STEPS * (double)b->s.n);
    *plain_ns = INFINITY;
    for (int k = 0; k < clast_scheme_count(); k++)
        ns[k] = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < clast_scheme_count(); k++)
            ns[k] = fmin(ns[k], unit * time_scheme(b, clast_scheme_at(k)));
        *plain_ns = fmin(*plain_ns, unit * time_plain(b));
    }
}

bool clast_measure_schemes(int32_t bodies, double *ns, double *plain_ns)
{
    bench *b = calloc(1, sizeof *b);
    const bool made = b && make_bench(b, bodies);
    if (made)
        time_all(b, ns, plain_ns);
    if (b)
        free_bench(b);
    free(b);
    return made;
}
