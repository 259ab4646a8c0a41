/* SPDX-License-Identifier: Apache-2.0 */
/* slots_index.c: open addressing from key to pool. persistd is the only writer,
 * so a change that takes several stores needs no lock. Readers go by the key
 * and the state in the pool itself, whatever a bucket contains. */

#include "slots_index.h"
#include "slots_private.h"

static int pool_has_key(const slots_pool_t *pool, uint64_t key_high,
                        uint64_t key_low)
{
    return atomic_load(&pool->key_high) == key_high &&
           atomic_load(&pool->key_low) == key_low;
}

/* True when the pool is live under this key. A change between the loads shows
 * in the state's generation. */
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

int slots_index_find(const slots_table_t *table, uint64_t key_high,
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

int slots_index_is(const slots_table_t *table, uint32_t pool,
                   uint64_t generation)
{
    return pool < table->sizes.pools &&
           atomic_load(&table->pools[pool].state) ==
               slots_pool_state_word(SLOTS_POOL_LIVE, generation);
}

/* A bucket may be reused when its pool is closed or has another key. */
static int bucket_dead(const slots_table_t *table, slots_bucket_t *bucket)
{
    uint32_t entry = atomic_load(&bucket->pool);
    slots_pool_t *pool;
    if (entry == 0 || entry > table->sizes.pools)
        return 1;
    pool = &table->pools[entry - 1];
    return !slots_pool_live(pool) ||
           !pool_has_key(pool, atomic_load(&bucket->key_high),
                         atomic_load(&bucket->key_low));
}

void slots_index_add(slots_table_t *table, uint64_t key_high, uint64_t key_low,
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

/* Goes backwards, because the live buckets at higher places determine how far
 * probing reaches; and round twice, because probing may wrap at the end. */
void slots_index_trim(slots_table_t *table)
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
