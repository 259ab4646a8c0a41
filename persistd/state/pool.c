/* SPDX-License-Identifier: Apache-2.0 */
/* pool.c: the records of pools, and functions that find them. */

#include "state/pool.h"

#include "base/heap.h"
#include "common_clock.h"
#include "slots_pool.h"
#include "state/worker.h"

#include <string.h>

pool_t *pool_find(const persistd_t *pd, uint64_t key_high, uint64_t key_low)
{
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        pool_t *pool = pd->pools[i];
        if (pool && pool->definition.key_high == key_high &&
            pool->definition.key_low == key_low)
            return pool;
    }
    return NULL;
}

pool_t *pool_next(const persistd_t *pd, const char *script, uint32_t *at)
{
    while (*at < pd->table->sizes.pools) {
        pool_t *pool = pd->pools[(*at)++];
        if (pool && strcmp(pool->definition.script, script) == 0)
            return pool;
    }
    return NULL;
}

pool_t *pool_next_sibling(const pool_t *pool, uint32_t *at)
{
    pool_t *other;
    do
        other = pool_next(pool->pd, pool->definition.script, at);
    while (other == pool);
    return other;
}

int pool_is_for(const pool_t *pool, wire_bytes_t script)
{
    const char *own = pool->definition.script;
    return strlen(own) == script.len &&
           memcmp(own, script.data, script.len) == 0;
}

pool_t *pool_record(persistd_t *pd, definition_t *definition, uint32_t index,
                    uint64_t generation, uint64_t version)
{
    pool_t *pool = heap_make(1, sizeof(*pool));
    pool->pd = pd;
    pool->index = index;
    pool->generation = generation;
    pool->definition = *definition;
    pool->script = pool->version = pool->wanted = version;
    pool->owner = pool->tenant = POOL_NOBODY;
    pool->capacity = 1;
    pool->limit = (uint32_t)definition->workers_max;
    pool->used = common_now_us();
    memset(definition, 0, sizeof(*definition));
    pd->pools[index] = pool;
    return pool;
}

void pool_limit(pool_t *pool, uint32_t workers)
{
    pool->limit = workers;
    slots_pool_limit(pool->pd->table, pool->index, workers);
}

/* The time in the table is only a hint. A time in the future is not trusted. */
int64_t pool_used(const pool_t *pool)
{
    int64_t now = common_now_us();
    int64_t last =
        atomic_load(&pool->pd->table->pools[pool->index].last_request);
    if (last > now)
        last = now;
    return last > pool->used ? last : pool->used;
}

int pool_other_is_stopped(const pool_t *pool)
{
    const pool_t *other;
    for (uint32_t at = 0; (other = pool_next_sibling(pool, &at)) != NULL;)
        if (other->stopped)
            return 1;
    return 0;
}

uint32_t pool_workers(const pool_t *pool)
{
    uint32_t count = 0;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        count++;
    return count;
}

uint32_t pool_places(const pool_t *pool)
{
    uint32_t count = 0;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        count += worker->places;
    return count;
}

uint32_t pool_serving(const pool_t *pool)
{
    uint32_t count = 0;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        count += worker->state <= WORKER_READY ? worker->places : 0;
    return count;
}
