/* The share of critical damping that gives a wanted restitution when tension is clipped.
 *
 * The textbook value -ln e / sqrt(pi^2 + ln^2 e), times sqrt(5/6) for Hertz, holds for a contact that pulls at the end;
 * when it may only push, the bodies part earlier and faster (0.5 becomes 0.52, contact reference B.1). In units of the
 * contact's own mass, stiffness and speed the collision is
 *     linear  x'' = -x - 2 zeta x'          Hertz  x'' = -x^3/2 - 2 zeta sqrt(3/2) x^1/4 x'
 * from x = 0, x' = 1 until the force is used up; restitution is -x' there. It falls steadily with zeta. */
#ifndef CLAST_LAW_RESTITUTION_H
#define CLAST_LAW_RESTITUTION_H

#include <math.h>
#include <stdbool.h>

static inline double restitution_force(bool hertz, double zeta, double x, double v)
{
    if (x < 0)
        return 0;
    if (!hertz)
        return x + 2 * zeta * v;
    double root = sqrt(x);
    return x * root + 2 * zeta * sqrt(1.5 * root) * v;
}

/* One collision by classical Runge-Kutta; the end by linear interpolation of the force. Good to 1e-6. */
static inline double restitution_of_zeta(bool hertz, double zeta)
{
    const double h = 1e-3 / (1 + zeta);
    double x = 0, v = 1, f = restitution_force(hertz, zeta, x, v);
    for (;;) {
        double a1 = -f;
        double a2 = -restitution_force(hertz, zeta, x + 0.5 * h * v, v + 0.5 * h * a1);
        double a3 = -restitution_force(hertz, zeta, x + 0.5 * h * (v + 0.5 * h * a1), v + 0.5 * h * a2);
        double a4 = -restitution_force(hertz, zeta, x + h * (v + 0.5 * h * a2), v + h * a3);
        double x1 = x + h * v + h * h / 6 * (a1 + a2 + a3), v1 = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        double f1 = restitution_force(hertz, zeta, x1, v1);
        if (v1 < 0 && f1 <= 0)
            return f - f1 > 0 ? -(v + (v1 - v) * f / (f - f1)) : -v1;
        x = x1;
        v = v1;
        f = f1;
    }
}

/* The smallest restitution that can be asked for; below it a collision lasts for ever. */
#define RESTITUTION_LEAST 0.01

static inline double restitution_zeta(bool hertz, double e)
{
    if (e >= 1)
        return 0;
    double low = 0, high = 8; /* restitution there is below RESTITUTION_LEAST */
    for (int k = 0; k < 48; k++) {
        double middle = 0.5 * (low + high);
        if (restitution_of_zeta(hertz, middle) > e)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

#endif
