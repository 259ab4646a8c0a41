/* SPDX-License-Identifier: Apache-2.0 */
/* backoff_test.c: delays after failures, on a clock of our own. */

#include "decide/backoff.h"
#include "tap.h"

#define SECOND 1000000

/* One boot after the other. */
static int fail(backoff_t *backoff, int64_t now)
{
    return backoff_failed(backoff, now, backoff->failed_at + 1);
}

static void test_failed_boots(void)
{
    backoff_t backoff = {0};
    int64_t now = 1000 * (int64_t)SECOND;
    ok(!backoff_holds(&backoff, now), "a new pool may start at once");
    is_int(fail(&backoff, now), 0, "one failure");
    ok(backoff_holds(&backoff, now + SECOND - 1), "costs a second");
    ok(!backoff_holds(&backoff, now + SECOND), "and no more");
    fail(&backoff, now);
    fail(&backoff, now);
    is_int(fail(&backoff, now), 0, "four are no quarantine");
    is_int(backoff.retry_at - now, 8 * SECOND, "but cost eight seconds");
    is_int(fail(&backoff, now), 1, "the fifth is");
    is_int(backoff.retry_at - now, BACKOFF_QUARANTINE_US, "for its time");
    is_int(fail(&backoff, now), 1, "and each that follows");
    backoff.failures = UINT32_MAX;
    is_int(fail(&backoff, now), 1, "for ever");
}

/* Eight that were started in the same moment, as a database went. */
static void test_failures_side_by_side(void)
{
    backoff_t backoff = {0};
    for (int i = 0; i < 8; i++)
        is_int(backoff_failed(&backoff, 20 + i, 10), 0, "no quarantine");
    is_int(backoff.retry_at, 20 + SECOND, "the first alone counts");
    backoff_failed(&backoff, 50, 40);
    is_int(backoff.retry_at, 50 + 2 * SECOND, "and one of the next round");
}

static void test_shortages(void)
{
    backoff_t backoff = {0};
    int64_t now = 1000 * (int64_t)SECOND;
    for (int i = 0; i < 10; i++)
        backoff_short(&backoff, now);
    is_int(backoff.retry_at - now, BACKOFF_SHORT_US, "a shortage costs little");
    is_int(fail(&backoff, now), 0, "ten of them are no failed boots");
    fail(&backoff, now);
    fail(&backoff, now);
    backoff_short(&backoff, now);
    is_int(backoff.retry_at - now, 4 * SECOND, "and shorten no pause");
}

/* One boot after the other, at a second's distance. */
static int kill_boot(backoff_t *backoff, int64_t now)
{
    return backoff_killed(backoff, now, now - SECOND / 2, 30 * SECOND);
}

static void test_killed_boots(void)
{
    backoff_t backoff = {0};
    int64_t now = 1000 * (int64_t)SECOND;
    ok(kill_boot(&backoff, now), "a boot that was killed is no failure");
    is_int(backoff.retry_at - now, BACKOFF_KILLED_US, "the next comes soon");
    ok(backoff_killed(&backoff, now + 1, now - 1, 30 * SECOND),
       "one that was started beside it does not count");
    ok(kill_boot(&backoff, now += SECOND), "nor is the second in a row one");
    is_int(backoff.retry_at - now, 2 * BACKOFF_KILLED_US, "the pause doubles");
    int pardoned = 2;
    while (pardoned < 29 && kill_boot(&backoff, now += SECOND))
        pardoned++;
    is_int(pardoned, 29, "nor is any within the time of one boot");
    is_int(backoff.retry_at - now, BACKOFF_KILLED_MAX_US, "up to a limit");
    ok(!kill_boot(&backoff, now += 2 * SECOND),
       "one is when a boot's time has passed since the first");
    ok(!kill_boot(&backoff, now += SECOND), "and each that follows");
    backoff_forgive(&backoff);
    ok(!backoff_holds(&backoff, now), "until one becomes READY");
    ok(kill_boot(&backoff, now += SECOND), "then the count begins anew");
    backoff = (backoff_t){0};
    ok(backoff_killed(&backoff, now, now - 1, 0) &&
           backoff_killed(&backoff, now + 2, now + 1, 0),
       "without a time-out two in a row are none");
    ok(!backoff_killed(&backoff, now + 4, now + 3, 0), "but the third");
    ok(!backoff_killed(&backoff, now + 4, now + 3, 0), "and one beside it");
}

static void test_forgiven(void)
{
    backoff_t backoff = {0};
    for (int i = 0; i < 7; i++)
        fail(&backoff, 5);
    backoff_forgive(&backoff);
    ok(!backoff_holds(&backoff, 5), "a new script is tried at once");
    is_int(backoff_failed(&backoff, 5, 1), 0, "its first failure is the first");
    is_int(backoff.retry_at, 5 + SECOND, "and costs as much as that");
    backoff = (backoff_t){0};
    for (uint32_t i = 0; i <= BACKOFF_CRASHES; i++)
        backoff_crashed(&backoff, 5, 1);
    backoff_forgive(&backoff);
    ok(backoff_holds(&backoff, 5), "but not after one crash behind the other");
}

static void test_crashes(void)
{
    backoff_t backoff = {0};
    int64_t now = 50 * (int64_t)SECOND;
    for (uint32_t i = 0; i < BACKOFF_CRASHES; i++)
        backoff_crashed(&backoff, now, 1);
    ok(!backoff_holds(&backoff, now), "some crashes cost no waiting");
    backoff_forgive(&backoff);
    backoff_crashed(&backoff, now, 1);
    is_int(backoff.retry_at - now, BACKOFF_CRASH_US,
           "one more does, whatever was READY in between");
    for (int i = 0; i < 100; i++)
        backoff_crashed(&backoff, now, 1);
    is_int(backoff.retry_at - now, BACKOFF_CRASH_MAX_US,
           "the waiting has an upper bound");
    backoff_crashed(&backoff, now + 10 * SECOND, BACKOFF_YOUNG_US);
    ok(!backoff_holds(&backoff, now + 10 * SECOND),
       "a worker that lived for long is no part of a loop");
    backoff_crashed(&backoff, now + 10 * SECOND, 1);
    ok(!backoff_holds(&backoff, now + 10 * SECOND), "and ends it");
}

/* A deploy a day, each of which finds a worker that starts. */
static void test_crashes_far_apart(void)
{
    backoff_t backoff = {0};
    int64_t now = SECOND;
    for (int i = 0; i < 100; i++) {
        now += BACKOFF_FORGET_US + 1;
        backoff_crashed(&backoff, now, 0);
    }
    ok(!backoff_holds(&backoff, now), "crashes far apart are no loop");
}

int main(void)
{
    test_failed_boots();
    test_failures_side_by_side();
    test_shortages();
    test_killed_boots();
    test_forgiven();
    test_crashes();
    test_crashes_far_apart();
    return done_testing();
}
