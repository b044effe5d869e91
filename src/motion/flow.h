/* The exact flows of the three terms of a body's kinetic energy, r Lk^2/2 each: L' and q turn about body axis k by
 * f = t r Lk, q <- q [cos f/2, sin f/2 e_k]. Splitting schemes are made of them. */
#ifndef CLAST_MOTION_FLOW_H
#define CLAST_MOTION_FLOW_H

#include "motion/spin.h"

typedef struct flow {
    vec3 L; /* body frame */
    quat q;
} flow;

CLAST_INLINE flow flow_x(flow b, double r, double t)
{
    double s, c;
    trig_sincos(0.5 * t * r * b.L.x, &s, &c);
    const double cosine = 1 - 2 * s * s, sine = 2 * s * c;
    return (flow){{b.L.x, cosine * b.L.y + sine * b.L.z, cosine * b.L.z - sine * b.L.y},
                  {c * b.q.w - s * b.q.x, c * b.q.x + s * b.q.w, c * b.q.y + s * b.q.z, c * b.q.z - s * b.q.y}};
}

CLAST_INLINE flow flow_y(flow b, double r, double t)
{
    double s, c;
    trig_sincos(0.5 * t * r * b.L.y, &s, &c);
    const double cosine = 1 - 2 * s * s, sine = 2 * s * c;
    return (flow){{cosine * b.L.x - sine * b.L.z, b.L.y, cosine * b.L.z + sine * b.L.x},
                  {c * b.q.w - s * b.q.y, c * b.q.x - s * b.q.z, c * b.q.y + s * b.q.w, c * b.q.z + s * b.q.x}};
}

CLAST_INLINE flow flow_z(flow b, double r, double t)
{
    double s, c;
    trig_sincos(0.5 * t * r * b.L.z, &s, &c);
    const double cosine = 1 - 2 * s * s, sine = 2 * s * c;
    return (flow){{cosine * b.L.x + sine * b.L.y, cosine * b.L.y - sine * b.L.x, b.L.z},
                  {c * b.q.w - s * b.q.z, c * b.q.x + s * b.q.y, c * b.q.y - s * b.q.x, c * b.q.z + s * b.q.w}};
}

#endif
