/* The vectorised sts-kdk and the same scheme body by body leave the same bits. */
#include "base/random.h"
#include "collide/near.h"
#include "motion/motion.h"
#include "motion/plain.h"
#include "spin_world.h"
#include "step/balls.h"
#include "step/stones.h"

enum { BODIES = 1003, STEPS = 50 }; /* not a multiple of any number of lanes, nor of the chunk of a thread */

static vec3 random_vector(clast_random *r)
{
    const double x = random_normal(r), y = random_normal(r), z = random_normal(r);
    return (vec3){x, y, z};
}

/* Some bodies turn in the plane: there are zeros then, whose signs count as bits. */
static vec3 flat(int i, vec3 v) { return i % 10 == 5 ? (vec3){0, -0.0, v.z} : v; }

/* Balls only, stones only, or every third a ball; hasty bodies turn too far for the short series. */
enum { BALLS = 1, STONES = 2, HASTY = 4 };

static clast_sim *loose_bodies(int what)
{
    clast_error error;
    clast_random r = {.seed = 7};
    clast_scene *scene = world_create(1, 1e6, 0.25, world_smooth(1), 0.03);
    clast_scene_threads(scene, 3);
    const double spheres[3][4] = {{0, 0, 0, 0.1}, {0.1, 0.02, 0, 0.12}, {-0.05, 0.1, 0.03, 0.08}};
    clast_shape shape = {.name = "stone", .n_spheres = 3, .spheres = spheres, .rotation = "sts-kdk"};
    if (what & STONES)
        CHECK_OK(clast_scene_shape(scene, &shape, &error), &error);
    world_sphere_shape(scene, "ball", 0.1);
    for (int i = 0; i < BODIES; i++) {
        const bool ball = what & BALLS && (!(what & STONES) || i % 3 == 0);
        const vec3 w = v_mul(what & HASTY && i % 100 == 7 ? 20 : 0.2, flat(i, random_vector(&r)));
        const vec3 e = flat(i, random_vector(&r));
        world_body(scene, (clast_body){.shape = ball ? "ball" : "stone",
                                       .at = {i, 0, 0},
                                       .turn = {random_normal(&r), e.x, e.y, e.z},
                                       .spin = {w.x, w.y, w.z},
                                       .size = 0.5 + random_uniform(&r)});
    }
    return world_start(scene);
}

static vec3 vector_of(double *const a[3], int i) { return (vec3){a[0][i], a[1][i], a[2][i]}; }
static quat quaternion_of(double *const a[4], int i) { return (quat){a[0][i], a[1][i], a[2][i], a[3][i]}; }
static bool same_vector(vec3 a, vec3 b) { return memcmp(&a, &b, sizeof a) == 0; }
static bool same_quaternion(quat a, quat b) { return memcmp(&a, &b, sizeof a) == 0; }

static void set_torques(clast_sim *sim, clast_random *r)
{
    for (int i = 0; i < BODIES; i++) {
        const vec3 t = v_mul(sim->work.inertia[0][i], flat(i, random_vector(r)));
        sim->state.t[0][i] = t.x, sim->state.t[1][i] = t.y, sim->state.t[2][i] = t.z;
    }
}

static void compare_plain_and_vectorised(int what)
{
    static clast_plain plain[BODIES];
    clast_sim *sim = loose_bodies(what);
    clast_state *s = &sim->state;
    clast_work *w = &sim->work;
    clast_random r = {.seed = 11};
    for (int i = 5; i < BODIES; i += 10)
        s->L[1][i] = s->t[1][i] = -0.0;
    for (int i = 0; i < BODIES; i++)
        plain[i] = (clast_plain){.inverse = vector_of(w->inverse_inertia, i),
                                 .q = quaternion_of(s->q, i),
                                 .L = vector_of(s->L, i),
                                 .t = vector_of(s->t, i)};
    for (int n = 0; n < STEPS; n++) {
        clast_work_bodies(&sim->model, s, w, clast_motion_begin);
        for (int i = 0; i < BODIES; i++)
            clast_plain_begin(&plain[i], sim->model.dt);
        set_torques(sim, &r);
        clast_motion_end(&sim->model, s, w);
        for (int i = 0; i < BODIES; i++) {
            clast_plain *b = &plain[i];
            b->t = vector_of(s->t, i);
            clast_plain_end(b, sim->model.dt);
            CHECK(same_quaternion(b->q, quaternion_of(s->q, i)) && same_quaternion(b->q0, quaternion_of(w->q0, i)));
            CHECK(same_vector(b->L, vector_of(s->L, i)) && same_vector(b->w, vector_of(s->w, i)));
            CHECK(same_vector(b->wh, vector_of(w->wh, i)) && same_vector(b->ws, vector_of(w->ws, i)));
        }
    }
    clast_sim_free(sim);
}

/* Every way through the blocks, and the long way taken by bodies that could go the short one. */
static void test_plain_and_vectorised(void **state)
{
    (void)state;
    compare_plain_and_vectorised(BALLS);
    compare_plain_and_vectorised(STONES);
    compare_plain_and_vectorised(BALLS | STONES);
    compare_plain_and_vectorised(BALLS | HASTY);
    compare_plain_and_vectorised(STONES | HASTY);
}

static bool same_array(const double *a, const double *b, size_t n) { return memcmp(a, b, n * sizeof *a) == 0; }

/* Every body flies, and is pushed; some have zeros with a sign. */
static void push(clast_state *s)
{
    clast_random r = {.seed = 5};
    for (int i = 0; i < BODIES; i++) {
        const vec3 v = random_vector(&r), f = random_vector(&r);
        const double values[2][3] = {{v.x, v.y, v.z}, {f.x, f.y, f.z}};
        for (int c = 0; c < 3; c++)
            s->v[c][i] = values[0][c], s->f[c][i] = values[1][c];
        if (i % 10 == 5)
            s->L[1][i] = s->t[1][i] = -0.0;
    }
}

/* The step of a bed of balls, and that of any bodies. */
static void compare_balls_and_bodies(int what)
{
    clast_sim *sim = loose_bodies(what), *other = loose_bodies(what);
    clast_state *s = &sim->state, *o = &other->state;
    clast_work *w = &sim->work, *u = &other->work;
    clast_random r = {.seed = 11}, r_other = {.seed = 11};
    CHECK(clast_balls_fit(&sim->model, w));
    sim->model.plates = true; /* then x0 is kept */
    push(s);
    push(o);
    for (int n = 0; n < STEPS; n++) {
        clast_work_bodies(&sim->model, s, w, clast_balls_begin);
        clast_work_bodies(&other->model, o, u, clast_motion_begin);
        clast_work_bodies(&other->model, o, u, clast_near_follow);
        CHECK(same_array(w->grip, u->grip, (size_t)BODIES * (size_t)w->grip_width));
        CHECK(same_array(w->way, u->way, BODIES) &&
              same_array(w->chunk_way, u->chunk_way, (size_t)(BODIES / w->body_chunk) + 1));
        for (int c = 0; c < 3; c++)
            CHECK(same_array(w->x0[c], u->x0[c], BODIES));
        set_torques(sim, &r);
        set_torques(other, &r_other);
        clast_work_bodies(&sim->model, s, w, clast_balls_end);
        clast_motion_end(&other->model, o, u);
        CHECK(clast_state_hash(s) == clast_state_hash(o));
    }
    clast_sim_free(sim);
    clast_sim_free(other);
}

static void test_balls(void **state)
{
    (void)state;
    compare_balls_and_bodies(BALLS);
    compare_balls_and_bodies(BALLS | HASTY);
}

static bool same_columns(double *const *a, double *const *b, int n)
{
    bool same = true;
    for (int c = 0; c < n; c++)
        same = same && same_array(a[c], b[c], BODIES);
    return same;
}

/* But for the row of the ledger, which others write. */
static bool same_grips(const clast_work *a, const clast_work *b)
{
    bool same = true;
    for (int i = 0; i < BODIES; i++)
        same = same && same_array(a->grip + (size_t)i * (size_t)a->grip_width,
                                  b->grip + (size_t)i * (size_t)b->grip_width, CLAST_GRIP_WIDTH);
    return same;
}

/* Forces and torques as contacts leave them in w->load_sum. */
static void set_sums(clast_work *w, clast_random *r)
{
    for (int i = 0; i < BODIES; i++) {
        const vec3 f = random_vector(r), t = v_mul(w->inertia[0][i], flat(i, random_vector(r)));
        const double rows[CLAST_LOAD] = {f.x, f.y, f.z, NAN, t.x, i % 10 == 5 ? -0.0 : t.y, t.z, NAN};
        memcpy(w->load_sum + (size_t)i * CLAST_LOAD, rows, sizeof rows);
    }
}

static void put_sums(clast_state *s, const clast_work *w)
{
    for (int i = 0; i < BODIES; i++)
        for (int c = 0; c < 3; c++) {
            s->f[c][i] = w->load_sum[i * CLAST_LOAD + c];
            s->t[c][i] = w->load_sum[i * CLAST_LOAD + 4 + c];
        }
}

/* The step of stones, with and without a halt between two steps, and that of any bodies. */
static void compare_stones_and_bodies(int what)
{
    clast_sim *sim = loose_bodies(what), *other = loose_bodies(what);
    clast_state *s = &sim->state, *o = &other->state;
    clast_work *w = &sim->work, *u = &other->work;
    clast_random r = {.seed = 11}, r_other = {.seed = 11};
    CHECK(clast_stones_fit(&sim->model, w));
    push(s);
    push(o);
    clast_work_bodies(&sim->model, s, w, clast_stones_begin);
    for (int n = 0; n < STEPS; n++) {
        clast_work_bodies(&other->model, o, u, clast_motion_begin);
        clast_work_bodies(&other->model, o, u, clast_near_follow);
        CHECK(same_grips(w, u));
        CHECK(same_array(w->way, u->way, BODIES) &&
              same_array(w->chunk_way, u->chunk_way, (size_t)(BODIES / w->body_chunk) + 1));
        CHECK(same_columns(s->x, o->x, 3) && same_columns(s->q, o->q, 4));
        CHECK(same_columns(s->v, o->v, 3) && same_columns(s->L, o->L, 3));
        set_sums(w, &r);
        set_sums(u, &r_other);
        if (n % 2 == 0)
            put_sums(s, w);
        put_sums(o, u);
        clast_motion_end(&other->model, o, u);
        if (n % 2) {
            clast_work_bodies(&sim->model, s, w, clast_stones_go_on);
        } else {
            clast_work_bodies(&sim->model, s, w, clast_stones_end);
            CHECK(clast_state_hash(s) == clast_state_hash(o));
            clast_work_bodies(&sim->model, s, w, clast_stones_begin);
        }
    }
    clast_sim_free(sim);
    clast_sim_free(other);
}

static void test_stones(void **state)
{
    (void)state;
    compare_stones_and_bodies(STONES);
    compare_stones_and_bodies(STONES | BALLS);
    compare_stones_and_bodies(STONES | BALLS | HASTY);
}

/* The end of a step and the begin of the next in one loop, and in two. */
static void compare_one_loop_and_two(int what)
{
    clast_sim *sim = loose_bodies(what), *other = loose_bodies(what);
    clast_state *s = &sim->state, *o = &other->state;
    clast_work *w = &sim->work, *u = &other->work;
    clast_random r = {.seed = 11}, r_other = {.seed = 11};
    push(s);
    push(o);
    clast_work_bodies(&sim->model, s, w, clast_balls_begin);
    clast_work_bodies(&other->model, o, u, clast_balls_begin);
    for (int n = 0; n < STEPS; n++) {
        set_sums(w, &r);
        set_sums(u, &r_other);
        clast_work_bodies(&sim->model, s, w, clast_balls_go_on);
        put_sums(o, u);
        clast_work_bodies(&other->model, o, u, clast_balls_end);
        clast_work_bodies(&other->model, o, u, clast_balls_begin);
        CHECK(same_array(w->grip, u->grip, (size_t)BODIES * (size_t)w->grip_width));
        CHECK(same_array(w->way, u->way, BODIES) &&
              same_array(w->chunk_way, u->chunk_way, (size_t)(BODIES / w->body_chunk) + 1));
        for (int c = 0; c < 3; c++)
            CHECK(same_array(w->x0[c], u->x0[c], BODIES));
    }
    put_sums(s, w);
    w->in_grips = true; /* x and v, since that loop leaves them there */
    clast_near_read_all_back(&sim->model, s, w);
    clast_work_bodies(&sim->model, s, w, clast_balls_end);
    clast_work_bodies(&other->model, o, u, clast_balls_end);
    CHECK(clast_state_hash(s) == clast_state_hash(o));
    clast_sim_free(sim);
    clast_sim_free(other);
}

static void test_one_loop(void **state)
{
    (void)state;
    compare_one_loop_and_two(BALLS);
    compare_one_loop_and_two(BALLS | HASTY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain_and_vectorised), cmocka_unit_test(test_balls),
                                       cmocka_unit_test(test_stones), cmocka_unit_test(test_one_loop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
