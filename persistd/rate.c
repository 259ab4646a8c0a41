/* SPDX-License-Identifier: Apache-2.0 */
/* rate.c: a count of lines that starts anew each period. */

#include "rate.h"

int rate_allow(rate_t *rate, int64_t now, uint32_t *dropped)
{
    if (now - rate->since >= RATE_PERIOD_US || rate->since == 0) {
        rate->since = now;
        rate->lines = 0;
    }
    if (rate->lines >= RATE_LINES) {
        rate->dropped++;
        return 0;
    }
    rate->lines++;
    *dropped = rate->dropped;
    rate->dropped = 0;
    return 1;
}
