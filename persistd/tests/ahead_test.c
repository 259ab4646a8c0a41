/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of decide/ahead.c: how many requests workers get ahead. */

#include "decide/ahead.h"

#include "tap.h"

#include <stdint.h>

#define OWNERS 34 /* children of httpd as Debian sets it up */

/* How many, with all workers there, when one request takes so long. */
static uint32_t wanted_at(uint64_t mean_us, uint32_t owners)
{
    ahead_t ahead = {0};
    ahead_measure(&ahead, 10, 10 * mean_us);
    return ahead_wanted(&ahead, 4, 4, owners);
}

static void test_mean(void)
{
    is_int(wanted_at(0, OWNERS), AHEAD_MOST, "no time at all: the most");
    is_int(wanted_at(1428, OWNERS), 7, "seven of them wait 10 ms");
    is_int(wanted_at(1429, OWNERS), 6, "of longer ones fewer");
    is_int(wanted_at(5000, OWNERS), 2, "two of 5 ms");
    is_int(wanted_at(AHEAD_WAIT_US, OWNERS), 1, "one at the limit");
    is_int(wanted_at(AHEAD_WAIT_US + 1, OWNERS), 0, "none beyond it");
}

static void test_measure(void)
{
    ahead_t ahead = {0};
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS), 0,
           "nothing is known of a new pool");
    ahead_measure(&ahead, 0, 0);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS), 0,
           "nor before its first request");
    ahead_measure(&ahead, 10, 5000);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS), AHEAD_MOST, "short requests");
    ahead_measure(&ahead, 10, 5000);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS), AHEAD_MOST,
           "and so while none come");
    ahead_measure(&ahead, 12, 5000 + 40000);
    is_int(ahead_wanted(&ahead, 4, 4, OWNERS), 0,
           "long requests in the last second");
}

static void test_workers(void)
{
    ahead_t ahead = {0};
    ahead_measure(&ahead, 1, AHEAD_WAIT_US);
    is_int(ahead_wanted(&ahead, 3, 4, OWNERS), 0, "a worker is missing");
    is_int(ahead_wanted(&ahead, 0, 4, OWNERS), 0, "all are");
    is_int(ahead_wanted(&ahead, 5, 4, OWNERS), 1,
           "one more, which replaces another one");
}

/* With prefork each request has a child of its own. */
static void test_owners(void)
{
    is_int(wanted_at(1, 64), 7, "64 children have 8 connections each");
    is_int(wanted_at(1, 65), 6, "more have fewer");
    is_int(wanted_at(1, 256), 1, "256 have two");
    is_int(wanted_at(1, 65535), 1, "and so have any more");
    is_int(wanted_at(1, 0), 7, "a table without owners does not trap");
}

/* What a hostile writer has put into the table does not trap. */
static void test_nonsense(void)
{
    ahead_t ahead = {0};
    ahead_measure(&ahead, UINT64_MAX, UINT64_MAX);
    ahead_measure(&ahead, 0, 0);
    ahead_measure(&ahead, 1, UINT64_MAX);
    is_int(ahead_wanted(&ahead, 1, 1, OWNERS), 0, "a sum that jumps");
    ahead_measure(&ahead, 0, 0);
    is_int(ahead_wanted(&ahead, 1, 1, OWNERS), 0,
           "a count that goes back says nothing");
}

int main(void)
{
    test_mean();
    test_measure();
    test_workers();
    test_owners();
    test_nonsense();
    return done_testing();
}
