/* SPDX-License-Identifier: Apache-2.0 */
/* start.c: starts a pool's workers, as clones of another worker if possible. */

#include "pool/start.h"

#include "pool/pool.h"
#include "pool/view.h"
#include "slots_free.h"
#include "worker/start.h"

#include "common_clock.h"

static int has_order(const worker_t *source)
{
    const worker_t *worker = source->pool->workers;
    while (worker && worker->source != source)
        worker = worker->pool_next;
    return worker != NULL;
}

static int can_be_copied(const worker_t *worker)
{
    return worker->state == WORKER_READY &&
           worker->version == worker->pool->wanted &&
           worker->worn == WEAR_NONE &&
           (worker->features & WIRE_FEATURE_CLONE) && worker->control &&
           conn_pending(worker->control) == 0;
}

static int is_idle(const worker_t *worker)
{
    return slots_free_census(worker->pd->table, worker->run).free ==
           worker_offered(worker);
}

/* Finds a worker that can be cloned. Returns NULL if there is none. *busy is 1
 * if a worker is being cloned already, which is worth waiting for. */
static worker_t *find_source(const pool_t *pool, int *busy)
{
    worker_t *found = NULL;
    *busy = 0;
    if (common_now_us() < pool->clone_again)
        return NULL;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next) {
        if (!can_be_copied(worker))
            continue;
        if (has_order(worker))
            *busy = 1;
        else if (!found || (is_idle(worker) && !is_idle(found)))
            found = worker;
    }
    return found;
}

/* A clone would be as worn as the worker that it replaces, so a replacement is
 * started by exec. Returns 0, or -1 if no worker could be started. */
static int start_one(pool_t *pool, int replacement)
{
    int busy = 0;
    char *why = NULL;
    worker_t *source = replacement ? NULL : find_source(pool, &busy);
    if (busy && !source)
        return -1;
    if (worker_start(pool, source, replacement, &why) == 0)
        return 0;
    if (why)
        pool_short(pool, why);
    return -1;
}

int pool_start_workers(pool_t *pool, uint32_t count, int replacement,
                       int64_t now)
{
    if (count == 0)
        return 0;
    if (!view_allows(pool))
        return !pool->view.late;
    for (; count > 0 && start_one(pool, replacement) == 0; count--)
        pace_take(&pool->pace, now);
    return count > 0 && !backoff_holds(&pool->backoff, now);
}
