/* SPDX-License-Identifier: Apache-2.0 */
/* slots_stats.c: adds to a pool's counters and computes values from them. */

#include "slots_stats.h"
#include "slots_private.h"

#define MICROSECONDS 1000000u

static void add(_Atomic uint64_t *counter)
{
    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

/* The difference is unsigned, because the stored time comes from shared memory
 * and may be anything. A stored time that is further ahead than threads can
 * overtake each other is corrected, too. */
void slots_stats_claimed(slots_table_t *table, uint32_t pool, int64_t now)
{
    _Atomic int64_t *last = &table->pools[pool].last_request;
    uint64_t known = (uint64_t)atomic_load_explicit(last, memory_order_relaxed);
    if ((uint64_t)now - known + SLOTS_CLAIMED_US - 1 >=
        2 * SLOTS_CLAIMED_US - 1)
        atomic_store_explicit(last, now, memory_order_relaxed);
}

void slots_stats_served(slots_table_t *table, uint32_t slot, uint64_t us)
{
    slots_histogram_add(&table->slots[slot].served, us);
}

void slots_stats_told(slots_table_t *table, uint32_t slot, int slept,
                      uint64_t us)
{
    slots_told_add(&table->slots[slot].told, slept, us);
}

void slots_stats_queued(slots_table_t *table, uint32_t pool, uint64_t us)
{
    slots_histogram_add(&table->pools[pool].waited, us);
}

void slots_stats_refused(slots_table_t *table, uint32_t pool)
{
    add(&table->pools[pool].refused);
}

void slots_stats_failed(slots_table_t *table, uint32_t pool)
{
    add(&table->pools[pool].failed);
}

void slots_stats_service(const slots_table_t *table, uint32_t pool,
                         slots_tally_t *tally)
{
    slots_pool_t *entry = &table->pools[pool];
    uint32_t count = slots_bounded(&entry->slot_count, SLOTS_POOL_SLOTS);
    *tally = (slots_tally_t){0};
    slots_histogram_read(&entry->served, tally);
    for (uint32_t n = 0; n < count; n++) {
        const slots_slot_t *slot = slots_pool_slot(table, pool, n);
        if (slot)
            slots_histogram_read(&slot->served, tally);
    }
}

void slots_stats_sleeps(const slots_table_t *table, uint32_t pool,
                        slots_told_sums_t *sums)
{
    slots_pool_t *entry = &table->pools[pool];
    uint32_t count = slots_bounded(&entry->slot_count, SLOTS_POOL_SLOTS);
    *sums = (slots_told_sums_t){0};
    slots_told_read(&entry->told, sums);
    for (uint32_t n = 0; n < count; n++) {
        const slots_slot_t *slot = slots_pool_slot(table, pool, n);
        if (slot)
            slots_told_read(&slot->told, sums);
    }
}

void slots_stats_wait(const slots_table_t *table, uint32_t pool,
                      slots_tally_t *tally)
{
    *tally = (slots_tally_t){0};
    slots_histogram_read(&table->pools[pool].waited, tally);
}

uint64_t slots_stats_mean_us(const slots_table_t *table, uint32_t pool)
{
    slots_tally_t tally;
    slots_stats_service(table, pool, &tally);
    return tally.count ? tally.sum_us / tally.count : 0;
}

/* Counts rounds of `units` requests, each one mean time long. The mean comes
 * from shared memory, so it is bounded before it is multiplied. */
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
