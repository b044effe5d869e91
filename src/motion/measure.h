/* What a rotation scheme costs on this machine: nanoseconds per body and step on one core, forces left out. */
#ifndef CLAST_MOTION_MEASURE_H
#define CLAST_MOTION_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

/* Fills ns[k] for every row k of the table, and *plain_ns with the cost of sts-kdk done body by body (plain.h). All are
 * timed in turn, several rounds, and the best round counts: so ratios hold though the machine has other work.
 * false when memory is used up. */
bool clast_measure_schemes(int32_t bodies, double *ns, double *plain_ns);

#endif
