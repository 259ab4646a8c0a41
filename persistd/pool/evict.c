/* SPDX-License-Identifier: Apache-2.0 */
/* evict.c: a place in the table is for those who are asked for. */

#include "pool/evict.h"

#include "base/log.h"
#include "slots_queue.h"
#include "worker/worker.h"

int evict_is_unused(const pool_t *pool)
{
    return !pool->workers &&
           slots_queue_length(pool->pd->table, pool->index) == 0;
}

/* A stop has to be remembered by one pool of the script, and only as long as
 * there is the script. */
worth_t evict_worth(const pool_t *pool)
{
    const char *script = pool->definition.script;
    if (pool->stopped && !pool_other_is_stopped(pool) &&
        !sources_is_gone(pool->sources, script))
        return WORTH_STOP;
    if (backoff_holds(&pool->backoff, slots_now_us()))
        return WORTH_BACKOFF;
    return pool->workers ? WORTH_WORKERS : WORTH_NOTHING;
}

/* No request is with it. One that stops has none any more. */
static int is_at_rest(const worker_t *worker)
{
    const slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    if (worker->state != WORKER_READY)
        return worker->state == WORKER_STOPPING;
    for (uint32_t unit = 0; unit < worker->capacity; unit++)
        if (slots_unit_state(atomic_load(&slot->units[unit])) != SLOTS_FREE)
            return 0;
    return 1;
}

static int is_dispensable(const pool_t *pool)
{
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next)
        if (!is_at_rest(worker))
            return 0;
    return slots_queue_length(pool->pd->table, pool->index) == 0;
}

static pool_t *find_dispensable(const persistd_t *pd, const uid_t *tenant,
                                worth_t *least)
{
    pool_t *first = NULL;
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        pool_t *pool = pd->pools[i];
        if (!pool || (tenant && pool->tenant != *tenant) ||
            !is_dispensable(pool))
            continue;
        worth_t worth = evict_worth(pool);
        if (first && (worth > *least ||
                      (worth == *least && pool_used(pool) >= pool_used(first))))
            continue;
        first = pool;
        *least = worth;
    }
    return first;
}

/* From now on no request can claim one of its workers. Returns 0 when one has
 * done so in the moment between our look and this: then it is not over yet. */
static int dismiss(pool_t *pool)
{
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        worker_leave(worker);
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        if (worker->state == WORKER_LEAVING)
            return 0;
    while (pool->workers)
        worker_part(pool->workers);
    return 1;
}

int evict_one(persistd_t *pd, const uid_t *tenant)
{
    worth_t worth = WORTH_NOTHING;
    pool_t *pool;
    do
        pool = find_dispensable(pd, tenant, &worth);
    while (pool && !dismiss(pool));
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
