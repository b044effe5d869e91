/* A formula of time as a program for a stack of numbers; io/formula_read.c makes it from text. */
#ifndef CLAST_BASE_FORMULA_H
#define CLAST_BASE_FORMULA_H

#include <stdint.h>

typedef enum clast_formula_op {
#define OP(name, takes) CLAST_FORMULA_##name,
#include "base/formula.def"
#undef OP
} clast_formula_op;

typedef struct clast_formula_step {
    clast_formula_op op;
    double number; /* of CLAST_FORMULA_NUMBER */
} clast_formula_step;

enum { CLAST_FORMULA_DEPTH = 32, CLAST_FORMULA_STEPS = 512 };

typedef struct clast_formula {
    int n; /* 0: always 0 */
    const clast_formula_step *steps;
} clast_formula;

int clast_formula_takes(clast_formula_op op);
double clast_formula_value(const clast_formula *formula, double time);

#endif
