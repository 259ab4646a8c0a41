/* SPDX-License-Identifier: Apache-2.0 */
/* lane_test.c: what does not answer holds some lookers and never all. */

#include "lane.h"
#include "tap.h"

#include <stdio.h>

#define NOW 100000000

/* So many under way in the lane for so long, each at a path of its own. */
static size_t fill(lane_look_t *running, size_t from, size_t count,
                   uint64_t lane, int64_t age)
{
    static char paths[LANE_LOOKERS][24];
    for (size_t i = from; i < from + count; i++) {
        snprintf(paths[i], sizeof(paths[i]), "/%zu", i);
        running[i] = (lane_look_t){lane, paths[i], NOW - age};
    }
    return from + count;
}

static void test_rank(void)
{
    lane_look_t running[LANE_LOOKERS] = {0};
    const lane_look_t look = {1, "/x", NOW}, other = {2, "/x", NOW};
    is_int(lane_rank(&look, running, 0, NOW), 0, "a look is taken");
    size_t count = fill(running, 0, 2, 1, LANE_SLOW_US);
    is_int(lane_rank(&look, running, count, NOW), 2,
           "later, where others are held");
    is_int(lane_rank(&other, running, count, NOW), 0, "elsewhere at once");
    running[1].path = "/x";
    is_int(lane_rank(&look, running, count, NOW), -1,
           "one at a path at a time");
    is_int(lane_rank(&other, running, count, NOW), 0,
           "of the same file system");
    running[1].since = NOW - LANE_GONE_US;
    is_int(lane_rank(&look, running, count, NOW), 2, "but not for ever");
    count = fill(running, 0, LANE_MOST, 1, 0);
    is_int(lane_rank(&look, running, count, NOW), -1, "a lane may be full");
    is_int(lane_rank(&other, running, count, NOW), 0, "but no other is then");
}

/* As many looks of some lanes as may be taken while none of them ends. */
static size_t crowd(lane_look_t *running, uint64_t lanes)
{
    size_t count = 0;
    for (unsigned i = 0; i < LANE_LOOKERS; i++) {
        size_t more = fill(running, count, 1, 1 + i % lanes, LANE_SLOW_US);
        if (lane_rank(&running[count], running, count, NOW) >= 0)
            count = more;
    }
    return count;
}

static void test_crowd(void)
{
    lane_look_t running[LANE_LOOKERS] = {0};
    const lane_look_t look = {9, "/x", NOW};
    size_t count = crowd(running, 4);
    ok(count >= LANE_MOST, "some lanes that hang hold many");
    is_int(lane_rank(&look, running, count, NOW), 0, "not all:");
    ok(lane_wants_looker(running, count, count, NOW), "another gets its own");
}

static void test_late(void)
{
    lane_look_t running[LANE_LOOKERS] = {0};
    const lane_look_t look = {1, "/x", NOW}, other = {2, "/x", NOW};
    const lane_look_t old = {1, "/x", NOW - LANE_LATE_US};
    ok(lane_is_late(&old, running, 0, NOW), "a look takes too long");
    ok(!lane_is_late(&look, running, 0, NOW), "or not");
    size_t count = fill(running, 0, LANE_MOST - 1, 1, LANE_LATE_US);
    ok(!lane_is_late(&look, running, count, NOW), "others do, there is hope");
    running[0].path = "/x";
    ok(lane_is_late(&look, running, count, NOW), "not if that path has");
    ok(!lane_is_late(&other, running, count, NOW), "where the look is to go");
    running[0].since = NOW - LANE_GONE_US;
    ok(!lane_is_late(&look, running, count, NOW),
       "or if it may be tried again");
    count = fill(running, 0, LANE_MOST, 1, LANE_LATE_US);
    ok(lane_is_late(&look, running, count, NOW), "nor if all there is has");
    ok(!lane_is_late(&other, running, count, NOW), "which is not elsewhere");
}

static void test_lookers(void)
{
    lane_look_t running[LANE_LOOKERS] = {0};
    size_t count = fill(running, 0, LANE_READY, 1, 0);
    ok(!lane_wants_looker(running, count, count, NOW),
       "who works makes nobody wait");
    ok(lane_wants_looker(running, count - 1, count - 1, NOW),
       "there are some at most");
    count = fill(running, 0, LANE_READY, 1, LANE_SLOW_US);
    ok(lane_wants_looker(running, count, count, NOW),
       "who is held is replaced");
    count = fill(running, 0, LANE_LOOKERS, 1, LANE_SLOW_US);
    ok(!lane_wants_looker(running, count, count, NOW), "up to a bound");
}

int main(void)
{
    test_rank();
    test_crowd();
    test_late();
    test_lookers();
    return done_testing();
}
