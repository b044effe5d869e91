/* System D of the budget reference near the limit of stability: a packing under a piston. Beyond Omega = 2 friction
 * melts without any blow-up; up to 1.8 the work of the piston must not notice the step (reference 4.1, bar 7). The step
 * of Omega = 1.8 is found by a run at 0.2 Rayleigh times. */
#include <math.h>

#include "verify/contact.h"
#include "verify/contact_systems.h"

static void run(int index, bool quick, const void *shared, verify_rows *rows)
{
    (void)shared;
    const int seed = index + 1;
    clast_ledger fine, known, limit = {.wall_work = NAN, .stability_most = NAN};
    if (quick && index > 0)
        return;
    bool ok = contact_system_run(SYSTEM_D, LAW_HERTZ, seed, quick ? 0.1 : 0.05, 1, &fine) &&
              contact_system_run(SYSTEM_D, LAW_HERTZ, seed, 0.2, 1, &known) &&
              contact_system_run(SYSTEM_D, LAW_HERTZ, seed, 0.2 * 1.8 / known.stability_most, 1, &limit);
    const double work = ok ? limit.wall_work / fine.wall_work - 1 : NAN;
    verify_row row = {.published = NAN, .reference = 1.8, .value = limit.stability_most, .tolerance = 0.1};
    verify_add(rows, row, "packing %d: Omega reached", seed);
    row = (verify_row){.published = NAN, .reference = 0, .value = work, .tolerance = 6e-3};
    verify_add(rows, row, "packing %d: relative error of the piston's work", seed);
    row = (verify_row){.published = NAN, .reference = 0, .value = limit.error, .tolerance = 1e-2};
    verify_add(rows, row, "packing %d: e of the whole ledger", seed);
}

const verify_case verify_contact_piston = {
    .name = "piston",
    .about = "packing under a piston at Omega 1.8: friction does not melt",
    .n_runs = 4,
    .seconds = 10,
    .run = run,
};
