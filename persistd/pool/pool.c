/* SPDX-License-Identifier: Apache-2.0 */
/* pool.c: records of pools, and their places in the table. */

#include "pool/pool.h"

#include "base/heap.h"
#include "base/log.h"
#include "pool/evict.h"
#include "pool/reload.h"
#include "pool/replace.h"
#include "pool/shortage.h"
#include "pool/surplus.h"
#include "serve/orders.h"
#include "slots_queue.h"
#include "slots_stats.h"
#include "state/agenda.h"
#include "worker/worker.h"

#include "wire_fault.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void pool_sources_seen(void *owner, int changed)
{
    if (changed)
        reload_changed(owner);
    pool_look(owner, 0);
}

pool_t *pool_create(persistd_t *pd, definition_t *definition, uint32_t index,
                    uint64_t generation, uint64_t version)
{
    pool_t *pool = pool_record(pd, definition, index, generation, version);
    pool->sources = sources_make(pool_sources_seen, pool, &pool->tenant);
    return pool;
}

/* Half of the table is as much as one tenant's scripts may take, so that there
 * is room for another's. */
static int tenant_is_full(const persistd_t *pd, uid_t tenant)
{
    uint32_t most = pd->table->sizes.pools / 2, count = 0;
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++)
        count += pd->pools[i] && pd->pools[i]->tenant == tenant;
    return count >= (most > 0 ? most : 1);
}

/* It stands for its script, and no other pool does: .htaccess has changed, most
 * likely. */
static void pool_stand(pool_t *pool)
{
    pool_t *other;
    pool->superseded = 0;
    for (uint32_t at = 0; (other = pool_next_sibling(pool, &at)) != NULL;)
        other->superseded = 1;
}

static int table_add(persistd_t *pd, const definition_t *definition,
                     uint64_t version, uint64_t *generation)
{
    return slots_pool_add(pd->table, definition->key_high, definition->key_low,
                          version, definition->max, generation);
}

pool_t *pool_make(persistd_t *pd, definition_t *definition, uint64_t version,
                  uid_t tenant)
{
    uint64_t generation;
    if (tenant_is_full(pd, tenant) && !evict_one(pd, &tenant)) {
        errno = EDQUOT;
        return NULL;
    }
    int index = table_add(pd, definition, version, &generation);
    if (index < 0 && evict_one(pd, NULL))
        index = table_add(pd, definition, version, &generation);
    errno = ENOSPC;
    if (index < 0)
        return NULL;
    pool_t *pool =
        pool_create(pd, definition, (uint32_t)index, generation, version);
    pool->tenant = tenant;
    pool_stand(pool);
    if (pool_other_is_stopped(pool))
        pool_stop(pool);
    agenda_journal(pd);
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
        agenda_journal(pool->pd);
}

void pool_remove(pool_t *pool)
{
    persistd_t *pd = pool->pd;
    lack_look(pool, 0, 0);
    slots_pool_remove(pd->table, pool->index);
    pd->pools[pool->index] = NULL;
    definition_clear(&pool->definition);
    sources_close(pool->sources);
    view_close(pool);
    free(pool->fault_text);
    free(pool);
    agenda_journal(pd);
}

/* Whether the script is still there is to be known from now on, whatever its
 * workers told of. */
static void watch_script(pool_t *pool)
{
    const char *script = pool->definition.script;
    const wire_bytes_t path = {(const uint8_t *)script, strlen(script)};
    sources_add(pool->sources, &(wire_list_t){&path, 1}, INT64_MAX);
}

void pool_forget_sources(pool_t *pool)
{
    if (sources_count(pool->sources) <= 1 ||
        sources_is_gone(pool->sources, pool->definition.script))
        return;
    sources_close(pool->sources);
    pool->sources = sources_make(pool_sources_seen, pool, &pool->tenant);
    watch_script(pool);
}

void pool_stop(pool_t *pool)
{
    pool->stopped = 1;
    watch_script(pool);
    slots_pool_fail(pool->pd->table, pool->index, WIRE_FAULT_STOPPED, 0);
}

void pool_lift(pool_t *pool)
{
    pool->stopped = 0;
    pool->fault = 0;
    pool->backoff = (backoff_t){0};
    slots_pool_recover(pool->pd->table, pool->index);
}

/* Those who wait are told, and orders. */
static void take_fault(pool_t *pool, int fault, char *text, int64_t retry_at)
{
    free(pool->fault_text);
    pool->fault_text = text;
    pool->fault = fault;
    if (!pool->stopped)
        slots_pool_fail(pool->pd->table, pool->index, (uint32_t)fault,
                        retry_at);
    renew_cancel(pool);
    agenda_orders(pool->pd);
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
    take_fault(pool, fault, text, pool->backoff.retry_at);
    agenda_at(pool->pd, pool->backoff.retry_at);
}

void pool_useless(pool_t *pool, char *text)
{
    log_say(LOG_ERROR, "PERSIST%04d: %s: pool %s: %s",
            WIRE_FAULT_WORKER_CONNECT,
            wire_fault_text(WIRE_FAULT_WORKER_CONNECT), pool->definition.script,
            text);
    take_fault(pool, WIRE_FAULT_WORKER_CONNECT, text, pool->backoff.retry_at);
    agenda_at(pool->pd, pool->backoff.retry_at);
}

void pool_tell_fault(pool_t *pool, int fault, const char *text,
                     int64_t retry_at)
{
    take_fault(pool, fault, heap_text(text, strlen(text)), retry_at);
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
    for (uint32_t at = 0; (other = pool_next_sibling(pool, &at)) != NULL;)
        if (!other->superseded && used - pool_used(other) <= POOL_SETTLED_US)
            return 0;
    return 1;
}

#define POOL_UNUSED_US 600000000 /* ten minutes */

/* A stop that is to be kept is looked at again in as long. */
static void pool_tidy(pool_t *pool, int64_t now)
{
    if (now - pool_used(pool) <= POOL_UNUSED_US || !evict_is_unused(pool))
        return;
    if (evict_worth(pool) == WORTH_STOP)
        pool->used = now;
    else
        pool_remove(pool);
}

void pool_look_all(persistd_t *pd)
{
    int64_t now = slots_now_us();
    surplus_look(pd);
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
