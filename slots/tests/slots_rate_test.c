/* SPDX-License-Identifier: Apache-2.0 */
/* slots_rate_test.c: what a script may log is bounded, and dropped lines are
 * reported. */

#include "slots_rate.h"

#include "tap.h"

#define SECOND 1000000
#define LINE 1024u
#define FIT (SLOTS_RATE_BYTES / LINE)

int main(void)
{
    slots_rate_t rate = {0};
    uint32_t dropped = 7, allowed = 0;
    for (uint32_t i = 0; i < FIT + 5; i++)
        allowed += (uint32_t)slots_rate_take(&rate, 5 * SECOND, LINE, &dropped);
    is_int(allowed, FIT, "a second has so many bytes");
    is_int(dropped, 0, "nothing was dropped before them");
    is_int(slots_rate_take(&rate, 6 * SECOND - 1, 1, &dropped), 0,
           "no more until it is over");
    is_int(slots_rate_take(&rate, 6 * SECOND, LINE, &dropped), 1,
           "the next one has again");
    is_int(dropped, 6, "and its first line tells how many are missing");
    slots_rate_take(&rate, 6 * SECOND, UINT32_MAX, &dropped);
    is_int(dropped, 0, "once");
    is_int(slots_rate_take(&rate, 6 * SECOND, 1, &dropped), 0,
           "a length beyond all does not run over");
    atomic_store(&rate.window, UINT64_MAX);
    is_int(slots_rate_take(&rate, 7 * SECOND, 1, &dropped), 1,
           "nor does what a hostile worker has written");
    atomic_store(&rate.dropped, 3);
    is_int(slots_rate_unreported(&rate, 8 * SECOND - 1), 0,
           "while a second lasts, dropped lines are only counted");
    is_int(slots_rate_unreported(&rate, 8 * SECOND), 3,
           "then they are told without another line");
    is_int(slots_rate_unreported(&rate, 8 * SECOND), 0, "once");
    atomic_store(&rate.dropped, 2);
    is_int(slots_rate_take(&rate, 9 * SECOND, 1, NULL), 1,
           "one who can't log them");
    is_int(slots_rate_unreported(&rate, 10 * SECOND), 2, "leaves them");
    slots_rate_lost(&rate, 1);
    is_int(slots_rate_unreported(&rate, 10 * SECOND), 1,
           "one that was lost for another reason counts");
    slots_rate_take(&rate, 11 * SECOND, 1, NULL);
    slots_rate_lost(&rate, 4);
    is_int(slots_rate_unreported(&rate, 11 * SECOND), 0,
           "one who logs steadily has no second that is over");
    is_int(slots_rate_tell(&rate), 4, "but who asks seldom may tell");
    is_int(slots_rate_tell(&rate), 0, "once");
    return done_testing();
}
