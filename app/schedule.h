/* Which step a moment falls on: the first whose time is not more than half a step before it. */
#ifndef CLAST_APP_SCHEDULE_H
#define CLAST_APP_SCHEDULE_H

#include <math.h>
#include <stdint.h>

static inline int64_t app_schedule_step(double time, double dt)
{
    double step = ceil(time / dt - 0.5);
    return step < 0 ? 0 : step < 9e18 ? (int64_t)step : INT64_MAX;
}

/* The first step after `step` on which one of the moments 0, every, 2 every, ... falls; never, when every is 0.
 * Counted from the start each time, so that no error adds up. */
static inline int64_t app_schedule_next(double every, double dt, int64_t step)
{
    if (!(every > 0))
        return INT64_MAX;
    double k = floor((double)step * dt / every);
    while (app_schedule_step(k * every, dt) <= step)
        k += 1;
    return app_schedule_step(k * every, dt);
}

#endif
