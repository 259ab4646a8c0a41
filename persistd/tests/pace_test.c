/* SPDX-License-Identifier: Apache-2.0 */
/* pace_test.c: a pool's workers start in a burst, then in time. */

#include "decide/pace.h"
#include "tap.h"

static void take(pace_t *pace, int64_t now, int count)
{
    while (count-- > 0)
        pace_take(pace, now);
}

int main(void)
{
    const int64_t now = 1000000000;
    pace_t pace = {0};
    is_int(pace_left(&pace, now), PACE_BURST, "a new pool has the whole burst");
    take(&pace, now, PACE_BURST - 1);
    is_int(pace_left(&pace, now), 1, "each start takes one of it");
    take(&pace, now, 1);
    is_int(pace_left(&pace, now), 0, "then nothing is left");
    is_int(pace_next(&pace, now), now + PACE_EACH_US, "until the next is due");
    is_int(pace_left(&pace, now + PACE_EACH_US - 1), 0, "and not before");
    is_int(pace_left(&pace, now + PACE_EACH_US), 1, "one is due");
    is_int(pace_left(&pace, now + 5 * PACE_EACH_US), 5, "they add up");
    is_int(pace_left(&pace, now + 1000000000), PACE_BURST,
           "to the burst and no more");
    take(&pace, now + 1000000000, 1);
    is_int(pace_left(&pace, now + 1000000000), PACE_BURST - 1,
           "a long rest saves nothing up");
    return done_testing();
}
