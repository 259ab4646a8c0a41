/* SPDX-License-Identifier: Apache-2.0 */
/* pool.c: records of pools, and their places in the table. */

#include "pool.h"

#include "clock.h"
#include "heap.h"
#include "journal.h"
#include "lack.h"
#include "log.h"
#include "order.h"
#include "reload.h"
#include "renew.h"
#include "slots_queue.h"
#include "slots_stats.h"
#include "version.h"
#include "worker.h"

#include "wire_fault.h"

#include <errno.h>
#include <stdlib.h>
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

static pool_t *next_sibling(const pool_t *pool, uint32_t *at)
{
    pool_t *other;
    do
        other = pool_next(pool->pd, pool->definition.script, at);
    while (other == pool);
    return other;
}

static void pool_code_changed(void *owner)
{
    reload_changed(owner);
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
    pool->sources = sources_make(pd->loop, pool_code_changed, pool);
    pool->owner = (uid_t)-1;
    pool->capacity = 1;
    pool->used = slots_now_us();
    memset(definition, 0, sizeof(*definition));
    pd->pools[index] = pool;
    return pool;
}

/* The table's own time of use is advice: never from the future. */
static int64_t pool_used(const pool_t *pool)
{
    int64_t now = slots_now_us();
    int64_t last =
        atomic_load(&pool->pd->table->pools[pool->index].last_request);
    if (last > now)
        last = now;
    return last > pool->used ? last : pool->used;
}

/* By order: that is for the script, under whatever settings it runs. */
static int other_is_stopped(const pool_t *pool)
{
    const pool_t *other;
    for (uint32_t at = 0; (other = next_sibling(pool, &at)) != NULL;)
        if (other->stopped)
            return 1;
    return 0;
}

static int pool_unused(const pool_t *pool)
{
    return !pool->workers &&
           slots_queue_length(pool->pd->table, pool->index) == 0;
}

/* What would be forgotten with a pool that is unused, the least first. */
typedef enum worth {
    WORTH_NOTHING,
    WORTH_BACKOFF, /* it would be started at once when it is asked for again */
    WORTH_STOP     /* it would be started again, against an order */
} worth_t;

/* A stop has to be remembered by one pool of the script, and only as long as
 * there is the script. */
static worth_t pool_worth(const pool_t *pool)
{
    const char *script = pool->definition.script;
    if (pool->stopped && !other_is_stopped(pool) &&
        (version_look(script, NULL) || (errno != ENOENT && errno != ENOTDIR)))
        return WORTH_STOP;
    return backoff_holds(&pool->backoff, slots_now_us()) ? WORTH_BACKOFF
                                                         : WORTH_NOTHING;
}

/* The least worth of those without workers, of this owner or of all (NULL);
 * the least recently used first. */
static pool_t *find_dispensable(const persistd_t *pd, const uid_t *owner,
                                worth_t *least)
{
    pool_t *first = NULL;
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        pool_t *pool = pd->pools[i];
        if (!pool || (owner && pool->owner != *owner) || !pool_unused(pool))
            continue;
        worth_t worth = pool_worth(pool);
        if (first && (worth > *least ||
                      (worth == *least && pool_used(pool) >= pool_used(first))))
            continue;
        first = pool;
        *least = worth;
    }
    return first;
}

static int pool_evict(persistd_t *pd, const uid_t *owner)
{
    worth_t worth;
    pool_t *pool = find_dispensable(pd, owner, &worth);
    if (!pool)
        return 0;
    if (worth == WORTH_STOP)
        log_say(LOG_WARN,
                "pool %s: its stop is forgotten: another script needs the "
                "place",
                pool->definition.script);
    pool_remove(pool);
    return 1;
}

/* Half of the table is as much as one owner's scripts may take, so that there
 * is room for another's. */
static int owner_is_full(const persistd_t *pd, uid_t owner)
{
    uint32_t most = pd->table->sizes.pools / 2, count = 0;
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++)
        count += pd->pools[i] && pd->pools[i]->owner == owner;
    return count >= (most > 0 ? most : 1);
}

/* It stands for its script, and no other pool does: .htaccess has changed, most
 * likely. */
static void pool_stand(pool_t *pool)
{
    pool_t *other;
    pool->superseded = 0;
    for (uint32_t at = 0; (other = next_sibling(pool, &at)) != NULL;)
        other->superseded = 1;
}

static int table_add(persistd_t *pd, const definition_t *definition,
                     uint64_t version, uint64_t *generation)
{
    return slots_pool_add(pd->table, definition->key_high, definition->key_low,
                          version, definition->max, generation);
}

pool_t *pool_make(persistd_t *pd, definition_t *definition, uint64_t version,
                  uid_t owner)
{
    uint64_t generation;
    if (owner_is_full(pd, owner) && !pool_evict(pd, &owner)) {
        errno = EDQUOT;
        return NULL;
    }
    int index = table_add(pd, definition, version, &generation);
    if (index < 0 && pool_evict(pd, NULL))
        index = table_add(pd, definition, version, &generation);
    errno = ENOSPC;
    if (index < 0)
        return NULL;
    pool_t *pool =
        pool_record(pd, definition, (uint32_t)index, generation, version);
    pool->owner = owner;
    pool_stand(pool);
    if (other_is_stopped(pool))
        pool_stop(pool);
    journal_write(pd);
    return pool;
}

static int same_frame(const definition_t *a, const definition_t *b)
{
    return a->frame.size == b->frame.size &&
           memcmp(a->frame.data, b->frame.data, a->frame.size) == 0;
}

void pool_define(pool_t *pool, definition_t *definition)
{
    slots_pool_t *shared = &pool->pd->table->pools[pool->index];
    int same = same_frame(&pool->definition, definition);
    definition_clear(&pool->definition);
    pool->definition = *definition;
    memset(definition, 0, sizeof(*definition));
    atomic_store(&shared->workers_max, pool->definition.max);
    if (pool->superseded)
        pool_stand(pool);
    if (!same)
        journal_write(pool->pd);
}

void pool_remove(pool_t *pool)
{
    persistd_t *pd = pool->pd;
    lack_look(pool, 0, 0);
    slots_pool_remove(pd->table, pool->index);
    pd->pools[pool->index] = NULL;
    definition_clear(&pool->definition);
    sources_close(pool->sources);
    free(pool->fault_text);
    free(pool);
    journal_write(pd);
}

void pool_stop(pool_t *pool)
{
    pool->stopped = 1;
    slots_pool_fail(pool->pd->table, pool->index, WIRE_FAULT_STOPPED, 0);
}

void pool_lift(pool_t *pool)
{
    pool->stopped = 0;
    pool->fault = 0;
    pool->backoff = (backoff_t){0};
    slots_pool_recover(pool->pd->table, pool->index);
}

void pool_failed(pool_t *pool, int64_t began, int fault, char *text)
{
    int quarantine = backoff_failed(&pool->backoff, slots_now_us(), began);
    pool->boot_failures++;
    log_say(LOG_ERROR, "PERSIST%04d: %s: pool %s: %s", fault,
            wire_fault_text(fault), pool->definition.script, text);
    if (quarantine) {
        log_say(LOG_ERROR, "PERSIST%04d: %s: pool %s: %u failures in a row",
                WIRE_FAULT_CRASH_LOOP, wire_fault_text(WIRE_FAULT_CRASH_LOOP),
                pool->definition.script, pool->backoff.failures);
        fault = WIRE_FAULT_CRASH_LOOP;
    }
    free(pool->fault_text);
    pool->fault_text = text;
    pool->fault = fault;
    if (!pool->stopped)
        slots_pool_fail(pool->pd->table, pool->index, (uint32_t)fault,
                        pool->backoff.retry_at);
    clock_due(pool->pd, pool->backoff.retry_at);
    renew_cancel(pool);
    order_stir(pool->pd);
}

uint32_t pool_workers(const pool_t *pool)
{
    uint32_t count = 0;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        count++;
    return count;
}

/* The table may say otherwise than we know: our predecessor was killed in the
 * middle of an order, or somebody has written into it. httpd does not ask about
 * a stop that it sees there. */
static void pool_correct(pool_t *pool)
{
    slots_table_t *table = pool->pd->table;
    uint32_t fault = atomic_load(&table->pools[pool->index].fault);
    if (!pool->stopped && fault == WIRE_FAULT_STOPPED)
        slots_pool_recover(table, pool->index);
    else if (pool->stopped && fault != WIRE_FAULT_STOPPED)
        pool_stop(pool);
}

#define POOL_SETTLED_US 10000000 /* ten seconds */

/* Its old settings have come back: it is asked again, which httpd does not tell
 * us as it finds the pool in the table, and whatever stood for the script has
 * not been for a while. Under both for a moment is what a change looks like,
 * and under both for long two places that serve one script. */
static int pool_is_back(const pool_t *pool, int64_t now)
{
    int64_t used = pool_used(pool);
    const pool_t *other;
    if (!pool->superseded || pool->stopped || now - used > POOL_SETTLED_US)
        return 0;
    for (uint32_t at = 0; (other = next_sibling(pool, &at)) != NULL;)
        if (!other->superseded && used - pool_used(other) <= POOL_SETTLED_US)
            return 0;
    return 1;
}

#define POOL_UNUSED_US 600000000 /* ten minutes */

/* A stop that is to be kept is looked at again in as long. */
static void pool_tidy(pool_t *pool, int64_t now)
{
    if (now - pool_used(pool) <= POOL_UNUSED_US || !pool_unused(pool))
        return;
    if (pool_worth(pool) == WORTH_STOP)
        pool->used = now;
    else
        pool_remove(pool);
}

void pool_look_all(persistd_t *pd)
{
    int64_t now = slots_now_us();
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        pool_t *pool = pd->pools[i];
        if (!pool)
            continue;
        pool_correct(pool);
        slots_tally_t served;
        slots_stats_service(pd->table, i, &served);
        room_count(&pool->popularity, served.count, now);
        sources_look(pool->sources, now);
        if (pool_is_back(pool, now))
            pool_stand(pool);
        pool_look(pool, 0);
        pool_tidy(pool, now);
    }
}
