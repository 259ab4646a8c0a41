/* SPDX-License-Identifier: Apache-2.0 */
/* slots_waiting_test.c: how long a child's number of waiting requests counts.
 */

#include "slots_waiting.h"
#include "tap.h"

static void test_count_expires(void)
{
    int64_t now = INT64_C(1000000000);
    uint64_t word = slots_waiting_pack(7, now);
    is_int(slots_waiting_pack(0, now), 0, "none waits");
    is_int(slots_waiting_count(word, now), 7, "seven do");
    is_int(slots_waiting_count(word, now + SLOTS_WAITING_US), 7, "still");
    is_int(slots_waiting_count(word, now + SLOTS_WAITING_US + 1000), 0,
           "for so long nobody has said so");
    is_int(slots_waiting_count(word, now - SLOTS_WAITING_AHEAD_US), 7,
           "a clock was read a little earlier");
    is_int(slots_waiting_count(word, now - SLOTS_WAITING_AHEAD_US - 1000), 0,
           "it is a time to come");
    is_int(slots_waiting_count(UINT64_MAX, now), 0, "it is no time");
    is_int(slots_waiting_count(1, now), 0, "nor is this");
    is_int(slots_waiting_count(slots_waiting_pack(UINT32_MAX, now), now),
           UINT16_MAX, "no number spoils the time");
}

int main(void)
{
    test_count_expires();
    return done_testing();
}
