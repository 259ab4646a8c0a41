/* SPDX-License-Identifier: Apache-2.0 */
/* lane_test.c: what does not answer holds some lookers and never all. */

#include "decide/lane.h"
#include "tap.h"

#include <stdio.h>

#define NOW 100000000

/* One that waits, for so long. */
static lane_look_t look_of(uint64_t lane, uint32_t asker, int64_t age)
{
    return (lane_look_t){lane, asker, "/x", NOW - age};
}

static lane_look_t look_in(uint64_t lane)
{
    return look_of(lane, LANE_NOBODY, 0);
}

/* So many under way in the lane for so long, each at a path of its own. */
static size_t fill_for(lane_look_t *running, size_t from, size_t count,
                       const lane_look_t *look)
{
    static char paths[LANE_LOOKERS][24];
    for (size_t i = from; i < from + count; i++) {
        snprintf(paths[i], sizeof(paths[i]), "/%zu", i);
        running[i] = *look;
        running[i].path = paths[i];
    }
    return from + count;
}

static size_t fill(lane_look_t *running, size_t from, size_t count,
                   uint64_t lane, int64_t age)
{
    lane_look_t look = look_of(lane, LANE_NOBODY, age);
    return fill_for(running, from, count, &look);
}

static void test_rank(void)
{
    lane_look_t running[LANE_LOOKERS] = {0};
    const lane_look_t look = look_in(1), other = look_in(2);
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

/* As many looks of some lanes as may be taken besides those while none of them
 * ends. */
static size_t crowd(lane_look_t *running, size_t count, uint64_t lanes,
                    uint32_t asker)
{
    for (unsigned i = 0; i < LANE_LOOKERS && count < LANE_LOOKERS; i++) {
        lane_look_t look = look_of(1 + i % lanes, asker, LANE_SLOW_US);
        size_t more = fill_for(running, count, 1, &look);
        if (lane_rank(&running[count], running, count, NOW) >= 0)
            count = more;
    }
    return count;
}

static void test_crowd(void)
{
    lane_look_t running[LANE_LOOKERS] = {0};
    const lane_look_t look = look_in(9);
    size_t count = crowd(running, 0, 4, LANE_NOBODY);
    ok(count >= LANE_MOST, "some lanes that hang hold many");
    is_int(lane_rank(&look, running, count, NOW), 0, "not all:");
    ok(lane_wants_looker(running, count, count, NOW), "another gets its own");
}

static void test_asker(void)
{
    lane_look_t running[LANE_LOOKERS] = {0};
    const lane_look_t look = look_of(1, 7, 0), nobody = look_in(1);
    const lane_look_t other = look_of(1, 8, 0), elsewhere = look_of(2, 7, 0);
    size_t count = crowd(running, 0, 1, 7);
    is_int(count, LANE_ASKER, "one asker does not fill a lane");
    is_int(lane_rank(&look, running, count, NOW), -1, "he has enough there");
    is_int(lane_rank(&other, running, count, NOW), LANE_ASKER, "others do not");
    is_int(lane_rank(&nobody, running, count, NOW), LANE_ASKER,
           "nor who is not known");
    is_int(lane_rank(&elsewhere, running, count, NOW), 0, "nor he elsewhere");
    count = crowd(running, count, 1, 8);
    is_int(lane_rank(&nobody, running, count, NOW), 2 * LANE_ASKER,
           "two askers do not fill it, either");
}

/* Each file system of another one, and none of them answers. */
static void test_asker_of_many(void)
{
    lane_look_t running[LANE_LOOKERS] = {0};
    const lane_look_t look = look_of(1, 9, 0), another = look_of(99, 7, 0);
    size_t count = crowd(running, 0, LANE_LOOKERS, 7);
    is_int(count, LANE_ASKER_MOST, "nor does one who has many lanes fill all");
    is_int(lane_rank(&another, running, count, NOW), -1, "that is all he gets");
    count = crowd(running, count, LANE_LOOKERS, 8);
    is_int(count, 2 * LANE_ASKER_MOST, "nor do two");
    is_int(lane_rank(&look, running, count, NOW), 2, "where they are, too");
}

static void test_late(void)
{
    lane_look_t running[LANE_LOOKERS] = {0};
    const lane_look_t look = look_in(1), other = look_in(2);
    const lane_look_t old = look_of(1, LANE_NOBODY, LANE_LATE_US);
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
    test_asker();
    test_asker_of_many();
    test_late();
    test_lookers();
    return done_testing();
}
