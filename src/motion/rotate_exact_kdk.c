/* EXACT-KDK: the free turn without truncation error (van Zon & Schofield 2007; Celledoni et al. 2008).
 *
 * w' of the free body is an elliptic function of time. With a1 = (I2-I3)/I1, cyclic, Euler's equations are
 * w1' = a1 w2 w3, cyclic; axis 2 is the one of middle inertia. The addition theorems carry w from now to t without
 * phases or amplitudes,
 *
 *   w1 <- (w1 C + w1' S D)/E,   w2 <- (w2 C D + w2' S)/E,   w3 <- (w3 D + w3' S C)/E,   E = 1 - a1 a3 w2^2 S^2
 *   S = sn(p t)/p,  C = cn(p t),  D = dn(p t),   p^2 = a1 (a3 w2^2 - a2 w3^2),   m p^2 = a3 (a1 w2^2 - a2 w1^2)
 *
 * with axes 1 and 3 changing roles where m would exceed 1. Nothing is divided by what can vanish: spheres, symmetric
 * tops, the separatrix and the body at rest need no case of their own.
 *
 * L is fixed in the world, so the direction n of L' gives two of the three angles of the turn. The third, about L,
 *
 *   psi = int (2E/|L| + w.n0)/(1 + n.n0) dt,     n0 = n at the start,
 *
 * is an elliptic integral of the third kind; Gauss's rule over a fraction of a radian gives it to the last digits. */
#include "base/jacobi.h"
#include "motion/kdk.h"

/* Turns longer than this, in radians, are done in parts. */
static const double part_most = 0.5;

enum { NODES = 8 };
static const double gauss_at[NODES / 2] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                           0.9602898564975363};
static const double gauss_weight[NODES / 2] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                               0.1012285362903763};

/* The free motion of w' from a given value on. */
typedef struct rotor {
    vec3 w, rate; /* body frame, axes turned so that y has the middle inertia */
    double p, cross;
    bool swapped;
    jacobi j;
} rotor;

static vec3 cyclic(vec3 v, int shift)
{
    return shift == 0 ? v : shift == 1 ? (vec3){v.y, v.z, v.x} : (vec3){v.z, v.x, v.y};
}

/* How far the axes must be turned on for the middle inertia to come second. */
static int middle_shift(vec3 i)
{
    if ((i.y - i.x) * (i.z - i.y) >= 0)
        return 0;
    return (i.z - i.x) * (i.y - i.z) >= 0 ? 1 : 2;
}

static rotor rotor_of(vec3 inertia, vec3 w)
{
    const vec3 i = inertia;
    const vec3 a = {(i.y - i.z) / i.x, (i.z - i.x) / i.y, (i.x - i.y) / i.z};
    const double pp = a.x * (a.z * w.y * w.y - a.y * w.z * w.z), mpp = a.z * (a.x * w.y * w.y - a.y * w.x * w.x);
    const double most = fmax(pp, mpp), m1 = most > 0 ? fabs(a.y * (a.z * w.x * w.x - a.x * w.z * w.z)) / most : 1;
    return (rotor){.w = w,
                   .rate = {a.x * w.y * w.z, a.y * w.z * w.x, a.z * w.x * w.y},
                   .p = sqrt(most),
                   .cross = a.x * a.z * w.y * w.y,
                   .swapped = mpp > pp,
                   .j = jacobi_of(m1)};
}

static vec3 rotor_at(const rotor *r, double t)
{
    const jacobi_values v = jacobi_at(&r->j, r->p * t);
    const double s = r->p > 0 ? v.sn / r->p : t, c = r->swapped ? v.dn : v.cn, d = r->swapped ? v.cn : v.dn;
    const double over = 1 / (1 - r->cross * s * s);
    return (vec3){over * (r->w.x * c + r->rate.x * s * d), over * (r->w.y * c * d + r->rate.y * s),
                  over * (r->w.z * d + r->rate.z * s * c)};
}

/* The turn of the body frame over t, in the body frame of its start: about n0 by psi, after n has been laid on n0. */
static quat part_turn(vec3 inertia, vec3 L, double t)
{
    const double length = v_length(L);
    const rotor r = rotor_of(inertia, (vec3){L.x / inertia.x, L.y / inertia.y, L.z / inertia.z});
    const vec3 n0 = v_mul(1 / length, L);
    const double along = v_dot(r.w, n0); /* 2E/|L|, constant */
    double psi = 0, s, c;
    for (int k = 0; k < NODES; k++) {
        const double at = k % 2 ? gauss_at[k / 2] : -gauss_at[k / 2];
        const vec3 w = rotor_at(&r, 0.5 * t * (1 + at)), n = v_mul(1 / length, spin_scale(inertia, w));
        psi += 0.5 * t * gauss_weight[k / 2] * (along + v_dot(w, n0)) / (1 + v_dot(n, n0));
    }
    const vec3 n1 = v_mul(1 / length, spin_scale(inertia, rotor_at(&r, t))), axis = v_cross(n1, n0);
    trig_sincos(0.5 * psi, &s, &c);
    const quat lay = q_unit((quat){1 + v_dot(n1, n0), axis.x, axis.y, axis.z});
    return q_mul((quat){c, s * n0.x, s * n0.y, s * n0.z}, lay);
}

static quat turn(quat q, vec3 L_world, vec3 inertia, double h)
{
    const double length = v_length(L_world);
    if (!(length > 0))
        return q;
    const double least = fmin(inertia.x, fmin(inertia.y, inertia.z)), angle = fabs(h) * length / least;
    const int parts = angle < 1e6 * part_most ? 1 + (int)(angle / part_most) : 1000000;
    const int shift = middle_shift(inertia), back = (3 - shift) % 3;
    for (int k = 0; k < parts; k++) {
        const vec3 L = m_mul_transposed(q_matrix(q), L_world);
        const quat part = part_turn(cyclic(inertia, shift), cyclic(L, shift), h / parts);
        const vec3 e = cyclic((vec3){part.x, part.y, part.z}, back);
        q = spin_normalise(q_mul(q, (quat){part.w, e.x, e.y, e.z}));
    }
    return q;
}

/* As in kdk.h, but body by body: there are loops and branches in this turn. */
static void begin(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    const double h = m->dt;
    for (int32_t i = first; i < last; i++) {
        const vec3 inverse = SPIN_GET(w->inverse_inertia, i), kick = v_mul(0.5 * h, SPIN_GET(s->t, i));
        const vec3 L = v_add(SPIN_GET(s->L, i), kick);
        const quat q0 = SPIN_GET_Q(s->q, i), q1 = turn(q0, L, SPIN_GET(w->inertia, i), h);
        SPIN_PUT_Q(w->q0, i, q0);
        SPIN_PUT_Q(s->q, i, q1);
        SPIN_PUT(s->L, i, L);
        SPIN_PUT(w->wh, i, v_mean(spin_of_momentum(q0, inverse, L), spin_of_momentum(q1, inverse, L)));
        SPIN_PUT(w->ws, i, spin_of_momentum(q1, inverse, v_add(L, kick)));
    }
}

const clast_scheme clast_rotate_exact_kdk = {
    .name = "exact-kdk",
    .source = "van Zon & Schofield 2007; Celledoni et al. 2008",
    .about = "exact free turn (Jacobi elliptic functions) between kicks of L",
    .order_free = 0,
    .order_forced = 2,
    .order_spin = 0,
    .keeps_momentum = true,
    .reversible = true,
    .exact_tops = true,
    .begin = begin,
    .end = clast_kdk_end,
};
