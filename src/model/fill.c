/* Bounding spheres never overlap, so neither do the bodies; orientations are uniform. The random numbers depend on the
 * scene's seed and the fill's own stream only. Cells as wide as the largest diameter make each trial constant work. */
#include "model/fill.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "base/random.h"

typedef struct sphere {
    vec3 x;
    double r;
    int32_t next;
} sphere;

typedef struct cells {
    vec3 low;
    double width;
    int32_t count[3];
    int32_t *head;
    sphere *spheres;
    size_t n, room;
} cells;

enum { MOST_CELLS = 1 << 21, TRIES = 20000 };

static bool cells_make(cells *c, const clast_fill *fill, double diameter)
{
    vec3 low = v_of(fill->low), extent = v_sub(v_of(fill->high), low);
    double e[3] = {extent.x, extent.y, extent.z};
    c->low = low;
    c->width = fmax(diameter, cbrt(e[0] * e[1] * e[2] / MOST_CELLS));
    size_t total = 1;
    for (int k = 0; k < 3; k++) {
        c->count[k] = (int32_t)fmin(1e6, fmax(1, floor(e[k] / c->width)));
        total *= (size_t)c->count[k];
    }
    c->head = malloc(total * sizeof *c->head);
    for (size_t k = 0; c->head && k < total; k++)
        c->head[k] = -1;
    return c->head != NULL;
}

static int32_t clamp(double value, int32_t n) { return value < 0 ? 0 : value >= n ? n - 1 : (int32_t)value; }

/* Bodies outside the box go to its rim cells: still found, as they reach no further than a cell. */
static void cell_of(const cells *c, vec3 x, int32_t at[3])
{
    vec3 e = v_mul(1 / c->width, v_sub(x, c->low));
    at[0] = clamp(e.x, c->count[0]), at[1] = clamp(e.y, c->count[1]), at[2] = clamp(e.z, c->count[2]);
}

static int32_t *head_of(const cells *c, int32_t x, int32_t y, int32_t z)
{
    return &c->head[((size_t)z * (size_t)c->count[1] + (size_t)y) * (size_t)c->count[0] + (size_t)x];
}

static bool cells_add(cells *c, vec3 x, double r)
{
    if (!ARRAY_RESERVE(c->spheres, c->room, c->n + 1))
        return false;
    int32_t at[3];
    cell_of(c, x, at);
    int32_t *head = head_of(c, at[0], at[1], at[2]);
    c->spheres[c->n] = (sphere){x, r, *head};
    *head = (int32_t)c->n++;
    return true;
}

static bool is_free(const cells *c, vec3 x, double r)
{
    int32_t at[3];
    cell_of(c, x, at);
    if (!c->spheres)
        return true; /* the first body */
    for (int32_t k = 0; k < 27; k++) {
        int32_t i = at[0] + k % 3 - 1, j = at[1] + k / 3 % 3 - 1, l = at[2] + k / 9 - 1;
        if (i < 0 || j < 0 || l < 0 || i >= c->count[0] || j >= c->count[1] || l >= c->count[2])
            continue;
        for (int32_t b = *head_of(c, i, j, l); b >= 0; b = c->spheres[b].next) {
            vec3 e = v_sub(c->spheres[b].x, x);
            double sum = c->spheres[b].r + r;
            if (v_dot(e, e) < sum * sum)
                return false;
        }
    }
    return true;
}

/* Uniform over all orientations: four normal numbers, normalised. */
static quat random_turn(clast_random *random)
{
    quat q = {random_normal(random), random_normal(random), random_normal(random), random_normal(random)};
    return q_unit(q);
}

/* A body whose bounding sphere is about x: the drawn frame's origin lies off the centre of mass. */
static clast_body body_about(const clast_fill *fill, const clast_form *form, double size, vec3 x, clast_random *random)
{
    clast_body body = {.shape = form->name, .material = fill->material, .size = size, .place = fill->place};
    quat turn = fill->aligned ? (quat){1, 0, 0, 0} : random_turn(random);
    v_put(body.at, v_sub(x, q_turn(turn, v_mul(size, form->centre))));
    body.turn[0] = turn.w, body.turn[1] = turn.x, body.turn[2] = turn.y, body.turn[3] = turn.z;
    for (int k = 0; k < 3; k++)
        body.velocity[k] = fill->velocity[k] + (fill->agitation > 0 ? fill->agitation * random_normal(random) : 0);
    return body;
}

static const clast_form *choose_form(const clast_scene *scene, const clast_fill *fill, const clast_form *forms,
                                     clast_random *random)
{
    double sum = 0;
    for (int k = 0; k < fill->n_shapes; k++)
        sum += fill->shares[k];
    double at = sum * random_uniform(random);
    int k = 0;
    while (k + 1 < fill->n_shapes && at >= fill->shares[k])
        at -= fill->shares[k++];
    return &forms[clast_scene_find_shape(scene, fill->shapes[k])];
}

static double choose_size(const clast_fill *fill, clast_random *random)
{
    if (fill->size[0] == 0 && fill->size[1] == 0)
        return 1;
    return fill->size[0] + (fill->size[1] - fill->size[0]) * random_uniform(random);
}

static double largest_bound(const clast_scene *scene, const clast_fill *fill, const clast_form *forms)
{
    double bound = 0;
    for (int k = 0; k < fill->n_shapes; k++)
        bound = fmax(bound, forms[clast_scene_find_shape(scene, fill->shapes[k])].bound);
    return bound * (fill->size[1] > 0 ? fill->size[1] : 1);
}

static bool inside(const clast_fill *fill, double r)
{
    for (int k = 0; k < 3; k++)
        if (fill->high[k] - fill->low[k] < 2 * r)
            return false;
    return true;
}

static vec3 random_point(const clast_fill *fill, double r, clast_random *random)
{
    double x[3];
    for (int k = 0; k < 3; k++)
        x[k] = fill->low[k] + r + (fill->high[k] - fill->low[k] - 2 * r) * random_uniform(random);
    return v_of(x);
}

static clast_status full(const clast_fill *fill, int64_t placed, clast_error *error)
{
    return clast_fail_at(
        error, fill->place,
        "the box of this fill is full after %lld of %lld bodies; make the box larger (higher), ask for "
        "fewer bodies, or use several fills",
        (long long)placed, (long long)fill->count);
}

static bool append(clast_bodies *bodies, const clast_body *body)
{
    if (!ARRAY_RESERVE(bodies->list, bodies->room, bodies->n + 1))
        return false;
    bodies->list[bodies->n++] = *body;
    return true;
}

static clast_status place_random(const clast_scene *scene, const clast_fill *fill, const clast_form *forms,
                                 clast_random *random, cells *c, clast_bodies *bodies, clast_error *error)
{
    for (int64_t n = 0; n < fill->count; n++) {
        const clast_form *form = choose_form(scene, fill, forms, random);
        double size = choose_size(fill, random), r = form->bound * size;
        int tries = 0;
        vec3 x;
        do {
            if (tries++ == TRIES || !inside(fill, r))
                return full(fill, n, error);
            x = random_point(fill, r, random);
        } while (!is_free(c, x, r));
        clast_body body = body_about(fill, form, size, x, random);
        if (!cells_add(c, x, r) || !append(bodies, &body))
            return clast_fail_memory(error);
    }
    return CLAST_OK;
}

/* Layers from below; sites that another body holds are left out. */
static clast_status place_lattice(const clast_scene *scene, const clast_fill *fill, const clast_form *forms,
                                  clast_random *random, cells *c, clast_bodies *bodies, clast_error *error)
{
    const double bound = largest_bound(scene, fill, forms), pitch = 2.0001 * bound;
    int64_t sites[3], n = 0;
    for (int k = 0; k < 3; k++)
        sites[k] = (int64_t)floor((fill->high[k] - fill->low[k]) / pitch * (1 + 1e-9));
    for (int64_t site = 0; n < fill->count; site++) {
        if (site >= sites[0] * sites[1] * sites[2])
            return full(fill, n, error);
        const int64_t layer = site / (sites[0] * sites[1]), row = site / sites[0] % sites[1], column = site % sites[0];
        vec3 at = {(double)column + 0.5, (double)row + 0.5, (double)layer + 0.5};
        vec3 x = v_add_mul(v_of(fill->low), pitch, at);
        if (!is_free(c, x, bound))
            continue;
        const clast_form *form = choose_form(scene, fill, forms, random);
        double size = choose_size(fill, random);
        clast_body body = body_about(fill, form, size, x, random);
        if (!append(bodies, &body))
            return clast_fail_memory(error);
        n++;
    }
    return CLAST_OK;
}

/* Bodies that are there already, where their bounding spheres are. */
static bool add_present(const clast_scene *scene, const clast_form *forms, const clast_bodies *bodies, cells *c)
{
    for (size_t k = 0; k < bodies->n; k++) {
        const clast_body *body = &bodies->list[k];
        const clast_form *form = &forms[clast_scene_find_shape(scene, body->shape)];
        double size = body->size > 0 ? body->size : 1;
        quat turn = q_of(body->turn);
        turn = q_dot(turn, turn) > 0 ? q_unit(turn) : (quat){1, 0, 0, 0};
        vec3 x = v_add(v_of(body->at), q_turn(turn, v_mul(size, form->centre)));
        if (!cells_add(c, x, form->bound * size))
            return false;
    }
    return true;
}

clast_status clast_fill_place(const clast_scene *scene, const clast_fill *fill, const clast_form *forms,
                              uint64_t stream, clast_bodies *bodies, clast_error *error)
{
    double largest = largest_bound(scene, fill, forms);
    for (size_t k = 0; k < bodies->n; k++) {
        double size = bodies->list[k].size > 0 ? bodies->list[k].size : 1;
        largest = fmax(largest, size * forms[clast_scene_find_shape(scene, bodies->list[k].shape)].bound);
    }
    cells c = {0};
    clast_random random = {.seed = scene->seed, .stream = stream};
    clast_status status = CLAST_OK;
    if (!cells_make(&c, fill, 2 * largest) || !add_present(scene, forms, bodies, &c))
        status = clast_fail_memory(error);
    else if (fill->how == CLAST_FILL_LATTICE)
        status = place_lattice(scene, fill, forms, &random, &c, bodies, error);
    else
        status = place_random(scene, fill, forms, &random, &c, bodies, error);
    free(c.head);
    free(c.spheres);
    return status;
}
