/* SPDX-License-Identifier: Apache-2.0 */
/* persist_wait_slice_test.c: how long a thread sleeps. */

#include "exchange/persist_wait_slice.h"
#include "tap.h"

static void test_slice(void)
{
    is_int(persist_wait_slice(1000, 0, 200), 200, "no deadline: the longest");
    is_int(persist_wait_slice(1000, 1000, 200), 0, "at the deadline: none");
    is_int(persist_wait_slice(2000, 1000, 200), 0, "behind it: none");
    is_int(persist_wait_slice(1000, 1001, 200), 1, "1 µs is rounded up");
    is_int(persist_wait_slice(0, 1000, 200), 1, "1 ms is 1 ms");
    is_int(persist_wait_slice(0, 1001, 200), 2, "1.001 ms is 2 ms");
    is_int(persist_wait_slice(0, 199001, 200), 200, "just below the longest");
    is_int(persist_wait_slice(0, INT64_MAX, 200), 200, "far away");
}

static void test_longer(void)
{
    int ms = 0, sum = 0, rounds = 0;
    while (ms < 50 && rounds++ < 100)
        sum += ms = persist_wait_longer(ms);
    is_int(persist_wait_longer(0), 1, "a row of looks begins with 1 ms");
    is_int(persist_wait_longer(1), 2, "and doubles");
    is_int(ms, 50, "up to 50 ms");
    is_int(persist_wait_longer(50), 50, "and stays there");
    ok(sum < 200, "which it reaches soon");
}

int main(void)
{
    test_slice();
    test_longer();
    return done_testing();
}
