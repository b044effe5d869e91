/* STS-KDK as one would write it down first: one body at a time, each body a struct. The yardstick for the vectorised
 * loop, in bits and in speed. */
#ifndef CLAST_MOTION_PLAIN_H
#define CLAST_MOTION_PLAIN_H

#include "base/vec.h"

typedef struct clast_plain {
    vec3 inverse; /* of the principal moments */
    quat q;
    vec3 L, w, t; /* world: momentum, angular velocity, torque */
    quat q0;      /* as in work: pose at the start of the step, mean and extrapolated angular velocity */
    vec3 wh, ws;
} clast_plain;

void clast_plain_begin(clast_plain *b, double h);
void clast_plain_end(clast_plain *b, double h);

#endif
