/* Numbers with units: `40 mm`, `27 kPa`, `2.7 g/cm3`. The value comes back in SI, the dimension is checked. */
#ifndef CLAST_IO_UNITS_H
#define CLAST_IO_UNITS_H

#include <stdbool.h>
#include <stddef.h>

/* Reads a plain decimal number at the start of text; returns where it ends, or NULL when there is none.
 * Independent of the program's locale. Too large a number reads as infinity. */
const char *clast_units_number(const char *text, double *value);

/* Reads text as a quantity of the dimension of `unit` (an SI unit such as "m/s2"; "" for a plain number).
 * On failure `why` continues the sentence "end is '40 mm'": ", a length; wanted is a time such as 2 s". */
bool clast_units_read(const char *text, const char *unit, double *value, char *why, size_t size);

/* What a unit measures, in words: "a length" for "m". The wanted form for messages: "a length such as 5 mm". */
const char *clast_units_kind(const char *unit);
const char *clast_units_wanted(const char *unit);

/* A unit alone, for formulas: its factor to SI and its powers of m, kg, s, rad; false when it is not known. */
enum { CLAST_UNIT_BASES = 4 };
bool clast_units_factor(const char *unit, double *factor, int power[CLAST_UNIT_BASES]);
const char *clast_units_kind_of(const int power[CLAST_UNIT_BASES]);
/* value times factor so that `7 mm` is the same double as 0.007. */
double clast_units_scaled(double value, double factor);

#endif
