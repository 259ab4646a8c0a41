/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of decide/ahead.c: how many requests workers get ahead. */

#include "decide/ahead.h"

#include "tap.h"

#include <stdint.h>

#define OWNERS 48  /* children of httpd as Debian sets it up */
#define WORKERS 64 /* PersistMaxWorkers */

/* All of them are quick. */
static void measure(ahead_t *ahead, uint64_t count, uint64_t sum_us)
{
    ahead_measure(ahead, count, sum_us, count);
}

/* How many, with all workers there, when one request takes so long. */
static uint32_t wanted_at(uint64_t mean_us, uint32_t owners, uint32_t workers)
{
    ahead_t ahead = {0};
    measure(&ahead, 10, 10 * mean_us);
    return ahead_wanted(&ahead, 4, 4, owners, workers);
}

static void test_mean(void)
{
    is_int(wanted_at(0, OWNERS, WORKERS), AHEAD_MOST,
           "no time at all: the most");
    is_int(wanted_at(1428, OWNERS, WORKERS), 7, "seven of them wait 10 ms");
    is_int(wanted_at(1429, OWNERS, WORKERS), 6, "of longer ones fewer");
    is_int(wanted_at(5000, OWNERS, WORKERS), 2, "two of 5 ms");
    is_int(wanted_at(AHEAD_WAIT_US, OWNERS, WORKERS), 1, "one at the limit");
    is_int(wanted_at(AHEAD_WAIT_US + 1, OWNERS, WORKERS), 0, "none beyond it");
}

/* What a request takes at least, of which most may have waited for a processor.
 */
static void test_quick(void)
{
    ahead_t ahead = {0};
    ahead_measure(&ahead, 100, 100000, 10);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS, WORKERS), AHEAD_MOST,
           "a tenth is quick");
    ahead_measure(&ahead, 200, 200000, 19);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS, WORKERS), 0, "fewer are");
    ahead_measure(&ahead, 201, 201000, 19);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS, WORKERS), 0,
           "the only one is not");
    ahead_measure(&ahead, 202, 202000, 20);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS, WORKERS), AHEAD_MOST, "it is");
}

static void test_measure(void)
{
    ahead_t ahead = {0};
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS, WORKERS), 0,
           "nothing is known of a new pool");
    measure(&ahead, 0, 0);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS, WORKERS), 0,
           "nor before its first request");
    measure(&ahead, 10, 5000);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS, WORKERS), AHEAD_MOST,
           "short requests");
    measure(&ahead, 10, 5000);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS, WORKERS), AHEAD_MOST,
           "and so while none come");
    measure(&ahead, 12, 5000 + 40000);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS, WORKERS), 0,
           "long requests in the last second");
}

static void test_look(void)
{
    ahead_t ahead = {0};
    is_int(ahead_look_us(&ahead), 0, "nothing is known of a new pool");
    measure(&ahead, 10, 10 * 1500);
    is_int(ahead_look_us(&ahead), 9000, "six times the mean");
    measure(&ahead, 10, 10 * 1500);
    is_int(ahead_look_us(&ahead), 9000, "and so while none come");
    measure(&ahead, 20, 10 * 1500);
    is_int(ahead_look_us(&ahead), AHEAD_LOOK_TIMES,
           "requests without any time have a time to look");
    measure(&ahead, 21, UINT64_MAX);
    ok(ahead_look_us(&ahead) > UINT32_MAX / 2, "a huge mean does not wrap");
    uint32_t before = ahead_look_us(&ahead);
    measure(&ahead, 0, 0);
    is_int(ahead_look_us(&ahead), before,
           "a count that goes back says nothing");
}

static void test_workers(void)
{
    ahead_t ahead = {0};
    measure(&ahead, 1, AHEAD_WAIT_US);
    is_int(ahead_wanted(&ahead, 3, 4, OWNERS, WORKERS), 0,
           "a worker is missing");
    is_int(ahead_wanted(&ahead, 0, 4, OWNERS, WORKERS), 0, "all are");
    is_int(ahead_wanted(&ahead, 5, 4, OWNERS, WORKERS), 1,
           "one more, which replaces another one");
}

/* With prefork each request has a child of its own. */
static void test_ends(void)
{
    is_int(wanted_at(1, 64, 1), 7, "64 children have 8 connections each");
    is_int(wanted_at(1, 65, 1), 6, "more have fewer");
    is_int(wanted_at(1, 256, 1), 1, "256 have two");
    is_int(wanted_at(1, 65535, 1), 1, "and so have any more");
    is_int(wanted_at(1, 1, 65), 6, "so it is with workers");
    is_int(wanted_at(1, 1, UINT32_MAX), 1, "of any number");
    is_int(wanted_at(1, 0, 0), 7, "none of either does not trap");
}

/* What a hostile writer has put into the table does not trap. */
static void test_nonsense(void)
{
    ahead_t ahead = {0};
    measure(&ahead, UINT64_MAX, UINT64_MAX);
    measure(&ahead, 0, 0);
    measure(&ahead, 1, UINT64_MAX);
    is_int(ahead_wanted(&ahead, 1, 1, OWNERS, WORKERS), 0, "a sum that jumps");
    measure(&ahead, 0, 0);
    is_int(ahead_wanted(&ahead, 1, 1, OWNERS, WORKERS), 0,
           "a count that goes back says nothing");
}

int main(void)
{
    test_mean();
    test_quick();
    test_measure();
    test_look();
    test_workers();
    test_ends();
    test_nonsense();
    return done_testing();
}
