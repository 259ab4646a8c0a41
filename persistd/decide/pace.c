/* SPDX-License-Identifier: Apache-2.0 */
/* pace.c: a bucket of starts that fills with time. */

#include "decide/pace.h"

/* Starts missing from the full bucket, rounded up. */
static int64_t missing(const pace_t *pace, int64_t now)
{
    int64_t wait = pace->full_at - now;
    return wait > 0 ? (wait + PACE_EACH_US - 1) / PACE_EACH_US : 0;
}

uint32_t pace_left(const pace_t *pace, int64_t now)
{
    int64_t left = PACE_BURST - missing(pace, now);
    return left > 0 ? (uint32_t)left : 0;
}

void pace_take(pace_t *pace, int64_t now)
{
    if (pace->full_at < now)
        pace->full_at = now;
    pace->full_at += PACE_EACH_US;
}

int64_t pace_next(const pace_t *pace, int64_t now)
{
    int64_t owed = missing(pace, now);
    return owed > 0 ? pace->full_at - (owed - 1) * PACE_EACH_US : now;
}
