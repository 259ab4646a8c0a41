/* SPDX-License-Identifier: Apache-2.0 */
/* surplus_test.c: who leaves when there are too many. */

#include "decide/surplus.h"
#include "tap.h"

#define SECOND 1000000

static void test_count(void)
{
    is_int(surplus_count(12, 3), 9, "twelve for three: nine leave");
    is_int(surplus_count(3, 3), 0, "as many as there may be: none");
    is_int(surplus_count(0, 3), 0, "fewer: none");
}

static void test_order(void)
{
    const surplus_worker_t spare = {.idle = 1, .others = 1},
                           reserved = {.idle = SECOND, .others = 1, .min = 2},
                           busy = {.served = SECOND, .others = 9};
    ok(surplus_before(&spare, &reserved), "what a pool can spare goes first");
    ok(!surplus_before(&reserved, &spare), "and not the other way round");
    ok(surplus_before(&reserved, &busy), "MIN stands back for a request");
    ok(!surplus_before(&busy, &reserved), "a busy one goes last");
}

static void test_alike(void)
{
    const surplus_worker_t few = {.idle = 9, .others = 1},
                           many = {.idle = 1, .others = 2},
                           more = {.idle = 2, .others = 2};
    ok(surplus_before(&many, &few), "of the larger pool first");
    ok(surplus_before(&more, &many), "then the one that was idle for longer");
    ok(!surplus_before(&many, &more), "and not the other way round");
    const surplus_worker_t old = {.served = 2}, young = {.served = 1};
    ok(surplus_before(&old, &young), "of the busy ones the one that served");
    ok(!surplus_before(&old, &old), "none goes before itself");
}

int main(void)
{
    test_count();
    test_order();
    test_alike();
    return done_testing();
}
