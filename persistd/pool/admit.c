/* SPDX-License-Identifier: Apache-2.0 */
/* admit.c: puts pools into the table and takes them out. Places in the table
 * are for pools that are used. */

#include "pool/admit.h"

#include "base/log.h"
#include "common_clock.h"
#include "pool/pool.h"
#include "pool/shortage.h"
#include "pool/sources.h"
#include "pool/view.h"
#include "slots_free.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "state/agenda.h"
#include "state/say.h"
#include "state/worker.h"
#include "worker/end.h"
#include "worker/leave.h"

#include <errno.h>
#include <stdlib.h>

/* How long a pool without workers and requests is kept. */
#define POOL_UNUSED_US 600000000 /* ten minutes */

/* What would be lost if a pool gave up its place, in rising order. */
typedef enum worth {
    WORTH_NOTHING,
    WORTH_WORKERS, /* idle workers: its next request waits for a start */
    WORTH_BACKOFF, /* without it, the pool would be started again at once */
    WORTH_STOP     /* without it, the pool would start against an order */
} worth_t;

void pool_remove(pool_t *pool)
{
    persistd_t *pd = pool->pd;
    log_debug("pool %s: number %u is removed", pool->definition.script,
              pool->index);
    shortage_reconcile(pool, 0, 0);
    slots_pool_remove(pd->table, pool->index);
    pd->pools[pool->index] = NULL;
    definition_clear(&pool->definition);
    sources_close(pool->sources);
    view_close(pool);
    agenda_drop(&pd->agenda.pools, &pool->mark);
    free(pool->fault_text);
    free(pool->crash);
    free(pool->ghosts);
    free(pool);
    agenda_journal(pd);
}

/* True if the pool has no worker and no waiting request. */
static int is_unused(const pool_t *pool)
{
    return !pool->workers &&
           slots_queue_length(pool->pd->table, pool->index) == 0;
}

/* A stop must be remembered by one pool of the script, as long as the script
 * exists. */
static worth_t worth_of(const pool_t *pool)
{
    const char *script = pool->definition.script;
    if (pool->stopped && !pool_other_is_stopped(pool) &&
        !sources_is_gone(pool->sources, script))
        return WORTH_STOP;
    if (backoff_holds(&pool->backoff, common_now_us()))
        return WORTH_BACKOFF;
    return pool->workers ? WORTH_WORKERS : WORTH_NOTHING;
}

/* True if the worker has no request. A worker that stops has none any more. */
static int is_at_rest(const worker_t *worker)
{
    if (worker->state != WORKER_READY)
        return worker->state == WORKER_STOPPING;
    return slots_free_census(worker->pd->table, worker->run).free ==
           worker_offered(worker);
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
        worth_t worth = worth_of(pool);
        if (first && (worth > *least ||
                      (worth == *least && pool_used(pool) >= pool_used(first))))
            continue;
        first = pool;
        *least = worth;
    }
    return first;
}

/* Takes all workers out of the table, so that no request can claim one. Returns
 * 0 if a request claimed one just before that; then the pool has to stay for
 * now. */
static int dismiss(pool_t *pool)
{
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        worker_leave(worker);
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        if (worker->state == WORKER_LEAVING)
            return 0;
    while (pool->workers)
        worker_detach(pool->workers);
    return 1;
}

/* Removes a pool without requests, of this tenant, or of any tenant (NULL): the
 * one that loses least, and among equals the one not used for longest. Its
 * workers leave by themselves. Returns 0 if every pool has a request, or a
 * worker that starts or leaves. */
static int evict_one(persistd_t *pd, const uid_t *tenant)
{
    worth_t worth = WORTH_NOTHING;
    pool_t *pool;
    do
        pool = find_dispensable(pd, tenant, &worth);
    while (pool && !dismiss(pool));
    if (!pool)
        return 0;
    if (worth == WORTH_STOP)
        say_pool(pool, LOG_WARN, RECENT_ORDER, 0,
                 "pool %s: its stop is forgotten: another script needs the "
                 "place",
                 pool->definition.script);
    pool_remove(pool);
    return 1;
}

/* One tenant's scripts may take half of the table, so that other tenants have
 * room. */
static int tenant_is_full(const persistd_t *pd, uid_t tenant)
{
    uint32_t most = pd->table->sizes.pools / 2, count = 0;
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++)
        count += pd->pools[i] && pd->pools[i]->tenant == tenant;
    return count >= (most > 0 ? most : 1);
}

static int table_add(persistd_t *pd, const definition_t *definition,
                     uint64_t version, uint64_t *generation)
{
    return slots_pool_add(pd->table, definition->key_high, definition->key_low,
                          version, definition->workers_max, generation);
}

static void say_lowered(const definition_t *definition)
{
    uint64_t threads = definition_threads(definition);
    if (threads < definition->threads)
        log_say(LOG_NOTICE,
                "pool %s: PersistThreads %u is lowered to PersistConcurrency "
                "%u",
                definition->script, (unsigned)definition->threads,
                (unsigned)threads);
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
    pool_make_current(pool);
    if (pool_other_is_stopped(pool))
        pool_stop(pool);
    agenda_journal(pd);
    log_debug("pool %s: defined as number %u, workers %u to %u",
              pool->definition.script, pool->index,
              (uint32_t)pool->definition.workers_min,
              (uint32_t)pool->definition.workers_max);
    say_lowered(&pool->definition);
    return pool;
}

/* A stop that has to be kept is checked again after the same time. */
void pool_tidy(pool_t *pool, int64_t now)
{
    if (now - pool_used(pool) <= POOL_UNUSED_US || !is_unused(pool))
        return;
    if (worth_of(pool) == WORTH_STOP)
        pool->used = now;
    else
        pool_remove(pool);
}
