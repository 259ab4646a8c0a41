/* SPDX-License-Identifier: Apache-2.0 */
/* ahead.c: compares a mean and a count. */

#include "decide/ahead.h"

/* The sums come from shared memory, and a worker that has gone may take some of
 * its counts along: the differences may be anything. A count that went back
 * would be a huge number of requests, and their mean nothing. */
void ahead_measure(ahead_t *ahead, uint64_t count, uint64_t sum_us)
{
    uint64_t requests = count - ahead->count;
    uint64_t took = sum_us - ahead->sum_us;
    ahead->count = count;
    ahead->sum_us = sum_us;
    if (requests > 0 && requests <= INT64_MAX)
        ahead->are_short = took / requests <= AHEAD_MEAN_US;
}

int ahead_is_wanted(const ahead_t *ahead, uint32_t ready, uint32_t max)
{
    return ahead->are_short && ready >= max;
}
