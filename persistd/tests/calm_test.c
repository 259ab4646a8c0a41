/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of decide/calm.c: whether processors have time to spare. */

#include "decide/calm.h"

#include "tap.h"

#define SECOND INT64_C(1000000)

/* After a second in which two processors were idle for so many milliseconds
 * together. */
static int after(calm_t *calm, int64_t idle_ms)
{
    return calm_measure(calm, calm->at + SECOND, calm->idle_us + idle_ms * 1000,
                        2);
}

static calm_t begun(void)
{
    calm_t calm = {0};
    calm_measure(&calm, 5 * SECOND, 3 * SECOND, 2);
    return calm;
}

static void test_share(void)
{
    calm_t calm = begun();
    is_int(calm.is_calm, 0, "the first measurement says nothing");
    is_int(after(&calm, 499), 0, "less than a fourth of two seconds");
    is_int(after(&calm, 500), 1, "a fourth");
    is_int(after(&calm, 300), 1, "goes on with less");
    is_int(after(&calm, 299), 0, "and ends");
    is_int(after(&calm, 300), 0, "which does not begin again");
    is_int(after(&calm, 2000), 1, "both were idle");
    is_int(after(&calm, 0), 0, "none was");
}

static void test_unknown(void)
{
    calm_t calm = begun();
    is_int(calm_measure(&calm, 6 * SECOND, -1, 2), 0, "no idle time is known");
    is_int(calm_measure(&calm, 7 * SECOND, 9 * SECOND, 2), 0, "nor was before");
    is_int(after(&calm, 2000), 1, "then it is");
    is_int(calm_measure(&calm, calm.at + SECOND, calm.idle_us + SECOND, 0), 0,
           "no number of processors");
    is_int(after(&calm, -5000), 0, "a processor has gone");
    is_int(after(&calm, 90000), 0, "another one has come");
    is_int(calm_measure(&calm, calm.at, calm.idle_us, 2), 0, "no time passed");
    is_int(calm_measure(&calm, INT64_MAX, INT64_MAX, UINT32_MAX), 0,
           "all at their limits");
}

int main(void)
{
    test_share();
    test_unknown();
    return done_testing();
}
