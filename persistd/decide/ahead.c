/* SPDX-License-Identifier: Apache-2.0 */
/* ahead.c: compares a mean and counts. */

#include "decide/ahead.h"

static uint64_t at_most(uint64_t count, uint64_t limit)
{
    return count < limit ? count : limit;
}

/* The sums come from shared memory, and a worker that has gone may take some of
 * its counts along: the differences may be anything. A count that went back
 * would be a huge number of requests, and their mean nothing. */
void ahead_measure(ahead_t *ahead, uint64_t count, uint64_t sum_us,
                   uint64_t quick)
{
    uint64_t requests = count - ahead->count, quick_ones = quick - ahead->quick;
    uint64_t mean_us = requests ? (sum_us - ahead->sum_us) / requests : 0;
    ahead->count = count;
    ahead->sum_us = sum_us;
    ahead->quick = quick;
    if (requests == 0 || requests > INT64_MAX)
        return;
    ahead->mean_us = mean_us ? mean_us : 1;
    ahead->are_quick = quick_ones >= (requests - 1) / AHEAD_QUICK_ONE_IN + 1;
}

uint32_t ahead_look_us(const ahead_t *ahead)
{
    uint64_t most = UINT32_MAX / AHEAD_LOOK_TIMES;
    return (uint32_t)at_most(ahead->mean_us, most) * AHEAD_LOOK_TIMES;
}

/* Each httpd child has a connection of its own to each unit of each worker. */
static uint64_t room(uint32_t owners, uint32_t workers)
{
    uint64_t ends = owners > workers ? owners : workers;
    uint64_t units = AHEAD_CONNECTIONS / (ends ? ends : 1);
    return units > 2 ? units - 1 : 1;
}

uint32_t ahead_wanted(const ahead_t *ahead, uint32_t ready, uint32_t enough,
                      uint32_t owners, uint32_t workers)
{
    if (ready < enough || !ahead->are_quick)
        return 0;
    uint64_t most = at_most(AHEAD_WAIT_US / ahead->mean_us, AHEAD_MOST);
    return (uint32_t)at_most(most, room(owners, workers));
}
