/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of decide/together.c: which pools compute, and how many of their
 * workers run at a time. */

#include "decide/together.h"

#include "tap.h"

#include <stdint.h>

#define PROCESSORS 2
#define FEW (TOGETHER_TOLD - 1)

static uint32_t wanted(const together_t *together)
{
    return together_wanted(together, 4, PROCESSORS);
}

/* Further requests, which took 1 s in all; in so many ms of it workers slept in
 * their request. */
static void more(together_t *together, uint32_t requests, uint64_t slept_ms)
{
    together_measure(together, together->told + requests,
                     together->told_us + 1000000,
                     together->slept_us + slept_ms * 1000);
}

static uint32_t wanted_at(uint32_t requests, uint64_t slept_ms)
{
    together_t together = {0};
    more(&together, requests, slept_ms);
    return wanted(&together);
}

static void test_sleeps(void)
{
    const together_t unknown = {0};
    is_int(wanted(&unknown), 0, "nothing is known of a new pool");
    is_int(wanted_at(FEW, 0), 0, "nor after few requests");
    is_int(wanted_at(TOGETHER_TOLD, 0), PROCESSORS, "none slept");
    is_int(wanted_at(1000, 50), PROCESSORS, "in a twentieth of the time");
    is_int(wanted_at(1000, 51), 0, "in more of it");
    is_int(wanted_at(1000, 1000), 0, "in all");
}

static void test_changes(void)
{
    together_t together = {0};
    more(&together, 100, 0);
    more(&together, 100, 200);
    is_int(wanted(&together), PROCESSORS, "one bad judgement is not enough");
    more(&together, 100, 200);
    is_int(wanted(&together), 0, "two are");
    more(&together, 100, 0);
    is_int(wanted(&together), 0, "then it has to be better than before");
    more(&together, 100, 0);
    is_int(wanted(&together), PROCESSORS, "and is");
    more(&together, FEW, 1000);
    is_int(wanted(&together), PROCESSORS, "few requests say nothing");
    more(&together, 100, 1000);
    is_int(wanted(&together), 0, "but one that is very bad does");
}

/* They count with those that follow. */
static void test_few(void)
{
    together_t together = {0};
    together_measure(&together, FEW, 1000, 0);
    together_measure(&together, FEW + 1, 1001, 1);
    is_int(wanted(&together), PROCESSORS, "few requests are not forgotten");
}

static void test_workers(void)
{
    together_t together = {0};
    is_int(together_enough(&together, 4, 2), 4, "an unknown pool needs all");
    more(&together, 100, 0);
    is_int(together_wanted(&together, 2, 2), 0,
           "all workers run where they are not more than processors");
    is_int(together_wanted(&together, 3, 2), 2, "one more does not");
    is_int(together_wanted(&together, 3, 1), 1, "one at a time on one");
    is_int(together_wanted(&together, 3, 0), 0, "unknown processors");
    is_int(together_wanted(&together, 0, 0), 0, "no worker");
    is_int(together_enough(&together, 4, 2), 2, "one for each is enough");
    is_int(together_enough(&together, 2, 4), 2, "no more than there may be");
    is_int(together_enough(&together, 4, 0), 4, "unknown processors");
    more(&together, 100, 1000);
    is_int(together_enough(&together, 4, 2), 4, "one that sleeps needs all");
}

/* A hostile process writes any sums. */
static void test_nonsense(void)
{
    together_t together = {0};
    more(&together, 100, 0);
    together_measure(&together, 50, 0, 0);
    is_int(wanted(&together), PROCESSORS, "sums that go back are no news");
    together_measure(&together, 150, 0, 0);
    is_int(wanted(&together), PROCESSORS, "nor are requests without time");
    together_measure(&together, 250, 100, 101);
    is_int(wanted(&together), PROCESSORS, "nor more sleep than time");
    together_measure(&together, 350, UINT64_MAX, UINT64_MAX);
    is_int(wanted(&together), PROCESSORS, "nor a time that cannot be");
    together_measure(&together, 450, 99, 99);
    is_int(wanted(&together), 0, "then they count again");
}

int main(void)
{
    test_sleeps();
    test_changes();
    test_few();
    test_workers();
    test_nonsense();
    return done_testing();
}
