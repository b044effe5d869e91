/* A formula of time as a program for a stack of numbers; io/formula_read.c makes it from text. */
#ifndef CLAST_BASE_FORMULA_H
#define CLAST_BASE_FORMULA_H

#include <stdint.h>

/* OP(name, numbers taken off the stack); each puts one back. */
#define CLAST_FORMULA_OPS(OP)                                                                                         \
    OP(NUMBER, 0)                                                                                                     \
    OP(TIME, 0)                                                                                                       \
    OP(NEGATE, 1) OP(ADD, 2) OP(SUBTRACT, 2) OP(MULTIPLY, 2) OP(DIVIDE, 2) OP(POWER, 2) OP(LESS, 2) OP(LESS_EQUAL, 2) \
        OP(MORE, 2) OP(MORE_EQUAL, 2) OP(EQUAL, 2) OP(UNEQUAL, 2) OP(CHOOSE, 3) OP(SIN, 1) OP(COS, 1) OP(TAN, 1)      \
            OP(EXP, 1) OP(LOG, 1) OP(SQRT, 1) OP(ABS, 1) OP(MIN, 2) OP(MAX, 2) OP(STEP, 1) OP(RAMP, 3)

typedef enum clast_formula_op {
#define OP(name, takes) CLAST_FORMULA_##name,
    CLAST_FORMULA_OPS(OP)
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
