/* SPDX-License-Identifier: Apache-2.0 */
/* unit_test.c: how long a unit's word may stand, to the microsecond. */

#include "decide/unit.h"
#include "tap.h"

#define SINCE 5000
#define HARD 1000
#define BROKEN_GRACE 20000
#define LEASE_GRACE 2000000

static void is_step(unit_kind_t kind, int64_t hard, int64_t age,
                    unit_step_t step, int64_t again, const char *what)
{
    int64_t got;
    is_int(unit_step(kind, SINCE, hard, SINCE + age, &got), step, what);
    is_int(got, again ? SINCE + again : 0, "  looked at again in time");
}

/* The units of a worker that runs its requests one after the other. */
static void test_over_since(void)
{
    is_int(unit_over_since(SINCE, UNIT_LEASED, SINCE - 1, SINCE + HARD),
           SINCE + HARD, "beside a request the time does not run");
    is_int(unit_over_since(SINCE, UNIT_QUIET, SINCE + 7, SINCE + HARD),
           SINCE + 7, "it begins when that is over");
    is_int(unit_over_since(SINCE, UNIT_FINISHING, SINCE + 7, SINCE + HARD),
           SINCE + 7, "or has gone on to other work");
    is_int(unit_over_since(SINCE, UNIT_QUIET, SINCE - 7, SINCE + HARD), SINCE,
           "what was over before counts for nothing");
}

int main(void)
{
    test_over_since();
    is_step(UNIT_QUIET, HARD, INT32_MAX, UNIT_NONE, 0,
            "a quiet unit is let be");
    is_step(UNIT_LEASED, HARD, HARD + LEASE_GRACE - 1, UNIT_NONE, 0,
            "httpd ends a request that is late itself");
    is_step(UNIT_LEASED, HARD, HARD + LEASE_GRACE, UNIT_KILL_LEASED, 0,
            "but not for ever");
    is_step(UNIT_LEASED, 0, INT32_MAX, UNIT_NONE, 0,
            "without a deadline a request may last");
    is_step(UNIT_FINISHING, HARD, 0, UNIT_PROBE, HARD,
            "a unit that finishes is asked for");
    is_step(UNIT_FINISHING, HARD, HARD - 1, UNIT_PROBE, HARD,
            "until the deadline");
    is_step(UNIT_FINISHING, HARD, HARD, UNIT_KILL_FINISHING, 0,
            "and then its worker is killed");
    is_step(UNIT_FINISHING, 0, INT32_MAX, UNIT_PROBE, 0,
            "without a deadline it may take its time");
    is_step(UNIT_BROKEN, HARD, 0, UNIT_TAKE_OUT, BROKEN_GRACE,
            "a worker that was given up takes no more requests");
    is_step(UNIT_BROKEN, HARD, BROKEN_GRACE - 1, UNIT_TAKE_OUT, BROKEN_GRACE,
            "its own end may come first");
    is_step(UNIT_BROKEN, HARD, BROKEN_GRACE, UNIT_TAKE_OUT_AND_KILL, 0,
            "and then it is killed");
    return done_testing();
}
