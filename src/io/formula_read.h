/* Text to a formula of time. Numbers may have units, `t` is the time; the kind of the result is checked as far as the
 * text tells: a number without unit goes with everything. */
#ifndef CLAST_IO_FORMULA_READ_H
#define CLAST_IO_FORMULA_READ_H

#include "base/arena.h"
#include "base/formula.h"
#include "clast/clast.h"

/* `unit` is the SI unit of the result, `name` what messages call it, `place` where the text stands (its first letter;
 * line 0: in a program). The steps live in the arena. */
clast_status clast_formula_read(const char *text, const char *unit, const char *name, clast_place place,
                                clast_arena *arena, clast_formula *out, clast_error *error);

#endif
