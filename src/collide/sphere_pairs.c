#include "collide/sphere_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/rows.h"

enum { LANES = 4 };

static double lower(double a, double b) { return a < b ? a : b; } /* fmin is a call */
static double higher(double a, double b) { return a > b ? a : b; }

void clast_placed_body(const clast_model *m, const clast_state *s, const placed *all, int32_t i)
{
    const clast_form *form = &m->shapes[s->shape[0][i]];
    const double size = s->size[0][i];
    const mat3 R = q_matrix(q_at(s->q, i));
    const vec3 centre = v_at(s->x, i);
    box around = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t k = 0, at = all->first[i]; k < form->n_spheres; k++, at++) {
        const vec3 l = m_mul(R, (vec3){form->sx[k], form->sy[k], form->sz[k]}), x = v_add_mul(centre, size, l);
        const double r = size * form->sr[k];
        all->x[at] = x.x, all->y[at] = x.y, all->z[at] = x.z, all->r[at] = r;
        around.low = (vec3){lower(around.low.x, x.x - r), lower(around.low.y, x.y - r), lower(around.low.z, x.z - r)};
        around.high =
            (vec3){higher(around.high.x, x.x + r), higher(around.high.y, x.y + r), higher(around.high.z, x.z + r)};
    }
    const int32_t last = all->first[i] + form->n_spheres - 1;
    for (int32_t at = last + 1; at < all->first[i + 1]; at++)
        all->x[at] = all->x[last], all->y[at] = all->y[last], all->z[at] = all->z[last], all->r[at] = all->r[last];
    all->around[i] = around;
}

bool clast_placed_make(const clast_model *m, const clast_state *s, clast_room *room, placed *all)
{
    const size_t bodies = (size_t)s->n;
    size_t n = 0;
    for (size_t i = 0; i < bodies; i++)
        n += (size_t)(m->shapes[s->shape[0][i]].n_spheres + LANES - 1) / LANES * LANES;
    if (n > INT32_MAX ||
        !ARRAY_RESERVE(room->block, room->bytes,
                       4 * n * sizeof *all->x + bodies * sizeof *all->around + (bodies + 1) * sizeof *all->first))
        return false;
    all->x = (double *)(void *)room->block;
    all->y = all->x + n, all->z = all->y + n, all->r = all->z + n;
    all->around = (box *)(void *)(all->r + n);
    all->first = (int32_t *)(void *)(all->around + bodies);
    all->first[0] = 0;
    for (size_t i = 0; i < bodies; i++)
        all->first[i + 1] = all->first[i] + (m->shapes[s->shape[0][i]].n_spheres + LANES - 1) / LANES * LANES;
    return true;
}

/* One block, which begins with on->up. */
bool clast_bench_make(bench *on, size_t most)
{
    const size_t each = most + 2 * LANES;
    double *at = malloc(each * (7 * sizeof *at + 3 * sizeof(int32_t)));
    double **const list[] = {&on->up, &on->low, &on->x, &on->y, &on->z, &on->r, &on->beyond};
    *on = (bench){0};
    if (!at)
        return false;
    for (size_t k = 0; k < sizeof list / sizeof *list; k++, at += each)
        *list[k] = at;
    on->index_a = (int32_t *)at;
    on->index_b = on->index_a + each;
    on->close = on->index_b + each;
    return true;
}

void clast_bench_free(bench *on) { free(on->up); }

/* Where two boxes meet, the first one wider by the skin. */
static box common(box a, box b, double skin)
{
    return (box){
        {higher(a.low.x - skin, b.low.x), higher(a.low.y - skin, b.low.y), higher(a.low.z - skin, b.low.z)},
        {lower(a.high.x + skin, b.high.x), lower(a.high.y + skin, b.high.y), lower(a.high.z + skin, b.high.z)}};
}

static bool is_empty(box b) { return b.low.x > b.high.x || b.low.y > b.high.y || b.low.z > b.high.z; }

/* The spheres of a body along the line n that begins at `from`: their reach, side +1 upwards or -1 downwards. The
 * furthest of them. */
CLAST_INLINE double project(const placed *all, int32_t body, vec3 from, vec3 n, double side, double *restrict reach)
{
    const int32_t first = all->first[body], count = all->first[body + 1] - first;
    const double *const x = all->x + first, *const y = all->y + first, *const z = all->z + first,
                        *const r = all->r + first;
    double most = -INFINITY;
#pragma omp simd reduction(max : most)
    for (int32_t k = 0; k < count; k++) {
        const double at = (x[k] - from.x) * n.x + (y[k] - from.y) * n.y + (z[k] - from.z) * n.z;
        const double up = side * at + r[k];
        reach[k] = up;
        most = up > most ? up : most;
    }
    return most;
}

/* Those that reach beyond a point of the line. */
CLAST_INLINE int32_t choose(const double *reach, int32_t count, double beyond, int32_t *index)
{
    int32_t n = 0;
    for (int32_t k = 0; k < count; k++) {
        index[n] = k;
        n += reach[k] > beyond;
    }
    return n;
}

typedef struct couple {
    int32_t a, b, n_a, n_b; /* bodies, and how many spheres they have */
    vec3 from, to;          /* their centres */
    double skin, bound;
} couple;

/* Spheres of b; behind the last one there are some to fill its lanes. */
typedef struct others {
    const double *x, *y, *z, *r;
    const int32_t *index; /* in the shape; NULL: all of them */
    int32_t n;
} others;

typedef long long four_flags __attribute__((vector_size(32)));

/* Squares of the distances from a sphere less those of the reach, r: its radius and the skin. Is one below zero? */
CLAST_INLINE bool measure(others b, double x, double y, double z, double r, double *beyond)
{
    four_flags any = {0};
    for (int32_t k = 0; k < b.n; k += LANES) {
        rows_four dx, dy, dz, sum;
        memcpy(&dx, b.x + k, sizeof dx), memcpy(&dy, b.y + k, sizeof dy);
        memcpy(&dz, b.z + k, sizeof dz), memcpy(&sum, b.r + k, sizeof sum);
        dx -= x, dy -= y, dz -= z, sum += r;
        const rows_four far = dx * dx + dy * dy + dz * dz - sum * sum;
        memcpy(beyond + k, &far, sizeof far);
        any |= far < 0;
    }
    return any[0] | any[1] | any[2] | any[3];
}

/* Of these the ones within the skin of sphere `index` of a, which is `at` among those that were placed. */
CLAST_INLINE void find_close(const placed *all, const couple *c, int32_t index, int32_t at, others b, const bench *on,
                             found *out)
{
    const double x = all->x[at], y = all->y[at], z = all->z[at], r = all->r[at] + c->skin;
    const double *const beyond = on->beyond;
    if (!measure(b, x, y, z, r, on->beyond))
        return;
    int32_t n = 0;
    for (int32_t k = 0; k < b.n; k++) {
        on->close[n] = k;
        n += beyond[k] < 0;
    }
    for (int32_t j = 0; j < n; j++) {
        const int32_t k = on->close[j];
        const double sum = b.r[k] + r, gap = sqrt(beyond[k] + sum * sum) - (sum - c->skin);
        hit_add(out, index, b.index ? b.index[k] : k, hit_wake(gap, x, y, z, c->bound));
    }
}

/* Two spheres that come within the skin do so along any line too. So on the line through the two bodies' centres most
 * pairs, and most spheres of the others, are seen to be apart; what is left is tested one by one. */
CLAST_INLINE void find_along(const placed *all, const couple *c, const bench *on, found *out)
{
    const int32_t first_a = all->first[c->a], first_b = all->first[c->b];
    const double skin = c->skin;
    const vec3 between = v_sub(c->to, c->from);
    const double length = v_length(between);
    const vec3 along = length > 0 ? v_mul(1 / length, between) : (vec3){1, 0, 0};
    const double up = project(all, c->a, c->from, along, 1, on->up);
    const double low = project(all, c->b, c->from, along, -1, on->low);
    if (up + low + skin < 0)
        return;
    const int32_t n_a = choose(on->up, c->n_a, -low - skin, on->index_a);
    const int32_t n_b = choose(on->low, c->n_b, -up - skin, on->index_b);
    for (int32_t k = 0; k < n_b; k++) {
        const int32_t q = first_b + on->index_b[k];
        on->x[k] = all->x[q], on->y[k] = all->y[q], on->z[k] = all->z[q], on->r[k] = all->r[q];
    }
    for (int32_t k = n_b; k < n_b + LANES; k++)
        on->x[k] = on->y[k] = on->z[k] = on->r[k] = 0;
    for (int32_t i = 0; i < n_a; i++)
        find_close(all, c, on->index_a[i], first_a + on->index_a[i],
                   (others){on->x, on->y, on->z, on->r, on->index_b, n_b}, on, out);
}

/* Few spheres: all with all. */
CLAST_INLINE void find_all(const placed *all, const couple *c, const bench *on, found *out)
{
    const int32_t first_a = all->first[c->a], first_b = all->first[c->b];
    for (int32_t i = 0; i < c->n_a; i++)
        find_close(all, c, i, first_a + i,
                   (others){all->x + first_b, all->y + first_b, all->z + first_b, all->r + first_b, NULL, c->n_b}, on,
                   out);
}

CLAST_CLONES(find_many, (const placed *all, const couple *c, const bench *on, found *out), (all, c, on, out),
             find_along(all, c, on, out))
CLAST_CLONES(find_few, (const placed *all, const couple *c, const bench *on, found *out), (all, c, on, out),
             find_all(all, c, on, out))

void clast_sphere_pairs(const clast_job *job, const placed *all, int32_t a, int32_t b, double skin, const bench *on,
                        found *out)
{
    enum { FEW = 64 }; /* pairs of spheres */
    const clast_state *s = job->s;
    const clast_form *const shapes = job->m->shapes;
    if (is_empty(common(all->around[a], all->around[b], skin)))
        return;
    const int32_t n_a = shapes[s->shape[0][a]].n_spheres, n_b = shapes[s->shape[0][b]].n_spheres;
    const couple c = {a, b, n_a, n_b, v_at(s->x, a), v_at(s->x, b), skin, job->w->bound[a]};
    (n_b <= FEW / n_a ? find_few : find_many)(all, &c, on, out);
}
