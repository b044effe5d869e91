/* The budget reference, 1.3: the residual R of the ledger and its independent checks R_t and R_d over the energy turned
 * over Y, in systems A, B, C, D and S, at steps in Rayleigh times. R is second order and systematic.
 *
 * Two things differ from the runs of the table on purpose: a cluster's effective mass is the inverse mobility of the
 * contact, and the tangential dashpot is always on, as in the reference's final form. */
#include <math.h>

#include "verify/contact.h"
#include "verify/contact_systems.h"

typedef struct entry {
    int system;
    int law;
    int seeds, seeds_quick;
    double r, rt, rd; /* table 1.3 at 0.1: rms over the seeds, over Y */
} entry;

static const entry entries[] = {
    {SYSTEM_A, LAW_HERTZ, 12, 12, 1.3e-3, 3.3e-4, 3.9e-4}, {SYSTEM_B, LAW_HERTZ, 2, 1, 6.8e-4, 6.3e-4, 8e-5},
    {SYSTEM_C, LAW_HERTZ, 3, 0, 4.8e-4, 5.8e-4, 3.6e-5},   {SYSTEM_D, LAW_HERTZ, 4, 4, 4.2e-6, 1.4e-5, 3.0e-5},
    {SYSTEM_S, LAW_HERTZ, 4, 4, 1.3e-5, 5.4e-5, 7.0e-5},   {SYSTEM_B, LAW_LINEAR, 2, 0, 3.2e-4, 1.3e-4, 1.1e-4},
    {SYSTEM_B, LAW_USUAL, 1, 1, 6.9e-4, 6.8e-3, 1.2e-2},   {SYSTEM_C, LAW_LINEAR, 2, 0, 4.5e-4, 3.2e-4, 1.6e-5},
};

enum { STEPS = 3 };
static const double steps[STEPS] = {0.2, 0.1, 0.05};

typedef struct sums {
    double r, rt, rd; /* rms over Y */
} sums;

static sums measure(const entry *e, int seeds, double step)
{
    sums s = {0, 0, 0};
    for (int k = 0; k < seeds; k++) {
        clast_ledger l;
        if (!contact_system_run(e->system, e->law, k + 1, step, 1, &l))
            return (sums){NAN, NAN, NAN};
        s.r += pow(l.residual / l.turnover, 2);
        s.rt += pow(l.tangential_check / l.turnover, 2);
        s.rd += pow(l.damping_check / l.turnover, 2);
    }
    return (sums){sqrt(s.r / seeds), sqrt(s.rt / seeds), sqrt(s.rd / seeds)};
}

/* R follows a law and must come out as a power of two within 1. The checks need only be small, but for the usual law,
 * whose faults they must show. */
static void add_share(verify_rows *rows, double value, double reference, const char *what, const char *name)
{
    verify_row row = {.published = NAN, .reference = 0, .value = log2(value / reference), .tolerance = 1};
    verify_add(rows, row, "%s: log2 of %s at 0.1 over %.1e", name, what, reference);
}

static void add_most(verify_rows *rows, double value, double reference, const char *what, const char *name)
{
    verify_row row = {.published = NAN, .reference = 0, .value = value, .tolerance = 2 * reference};
    verify_add(rows, row, "%s: %s/Y at 0.1, table %.1e", name, what, reference);
}

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    const entry *e = &entries[index];
    const int seeds = quick ? e->seeds_quick : e->seeds, n = quick ? 2 : STEPS;
    char name[48];
    sums s[STEPS];
    if (seeds == 0)
        return;
    snprintf(name, sizeof name, "%s%s", contact_systems[e->system].name,
             e->law == LAW_HERTZ    ? ""
             : e->law == LAW_LINEAR ? ", linear"
                                    : ", usual law");
    for (int k = 0; k < n; k++)
        s[k] = measure(e, seeds, steps[k]);
    for (int k = 0; k + 1 < n; k++) {
        verify_row row = {.published = NAN, .reference = 2.05, .value = log2(s[k].r / s[k + 1].r), .tolerance = 0.25};
        verify_add(rows, row, "%s: order of R, %g to %g", name, steps[k], steps[k + 1]);
    }
    if (e->law == LAW_USUAL) {
        add_share(rows, s[1].rt, e->rt, "R_t/Y", name);
        add_share(rows, s[1].rd, e->rd, "R_d/Y", name);
        return;
    }
    add_share(rows, s[1].r, e->r, "R/Y", name);
    add_most(rows, s[1].rt, e->rt, "R_t", name);
    add_most(rows, s[1].rd, e->rd, "R_d", name);
}

const verify_case verify_contact_budget = {
    .name = "budget",
    .about = "ledger of systems A, B, C, D, S of the budget reference",
    .n_runs = sizeof entries / sizeof *entries,
    .seconds = 60,
    .run = run,
};
