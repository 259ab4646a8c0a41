/* SPDX-License-Identifier: Apache-2.0 */
/* rate.c: counts bytes, and starts again with each period. */

#include "base/rate.h"

int rate_allow(rate_t *rate, int64_t now, uint32_t *dropped)
{
    if (now - rate->since >= RATE_PERIOD_US || rate->since == 0) {
        rate->since = now;
        rate->bytes = 0;
    }
    if (rate->bytes >= RATE_BYTES) {
        rate->dropped++;
        return 0;
    }
    *dropped = rate->dropped;
    rate->dropped = 0;
    return 1;
}

uint32_t rate_unreported(rate_t *rate, int64_t now)
{
    if (now - rate->since < RATE_PERIOD_US)
        return 0;
    uint32_t dropped = rate->dropped;
    rate->dropped = 0;
    return dropped;
}

void rate_charge(rate_t *rate, size_t bytes)
{
    rate->bytes += bytes;
}
