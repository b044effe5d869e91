/* Frames fall on the right steps: the first whose time is not more than half a step before the moment. */
#include "check.h"

#include "../app/schedule.h"

static void moments_fall_on_the_nearest_step(void **state)
{
    (void)state;
    CHECK(app_schedule_step(0, 0.1) == 0);
    CHECK(app_schedule_step(1, 0.1) == 10);
    CHECK(app_schedule_step(1.04, 0.1) == 10 && app_schedule_step(1.06, 0.1) == 11);
    CHECK(app_schedule_step(1e300, 1e-300) == INT64_MAX);
}

static void every_moment_is_met_once(void **state)
{
    (void)state;
    const double steps[] = {1e-3, 0.7e-3, 1.0 / 3e3, 0.013}; /* the last is larger than the interval */
    for (int i = 0; i < 4; i++) {
        const double every = 0.01, dt = steps[i];
        int64_t step = 0;
        for (int k = 1; k <= 500; k++) {
            int64_t want = app_schedule_step(k * every, dt);
            if (want == step)
                continue; /* two moments on one step */
            int64_t next = app_schedule_next(every, dt, step);
            CHECK(next == want);
            CHECK_NEAR((double)next * dt, k * every, 0.5 * dt * (1 + 1e-9));
            /* from anywhere before it, too */
            CHECK(app_schedule_next(every, dt, next - 1) == next);
            step = next;
        }
    }
    CHECK(app_schedule_next(0, 0.1, 3) == INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_fall_on_the_nearest_step),
        cmocka_unit_test(every_moment_is_met_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
