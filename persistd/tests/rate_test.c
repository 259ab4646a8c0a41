/* SPDX-License-Identifier: Apache-2.0 */
/* rate_test.c: what a worker may write is bounded, and what was not written
 * is told. */

#include "base/rate.h"
#include "tap.h"

#define LINE 1000u
#define FIT ((RATE_BYTES + LINE - 1) / LINE)

static int write_line(rate_t *rate, int64_t now, uint32_t *dropped)
{
    int allowed = rate_allow(rate, now, dropped);
    if (allowed)
        rate_charge(rate, LINE);
    return allowed;
}

int main(void)
{
    rate_t rate = {0};
    uint32_t dropped = 7, allowed = 0;
    for (uint32_t i = 0; i < FIT + 5; i++)
        allowed += (uint32_t)write_line(&rate, 1000, &dropped);
    is_int(allowed, FIT, "a period has so many bytes");
    is_int(dropped, 0, "nothing was dropped before them");
    is_int(write_line(&rate, 1000 + RATE_PERIOD_US - 1, &dropped), 0,
           "no more until it is over");
    is_int(write_line(&rate, 1000 + RATE_PERIOD_US, &dropped), 1,
           "the next one has again");
    is_int(dropped, 6, "and its first line tells how many are missing");
    write_line(&rate, 1000 + RATE_PERIOD_US, &dropped);
    is_int(dropped, 0, "once");
    while (write_line(&rate, 1000 + RATE_PERIOD_US, &dropped))
        ;
    is_int(rate_unreported(&rate, 1000 + 2 * RATE_PERIOD_US - 1), 0,
           "while it lasts, lines that are missing are only counted");
    is_int(rate_unreported(&rate, 1000 + 2 * RATE_PERIOD_US), 1,
           "then they are told without another line");
    is_int(rate_unreported(&rate, 1000 + 2 * RATE_PERIOD_US), 0, "once");
    write_line(&rate, 1000 + 2 * RATE_PERIOD_US, &dropped);
    is_int(dropped, 0, "and not again with the next line");
    return done_testing();
}
