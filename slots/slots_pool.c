/* SPDX-License-Identifier: Apache-2.0 */
/* slots_pool.c: pools and the index from key to pool. persistd is the only
 * writer, so a step that needs several stores needs no lock; the key and state
 * in the pool itself decide for readers, whatever a bucket says. */

#include "slots_histogram.h"
#include "slots_private.h"
#include "slots_queue.h"

#include <errno.h>

static uint64_t state_word(enum slots_pool_state state, uint64_t generation)
{
    return generation << 8 | (uint64_t)state;
}

static int pool_live(const slots_pool_t *pool)
{
    return (atomic_load(&pool->state) & 0xff) == SLOTS_POOL_LIVE;
}

static int pool_has_key(const slots_pool_t *pool, uint64_t key_high,
                        uint64_t key_low)
{
    return atomic_load(&pool->key_high) == key_high &&
           atomic_load(&pool->key_low) == key_low;
}

/* True when the pool is live under this key; a change in between shows in the
 * state's generation. */
static int pool_matches(slots_pool_t *pool, uint64_t key_high, uint64_t key_low,
                        uint64_t *generation)
{
    uint64_t state = atomic_load(&pool->state);

    if ((state & 0xff) != SLOTS_POOL_LIVE ||
        !pool_has_key(pool, key_high, key_low) ||
        atomic_load(&pool->state) != state)
        return 0;
    *generation = state >> 8;
    return 1;
}

static slots_bucket_t *bucket_at(const slots_table_t *table, uint64_t key_low,
                                 uint32_t step)
{
    return &table->index[(key_low + step) & (table->buckets - 1)];
}

int slots_pool_find(const slots_table_t *table, uint64_t key_high,
                    uint64_t key_low, uint64_t *generation)
{
    for (uint32_t step = 0; step < table->buckets; step++) {
        slots_bucket_t *bucket = bucket_at(table, key_low, step);
        uint32_t entry = atomic_load(&bucket->pool);

        if (entry == 0)
            return -1;
        if (entry <= table->sizes.pools &&
            atomic_load(&bucket->key_high) == key_high &&
            atomic_load(&bucket->key_low) == key_low &&
            pool_matches(&table->pools[entry - 1], key_high, key_low,
                         generation))
            return (int)(entry - 1);
    }
    return -1;
}

int slots_pool_is(const slots_table_t *table, uint32_t pool,
                  uint64_t generation)
{
    return pool < table->sizes.pools &&
           atomic_load(&table->pools[pool].state) ==
               state_word(SLOTS_POOL_LIVE, generation);
}

/* A bucket may be used again when its pool is closed or has another key. */
static int bucket_dead(const slots_table_t *table, slots_bucket_t *bucket)
{
    uint32_t entry = atomic_load(&bucket->pool);
    slots_pool_t *pool;

    if (entry == 0 || entry > table->sizes.pools)
        return 1;
    pool = &table->pools[entry - 1];
    return !pool_live(pool) ||
           !pool_has_key(pool, atomic_load(&bucket->key_high),
                         atomic_load(&bucket->key_low));
}

static void index_add(slots_table_t *table, uint64_t key_high, uint64_t key_low,
                      uint32_t entry)
{
    uint32_t step = 0;
    slots_bucket_t *bucket;

    while (step < table->buckets &&
           !bucket_dead(table, bucket_at(table, key_low, step)))
        step++;
    bucket = bucket_at(table, key_low, step);
    atomic_store(&bucket->key_high, key_high);
    atomic_store(&bucket->key_low, key_low);
    atomic_store(&bucket->pool, entry);
}

/* Dead buckets that no live key's probing passes over turn into never used
 * ones, so that a look for an unknown key stays short. Backwards, because the
 * live buckets behind say how far the probing reaches; two rounds, because it
 * may pass over the end. */
static void index_trim(slots_table_t *table)
{
    uint64_t mask = table->buckets - 1;
    int64_t reach = INT64_MAX;

    for (uint64_t at = 2 * (uint64_t)table->buckets; at-- > 0;) {
        slots_bucket_t *bucket = &table->index[at & mask];
        int64_t home;

        if (bucket_dead(table, bucket)) {
            if (at <= mask && (int64_t)at < reach)
                atomic_store(&bucket->pool, 0);
            continue;
        }
        home = (int64_t)(at - ((at - atomic_load(&bucket->key_low)) & mask));
        reach = home < reach ? home : reach;
    }
}

static int entry_unused(const slots_table_t *table)
{
    for (uint32_t i = 0; i < table->sizes.pools; i++)
        if (!pool_live(&table->pools[i]))
            return (int)i;
    errno = ENOSPC;
    return -1;
}

/* Cells and tickets stay: waiters of the pool that had this entry before may
 * still be on their way out. */
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
    slots_histogram_clear(&pool->waited);
    slots_histogram_clear(&pool->served);
    atomic_store(&pool->last_request, slots_now_us());
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
    index_add(table, key_high, key_low, (uint32_t)index + 1);
    atomic_store(&pool->state, state_word(SLOTS_POOL_LIVE, next));
    *generation = next;
    return index;
}

void slots_pool_remove(slots_table_t *table, uint32_t pool)
{
    slots_pool_t *entry = &table->pools[pool];
    uint64_t generation = atomic_load(&entry->state) >> 8;

    atomic_store(&entry->state, state_word(SLOTS_POOL_CLOSED, generation));
    index_trim(table);
    slots_queue_wake_all(table, pool);
}

void slots_pool_fail(slots_table_t *table, uint32_t pool, uint32_t fault,
                     int64_t retry_at)
{
    slots_pool_t *entry = &table->pools[pool];

    atomic_store(&entry->fault, fault);
    atomic_store(&entry->retry_at, retry_at);
    atomic_fetch_add(&entry->failures, 1);
    slots_queue_wake_all(table, pool);
}

void slots_pool_recover(slots_table_t *table, uint32_t pool)
{
    atomic_store(&table->pools[pool].fault, 0);
    atomic_store(&table->pools[pool].retry_at, 0);
}
