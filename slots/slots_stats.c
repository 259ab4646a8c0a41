/* SPDX-License-Identifier: Apache-2.0 */
/* slots_stats.c: adds to a pool's counters, and what follows from them. */

#include "slots_stats.h"

#define MICROSECONDS 1000000u

static void add(_Atomic uint64_t *counter, uint64_t value)
{
    atomic_fetch_add_explicit(counter, value, memory_order_relaxed);
}

static uint64_t read_counter(const _Atomic uint64_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

void slots_stats_claimed(slots_table_t *table, uint32_t pool)
{
    atomic_store_explicit(&table->pools[pool].last_request, slots_now_us(),
                          memory_order_relaxed);
}

void slots_stats_served(slots_table_t *table, uint32_t pool, uint64_t us)
{
    add(&table->pools[pool].requests, 1);
    add(&table->pools[pool].service_us, us);
}

void slots_stats_queued(slots_table_t *table, uint32_t pool, uint64_t us)
{
    add(&table->pools[pool].queued, 1);
    add(&table->pools[pool].queue_us, us);
}

void slots_stats_refused(slots_table_t *table, uint32_t pool)
{
    add(&table->pools[pool].refused, 1);
}

void slots_stats_failed(slots_table_t *table, uint32_t pool)
{
    add(&table->pools[pool].failed, 1);
}

uint64_t slots_stats_mean_us(const slots_table_t *table, uint32_t pool)
{
    uint64_t requests = read_counter(&table->pools[pool].requests);

    return requests ? read_counter(&table->pools[pool].service_us) / requests
                    : 0;
}

/* In rounds of `units` requests, each a mean time long. The mean comes out of
 * shared memory: it is bounded before it is multiplied. */
uint32_t slots_stats_retry_after(uint32_t waiting, uint32_t units,
                                 uint64_t mean_us)
{
    const uint64_t most = (uint64_t)SLOTS_RETRY_MAX * MICROSECONDS;
    uint64_t rounds = (uint64_t)waiting / (units ? units : 1) + 1;
    uint64_t us = (mean_us < most ? mean_us : most) * rounds;

    if (us >= most)
        return SLOTS_RETRY_MAX;
    return us <= MICROSECONDS
               ? 1
               : (uint32_t)((us + MICROSECONDS - 1) / MICROSECONDS);
}
