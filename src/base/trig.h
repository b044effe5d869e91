/* Sine and cosine without libm: branch-free, so loops over bodies vectorise, and the same bits on every system.
 * The argument is brought into [-pi/4, pi/4] by a three-part pi/2 (Cody & Waite); the Taylor series of degree 17/16
 * is exact to the last place or two there. Meant for |x| below about 1e5: a body never turns further in one step. */
#ifndef CLAST_BASE_TRIG_H
#define CLAST_BASE_TRIG_H

#include <math.h>

#define TRIG_PI 3.14159265358979323846

/* Series on |x| <= pi/4; the remainder terms are below 2e-19 relative. */
static inline double trig_sin_small(double x)
{
    double z = x * x;
    return x * (1 + z * (-1.0 / 6 +
                         z * (1.0 / 120 + z * (-1.0 / 5040 +
                                               z * (1.0 / 362880 + z * (-1.0 / 39916800 +
                                                                        z * (1.0 / 6227020800.0 +
                                                                             z * (-1.0 / 1307674368000.0 +
                                                                                  z * (1.0 / 355687428096000.0)))))))));
}

static inline double trig_cos_small(double x)
{
    double z = x * x;
    return 1 + z * (-0.5 + z * (1.0 / 24 +
                                z * (-1.0 / 720 + z * (1.0 / 40320 + z * (-1.0 / 3628800 +
                                                                          z * (1.0 / 479001600 +
                                                                               z * (-1.0 / 87178291200.0 +
                                                                                    z * (1.0 / 20922789888000.0))))))));
}

static inline void trig_sincos(double x, double *sine, double *cosine)
{
    /* adding and taking away 1.5 * 2^52 rounds to the nearest whole number */
    const double shift = 6755399441055744.0;
    double k = x * 0.63661977236758134308 + shift;
    k -= shift;
    double r = ((x - k * 1.5707963267341256) - k * 6.077100506303966e-11) - k * 2.0222662487959506e-21;
    double s = trig_sin_small(r), c = trig_cos_small(r);
    double half = k * 0.5, quarter = k * 0.25; /* which quadrant, without integer conversion */
    double odd = k - 2.0 * ((half - 0.25) + shift - shift);
    double turn = k - 4.0 * ((quarter - 0.375) + shift - shift);
    double swap_s = odd != 0.0 ? c : s, swap_c = odd != 0.0 ? s : c;
    *sine = turn >= 2.0 ? -swap_s : swap_s;
    *cosine = (turn == 1.0 || turn == 2.0) ? -swap_c : swap_c;
}

/* sin(x)/x and cos(x) - 1 of z = x^2 <= TRIG_NEAR, to the last place or two: no root, no division, no quadrants, and
 * short chains of operations. What a body turns in a step is hardly ever more. */
#define TRIG_NEAR (1.0 / 64)

static inline void trig_sinc_near(double z, double *sinc, double *less)
{
    const double zz = z * z;
    *sinc = (1 - z * (1.0 / 6)) + zz * ((1.0 / 120 - z * (1.0 / 5040)) + zz * (1.0 / 362880));
    *less = z * ((z * (1.0 / 24) - 0.5) + zz * ((z * (1.0 / 40320) - 1.0 / 720) - zz * (1.0 / 3628800)));
}

/* The same for any z: the values of trig_sinc_near where they hold. */
static inline void trig_sinc(double z, double *sinc, double *less)
{
    double near, less_near, s, c;
    const double x = sqrt(z);
    trig_sinc_near(z, &near, &less_near);
    trig_sincos(x, &s, &c);
    *sinc = z <= TRIG_NEAR ? near : s / x;
    *less = z <= TRIG_NEAR ? less_near : c - 1;
}

#endif
