/* Effective moduli of two materials that meet (contact formula sheet). */
#ifndef CLAST_LAW_ELASTIC_H
#define CLAST_LAW_ELASTIC_H

#include "model/law.h"

/* 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b */
static inline double elastic_young(const clast_material *a, const clast_material *b)
{
    return 1 / ((1 - a->poisson * a->poisson) / a->young + (1 - b->poisson * b->poisson) / b->young);
}

static inline double elastic_shear_of(const clast_material *m) { return m->young / (2 * (1 + m->poisson)); }

/* Mindlin: 1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b. Campello (eq 38) leaves the factors 2 - nu out. */
static inline double elastic_shear(const clast_material *a, const clast_material *b, bool campello)
{
    const double factor_a = campello ? 1 : 2 - a->poisson, factor_b = campello ? 1 : 2 - b->poisson;
    return 1 / (factor_a / elastic_shear_of(a) + factor_b / elastic_shear_of(b));
}

#endif
