/* The systems of the budget reference: E 10 MPa, nu 0.25, 1100 kg/m3, mu 0.5, its dashpot for e 0.5; walls that do not give way. */
#ifndef CLAST_VERIFY_CONTACT_SYSTEMS_H
#define CLAST_VERIFY_CONTACT_SYSTEMS_H

#include "verify/grains.h"

enum { SYSTEM_A, SYSTEM_B, SYSTEM_C, SYSTEM_D, SYSTEM_S, SYSTEMS };

typedef struct contact_system {
    const char *name;
    double duration, radius; /* s; of the sphere whose Rayleigh time counts */
} contact_system;
extern const contact_system contact_systems[SYSTEMS];

/* The engine's law with Hertz or linear springs, and the usual first-order one (Hertz). */
enum { LAW_HERTZ, LAW_LINEAR, LAW_USUAL };

/* D and S: seeds 1 to 4, the reference's packings. Runs a system at a step given in Rayleigh times over `share` of its time. False: it failed. */
bool contact_system_run(int system, int law, int seed, double step, double share, clast_ledger *end);

#endif
