/* SPDX-License-Identifier: Apache-2.0 */
/* slots_pool.c: persistd's steps of a pool's entry, from add to remove. */

#include "slots_pool.h"
#include "common_clock.h"
#include "slots_histogram.h"
#include "slots_index.h"
#include "slots_private.h"
#include "slots_told.h"
#include "slots_wake.h"

#include <errno.h>

static int entry_unused(const slots_table_t *table)
{
    for (uint32_t i = 0; i < table->sizes.pools; i++)
        if (!slots_pool_live(&table->pools[i]))
            return (int)i;
    errno = ENOSPC;
    return -1;
}

/* Cells and tickets stay, because waiters of the pool that had this entry
 * before may not have left yet. */
static void pool_reset(slots_pool_t *pool)
{
    atomic_store(&pool->slot_count, 0);
    atomic_store(&pool->workers, 0);
    atomic_store(&pool->fault, 0);
    atomic_store(&pool->retry_at, 0);
    atomic_store(&pool->refused, 0);
    atomic_store(&pool->failed, 0);
    atomic_store(&pool->log.window, 0);
    atomic_store(&pool->log.dropped, 0);
    atomic_store(&pool->copied.window, 0);
    atomic_store(&pool->copied.dropped, 0);
    slots_histogram_clear(&pool->waited);
    slots_histogram_clear(&pool->served);
    slots_told_clear(&pool->told);
    atomic_store(&pool->last_request, common_now_us());
    for (uint32_t i = 0; i < SLOTS_POOL_SLOTS; i++)
        atomic_store(&pool->slots[i], 0);
    for (uint32_t aim = 0; aim <= SLOTS_POOL_SLOTS; aim++)
        atomic_store_explicit(&pool->passed[aim], 0, memory_order_relaxed);
}

int slots_pool_may_grow(const slots_table_t *table, uint32_t pool)
{
    const slots_pool_t *entry = &table->pools[pool];
    return atomic_load(&entry->workers) < atomic_load(&entry->workers_max);
}

void slots_pool_limit(slots_table_t *table, uint32_t pool, uint32_t workers_max)
{
    atomic_store(&table->pools[pool].workers_max, workers_max);
}

void slots_pool_ahead(slots_table_t *table, uint32_t pool, uint32_t ahead)
{
    atomic_store_explicit(&table->pools[pool].ahead, ahead,
                          memory_order_relaxed);
}

void slots_pool_together(slots_table_t *table, uint32_t pool, uint32_t together)
{
    atomic_store_explicit(&table->pools[pool].together, together,
                          memory_order_relaxed);
}

void slots_pool_look(slots_table_t *table, uint32_t pool, uint32_t look_us)
{
    atomic_store_explicit(&table->pools[pool].look_us, look_us,
                          memory_order_relaxed);
}

uint32_t slots_pool_look_us(const slots_table_t *table, uint32_t pool)
{
    uint32_t us =
        atomic_load_explicit(&table->pools[pool].look_us, memory_order_relaxed);
    if (us == 0 || us > SLOTS_LOOK_MOST_US)
        return SLOTS_LOOK_MOST_US;
    return us < SLOTS_LOOK_LEAST_US ? SLOTS_LOOK_LEAST_US : us;
}

int slots_pool_add(slots_table_t *table, uint64_t key_high, uint64_t key_low,
                   uint64_t version, uint32_t workers_max, uint64_t *generation)
{
    int index = entry_unused(table);
    slots_pool_t *pool;
    uint64_t next;
    if (index < 0)
        return -1;
    pool = &table->pools[index];
    next = (atomic_load(&pool->state) >> 8) + 1;
    pool_reset(pool);
    atomic_store(&pool->key_high, key_high);
    atomic_store(&pool->key_low, key_low);
    atomic_store(&pool->version, version);
    atomic_store(&pool->script, version);
    atomic_store(&pool->workers_max, workers_max);
    atomic_store(&pool->ahead, 0);
    atomic_store(&pool->together, 0);
    atomic_store(&pool->look_us, 0);
    slots_index_add(table, key_high, key_low, (uint32_t)index + 1);
    atomic_store(&pool->state, slots_pool_state_word(SLOTS_POOL_LIVE, next));
    *generation = next;
    return index;
}

void slots_pool_remove(slots_table_t *table, uint32_t pool)
{
    slots_pool_t *entry = &table->pools[pool];
    uint64_t generation = atomic_load(&entry->state) >> 8;
    atomic_store(&entry->state,
                 slots_pool_state_word(SLOTS_POOL_CLOSED, generation));
    slots_index_trim(table);
    slots_wake_all(table, pool);
}

void slots_pool_fail(slots_table_t *table, uint32_t pool, uint32_t fault,
                     int64_t retry_at)
{
    slots_pool_t *entry = &table->pools[pool];
    atomic_store(&entry->fault, fault);
    atomic_store(&entry->retry_at, retry_at);
    atomic_fetch_add(&entry->failures, 1);
    slots_wake_all(table, pool);
}

void slots_pool_recover(slots_table_t *table, uint32_t pool)
{
    atomic_store(&table->pools[pool].fault, 0);
    atomic_store(&table->pools[pool].retry_at, 0);
}
