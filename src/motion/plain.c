#include "motion/plain.h"

#include "motion/sts.h"

void clast_plain_begin(clast_plain *b, double h)
{
    const vec3 kick = v_mul(0.5 * h, b->t);
    b->L = v_add(b->L, kick);
    b->q0 = b->q;
    b->q = sts_turn(b->q0, b->L, (vec3){0, 0, 0}, b->inverse, h);
    b->wh = v_mean(spin_of_momentum(b->q0, b->inverse, b->L), spin_of_momentum(b->q, b->inverse, b->L));
    b->ws = v_add(spin_of_momentum(b->q, b->inverse, b->L), spin_of_momentum(b->q0, b->inverse, kick));
}

void clast_plain_end(clast_plain *b, double h)
{
    b->L = v_add_mul(b->L, 0.5 * h, b->t);
    b->w = spin_of_momentum(b->q, b->inverse, b->L);
}
