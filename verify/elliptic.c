/* Spin: with D = L^2 - 2 E I2 > 0 (the body circles its axis 3; else 1 and 3 change places)
 *
 *   w1 = A1 cn u    w2 = A2 sn u    w3 = A3 dn u    u = u0 + p t
 *   p^2 = (I3 - I2)(L^2 - 2 E I1)/(I1 I2 I3)    1 - m = (I3 - I1) D/((I3 - I2)(L^2 - 2 E I1))
 *
 * All differences are written out in the moments and the squares of the spin, so that nothing cancels next to the
 * unstable axis, where 1 - m is tiny (Landau & Lifshitz, Mechanics, section 37).
 *
 * Attitude: with Z along L and Euler's angles Z-X-Z, L_body = L (sin b sin c, sin b cos c, cos b), and the third angle
 * obeys  a' = L (L1^2/I1 + L2^2/I2)/(L1^2 + L2^2), which is smooth and periodic. */
#include "verify/elliptic.h"

/* Carlson's R_F(x, y, z) by duplication. */
static double carlson(double x, double y, double z)
{
    for (int k = 0; k < 40; k++) {
        double a = sqrt(x), b = sqrt(y), c = sqrt(z), step = a * b + b * c + c * a;
        x = (x + step) / 4, y = (y + step) / 4, z = (z + step) / 4;
    }
    return 1 / sqrt((x + y + z) / 3);
}

/* By the arithmetic-geometric mean (Abramowitz & Stegun 16.4). */
void elliptic_jacobi(double u, double m1, double *sn, double *cn, double *dn)
{
    enum { MOST = 24 };
    double a[MOST], c[MOST], b = sqrt(m1);
    int n = 0;
    a[0] = 1, c[0] = sqrt(1 - m1);
    while (n < MOST - 1 && c[n] > 1e-17 * a[n]) {
        a[n + 1] = (a[n] + b) / 2;
        c[n + 1] = (a[n] - b) / 2;
        b = sqrt(a[n] * b);
        n++;
    }
    double phi = ldexp(a[n] * u, n);
    for (; n > 0; n--)
        phi = (phi + asin(c[n] / a[n] * sin(phi))) / 2;
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = sqrt(*cn * *cn + m1 * *sn * *sn);
}

typedef struct orbit {
    double amplitude[3]; /* of cn, sn, dn */
    double m1, rate, start;
} orbit;

/* i and w in an order in which the body circles the last axis; the middle one is the unstable one. */
static orbit orbit_of(const double i[3], const double w[3])
{
    /* L^2 - 2 E Ik without cancellation */
    double over_first = i[1] * (i[1] - i[0]) * w[1] * w[1] + i[2] * (i[2] - i[0]) * w[2] * w[2];
    double over_middle = i[2] * (i[2] - i[1]) * w[2] * w[2] + i[0] * (i[0] - i[1]) * w[0] * w[0];
    double over_last = i[0] * (i[0] - i[2]) * w[0] * w[0] + i[1] * (i[1] - i[2]) * w[1] * w[1];
    orbit o;
    o.amplitude[0] = sqrt(over_last / (i[0] * (i[0] - i[2])));
    o.amplitude[1] = sqrt(over_last / (i[1] * (i[1] - i[2])));
    o.amplitude[2] = copysign(sqrt(over_first / (i[2] * (i[2] - i[0]))), w[2]);
    o.m1 = (i[2] - i[0]) * over_middle / ((i[2] - i[1]) * over_first);
    /* w2' has the sign of w1 w3 when the middle moment stands between the others, whichever comes first */
    o.rate = copysign(sqrt((i[2] - i[1]) * over_first / (i[0] * i[1] * i[2])), w[2]);
    double sn = w[1] / o.amplitude[1], cn = w[0] / o.amplitude[0];
    double part = sn * carlson(cn * cn, cn * cn + o.m1 * sn * sn, 1); /* F(phi) for |phi| <= pi/2 */
    double quarter = carlson(0, o.m1, 1);
    o.start = cn >= 0 ? part : (sn >= 0 ? 2 : -2) * quarter - part;
    return o;
}

static vec3 spin_at(const orbit *o, bool swapped, double t)
{
    double sn, cn, dn;
    elliptic_jacobi(o->start + o->rate * t, o->m1, &sn, &cn, &dn);
    double first = o->amplitude[0] * cn, last = o->amplitude[2] * dn;
    return (vec3){swapped ? last : first, o->amplitude[1] * sn, swapped ? first : last};
}

static double turn_rate(vec3 i, vec3 w)
{
    double a = i.x * w.x, b = i.y * w.y, c = i.z * w.z;
    return sqrt(a * a + b * b + c * c) * (a * w.x + b * w.y) / (a * a + b * b);
}

/* The attitude Rz(a) Rx(b) Rz(c) as a quaternion. */
static quat attitude(double turned, vec3 i, vec3 w)
{
    double x = i.x * w.x, y = i.y * w.y, z = i.z * w.z;
    double b = atan2(sqrt(x * x + y * y), z) / 2, c = atan2(x, y) / 2, a = turned / 2;
    return (quat){cos(b) * cos(a + c), sin(b) * cos(a - c), sin(b) * sin(a - c), cos(b) * sin(a + c)};
}

void elliptic_rotor(vec3 inertia, vec3 w, double t, vec3 *w_body, quat *q)
{
    bool swapped = inertia.z * (inertia.z - inertia.y) * w.z * w.z < inertia.x * (inertia.y - inertia.x) * w.x * w.x;
    double i[3] = {inertia.x, inertia.y, inertia.z}, spin[3] = {w.x, w.y, w.z};
    if (swapped) {
        i[0] = inertia.z, i[2] = inertia.x;
        spin[0] = w.z, spin[2] = w.x;
    }
    orbit o = orbit_of(i, spin);
    *w_body = spin_at(&o, swapped, t);
    /* Gauss's rule of five points on short pieces */
    static const double node[5] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831, 0.9061798459386640};
    static const double weight[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                     0.2369268850561891};
    const int pieces = 4000;
    double turned = 0, width = t / pieces;
    for (int k = 0; k < pieces; k++)
        for (int g = 0; g < 5; g++)
            turned += weight[g] * width / 2 * turn_rate(inertia, spin_at(&o, swapped, (k + 0.5 + node[g] / 2) * width));
    /* relative to the attitude that the same angles give at time 0 */
    *q = q_mul(q_conj(attitude(0, inertia, w)), attitude(turned, inertia, *w_body));
}
