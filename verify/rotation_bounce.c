/* [I] test 2 and [Z] test 1: the fibre falls 0.5 m on a floor, 30 degrees tilted, and bounces for 2 s. What does the
 * rotation scheme do to the energy?
 *
 * In plane motion the error of every first-order scheme is  dE = c h int(T . I^-1 T) dt  over the contacts, with c a
 * mark of the scheme (modified equation): the published tenths of a per cent are that and nothing else. The contacts
 * amplify errors of the path by about 1e4 in 2 s, so late contact times and their number test no scheme.
 *
 * One body and one plane, driven by hand: 2e7 steps in seconds. rotation_engine.c runs the same through the engine. */
#include <math.h>
#include <string.h>

#include "verify/fibre.h"
#include "verify/rotation.h"
#include "verify/rotor.h"

static const double duration = 2, height = 0.5;
enum { STEPS = 3, CONTACTS = 6 };
static const double steps[STEPS] = {1e-5, 1e-6, 1e-7};

typedef struct scheme {
    const char *name;
    double published;     /* energy error at the end with 1e-7, % */
    double end[STEPS];    /* the same, reference */
    double most[STEPS];   /* largest error on the way, % */
    double law;           /* c */
    const double *closed; /* times of contact with 1e-7, s; NULL: not looked at */
    int bounces, bounces_published;
    const char *note;
} scheme;

static const double times[CONTACTS] = {0.3161, 0.3187, 0.9439, 0.9479, 1.5290, 1.9000};
static const double times_direct[CONTACTS] = {0.3161, 0.3187, 0.9443, 0.9486, 1.5070};
static const double times_rk4[CONTACTS] = {0.3161, 0.3187, 0.9439, 0.9480, 1.5281, 1.5293};
static const double times_pcdm[CONTACTS] = {0.3161, 0.3187, 0.9441, 0.9482, 1.5191, 1.9791};

#define SECOND {3.0813e-3, -2.08e-5, 3.4e-7}, {1.1203e-1, 6.391e-4, 5.95e-6}, 0

static const char almost[] = "published: \"almost 0.4 %\"; with the inertia of a cylinder 0.362 %";
static const char below[] = "published: \"below 0.1 %\"";
static const char lower[] = "published: \"even lower\" than 0.1 %; the ordering behind the published curve";
static const char reverse[] = "as printed: as bad as the original, with the other sign";
static const char explained[] = "published as near zero: explained if it turned with w(n+1)";

static const scheme schemes[] = {
    {"sts-kdk", NAN, SECOND, times, 4, 0, NULL},
    {"no-squish", NAN, SECOND, NULL, 0, 0, NULL},
    {"spiral-verlet", NAN, SECOND, NULL, 0, 0, NULL},
    {"spiral-leapfrog", NAN, SECOND, NULL, 0, 0, NULL},
    {"mag4-kdk", NAN, SECOND, NULL, 0, 0, NULL},
    {"exact-kdk", NAN, SECOND, NULL, 0, 0, NULL},
    {"direct", NAN, SECOND, NULL, 0, 0, NULL},
    {"direct-implicit", NAN, SECOND, NULL, 0, 0, NULL},
    {"rk4-kdk", NAN, SECOND, NULL, 0, 0, NULL},
    {"pcdm-verlet", NAN, SECOND, NULL, 0, 0, NULL},
    {"pcdm-verlet-late", NAN, {3.0813e-3, -2.08e-5, 3.4e-7}, {3.5615, 2.9391e-1, 2.9298e-2}, 0, times, 4, 4, lower},
    {"pcdm-mid", NAN, {7.1843e-2, 1.49e-4, 1.4e-7}, {3.8495e-1, 3.3877e-3, 2.78e-5}, 0, NULL, 0, 0, NULL},
    {"direct-published", 0.4, {37.983, 2.5486, .28479}, {37.983, 2.6507, .28479}, 1, times_direct, 3, 3, almost},
    {"rk4-printed", 0.1, {5.6625, .81806, 7.1337e-2}, {6.0662, .93607, 8.9124e-2}, 1.0 / 6, times_rk4, 3, 4, below},
    {"pcdm-printed", 0.2, {17.927, 1.5910, .19490}, {17.927, 1.5910, .19490}, 0.5, times_pcdm, 4, 4, NULL},
    {"pcdm-verlet-printed", NAN, {-16.955, -2.2533, -.24134}, {16.968, 2.2533, .24134}, -0.5, NULL, 0, 0, reverse},
    {"euler", 0, {36.499, 2.5076, .28479}, {36.499, 2.5223, .28479}, 1, NULL, 0, 0, explained},
    {"leapfrog", 0.2, {21.475, 1.5400, .19490}, {21.475, 1.5400, .19490}, 0.5, NULL, 0, 0, NULL},
    {"scalar-factor", 0.2, {37.983, 2.5486, .28479}, {37.983, 2.5564, .28479}, 1, NULL, 0, 0, NULL},
    {"direct-multiplication", NAN, {37.983, 2.5486, .28479}, {37.983, 2.5564, .28479}, 1, NULL, 0, 0, NULL},
    {"rodrigues", NAN, {-3.13e-3, -4.15e-5, 7e-8}, {1.2454e-1, 6.387e-4, 5.89e-6}, 0, NULL, 0, 0, NULL},
};

/* ---- the contact with the floor ---- */

/* Force and torque in this pose; returns the elastic energy. F = 4/3 E* sqrt(R) d^(3/2) for each sphere. */
static double touch(vec3 x, quat q, vec3 *force, vec3 *torque, int *contacts)
{
    double stored = 0;
    *contacts = 0;
    *force = *torque = (vec3){0, 0, 0};
    if (x.y > FIBRE_SPACING * FIBRE_MIDDLE + FIBRE_RADIUS)
        return 0;
    const vec3 axis = q_turn(q, (vec3){1, 0, 0});
    const double stiff = 4.0 / 3 * fibre_stiffness() * sqrt(FIBRE_RADIUS);
    for (int k = 0; k < FIBRE_SPHERES; k++) {
        vec3 arm = v_mul(FIBRE_SPACING * (k - FIBRE_MIDDLE), axis);
        double overlap = FIBRE_RADIUS - (x.y + arm.y);
        if (overlap <= 0)
            continue;
        vec3 push = {0, stiff * overlap * sqrt(overlap), 0};
        *force = v_add(*force, push);
        *torque = v_add(*torque, v_cross(arm, push)); /* the arm's part along the push adds nothing */
        stored += 0.4 * push.y * overlap;
        ++*contacts;
    }
    return stored;
}

static void load(const rotor *r, double time, void *context, vec3 *force, vec3 *torque)
{
    (void)time;
    touch(rotor_x(r), rotor_q(r), force, torque, context);
    force->y -= FIBRE_MASS * FIBRE_GRAVITY;
}

static double energy(const rotor *r)
{
    vec3 force, torque, v = rotor_v(r);
    int contacts;
    double stored = touch(rotor_x(r), rotor_q(r), &force, &torque, &contacts);
    return 0.5 * FIBRE_MASS * v_dot(v, v) + rotor_spin_energy(r) + FIBRE_MASS * FIBRE_GRAVITY * rotor_x(r).y + stored;
}

/* ---- a run ---- */

typedef struct outcome {
    double end, most; /* % */
    double law;       /* c measured */
    int n;            /* contacts */
    double closed[CONTACTS];
} outcome;

static void follow(rotor *r, const int *contacts, outcome *o)
{
    const double h = r->model.dt, start = FIBRE_MASS * FIBRE_GRAVITY * height;
    const long n_steps = lround(duration / h);
    bool touching = false;
    double sum = 0;
    for (long n = 1; n <= n_steps; n++) {
        rotor_step(r);
        const bool now = *contacts > 0;
        if (now)
            sum += h * rotor_torque_work(r);
        if (now && !touching) {
            if (o->n < CONTACTS)
                o->closed[o->n] = (double)n * h;
            o->n++;
        }
        if (now || touching || n == n_steps) {
            o->end = 100 * (energy(r) / start - 1);
            o->most = fmax(o->most, fabs(o->end));
        }
        touching = now;
    }
    o->law = o->end / 100 * start / (h * sum);
}

static outcome bounce(const char *name, double h)
{
    rotor r;
    int contacts = 0;
    outcome o = {.end = NAN, .most = 0, .law = NAN};
    rotor_setup setup = {.scheme = name, .step = h, .mass = FIBRE_MASS, .x = {0, height, 0}, .load = load};
    setup.context = &contacts;
    setup.q = (quat){cos(M_PI / 12), 0, 0, -sin(M_PI / 12)};
    if (fibre_inertia(&setup.inertia)) {
        if (rotor_open(&r, &setup))
            follow(&r, &contacts, &o);
        rotor_close(&r);
    }
    return o;
}

/* Contacts that follow each other within 10 ms are one bounce: one end, then the other. */
static int count_bounces(const outcome *o)
{
    int n = 0;
    for (int k = 0; k < o->n && k < CONTACTS; k++)
        n += k == 0 || o->closed[k] - o->closed[k - 1] > 0.01;
    return n;
}

/* ---- rows ---- */

static void add_contacts(const scheme *s, const outcome *o, verify_rows *rows)
{
    for (int k = 0; k < CONTACTS && s->closed[k] > 0; k++) {
        verify_row row = {.published = NAN, .reference = s->closed[k], .value = k < o->n ? o->closed[k] : NAN};
        row.tolerance = 1e-4;
        verify_add(rows, row, "%s: contact %d closes at, s, h 1e-07", s->name, k + 1);
    }
    verify_row row = {.published = s->bounces_published > 0 ? (double)s->bounces_published : NAN,
                      .reference = s->bounces,
                      .value = count_bounces(o),
                      .tolerance = 0};
    verify_add(rows, row, "%s: bounces, h 1e-07", s->name);
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    /* what round-off, blown up by the bounces, may change in a second-order scheme */
    static const double blur[STEPS] = {5e-5, 3e-5, 1e-6};
    const scheme *s = &schemes[index];
    const int n = quick ? 1 : STEPS;
    outcome o = {0};
    for (int k = 0; k < n; k++) {
        o = bounce(s->name, steps[k]);
        verify_row row = {.published = k == 2 ? s->published : NAN, .reference = s->end[k], .value = o.end};
        row.note = k == 2 ? s->note : NULL;
        row.tolerance = fmax(0.02 * fabs(row.reference), blur[k]);
        verify_add(rows, row, "%s: energy error at 2 s, %%, h %.0e", s->name, steps[k]);
        row = (verify_row){.published = NAN, .reference = s->most[k], .value = o.most};
        row.tolerance = 0.03 * row.reference;
        verify_add(rows, row, "%s: largest energy error, %%, h %.0e", s->name, steps[k]);
    }
    verify_row row = {.published = NAN, .reference = s->law, .value = o.law};
    row.tolerance = s->law != 0 ? 0.01 * fabs(s->law) : 0.005;
    verify_add(rows, row, "%s: c in dE = c h int T.T/I, h %.0e", s->name, steps[n - 1]);
    if (!quick && s->closed)
        add_contacts(s, &o, rows);
}

const verify_case verify_rotation_bounce = {
    .name = "bounce",
    .about = "bouncing fibre, Irazabal test 2 and Zhao & van Wachem test 1",
    .n_runs = sizeof schemes / sizeof *schemes,
    .seconds = 20,
    .run = run,
};
