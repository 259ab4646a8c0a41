/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of decide/ahead.c: when workers get one request ahead. */

#include "decide/ahead.h"

#include "tap.h"

#include <stdint.h>

#define SHORT 500
#define LONG (AHEAD_MEAN_US + 1)

static void test_measure(void)
{
    ahead_t ahead = {0};
    ok(!ahead_is_wanted(&ahead, 4, 4), "nothing is known of a new pool");
    ahead_measure(&ahead, 0, 0);
    ok(!ahead_is_wanted(&ahead, 4, 4), "nor before its first request");
    ahead_measure(&ahead, 10, 10 * SHORT);
    ok(ahead_is_wanted(&ahead, 4, 4), "short requests: one ahead");
    ahead_measure(&ahead, 10, 10 * SHORT);
    ok(ahead_is_wanted(&ahead, 4, 4), "and so while none come");
    ahead_measure(&ahead, 12, 10 * SHORT + 2 * LONG);
    ok(!ahead_is_wanted(&ahead, 4, 4), "long requests in the last second");
    ahead_measure(&ahead, 20, 10 * SHORT + 2 * LONG + 8 * AHEAD_MEAN_US);
    ok(ahead_is_wanted(&ahead, 4, 4), "a mean at the limit is short");
}

static void test_workers(void)
{
    ahead_t ahead = {0};
    ahead_measure(&ahead, 1, SHORT);
    ok(!ahead_is_wanted(&ahead, 3, 4), "a worker is missing");
    ok(!ahead_is_wanted(&ahead, 0, 4), "all are");
    ok(ahead_is_wanted(&ahead, 5, 4), "one more, which replaces another one");
}

/* What a hostile writer has put into the table does not trap. */
static void test_nonsense(void)
{
    ahead_t ahead = {0};
    ahead_measure(&ahead, UINT64_MAX, UINT64_MAX);
    ahead_measure(&ahead, 0, 0);
    ahead_measure(&ahead, 1, UINT64_MAX);
    ok(!ahead_is_wanted(&ahead, 1, 1), "a sum that jumps");
    ahead_measure(&ahead, 0, 0);
    ok(!ahead_is_wanted(&ahead, 1, 1), "a count that goes back says nothing");
}

int main(void)
{
    test_measure();
    test_workers();
    test_nonsense();
    return done_testing();
}
