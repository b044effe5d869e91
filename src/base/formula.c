#include "base/formula.h"

#include <math.h>

#include "base/trig.h"

int clast_formula_takes(clast_formula_op op)
{
    static const int takes[] = {
#define OP(name, takes) takes,
#include "base/formula.def"
#undef OP
    };
    return takes[op];
}

/* Our own sine, the same on every system, where it is exact to the last place. */
static double sine(double x)
{
    double s, c;
    trig_sincos(x, &s, &c);
    return fabs(x) < 1e5 ? s : sin(x);
}

static double cosine(double x)
{
    double s, c;
    trig_sincos(x, &s, &c);
    return fabs(x) < 1e5 ? c : cos(x);
}

/* 0 up to t0, 1 from t1 on, straight between. */
static double ramp(double t, double t0, double t1)
{
    if (t >= t1)
        return 1;
    return t <= t0 ? 0 : (t - t0) / (t1 - t0);
}

static double apply(clast_formula_op op, const double *a)
{
    switch (op) {
    case CLAST_FORMULA_NEGATE:
        return -a[0];
    case CLAST_FORMULA_ADD:
        return a[0] + a[1];
    case CLAST_FORMULA_SUBTRACT:
        return a[0] - a[1];
    case CLAST_FORMULA_MULTIPLY:
        return a[0] * a[1];
    case CLAST_FORMULA_DIVIDE:
        return a[0] / a[1];
    case CLAST_FORMULA_POWER:
        return pow(a[0], a[1]);
    case CLAST_FORMULA_LESS:
        return a[0] < a[1];
    case CLAST_FORMULA_LESS_EQUAL:
        return a[0] <= a[1];
    case CLAST_FORMULA_MORE:
        return a[0] > a[1];
    case CLAST_FORMULA_MORE_EQUAL:
        return a[0] >= a[1];
    case CLAST_FORMULA_EQUAL:
        return a[0] == a[1];
    case CLAST_FORMULA_UNEQUAL:
        return a[0] != a[1];
    case CLAST_FORMULA_CHOOSE:
        return a[0] != 0 ? a[1] : a[2];
    case CLAST_FORMULA_SIN:
        return sine(a[0]);
    case CLAST_FORMULA_COS:
        return cosine(a[0]);
    case CLAST_FORMULA_TAN:
        return sine(a[0]) / cosine(a[0]);
    case CLAST_FORMULA_EXP:
        return exp(a[0]);
    case CLAST_FORMULA_LOG:
        return log(a[0]);
    case CLAST_FORMULA_SQRT:
        return sqrt(a[0]);
    case CLAST_FORMULA_ABS:
        return fabs(a[0]);
    case CLAST_FORMULA_MIN:
        return a[0] < a[1] ? a[0] : a[1];
    case CLAST_FORMULA_MAX:
        return a[0] > a[1] ? a[0] : a[1];
    case CLAST_FORMULA_STEP:
        return a[0] >= 0;
    case CLAST_FORMULA_RAMP:
        return ramp(a[0], a[1], a[2]);
    default:
        return NAN;
    }
}

/* The reader has seen to it that the stack neither runs over nor empty. */
double clast_formula_value(const clast_formula *formula, double time)
{
    double stack[CLAST_FORMULA_DEPTH] = {0};
    int n = 0;
    for (int k = 0; k < formula->n; k++) {
        const clast_formula_step *step = &formula->steps[k];
        if (step->op == CLAST_FORMULA_NUMBER)
            stack[n++] = step->number;
        else if (step->op == CLAST_FORMULA_TIME)
            stack[n++] = time;
        else {
            n -= clast_formula_takes(step->op);
            stack[n] = apply(step->op, stack + n);
            n++;
        }
    }
    return stack[0];
}
