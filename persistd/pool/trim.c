/* SPDX-License-Identifier: Apache-2.0 */
/* trim.c: collects the facts of READY workers and lets the surplus leave. */

#include "pool/trim.h"

#include "base/log.h"
#include "common_clock.h"
#include "decide/surplus.h"
#include "state/pool.h"
#include "state/worker.h"
#include "worker/leave.h"
#include "worker/offer.h"
#include "worker/tick.h"

/* Places of READY workers. */
static uint32_t count_ready(const persistd_t *pd)
{
    uint32_t count = 0;
    for (const worker_t *worker = pd->workers; worker; worker = worker->next)
        count += worker->state == WORKER_READY ? worker->places : 0;
    return count;
}

static surplus_worker_t facts_of(worker_t *worker, int64_t now)
{
    surplus_worker_t facts = {
        .served = now - worker->since,
        .others = pool_serving(worker->pool) - 1,
        .min = (uint32_t)worker->pool->definition.places_min,
    };
    worker_tick_idle(worker, now);
    int64_t since = offer_spare_since(worker);
    if (since) /* + 1: it may have become idle just now */
        facts.idle = now - since + 1;
    return facts;
}

static worker_t *find(const persistd_t *pd, int64_t now)
{
    worker_t *found = NULL;
    surplus_worker_t best = {0};
    for (worker_t *worker = pd->workers; worker; worker = worker->next) {
        if (worker->state != WORKER_READY || !worker->pool)
            continue;
        surplus_worker_t facts = facts_of(worker, now);
        if (found && !surplus_before(&facts, &best))
            continue;
        found = worker;
        best = facts;
    }
    return found;
}

static void give_up(worker_t *worker)
{
    if (offer_less(worker))
        return;
    log_debug("pool %s: pid %ld leaves: PersistMaxWorkers was lowered",
              worker_script(worker), (long)worker->pid);
    worker_leave(worker);
}

void trim_tick(persistd_t *pd)
{
    int64_t now = common_now_us();
    worker_t *worker;
    if (!pd->settings.known || pd->stopping)
        return;
    while (surplus_count(count_ready(pd), pd->settings.max_workers) > 0 &&
           (worker = find(pd, now)) != NULL)
        give_up(worker);
}
